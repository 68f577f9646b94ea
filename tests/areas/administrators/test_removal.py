"""Removing second factors: by the owner, by another administrator, or with the role."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import known_devices
from bridgework.areas.identity.administrators import appointment
from bridgework.areas.identity.administrators.second_factors.tables import (
    admin_challenges,
    passkeys,
    recovery_codes,
    totp_secrets,
)
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.administrators.second_factor import (
    COMPLETE,
    PROOF,
    SoftwarePasskey,
    add_app,
    add_passkey,
    challenge,
    complete,
)
from tests.world import Person, World

REMOVE = "/admin/me/second-factor/remove"
CONFIRM = "/admin/me/totp/confirm"
TABLES = (admin_challenges, known_devices, passkeys, recovery_codes, totp_secrets)


def rows(world: World, account_id: str | None) -> int:
    """Return the number of rows about an administrator's sign-in."""
    with world.application.app_state.database.reading() as tx:
        counts = (
            tx.value(
                sa.select(sa.func.count()).where(
                    table.c.account_id == account_id,
                    *([table.c.kind == "admin"] if table is known_devices else []),
                )
            )
            for table in TABLES
        )
        return sum(counts)


def newest_subject(world: World, person: Person) -> str:
    return str(world.mail(person.email)[-1]["Subject"])


def test_the_owner_removes_it_with_a_code(world: World) -> None:
    root = cast.root(world)
    none = world.post(REMOVE, {**PROOF, "code": "000000"}, as_=root).must(409)
    assert none.error == "no_second_factor"
    app = add_app(world, root)
    wrong = {"masterPassword": "wrong", "code": app.code(world)}
    assert world.post(REMOVE, wrong, as_=root).must(403).error == "password_wrong"
    wrong_code = world.post(REMOVE, {**PROOF, "code": "000000"}, as_=root).must(400)
    assert wrong_code.error == "code_invalid"
    world.post(REMOVE, {**PROOF, "code": app.code(world)}, as_=root).must(200)
    assert rows(world, root.id) == 0
    assert "second factor" in newest_subject(world, root)
    cast.root_again(world)


def test_the_owner_removes_it_with_a_passkey(world: World) -> None:
    root = cast.root(world)
    assert world.post(f"{REMOVE}/options", as_=root).must(409).error == "no_second_factor"
    passkey = SoftwarePasskey()
    add_passkey(world, root, passkey)
    begun = world.post(f"{REMOVE}/options", as_=root).must(200).data
    sent = {**PROOF, "passkey": passkey.get(begun["passkeyOptions"])}
    assert world.post(REMOVE, sent, as_=root).must(422).faults == {"challenge": "required"}
    unknown = {**sent, "challenge": challenge(world, root)["challenge"]}
    assert world.post(REMOVE, unknown, as_=root).must(400).error == "challenge_invalid"
    world.post(REMOVE, {**sent, "challenge": begun["challenge"]}, as_=root).must(200)
    cast.root_again(world)


