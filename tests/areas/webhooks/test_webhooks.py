"""Creating, changing and deleting webhooks, their secrets, tests and redelivery."""

import base64
from pathlib import Path
from typing import Any

import pytest

from bridgework.areas.back_office.webhooks.delivery import signatures
from bridgework.areas.back_office.webhooks.policies import MAX_WEBHOOKS
from bridgework.areas.back_office.webhooks.tables import webhook_deliveries, webhooks
from bridgework.kit.core import new_id
from bridgework.kit.security import Keyring
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.changes import following
from tests.areas.webhooks import hooks
from tests.servers.receiver import Receiver, Reply
from tests.world import Person, World

HOOK = "http://127.0.0.1:9000/"


def audited(world: World, root: Person) -> list[str]:
    found = world.get("/admin/logs?limit=100", as_=root).must(200).data["items"]
    return [each["action"] for each in reversed(found) if each["action"].startswith("webhook.")]


@pytest.fixture
def created(world: World, root: Person) -> dict[str, Any]:
    """A webhook of two types, with its secret."""
    webhook: dict[str, Any] = hooks.create(
        world, root, HOOK, ["job.closed", "job.approved", "job.closed"]
    )
    return webhook


@pytest.fixture
def path(created: dict[str, Any]) -> str:
    return f"/admin/webhooks/{created['id']}"


def test_a_webhook_is_created_with_a_secret_and_distinct_types(created: dict[str, Any]) -> None:
    assert len(base64.b64decode(created["secret"].removeprefix("whsec_"))) == 32
    assert created["types"] == ["job.approved", "job.closed"]
    assert (created["description"], created["enabled"]) == ("", True)


def test_a_list_of_webhooks_has_no_secret(
    world: World, root: Person, created: dict[str, Any]
) -> None:
    secret = created.pop("secret")
    listed = world.get("/admin/webhooks", as_=root).must(200)
    assert listed.data == [created]
    assert secret not in listed.body.decode()


def test_only_the_sent_members_of_a_webhook_change(
    world: World, root: Person, created: dict[str, Any], path: str
) -> None:
    world.clock.advance(seconds=1)
    changed = world.patch(path, {"description": "Job board", "types": ["*"]}, as_=root).must(200)
    assert (changed.data["description"], changed.data["types"]) == ("Job board", ["*"])
    assert changed.data["updatedAt"] > created["updatedAt"]
    assert world.patch(path, {}, as_=root).must(200).data == changed.data


def test_an_administrator_disables_and_enables_a_webhook(
    world: World, root: Person, path: str
) -> None:
    disabled = world.patch(path, {"enabled": False}, as_=root).must(200).data
    assert (disabled["enabled"], disabled["disabledReason"]) == (False, "administrator")
    enabled = world.patch(path, {"enabled": True}, as_=root).must(200).data
    state = (enabled["enabled"], enabled["disabledReason"], enabled["disabledAt"])
    assert state == (True, None, None)


def test_a_deleted_webhook_is_not_found(world: World, root: Person, path: str) -> None:
    world.delete(path, as_=root).must(200)
    for refused in (
        world.delete(path, as_=root),
        world.patch(path, {"enabled": True}, as_=root),
        world.post(f"{path}/test", as_=root),
        world.post(f"{path}/rotate-secret", as_=root),
        world.get(f"{path}/deliveries", as_=root),
    ):
        assert refused.must(404).error == "webhook_not_found"
    assert world.get("/admin/webhooks", as_=root).data == []


