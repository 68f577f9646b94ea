"""Operations that need a fresh proof of the administrator, and how a session gets one."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests import cast
from tests.areas.administrators.second_factor import (
    LOGIN,
    PROOF,
    SoftwarePasskey,
    add_app,
    add_passkey,
)
from tests.world import Person, Response, World

CONFIRM = "/auth/admin/confirm"
NEEDED = "fresh_sign_in_needed"
HOOK = {"url": "https://partner.example.com/hook", "types": ["job.approved"]}


@dataclass(frozen=True)
class Case:
    """A request that needs a fresh proof; `path` is formatted with IDs."""

    method: str
    path: str
    body: dict[str, Any] | None = None
    prepare: Callable[[World, Person], str] = field(default=lambda *_: "")

    def send(self, world: World, root: Person, made: str) -> Response:
        body = self.body and {
            name: value.format(made) if isinstance(value, str) else value
            for name, value in self.body.items()
        }
        return world.send(self.method, self.path.format(made), body, as_=root)


def member(world: World, _: Person) -> str:
    return str(cast.ben(world).id)


def invitee(world: World, root: Person) -> str:
    ben = cast.ben(world)
    appointed = {"id": ben.id, "role": "admin"}
    world.post("/admin/users/assign-role", appointed, as_=root).must(200)
    return str(ben.id)


def webhook(world: World, root: Person) -> str:
    return str(world.post("/admin/webhooks", HOOK, as_=root).must(201).data["id"])


def key(world: World, root: Person) -> str:
    body = {"name": "Jobs board", "scopes": ["jobs:read"]}
    return str(world.post("/admin/api-keys", body, as_=root).must(201).data["id"])


CASES = {
    "rotateApiKey": Case("POST", "/admin/api-keys/{}/rotate", {"keepHours": 0}, key),
    "adminAssignRole": Case(
        "POST", "/admin/users/assign-role", {"id": "{}", "role": "admin"}, member
    ),
    "adminPatchUser": Case("PATCH", "/admin/users/{}", {"role": "admin"}, member),
    "resendAdminInvitation": Case("POST", "/admin/users/{}/invitation", prepare=invitee),
    "adminCreateApiKey": Case(
        "POST", "/admin/api-keys", {"name": "Jobs board", "scopes": ["jobs:read"]}
    ),
    "adminExport": Case("GET", "/admin/export/accounts.csv"),
    "adminEraseUser": Case(
        "POST", "/admin/users/{}/erase", {"reason": "Asked for it.", "now": True}, member
    ),
    "adminCreateWebhook": Case("POST", "/admin/webhooks", HOOK),
    "adminUpdateWebhook": Case(
        "PATCH", "/admin/webhooks/{}", {"url": "https://other.example.com/hook"}, webhook
    ),
    "adminRotateWebhookSecret": Case("POST", "/admin/webhooks/{}/rotate-secret", prepare=webhook),
}


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_proof_counts_for_ten_minutes(world: World, root: Person, case: Case) -> None:
    made = case.prepare(world, root)
    world.clock.advance(minutes=10, seconds=1)
    assert case.send(world, root, made).must(403).error == NEEDED
    world.post(CONFIRM, PROOF, as_=root).must(200)
    world.clock.advance(minutes=10)
    assert case.send(world, root, made).status < 300


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_sign_in_is_a_proof(world: World, root: Person, case: Case) -> None:
    made = case.prepare(world, root)
    world.clock.advance(minutes=9, seconds=59)
    assert case.send(world, root, made).status < 300


def test_a_refused_request_changes_nothing_and_can_be_repeated_with_its_key(
    world: World, root: Person
) -> None:
    world.clock.advance(minutes=11)
    headers = {"idempotency-key": '"9d8f-1"'}
    body = {"name": "Jobs board", "scopes": ["jobs:read"]}
    refused = world.post("/admin/api-keys", body, as_=root, headers=headers).must(403)
    assert refused.error == NEEDED
    assert world.get("/admin/api-keys", as_=root).must(200).data == []
    world.post(CONFIRM, PROOF, as_=root).must(200)
    world.post("/admin/api-keys", body, as_=root, headers=headers).must(201)


def test_a_refused_export_contains_nothing_and_is_not_recorded(world: World, root: Person) -> None:
    world.clock.advance(minutes=11)
    refused = world.get("/admin/export/accounts.csv", as_=root).must(403)
    assert root.email not in refused.content.decode()
    logged = world.get("/admin/logs?action=data.export", as_=root).must(200)
    assert logged.data["items"] == []


def test_other_changes_by_the_same_operations_need_no_fresh_proof(
    world: World, root: Person
) -> None:
    ben, hook = cast.ben(world), webhook(world, root)
    world.clock.advance(minutes=11)
    lesser = {"id": ben.id, "role": "expert"}
    world.post("/admin/users/assign-role", lesser, as_=root).must(200)
    world.patch(f"/admin/users/{ben.id}", {"firstName": "Ben"}, as_=root).must(200)
    world.patch(f"/admin/webhooks/{hook}", {"enabled": False}, as_=root).must(200)
    world.get("/admin/users", as_=root).must(200)
    later = {"reason": "Asked for it."}
    world.post(f"/admin/users/{ben.id}/erase", later, as_=root).must(202)


def test_what_ends_an_access_needs_no_fresh_proof(world: World, root: Person) -> None:
    hook = webhook(world, root)
    body = {"name": "Jobs board", "scopes": ["jobs:read"]}
    key = world.post("/admin/api-keys", body, as_=root).must(201).data["id"]
    world.clock.advance(minutes=11)
    world.delete(f"/admin/api-keys/{key}", as_=root).must(200)
    world.delete(f"/admin/webhooks/{hook}", as_=root).must(200)
    world.post(f"/admin/users/{cast.ben(world).id}/disable", {"reason": "spam"}, as_=root).must(200)


def test_a_proof_belongs_to_one_session(world: World, root: Person) -> None:
    other = cast.root_again(world)
    world.clock.advance(minutes=11)
    world.post(CONFIRM, PROOF, as_=other).must(200)
    world.get("/admin/export/accounts.csv", as_=other).must(200)
    assert world.get("/admin/export/accounts.csv", as_=root).must(403).error == NEEDED


def test_a_refreshed_session_keeps_its_proof_and_gets_no_new_one(
    world: World, root: Person
) -> None:
    sent = {"email": root.email, **PROOF}
    signed_in = world.post(LOGIN, sent).must(200).data
    world.clock.advance(minutes=11)
    tokens = {"refreshToken": signed_in["refreshToken"]}
    token = world.post("/auth/refresh", tokens).must(200).data["token"]
    refreshed = replace(root, token=token)
    assert world.get("/admin/export/accounts.csv", as_=refreshed).must(403).error == NEEDED


class TestConfirming:
    def test_the_response_tells_until_when_the_proof_is_fresh(
        self, world: World, root: Person
    ) -> None:
        world.clock.advance(minutes=11)
        confirmed = world.post(CONFIRM, PROOF, as_=root).must(200).data
        assert confirmed == {"ok": True, "freshUntil": "2026-11-21T12:21:00.000Z"}

    def test_the_options_name_the_proofs_that_the_caller_has(
        self, world: World, root: Person
    ) -> None:
        before = world.post(f"{CONFIRM}/options", as_=root).must(200).data
        assert (before["methods"], before["passkeyOptions"]) == (["master_password"], None)
        add_app(world, root)
        add_passkey(world, root, SoftwarePasskey())
        after = world.post(f"{CONFIRM}/options", as_=root).must(200).data
        assert after["methods"] == ["master_password", "totp", "passkey"]

    def test_a_code_confirms_once(self, world: World, root: Person) -> None:
        app = add_app(world, root)
        world.clock.advance(minutes=11)
        code = {"code": app.code(world)}
        world.post(CONFIRM, code, as_=root).must(200)
        world.get("/admin/export/accounts.csv", as_=root).must(200)
        assert world.post(CONFIRM, code, as_=root).must(400).error == "code_invalid"

    def test_a_passkey_confirms_its_challenge_once(self, world: World, root: Person) -> None:
        passkey = SoftwarePasskey()
        add_passkey(world, root, passkey)
        world.clock.advance(minutes=11)
        begun = world.post(f"{CONFIRM}/options", as_=root).must(200).data
        sent = {"passkey": passkey.get(begun["passkeyOptions"])}
        assert world.post(CONFIRM, sent, as_=root).must(422).faults == {"challenge": "required"}
        sent["challenge"] = begun["challenge"]
        world.post(CONFIRM, sent, as_=root).must(200)
        world.get("/admin/export/accounts.csv", as_=root).must(200)
        assert world.post(CONFIRM, sent, as_=root).must(400).error == "challenge_invalid"

    def test_a_challenge_for_another_purpose_is_refused(self, world: World, root: Person) -> None:
        passkey = SoftwarePasskey()
        add_passkey(world, root, passkey)
        removal = world.post("/admin/me/second-factor/remove/options", as_=root).must(200).data
        answer = passkey.get(removal["passkeyOptions"])
        sent = {"passkey": answer, "challenge": removal["challenge"]}
        assert world.post(CONFIRM, sent, as_=root).must(400).error == "challenge_invalid"

    def test_the_passkey_of_another_administrator_is_refused(
        self, world: World, root: Person
    ) -> None:
        passkey = SoftwarePasskey()
        add_passkey(world, root, passkey)
        other = cast.root(world, "second@example.com")
        add_passkey(world, other, SoftwarePasskey(credential=b"another credential"))
        begun = world.post(f"{CONFIRM}/options", as_=other).must(200).data
        answer = passkey.get(begun["passkeyOptions"])
        sent = {"passkey": answer, "challenge": begun["challenge"]}
        assert world.post(CONFIRM, sent, as_=other).must(400).error == "code_invalid"

    @pytest.mark.parametrize("sent", [{}, {**PROOF, "code": "123456"}])
    def test_exactly_one_proof_is_sent(
        self, world: World, root: Person, sent: dict[str, str]
    ) -> None:
        refused = world.post(CONFIRM, sent, as_=root).must(422)
        assert refused.faults == {"masterPassword": "exactly_one"}

    def test_a_wrong_proof_confirms_nothing(self, world: World, root: Person) -> None:
        world.clock.advance(minutes=11)
        wrong = world.post(CONFIRM, {"masterPassword": cast.PASSWORD}, as_=root).must(403)
        assert wrong.error == "password_wrong"
        assert world.post(CONFIRM, {"code": "000000"}, as_=root).must(400).error == "code_invalid"
        assert world.get("/admin/export/accounts.csv", as_=root).must(403).error == NEEDED

    def test_wrong_and_right_proofs_are_audited(self, world: World, root: Person) -> None:
        world.post(CONFIRM, {"masterPassword": "wrong"}, as_=root).must(403)
        world.post(CONFIRM, PROOF, as_=root).must(200)
        logged = world.get("/admin/logs?action=admin.confirm", as_=root).must(200).data["items"]
        assert [entry["outcome"] for entry in logged] == ["ok", "failed"]


class TestGuessing:
    def test_wrong_master_passwords_count_as_those_of_the_sign_in(
        self, world: World, root: Person
    ) -> None:
        wrong = {"masterPassword": "wrong"}
        for _ in range(5):
            world.post(CONFIRM, wrong, as_=root).must(403)
            world.post(LOGIN, {"email": root.email, **wrong}).must(401)
        blocked = world.post(CONFIRM, PROOF, as_=root).must(429)
        assert blocked.error == "too_many_sign_ins"
        world.post(LOGIN, {"email": root.email, **PROOF}).must(429)
        world.clock.advance(minutes=5)
        world.post(CONFIRM, PROOF, as_=root).must(200)

    def test_a_hundred_wrong_proofs_in_a_row_lock_the_confirmation(
        self, world: World, root: Person
    ) -> None:
        for _ in range(10):
            for _ in range(10):
                world.post(CONFIRM, {"masterPassword": "wrong"}, as_=root).must(403)
            world.clock.advance(minutes=5)
        assert world.post(CONFIRM, PROOF, as_=root).must(403).error == "sign_in_locked"

    def test_the_failures_of_strangers_do_not_block_a_known_device(
        self, world: World, root: Person
    ) -> None:
        device = world.post(LOGIN, {"email": root.email, **PROOF}).must(200).data["deviceToken"]
        for _ in range(10):
            world.post(LOGIN, {"email": root.email, "masterPassword": "wrong"}).must(401)
        world.post(CONFIRM, PROOF, as_=root).must(429)
        known = {"x-device-token": device}
        world.post(CONFIRM, PROOF, as_=root, headers=known).must(200)

    def test_codes_have_five_tries(self, world: World, root: Person) -> None:
        app = add_app(world, root)
        world.post(CONFIRM, {"code": app.code(world)}, as_=root).must(200)
        for _ in range(5):
            world.post(CONFIRM, {"code": "000000"}, as_=root).must(400)
        world.clock.advance(minutes=1)
        code = {"code": app.code(world)}
        assert world.post(CONFIRM, code, as_=root).must(429).error == "too_many_tries"
        world.clock.advance(minutes=15)
        world.post(CONFIRM, {"code": app.code(world)}, as_=root).must(200)

    @pytest.mark.postgresql("the lock of the account")
    def test_concurrent_guesses_get_no_more_tries(self, world: World, root: Person) -> None:
        def guess() -> Any:
            return world.sending("POST", CONFIRM, {"masterPassword": "wrong"}, as_=root)

        statuses = sorted(response.status for response in world.together([guess] * 15))
        assert statuses == [403] * 10 + [429] * 5
