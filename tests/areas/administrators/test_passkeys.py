"""Passkeys as a second factor, with an authenticator in software."""

from dataclasses import replace
from typing import Any

import pytest

from tests import cast
from tests.areas.administrators.second_factor import (
    COMPLETE,
    PROOF,
    SoftwarePasskey,
    add_app,
    add_passkey,
    begin_passkey,
    challenge,
    complete,
    sign_in,
)
from tests.world import Person, World

PATH = "/admin/me/passkeys"


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def test_an_administrator_signs_in_with_a_passkey(world: World, root: Person) -> None:
    passkey = SoftwarePasskey()
    added = add_passkey(world, root, passkey, name="Laptop")
    assert added["passkey"]["name"] == "Laptop"
    assert len(added["recoveryCodes"]) == 10
    needed = challenge(world, root)
    assert needed["methods"] == ["passkey", "recovery_code"]
    answer = passkey.get(needed["passkeyOptions"])
    complete(world, root, needed["challenge"], passkey=answer).must(200)
    (listed,) = world.get(PATH, as_=root).must(200).data
    assert listed["lastUsedAt"] is not None
    sign_in(world, root, recoveryCode=added["recoveryCodes"][0]).must(200)


def test_a_second_factor_added_later_keeps_the_recovery_codes(world: World, root: Person) -> None:
    app = add_app(world, root)
    assert add_passkey(world, root, SoftwarePasskey())["recoveryCodes"] is None
    assert challenge(world, root)["methods"] == ["totp", "passkey", "recovery_code"]
    sign_in(world, root, recoveryCode=app.recovery_codes[0]).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_an_answer_is_valid_once(world: World, root: Person) -> None:
    passkey = SoftwarePasskey()
    add_passkey(world, root, passkey)
    needed = challenge(world, root)
    answer = passkey.get(needed["passkeyOptions"])
    person = replace(root, token=None)
    sent = {"challenge": needed["challenge"], "passkey": answer}
    responses = world.together([lambda: world.sending("POST", COMPLETE, sent, as_=person)] * 6)
    assert sorted(response.status for response in responses)[:2] == [200, 400]
    assert sign_in(world, root, passkey=answer).must(400).error == "code_invalid"


def test_a_copied_passkey_is_refused_and_its_owner_is_notified(world: World, root: Person) -> None:
    passkey = SoftwarePasskey()
    add_passkey(world, root, passkey, name="Laptop")
    copy = replace(passkey)
    for _ in range(2):
        needed = challenge(world, root)
        answer = passkey.get(needed["passkeyOptions"])
        complete(world, root, needed["challenge"], passkey=answer).must(200)
    needed = challenge(world, root)
    refused = complete(
        world, root, needed["challenge"], passkey=copy.get(needed["passkeyOptions"])
    ).must(400)
    assert refused.error == "code_invalid"
    assert "was refused" in str(world.mail(root.email)[-1]["Subject"])
    entries = world.get("/admin/logs?action=admin.refuse_passkey", as_=root).must(200).data["items"]
    assert [entry["outcome"] for entry in entries] == ["refused"]
    needed = challenge(world, root)
    answer = passkey.get(needed["passkeyOptions"])
    complete(world, root, needed["challenge"], passkey=answer).must(200)


def test_a_passkey_that_never_counts_is_accepted(world: World, root: Person) -> None:
    passkey = SoftwarePasskey(count=0)
    add_passkey(world, root, passkey)
    for _ in range(2):
        needed = challenge(world, root)
        passkey.count = -1  # `get` counts up to zero
        answer = passkey.get(needed["passkeyOptions"])
        complete(world, root, needed["challenge"], passkey=answer).must(200)