def test_changes_of_webhooks_are_audited(world: World, root: Person, path: str) -> None:
    for change in ({"description": "Job board"}, {}, {"enabled": False}, {"enabled": True}):
        world.patch(path, change, as_=root).must(200)
    world.delete(path, as_=root).must(200)
    world.delete(path, as_=root).must(404)
    assert audited(world, root) == ["webhook.create", *["webhook.change"] * 3, "webhook.delete"]


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("nonsense", "url"),
        ("ftp://example.com/", "url"),
        ("http://user:secret@example.com/", "url"),
        ("https://example.com/#part", "url"),
        ("https://example.com/#", "url"),
        ("http://169.254.169.254/latest", "address_refused"),
        ("http://[fd00:ec2::254]/", "address_refused"),
        ("http://[fe80::1]/", "address_refused"),
        ("http://0.0.0.0/", "address_refused"),
        ("http://2852039166/", "address_refused"),
        ("https://224.0.0.1/", "address_refused"),
        ("https://example.com/" + "a" * 2030, "too_long"),
    ],
)
def test_a_malformed_or_refused_url_is_a_422(
    world: World, root: Person, url: str, code: str
) -> None:
    refused = world.post("/admin/webhooks", {"url": url, "types": ["*"]}, as_=root).must(422)
    assert refused.faults == {"url": code}
    created = hooks.create(world, root, HOOK)
    path = f"/admin/webhooks/{created['id']}"
    assert world.patch(path, {"url": url}, as_=root).must(422).faults == {"url": code}
    assert hooks.webhook(world, root, created["id"])["url"] == HOOK


@pytest.mark.parametrize("types", [[], ["job.unknown"], ["webhook.test"], ["*"] * 101])
def test_types_must_be_known(world: World, root: Person, types: list[str]) -> None:
    world.post("/admin/webhooks", {"url": HOOK, "types": types}, as_=root).must(422)


class TestOutsideDevelopment:
    """Only https, and no private networks."""

    @pytest.fixture
    def settings(self, tmp_path: Path, database_url: str) -> Settings:
        return worlds.settings(
            tmp_path, database_url=database_url, env="production", secret_keys=("s" * 32,)
        )

    @pytest.mark.parametrize(
        ("url", "code"),
        [
            ("http://example.com/", "https_required"),
            ("https://127.0.0.1/", "address_refused"),
            ("https://127.1/", "address_refused"),
            ("https://localhost/", "address_refused"),
            ("https://a.localhost/", "address_refused"),
            ("https://[::ffff:a00:1]/", "address_refused"),
            ("https://100.64.0.1/", "address_refused"),
        ],
    )
    def test_private_addresses_are_refused(
        self, world: World, root: Person, url: str, code: str
    ) -> None:
        refused = world.post("/admin/webhooks", {"url": url, "types": ["*"]}, as_=root).must(422)
        assert refused.faults == {"url": code}

    def test_a_public_address_is_accepted(self, world: World, root: Person) -> None:
        hooks.create(world, root, "https://example.com/hook")

    def test_the_setting_allows_private_networks(
        self, world: World, settings: Settings, root: Person
    ) -> None:
        assert not settings.effective_webhook_private_networks
        allowed = settings.model_copy(update={"webhook_private_networks": True})
        assert allowed.effective_webhook_private_networks


@pytest.mark.postgresql("concurrent requests")
def test_there_are_at_most_250_webhooks(world: World, root: Person) -> None:
    first = hooks.create(world, root, HOOK)
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        row = tx.one(webhooks.select())._asdict()
        tx.execute(webhooks.insert(), [{**row, "id": new_id()} for _ in range(MAX_WEBHOOKS - 2)])
    hooks.create(world, root, HOOK)
    body = {"url": HOOK, "types": ["*"]}
    refused = world.post("/admin/webhooks", body, as_=root).must(409)
    assert refused.error == "webhook_limit_reached"
    world.delete(f"/admin/webhooks/{first['id']}", as_=root).must(200)
    made = world.together([lambda: world.sending("POST", "/admin/webhooks", body, as_=root)] * 4)
    assert sorted(each.status for each in made) == [201, 409, 409, 409]


