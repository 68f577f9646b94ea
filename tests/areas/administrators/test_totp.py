"""Authenticator apps as a second factor."""

import base64
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bridgework.areas.identity.administrators.second_factors import key_rotation, queries, totp
from bridgework.areas.identity.administrators.second_factors.tables import totp_secrets
from bridgework.kit.security import Keyring
from tests import cast
from tests.areas.administrators.second_factor import (
    COMPLETE,
    LOGIN,
    PROOF,
    App,
    add_app,
    challenge,
    complete,
    sign_in,
)
from tests.world import Person, World

RFC_6238_SECRET = base64.b32encode(b"12345678901234567890").decode()
RFC_6238_CODES = {
    59: "94287082",
    1111111109: "07081804",
    1111111111: "14050471",
    1234567890: "89005924",
    2000000000: "69279037",
    20000000000: "65353130",
}
"""Appendix B, for SHA-1. Apps show the last six of the eight digits."""


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("seconds", "code"), RFC_6238_CODES.items())
def test_the_codes_are_those_of_rfc_6238(seconds: int, code: str, database_url: str) -> None:
    del database_url
    at = datetime.fromtimestamp(seconds, UTC)
    assert totp.matching_step(RFC_6238_SECRET, code[-6:], at) == seconds // 30
    assert totp.matching_step(RFC_6238_SECRET, "000000", at) is None


