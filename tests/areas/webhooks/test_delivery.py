"""Deliveries: content, signatures, order, retries, and the end of a webhook."""

import json
import logging
import subprocess
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copy, which

import pytest
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from bridgework import app
from bridgework.kit.core import new_id
from tests import cast
from tests.areas.changes import following
from tests.areas.webhooks import hooks
from tests.areas.webhooks.hooks import DELAYS
from tests.servers import receiver as receivers
from tests.servers.receiver import HUGE, Hang, HangUp, Received, Receiver, Reply, Trickle
from tests.world import Person, World

ACCEPTS = 201
FAILS = Reply(500, b"out of order")


def test_a_change_is_delivered_and_the_reference_library_verifies_it(
    world: World, root: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook = hooks.create(world, root, receiver.url("/hook?key=1"))
    member = cast.register(world, "ada@example.com")
    assert hooks.work(world) == 1
    [received] = receiver.received
    [delivery] = hooks.deliveries(world, root, webhook["id"])
    _set_clock(monkeypatch, world)
    assert Verifier(webhook["secret"]).verify(received.body, received.headers) == received.json
    assert received.json == {
        "type": "account.registered",
        "timestamp": received.json["timestamp"],
        "data": {
            "sequence": delivery["sequence"],
            "subject": {"kind": "account", "id": member.id},
        },
    }
    assert received.path == "/hook?key=1"
    assert received.headers["content-type"] == "application/json"
    assert received.id == delivery["id"]
    assert (delivery["status"], delivery["attempts"]) == ("succeeded", 1)
    assert (delivery["responseStatus"], delivery["responseBody"]) == (200, "thanks")
    assert delivery["error"] is delivery["nextAttemptAt"] is None
    assert hooks.work(world) == 0


def test_a_changed_body_or_another_secret_is_not_verified(
    world: World, root: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    webhook, other = (hooks.create(world, root, receiver.url(path)) for path in ("/1", "/2"))
    following.announce(world)
    hooks.work(world)
    [received] = receiver.at("/1")
    _set_clock(monkeypatch, world)
    Verifier(webhook["secret"]).verify(received.body, received.headers)
    with pytest.raises(WebhookVerificationError):
        Verifier(webhook["secret"]).verify(received.body + b" ", received.headers)
    with pytest.raises(WebhookVerificationError):
        Verifier(other["secret"]).verify(received.body, received.headers)


GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "webhooks.md"
NPM_PACKAGES = Path(__file__).parents[2] / "contract" / "clients"
LIBRARY = """import { Webhook } from "standardwebhooks";
function isValid(secret, headers, body) {
  try { new Webhook(secret).verify(body, headers); return true; } catch { return false; }
}
"""


def verified_in_node(folder: Path, received: Received, secret: str, body: str, code: str) -> bool:
    """Whether a function `isValid` in JavaScript accepts a request, when it was sent."""
    now = int(received.headers["webhook-timestamp"]) * 1000
    call = "const sent = JSON.parse(process.argv[2]);\n"
    call += "console.log(isValid(sent.secret, sent.headers, sent.body));\n"
    program = folder / "verify.mjs"
    program.write_text(f"{code}\nDate.now = () => {now};\n{call}", encoding="utf-8")
    sent = {"secret": secret, "headers": received.headers, "body": body}
    run = subprocess.run(
        ["node", program, json.dumps(sent)], capture_output=True, text=True, check=True
    )
    return run.stdout.strip() == "true"


@pytest.mark.skipif(which("node") is None, reason="Node.js is not installed")
def test_the_code_of_the_guide_verifies_in_node(
    world: World, root: Person, receiver: Receiver, tmp_path: Path
) -> None:
    secret, received = _first_delivery(world, root, receiver)
    code = GUIDE.read_text(encoding="utf-8").partition("```js\n")[2].partition("```")[0]
    for body, valid in ((received.body.decode(), True), ("{}", False)):
        assert verified_in_node(tmp_path, received, secret, body, code) is valid


@pytest.mark.long("installs a package of npm")
@pytest.mark.timeout(300)
@pytest.mark.skipif(which("npm") is None, reason="npm is not installed")
def test_the_reference_library_verifies_in_node(
    world: World, root: Person, receiver: Receiver, tmp_path: Path
) -> None:
    for name in ("package.json", "package-lock.json"):
        copy(NPM_PACKAGES / name, tmp_path)
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    subprocess.run(["npm", "ci", *options], cwd=tmp_path, check=True, capture_output=True)
    secret, received = _first_delivery(world, root, receiver)
    for body, valid in ((received.body.decode(), True), ("{}", False)):
        assert verified_in_node(tmp_path, received, secret, body, LIBRARY) is valid


def _first_delivery(world: World, root: Person, receiver: Receiver) -> tuple[str, Received]:
    """Return the secret of a webhook, and its first request."""
    webhook = hooks.create(world, root, receiver.url())
    following.announce(world)
    hooks.work(world)
    [received] = receiver.received
    return webhook["secret"], received


def test_a_webhook_gets_its_types_only(world: World, root: Person, receiver: Receiver) -> None:
    hooks.create(world, root, receiver.url("/jobs"), ["job.approved", "job.closed"])
    hooks.create(world, root, receiver.url("/all"), ["*"])
    for change_type in ("job.approved", "job.pending", "job.closed"):
        following.announce(world, change_type)
    hooks.work(world)
    assert sorted(each.json["type"] for each in receiver.at("/jobs")) == [
        "job.approved",
        "job.closed",
    ]
    assert len(receiver.at("/all")) == 3


def test_changes_about_one_record_arrive_in_order(
    world: World, root: Person, receiver: Receiver
) -> None:
    hooks.create(world, root, receiver.url())
    receiver.answers["/"] = [FAILS, FAILS]
    job = following.announce(world, "job.pending")
    following.announce(world, "job.approved", job)
    following.announce(world, "job.closed", job)
    assert hooks.work(world) == 1
    for _ in range(2):
        other = following.announce(world)  # another record does not wait
        assert hooks.work(world) >= 1
        world.clock.advance(seconds=12)
        assert other
    while hooks.work(world):
        continue
    types = [
        each.json["type"] for each in receiver.received if each.json["data"]["subject"]["id"] == job
    ]
    assert types == ["job.pending"] * (len(types) - 2) + ["job.approved", "job.closed"]
    assert len(types) in {4, 5}


def test_attempts_follow_the_schedule_and_then_the_webhook_is_disabled(
    world: World, root: Person, receiver: Receiver
) -> None:
    webhook = hooks.create(world, root, receiver.url(), description="Job board")
    receiver.always["/"] = FAILS
    following.announce(world)
    for count, seconds in enumerate(DELAYS, start=1):
        assert hooks.work(world) == 1
        root = cast.root_again(world) if seconds > 1800 else root
        [delivery] = hooks.deliveries(world, root, webhook["id"])
        assert (delivery["status"], delivery["attempts"]) == ("pending", count)
        assert delivery["responseBody"] == "out of order"
        due = datetime.fromisoformat(delivery["nextAttemptAt"]) - world.clock.now()
        assert timedelta(seconds=seconds * 0.89) < due < timedelta(seconds=seconds * 1.11)
        world.clock.advance(seconds=seconds * 0.85)
        assert hooks.work(world) == 0
        world.clock.advance(seconds=seconds * 0.3)
    root = cast.root_again(world)
    assert hooks.webhook(world, root, webhook["id"])["enabled"]
    assert hooks.work(world) == 1
    root = cast.root_again(world)
    [delivery] = hooks.deliveries(world, root, webhook["id"])
    assert (delivery["status"], delivery["attempts"]) == ("failed", 12)
    ended = hooks.webhook(world, root, webhook["id"])
    assert (ended["enabled"], ended["disabledReason"]) == (False, "failing")
    assert len({each.id for each in receiver.received}) == 1
    assert len({each.body for each in receiver.received}) == 1
    assert len({each.headers["webhook-timestamp"] for each in receiver.received}) == 12
    email = world.mail(root.email)[-1]
    assert email["Subject"] == "The webhook to 127.0.0.1 was disabled"
    text = email.get_body(("plain",))
    assert text is not None
    assert "(Job board)" in text.get_content()
    assert "failed twelve times" in text.get_content()
    assert f"/console/#/access/webhooks/{webhook['id']}\n" in text.get_content()
    world.clock.advance(days=30)
    assert hooks.work(world) == 0
    entries = world.get("/admin/logs?action=webhook.disable", as_=cast.root_again(world))
    assert entries.must(200).data["items"][0]["target"] == webhook["id"]


def test_the_status_410_disables_the_webhook(
    world: World, root: Person, receiver: Receiver
) -> None:
    webhook = hooks.create(world, root, receiver.url())
    receiver.always["/"] = Reply(410, b"")
    following.announce(world)
    hooks.work(world)
    ended = hooks.webhook(world, root, webhook["id"])
    assert (ended["enabled"], ended["disabledReason"]) == (False, "gone")
    assert "410 Gone" in str(world.mail(root.email)[-1])
    assert hooks.deliveries(world, root, webhook["id"])[0]["status"] == "failed"


@pytest.mark.parametrize(
    ("answer", "status", "error"),
    [
        (FAILS, 500, "status 500"),
        (Reply(302, b"", ("Location: /other",)), 302, "Redirects are not followed"),
        (Hang(), None, "within 0.5 seconds"),
        (Trickle(), None, "within 0.5 seconds"),
        (HangUp(), None, "connection failed"),
    ],
)
def test_a_failure_is_recorded_and_sent_again(
    world: World,
    root: Person,
    receiver: Receiver,
    answer: receivers.Answer,
    status: int | None,
    error: str,
) -> None:
    webhook = hooks.create(world, root, receiver.url())
    receiver.answers["/"] = [answer]
    following.announce(world)
    worker = hooks.quick_worker(world)
    assert worker.work_once() == 1
    [delivery] = hooks.deliveries(world, root, webhook["id"])
    assert (delivery["status"], delivery["responseStatus"]) == ("pending", status)
    assert error in delivery["error"]
    world.clock.advance(seconds=3)
    assert worker.work_once() == 1
    worker.close()
    [delivery] = hooks.deliveries(world, root, webhook["id"])
    assert (delivery["status"], delivery["error"]) == ("succeeded", None)
    assert [each.path for each in receiver.received] == ["/", "/"]


def test_a_large_or_binary_response_is_cut(world: World, root: Person, receiver: Receiver) -> None:
    webhook = hooks.create(world, root, receiver.url())
    receiver.answers["/"] = [HUGE, Reply(200, b"\x00\xff" + "é".encode() * 2000)]
    for expected in ("x" * 1024, "\ufffd\ufffd" + "é" * 511):
        following.announce(world)
        hooks.work(world)
        delivery = hooks.deliveries(world, root, webhook["id"])[0]
        assert delivery["status"] == "succeeded"
        assert delivery["responseBody"] == expected


def test_a_name_that_resolves_to_a_metadata_address_gets_nothing(
    world: World, root: Person, receiver: Receiver
) -> None:
    webhook = hooks.create(world, root, f"http://hooks.example.com:{receiver.port}/")
    following.announce(world)
    answers = [["169.254.169.254"], ["127.0.0.1"]]

    def resolve(host: str, port: int) -> Sequence[str]:
        return answers.pop(0)

    worker = app.create_webhook_worker(world.application.app_state, resolve)
    worker.work_once()
    [delivery] = hooks.deliveries(world, root, webhook["id"])
    assert (delivery["status"], receiver.received) == ("pending", [])
    assert "169.254.169.254" in delivery["error"]
    world.clock.advance(seconds=3)
    worker.work_once()
    worker.close()
    assert len(receiver.received) == 1


def test_changes_while_a_webhook_is_disabled_are_not_sent(
    world: World, root: Person, receiver: Receiver
) -> None:
    webhook = hooks.create(world, root, receiver.url())
    path = f"/admin/webhooks/{webhook['id']}"
    receiver.answers["/"] = [FAILS]
    before = following.announce(world)
    hooks.work(world)
    world.patch(path, {"enabled": False}, as_=root).must(200)
    following.announce(world)
    world.clock.advance(seconds=5)
    assert hooks.work(world) == 0
    world.patch(path, {"enabled": True}, as_=root).must(200)
    after = following.announce(world)
    hooks.work(world)
    subjects = [each.json["data"]["subject"]["id"] for each in receiver.received]
    assert (subjects[0], {*subjects[1:]}) == (before, {before, after})


def test_expired_changes_are_skipped(
    world: World, root: Person, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    hooks.create(world, root, receiver.url())
    following.announce(world)
    world.get("/changes", as_=root).must(200)  # numbers it
    world.clock.advance(days=31)
    world.run_periodic_tasks()
    new = following.announce(world)
    with caplog.at_level(logging.WARNING):
        hooks.work(world)
    assert "are not kept any more" in caplog.text
    assert [each.json["data"]["subject"]["id"] for each in receiver.received] == [new]


def test_the_log_names_neither_url_nor_secret(
    world: World, root: Person, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    webhook = hooks.create(world, root, receiver.url("/token-in-path"))
    receiver.answers["/token-in-path"] = [HangUp()]
    following.announce(world)
    with caplog.at_level(logging.DEBUG):
        hooks.work(world)
    [delivery] = hooks.deliveries(world, root, webhook["id"])
    assert f"delivery {delivery['id']} was not accepted (attempt 1)" in caplog.text
    assert "token-in-path" not in caplog.text
    assert webhook["secret"] not in caplog.text


def test_many_changes_of_one_record_arrive_in_order(
    world: World, root: Person, receiver: Receiver
) -> None:
    hooks.create(world, root, receiver.url())
    job = new_id()
    for _ in range(25):
        following.announce(world, "job.approved", job)
    while hooks.work(world):
        continue
    sequences = [each.json["data"]["sequence"] for each in receiver.received]
    assert len(sequences) == 25
    assert sequences == sorted(sequences)


def _set_clock(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    """Let the reference library use the time of the world."""

    class Now(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Now":
            return cls.fromtimestamp(world.clock.now().timestamp(), tz)  # type: ignore[arg-type]

    monkeypatch.setattr("standardwebhooks.webhooks.datetime", Now)