def test_it_has_five_tries(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    world.clock.advance(minutes=15)  # the confirmation was a try, too
    for _ in range(5):
        world.post(REMOVE, {**PROOF, "code": "000000"}, as_=root).must(400)
    sent = {**PROOF, "code": app.code(world)}
    assert world.post(REMOVE, sent, as_=root).must(429).error == "too_many_tries"


def test_another_administrator_resets_it(world: World) -> None:
    root, second = cast.root(world), cast.root(world, "second@example.com")
    path = f"/admin/users/{second.id}/second-factor/reset"
    assert world.post(path, PROOF, as_=root).must(409).error == "no_second_factor"
    app = add_app(world, second)
    pending = challenge(world, second)["challenge"]
    wrong = world.post(path, {"masterPassword": "wrong"}, as_=root).must(403)
    assert wrong.error == "password_wrong"
    world.post(path, PROOF, as_=root).must(200)
    world.get("/admin/users", as_=second).must(401)
    assert "second factor" in newest_subject(world, second)
    late = complete(world, second, pending, code=app.code(world)).must(400)
    assert late.error == "challenge_invalid"
    cast.root_again(world, second.email)
    own = f"/admin/users/{root.id}/second-factor/reset"
    assert world.post(own, PROOF, as_=root).must(409).error == "own_second_factor"
    entries = world.get("/admin/logs?action=admin.reset_second_factor", as_=root).must(200).data
    outcomes = [entry["outcome"] for entry in entries["items"]]
    assert outcomes == ["ok", "failed"]


def test_a_lost_role_removes_it(world: World) -> None:
    root, second = cast.root(world), cast.root(world, "second@example.com")
    add_app(world, second)
    sent = {"id": second.id, "role": "expert"}
    world.post("/admin/users/assign-role", sent, as_=root).must(200)
    assert rows(world, second.id) == 0


def test_a_disabled_administrator_cannot_complete_a_sign_in(world: World) -> None:
    root, second = cast.root(world), cast.root(world, "second@example.com")
    app = add_app(world, second)
    pending = challenge(world, second)["challenge"]
    world.post(f"/admin/users/{second.id}/disable", {"reason": "left"}, as_=root).must(200)
    late = complete(world, second, pending, code=app.code(world)).must(400)
    assert late.error == "challenge_invalid"


def test_a_new_master_password_ends_a_begun_sign_in(world: World) -> None:
    root = cast.root(world)
    app = add_app(world, root)
    pending = challenge(world, root)["challenge"]
    sent = {
        "currentMasterPassword": cast.MASTER_PASSWORD,
        "newMasterPassword": "an even longer master password",
    }
    world.post("/admin/me/master-password", sent, as_=root).must(200)
    late = complete(world, root, pending, code=app.code(world)).must(400)
    assert late.error == "challenge_invalid"


def test_the_command_line_removes_it(world: World) -> None:
    root = cast.root(world)
    add_app(world, root)
    hashed = world.application.app_state.passwords.hash(cast.MASTER_PASSWORD)
    with world.application.app_state.database.writing() as tx:
        now = world.clock.now()
        reset = appointment.reset(tx, root.email, master_hash=hashed, now=now)
    assert reset.had_second_factor
    assert rows(world, root.id) == 0
    cast.root_again(world)


def test_the_only_administrator_is_sent_the_ways_back(world: World) -> None:
    root = cast.root(world)
    add_app(world, root)
    body = world.mail(root.email)[-1].get_body(("plain",))
    assert body is not None
    assert "You are the only administrator" in body.get_content()
    second = cast.root(world, "second@example.com")
    add_app(world, second)
    body = world.mail(second.email)[-1].get_body(("plain",))
    assert body is not None
    assert "only administrator" not in body.get_content()


class TestTheLimitOfADay:
    @pytest.fixture
    def settings(self, tmp_path: Path, database_url: str) -> Settings:
        """Sessions and access tokens that outlast the test."""
        lasting = {"access_token_ttl": 86_400, "admin_idle_minutes": 1440}
        return worlds.settings(tmp_path, database_url=database_url, **lasting)

    def test_wrong_codes_of_removals_and_confirmations_count_with_those_of_the_sign_in(
        self, world: World
    ) -> None:
        root = cast.root(world)
        app = add_app(world, root)
        for number in range(50):
            if number % 5 == 0:
                world.clock.advance(minutes=15, seconds=1)
                world.post("/admin/me/totp", PROOF, as_=root).must(200)
            wrong = {"code": "000000"}
            if number % 2:
                world.post(REMOVE, {**PROOF, **wrong}, as_=root).must(400)
            else:
                world.post(CONFIRM, wrong, as_=root).must(400)
        world.clock.advance(minutes=15, seconds=1)
        code = {"code": app.code(world)}
        for path, sent in (
            (REMOVE, {**PROOF, **code}),
            (CONFIRM, code),
            (COMPLETE, {**code, "challenge": challenge(world, root)["challenge"]}),
        ):
            assert world.post(path, sent, as_=root).must(429).error == "too_many_tries"