def test_an_administrator_signs_in_with_a_code(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    needed = challenge(world, root)
    assert needed["methods"] == ["totp", "recovery_code"]
    assert needed["passkeyOptions"] is None
    signed_in = complete(world, root, needed["challenge"], code=app.code(world)).must(200).data
    assert signed_in["user"]["email"] == root.email
    world.get("/admin/users", as_=Person(root.email, token=signed_in["token"])).must(200)


@pytest.mark.parametrize("between", [" ", "\u00a0", "\u202f"])
def test_spaces_in_a_code_of_the_app_are_ignored(world: World, between: str) -> None:
    def spaced(code: str) -> str:
        return f" {code[:3]}{between}{code[3:]} "

    root = cast.root(world)
    secret = world.post("/admin/me/totp", PROOF, as_=root).must(200).data["secret"]
    app = App(secret, [])
    first = {"code": spaced(app.code(world))}
    [recovery, *_] = (
        world.post("/admin/me/totp/confirm", first, as_=root).must(200).data["recoveryCodes"]
    )
    world.clock.advance(seconds=60)
    sign_in(world, root, code=spaced(app.code(world))).must(200)
    sign_in(world, root, recoveryCode=f" {recovery.replace('-', between)} ").must(200)
    world.clock.advance(seconds=60)
    removal = {**PROOF, "code": spaced(app.code(world))}
    world.post("/admin/me/second-factor/remove", removal, as_=root).must(200)


def test_the_uri_names_account_and_installation(world: World) -> None:
    root = cast.root(world)
    begun = world.post("/admin/me/totp", PROOF, as_=root).must(200).data
    assert begun["otpauthUri"].startswith("otpauth://totp/Bridgework:root%40example.com?")
    assert f"secret={begun['secret']}" in begun["otpauthUri"]


def test_an_unconfirmed_app_changes_nothing(world: World) -> None:
    root = cast.root(world)
    world.post("/admin/me/totp", PROOF, as_=root).must(200)
    cast.root_again(world)
    wrong = world.post("/admin/me/totp/confirm", {"code": "000000"}, as_=root).must(400)
    assert wrong.error == "code_invalid"
    cast.root_again(world)
    world.clock.advance(minutes=15)
    late = world.post("/admin/me/totp/confirm", {"code": "000000"}, as_=root).must(409)
    assert late.error == "totp_not_begun"


def test_the_first_code_has_five_tries(world: World) -> None:
    root = cast.root(world)
    world.post("/admin/me/totp", PROOF, as_=root).must(200)
    for _ in range(5):
        world.post("/admin/me/totp/confirm", {"code": "000000"}, as_=root).must(400)
    sixth = world.post("/admin/me/totp/confirm", {"code": "000000"}, as_=root).must(429)
    assert sixth.error == "too_many_tries"


def test_adding_an_app_requires_the_master_password(world: World) -> None:
    root = cast.root(world)
    wrong = world.post("/admin/me/totp", {"masterPassword": "wrong"}, as_=root).must(403)
    assert wrong.error == "password_wrong"
    world.post("/admin/me/totp", PROOF, as_=cast.sign_in(world, root.email)).must(403)


@pytest.mark.parametrize(("steps", "status"), [(-2, 400), (-1, 200), (0, 200), (1, 200), (2, 400)])
def test_a_clock_may_differ_by_one_step(world: World, steps: int, status: int) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    world.clock.advance(minutes=5)
    sign_in(world, root, code=app.code(world, steps)).must(status)


def test_a_code_and_all_before_it_are_valid_once(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    code, earlier = app.code(world), app.code(world, -1)
    sign_in(world, root, code=code).must(200)
    assert sign_in(world, root, code=code).must(400).error == "code_invalid"
    sign_in(world, root, code=earlier).must(400)
    sign_in(world, root, code=app.code(world, 1)).must(200)


def test_a_new_app_replaces_the_former_one(world: World) -> None:
    root = cast.root(world)
    former = add_app(world, root)
    begun = world.post("/admin/me/totp", PROOF, as_=root).must(200).data
    world.clock.advance(seconds=30)
    sign_in(world, root, code=former.code(world)).must(200)  # until the new one is confirmed
    former.secret, old = begun["secret"], former.secret
    sent = {"code": former.code(world)}
    codes = world.post("/admin/me/totp/confirm", sent, as_=root).must(200).data["recoveryCodes"]
    assert not set(codes) & set(former.recovery_codes)
    world.clock.advance(minutes=1)
    sign_in(world, root, code=former.code(world)).must(200)
    world.clock.advance(minutes=1)
    former.secret = old
    sign_in(world, root, code=former.code(world)).must(400)
    sign_in(world, root, recoveryCode=former.recovery_codes[0]).must(400)


def test_the_first_second_factor_ends_the_other_administrator_sessions(world: World) -> None:
    root = cast.root(world)
    other, member = cast.root_again(world), cast.sign_in(world, root.email)
    add_app(world, root)
    world.get("/admin/users", as_=other).must(401)
    world.get("/admin/users", as_=root).must(200)
    world.get("/users/me", as_=member).must(200)


def test_a_challenge_has_five_tries(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    token = challenge(world, root)["challenge"]
    for _ in range(5):
        complete(world, root, token, code="000000").must(400)
    refused = complete(world, root, token, code=app.code(world)).must(429)
    assert refused.error == "too_many_tries"
    sign_in(world, root, code=app.code(world)).must(200)


def test_a_challenge_is_valid_once_for_its_address_and_five_minutes(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    used, fresh = (challenge(world, root)["challenge"] for _ in range(2))
    complete(world, root, used, code=app.code(world)).must(200)
    again = complete(world, root, used, code=app.code(world, 1)).must(400)
    assert again.error == "challenge_invalid"
    elsewhere = replace(root, address="203.0.113.9")
    stolen = complete(world, elsewhere, fresh, code=app.code(world, 1)).must(400)
    assert stolen.error == "challenge_invalid"
    world.clock.advance(minutes=5)
    late = complete(world, root, fresh, code=app.code(world)).must(400)
    assert late.error == "challenge_invalid"
    assert complete(world, root, "unknown", code="000000").must(400).error == "challenge_invalid"


def test_exactly_one_proof_is_required(world: World) -> None:
    root = cast.root(world)
    add_app(world, root)
    token = challenge(world, root)["challenge"]
    assert complete(world, root, token).must(422).faults == {"code": "exactly_one"}
    both = complete(world, root, token, code="000000", recoveryCode="x").must(422)
    assert both.faults == {"code": "exactly_one"}


@pytest.mark.postgresql("concurrent requests")
def test_of_twenty_requests_with_one_code_one_signs_in(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    code = app.code(world)
    tokens = [challenge(world, root)["challenge"] for _ in range(4)]
    sent = [{"challenge": token, "code": code} for token in tokens for _ in range(5)]
    person = replace(root, token=None)
    requests = [
        lambda body=body: world.sending("POST", COMPLETE, body, as_=person) for body in sent
    ]
    statuses = [response.status for response in world.together(requests)]
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 400, 429}


def test_fifty_wrong_codes_a_day_block_unknown_devices_only(world: World) -> None:
    root = cast.root(world)
    known = cast_device(world, root)
    app = add_app(world, root)
    strangers = [replace(root, address=f"203.0.113.{number}") for number in range(11)]
    for stranger in strangers[:10]:
        token = challenge(world, stranger)["challenge"]
        for _ in range(5):
            complete(world, stranger, token, code="000000")
    token = challenge(world, strangers[10])["challenge"]
    refused = complete(world, strangers[10], token, code=app.code(world)).must(429)
    assert refused.error == "too_many_tries"
    headers = {"x-device-token": known}
    token = challenge(world, root, headers=headers)["challenge"]
    sent = {"challenge": token, "code": app.code(world)}
    world.post(COMPLETE, sent, as_=replace(root, token=None), headers=headers).must(200)


def cast_device(world: World, admin: Person) -> str:
    """Sign in without a second factor; return the device token."""
    sent = {"email": admin.email, **PROOF}
    token: str = world.post(LOGIN, sent).must(200).data["deviceToken"]
    return token


def test_secrets_are_encrypted_with_the_newest_key_after_a_rotation(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    app_state = world.application.app_state
    rotated = Keyring(("a new secret of at least 32 characters", *app_state.keyring._secrets))
    before = stored_secret(world)
    with app_state.database.writing() as tx:
        key_rotation.reencrypt(app_state.keyring, tx, world.clock.now())
    assert stored_secret(world) == before
    with app_state.database.writing() as tx:
        key_rotation.reencrypt(rotated, tx, world.clock.now())
    assert totp.decrypt(rotated.newest(), stored_secret(world)) == app.secret
    # This server does not know the new secret, as after a restore without the secrets.
    assert sign_in(world, root, code=app.code(world)).must(400).error == "code_invalid"
    sign_in(world, root, recoveryCode=app.recovery_codes[0]).must(200)


def stored_secret(world: World) -> str:
    with world.application.app_state.database.reading() as tx:
        (row,) = queries.list_totp_secrets(tx)
    assert row.secret is not None
    return row.secret


def test_no_secret_is_stored_readable(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    with world.application.app_state.database.reading() as tx:
        (row,) = tx.rows(totp_secrets.select())
    assert app.secret not in str(row)


def test_the_state_of_the_second_factor_is_returned(world: World) -> None:
    root = cast.root(world)
    path = "/admin/me/second-factor"
    nothing = {"authenticatorAppAddedAt": None, "passkeyCount": 0, "recoveryCodeCount": 0}
    assert world.get(path, as_=root).must(200).data == nothing
    world.post("/admin/me/totp", {"masterPassword": cast.MASTER_PASSWORD}, as_=root).must(200)
    assert world.get(path, as_=root).must(200).data == nothing
    add_app(world, root)
    added = world.get(path, as_=root).must(200).data
    assert added == {
        "authenticatorAppAddedAt": added["authenticatorAppAddedAt"],
        "passkeyCount": 0,
        "recoveryCodeCount": 10,
    }
    assert added["authenticatorAppAddedAt"] is not None