def test_after_a_rotation_both_secrets_sign_for_a_day(
    world: World, root: Person, receiver: Receiver
) -> None:
    created = hooks.create(world, root, receiver.url())
    path = f"/admin/webhooks/{created['id']}/rotate-secret"
    rotated = world.post(path, as_=root).must(200).data
    assert rotated["secret"] != created["secret"]
    assert rotated["previousSecretExpiresAt"] is not None
    following.announce(world)
    hooks.work(world)
    world.clock.advance(hours=24)
    following.announce(world)
    hooks.work(world)
    both, newest = receiver.received
    assert len(both.headers["webhook-signature"].split(" ")) == 2
    assert len(newest.headers["webhook-signature"].split(" ")) == 1
    before = world.clock.now().replace(hour=12, day=21)
    for secret in (created["secret"], rotated["secret"]):
        assert signatures.verify(secret, both.headers, both.body, before)
    now = world.clock.now()
    assert signatures.verify(rotated["secret"], newest.headers, newest.body, now)
    assert not signatures.verify(created["secret"], newest.headers, newest.body, now)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        assert tx.one(webhooks.select()).previous_secret is None


def test_secrets_are_encrypted_and_follow_a_new_key(world: World, root: Person) -> None:
    created = hooks.create(world, root, HOOK)
    world.post(f"/admin/webhooks/{created['id']}/rotate-secret", as_=root).must(200)
    app_state = world.application.app_state
    with app_state.database.reading() as tx:
        stored = tx.one(webhooks.select())
    assert created["secret"] not in stored.secret + stored.previous_secret
    assert signatures.decrypt(app_state.keyring, stored.previous_secret) == created["secret"]
    newer = Keyring(("n" * 32, *app_state.keyring._secrets))
    again = signatures.reencrypt(newer, stored.previous_secret)
    assert again is not None
    assert signatures.decrypt(newer.newest(), again) == created["secret"]
    assert signatures.reencrypt(newer, again) is None


def test_with_a_lost_key_nothing_is_sent_until_the_secret_is_rotated(
    world: World, root: Person, receiver: Receiver
) -> None:
    created = hooks.create(world, root, receiver.url())
    lost = signatures.encrypt(Keyring(("x" * 32,)), created["secret"])
    with world.application.app_state.database.writing() as tx:
        tx.execute(webhooks.update().values(secret=lost))
    following.announce(world)
    hooks.work(world)
    [delivery] = hooks.deliveries(world, root, created["id"])
    assert "rotate it" in delivery["error"]
    assert receiver.received == []
    rotated = world.post(f"/admin/webhooks/{created['id']}/rotate-secret", as_=root).must(200)
    world.clock.advance(seconds=3)
    hooks.work(world)
    [received] = receiver.received
    assert signatures.verify(
        rotated.data["secret"], received.headers, received.body, world.clock.now()
    )


def test_a_test_is_delivered_as_other_changes(
    world: World, root: Person, receiver: Receiver
) -> None:
    created = hooks.create(world, root, receiver.url(), ["job.closed"])
    path = f"/admin/webhooks/{created['id']}"
    sent = world.post(f"{path}/test", as_=root).must(202).data
    world.post(f"{path}/test", as_=root).must(202)
    assert (sent["type"], sent["sequence"], sent["status"]) == ("webhook.test", 0, "pending")
    while hooks.work(world):
        continue
    received = receiver.received[0]
    assert (received.id, received.json["type"]) == (sent["id"], "webhook.test")
    assert received.json["data"]["subject"] == {"kind": "webhook", "id": created["id"]}
    assert len(receiver.received) == 2
    world.patch(path, {"enabled": False}, as_=root).must(200)
    assert world.post(f"{path}/test", as_=root).must(409).error == "webhook_disabled"


@pytest.fixture
def failed(world: World, root: Person, receiver: Receiver) -> dict[str, Any]:
    """The failed delivery of a webhook that was disabled by it."""
    webhook = hooks.create(world, root, receiver.url())
    receiver.answers["/"] = [Reply(410, b"")]
    following.announce(world)
    hooks.work(world)
    [delivery] = hooks.deliveries(world, root, webhook["id"], "status=failed")
    return {**delivery, "webhookId": webhook["id"]}


def enable(world: World, root: Person, webhook_id: str) -> None:
    world.patch(f"/admin/webhooks/{webhook_id}", {"enabled": True}, as_=root).must(200)