@pytest.mark.parametrize(
    "changes",
    [
        {"origin": "https://api.example.org"},
        {"flags": 0x01},  # present, but not verified
        {"flags": 0x00},
    ],
)
def test_a_wrong_answer_is_refused(world: World, root: Person, changes: dict[str, Any]) -> None:
    begun = begin_passkey(world, root)
    wrong = SoftwarePasskey(**changes)
    sent = {"challenge": begun["challenge"], "passkey": wrong.create(begun["passkeyOptions"])}
    assert world.post(PATH, sent, as_=root).must(400).error == "passkey_invalid"
    assert world.post(PATH, sent, as_=root).must(400).error == "challenge_invalid"
    right = SoftwarePasskey()
    add_passkey(world, root, right)
    for name, value in changes.items():
        setattr(right, name, value)
    needed = challenge(world, root)
    answer = right.get(needed["passkeyOptions"])
    complete(world, root, needed["challenge"], passkey=answer).must(400)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"id": "x"},
        {"id": 5, "rawId": [], "type": None, "response": "x"},
        {"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {}},
        {
            "id": "YQ",
            "rawId": "YQ",
            "type": "public-key",
            "response": {"clientDataJSON": "AAAA", "attestationObject": "AAAA"},
        },
        {
            "id": "YQ",
            "rawId": "YQ",
            "type": "public-key",
            "response": {"clientDataJSON": "e30", "attestationObject": "o2NmbXRkbm9uZQ"},
        },
    ],
)
def test_a_malformed_answer_is_refused(world: World, root: Person, answer: dict[str, Any]) -> None:
    begun = begin_passkey(world, root)
    sent = {"challenge": begun["challenge"], "passkey": answer}
    assert world.post(PATH, sent, as_=root).must(400).error == "passkey_invalid"
    passkey = SoftwarePasskey()
    add_passkey(world, root, passkey)
    needed = challenge(world, root)
    own = {**answer, "id": passkey.get(needed["passkeyOptions"])["id"]}
    for malformed in (answer, own):
        complete(world, root, needed["challenge"], passkey=malformed).must(400)


def test_the_passkey_of_another_administrator_is_refused(world: World, root: Person) -> None:
    second = cast.root(world, "second@example.com")
    passkey = SoftwarePasskey()
    add_passkey(world, second, passkey)
    add_app(world, root)
    needed = challenge(world, root)
    options = {"rpId": "api.example.com", "challenge": needed["challenge"]}
    complete(world, root, needed["challenge"], passkey=passkey.get(options)).must(400)
    begun = begin_passkey(world, root)
    sent = {"challenge": begun["challenge"], "passkey": passkey.create(begun["passkeyOptions"])}
    assert world.post(PATH, sent, as_=second).must(400).error == "challenge_invalid"
    assert world.post(PATH, sent, as_=root).must(409).error == "passkey_exists"


def test_an_administrator_has_at_most_ten_passkeys(world: World, root: Person) -> None:
    for number in range(9):
        passkey = SoftwarePasskey(credential=f"credential {number}".encode())
        add_passkey(world, root, passkey)
    tenth, eleventh = begin_passkey(world, root), begin_passkey(world, root)
    assert len(tenth["passkeyOptions"]["excludeCredentials"]) == 9
    statuses = []
    for begun in (tenth, eleventh):
        passkey = SoftwarePasskey(credential=begun["challenge"].encode())
        answer = passkey.create(begun["passkeyOptions"])
        sent = {"challenge": begun["challenge"], "passkey": answer}
        statuses.append(world.post(PATH, sent, as_=root).status)
    assert statuses == [201, 409]
    full = world.post(f"{PATH}/options", PROOF, as_=root).must(409)
    assert full.error == "passkey_limit_reached"


def test_one_of_several_second_factors_can_be_removed(world: World, root: Person) -> None:
    first = add_passkey(world, root, SoftwarePasskey(), name="Laptop")["passkey"]
    remove = f"{PATH}/{first['id']}/remove"
    only = world.post(remove, PROOF, as_=root).must(409)
    assert only.error == "last_second_factor"
    add_app(world, root)
    second = cast.root(world, "second@example.com")
    assert world.post(remove, PROOF, as_=second).must(404).error == "passkey_not_found"
    world.post(remove, PROOF, as_=root).must(200)
    assert world.get(PATH, as_=root).must(200).data == []
    assert challenge(world, root)["methods"] == ["totp", "recovery_code"]
    assert "passkey was removed" in str(world.mail(root.email)[-1]["Subject"])


def test_a_passkey_is_not_removed_without_the_master_password(world: World, root: Person) -> None:
    passkey = add_passkey(world, root, SoftwarePasskey())["passkey"]
    add_app(world, root)
    remove = f"{PATH}/{passkey['id']}/remove"
    wrong = world.post(remove, {"masterPassword": "wrong"}, as_=root).must(403)
    assert wrong.error == "password_wrong"
    assert list(world.post(remove, {}, as_=root).must(422).faults) == ["masterPassword"]
    assert len(world.get(PATH, as_=root).must(200).data) == 1