def test_a_delivery_of_a_disabled_webhook_is_not_sent_again(
    world: World, root: Person, failed: dict[str, Any]
) -> None:
    refused = world.post(f"/admin/deliveries/{failed['id']}/redeliver", as_=root).must(409)
    assert refused.error == "webhook_disabled"


def test_a_pending_delivery_is_not_sent_again(
    world: World, root: Person, failed: dict[str, Any]
) -> None:
    path = f"/admin/deliveries/{failed['id']}/redeliver"
    enable(world, root, failed["webhookId"])
    world.post(path, as_=root).must(202)
    assert world.post(path, as_=root).must(409).error == "delivery_pending"


def test_an_unknown_delivery_is_not_found(world: World, root: Person) -> None:
    unknown = world.post(f"/admin/deliveries/{new_id()}/redeliver", as_=root).must(404)
    assert unknown.error == "delivery_not_found"


def test_a_delivery_is_sent_again_with_the_same_id(
    world: World, root: Person, receiver: Receiver, failed: dict[str, Any]
) -> None:
    path = f"/admin/deliveries/{failed['id']}/redeliver"
    enable(world, root, failed["webhookId"])
    again = world.post(path, as_=root).must(202).data
    assert (again["id"], again["status"], again["attempts"]) == (failed["id"], "pending", 0)
    hooks.work(world)
    [done] = hooks.deliveries(world, root, failed["webhookId"], "status=succeeded")
    assert done["id"] == failed["id"]
    world.post(path, as_=root).must(202)
    hooks.work(world)
    assert {each.id for each in receiver.received} == {failed["id"]}
    assert len({each.body for each in receiver.received}) == 1
    assert len(receiver.received) == 3


def test_deliveries_are_listed_newest_first_in_pages(
    world: World, root: Person, receiver: Receiver
) -> None:
    created = hooks.create(world, root, receiver.url())
    subjects = [following.announce(world) for _ in range(5)]
    hooks.work(world)
    path = f"/admin/webhooks/{created['id']}/deliveries"
    first = world.get(f"{path}?limit=3", as_=root).must(200).data
    second = world.get(f"{path}?limit=3&page=2", as_=root).must(200).data
    listed = [each["subject"]["id"] for each in first["items"] + second["items"]]
    assert listed == subjects[::-1]
    assert first["total"] == second["total"] == 5
    world.get(f"{path}?status=unknown", as_=root).must(422)


def test_old_deliveries_and_those_of_deleted_webhooks_are_deleted(
    world: World, root: Person, receiver: Receiver
) -> None:
    kept, deleted = (hooks.create(world, root, receiver.url(path)) for path in ("/1", "/2"))
    receiver.always["/2"] = Reply(500, b"")
    following.announce(world)
    hooks.work(world)
    world.clock.advance(days=30)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    assert len(hooks.deliveries(world, root, kept["id"])) == 1
    world.clock.advance(seconds=1)
    world.run_periodic_tasks()
    assert hooks.deliveries(world, root, kept["id"]) == []
    [pending] = hooks.deliveries(world, root, deleted["id"])
    assert pending["status"] == "pending"
    world.delete(f"/admin/webhooks/{deleted['id']}", as_=root).must(200)
    assert hooks.work(world) == 0
    assert world.post(f"/admin/deliveries/{pending['id']}/redeliver", as_=root).status == 404
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        assert [row.id for row in tx.rows(webhooks.select())] == [kept["id"]]
        assert tx.rows(webhook_deliveries.select()) == []


@pytest.mark.parametrize(("days", "is_valid"), [(4, False), (5, True), (3650, True), (3651, False)])
def test_the_retention_is_longer_than_the_attempts(
    tmp_path: Path, days: int, is_valid: bool
) -> None:
    if is_valid:
        assert worlds.settings(tmp_path, webhook_retention_days=days).webhook_retention_days == days
        return
    with pytest.raises(ValueError, match="webhook_retention_days"):
        worlds.settings(tmp_path, webhook_retention_days=days)
