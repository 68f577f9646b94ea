"""What administrators read of an e-mail that was sent: its text without codes, tokens and links."""

import json
import logging
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

import pytest

from bridgework.kit.delivery.outbox import PermanentFailure, Subscription
from tests import cast, logged
from tests.areas.accounts.test_stored_secrets import all_values, find_secrets
from tests.areas.administrators.test_invitations import appoint
from tests.areas.calendar.calendar_client import create_event
from tests.areas.email_preferences.test_every_email import FACTS, VARIANTS, Facts
from tests.kit.outbox import posting
from tests.kit.outbox.posting import Unreliable, post, row
from tests.world import Person, World

MASK = "••••••"
SECRETS = {"code": "271828", "link_token": "planted-link-token", "token": "planted-token"}
"""The secrets of e-mails by their names in the templates."""
KINDS_WITH_SECRETS = {
    "accounts/verification_code",
    "accounts/reset_code",
    "accounts/change_code",
    "accounts/admin_invitation",
    "calendar/event_invitation",
    "calendar/event_changed",
}
"""The kinds of e-mails with a code, a token or a signed link."""


@dataclass
class Sent:
    """An e-mail as its recipient and as an administrator read it."""

    kind: str
    delivered: str
    read: Any

    def masked(self) -> list[str]:
        """Return what the administrator can't read; fail if anything else differs."""
        pattern = re.escape(self.read["text"]).replace(re.escape(MASK), r"(\S+)")
        match = re.fullmatch(pattern, self.delivered)
        assert match is not None, (self.read["text"], self.delivered)
        # The end of a link is its token; the path before it is no secret.
        return [part.rpartition("/")[2] for part in match.groups()]


def sent_emails(world: World, root: Person) -> Iterator[Sent]:
    """Yield each e-mail that was sent."""
    by_id = {email["Message-ID"].strip("<>").partition("@")[0]: email for email in world.mail()}
    for email_id, message in by_id.items():
        read = world.get(f"/admin/emails/{email_id}", as_=root).must(200).data
        assert read["state"] == "sent"
        assert read["subject"] == subject(message)
        yield Sent(read["kind"], posting.text(message), read)


def subject(message: EmailMessage) -> str:
    return str(message["Subject"]).strip()


def must_be_nowhere(world: World, secrets: Collection[str], output: str) -> None:
    """Check that no secret is in the database or in an output."""
    assert secrets
    named = {secret: secret for secret in secrets}
    assert find_secrets([*all_values(world), ("the output", output)], named) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("name", "facts"), VARIANTS)
def test_the_stored_text_of_each_email_is_the_sent_one_without_its_secrets(
    world: World, caplog: pytest.LogCaptureFixture, name: str, facts: Facts
) -> None:
    root = cast.root(world)
    world.mail()
    for file in posting.folder(world):
        file.unlink()
    planted = {key: SECRETS[key] for key in facts if key in SECRETS}
    rest = {key: value for key, value in facts.items() if key not in SECRETS}
    rest["path"] = "/app/verify#email=eve%40example.com"
    subscription = Subscription(posting.EMAIL.recipient_id, "event_invitation")
    with caplog.at_level(logging.DEBUG):
        post(world, name=name, facts=rest, secrets=planted, subscription=subscription)
        [sent] = sent_emails(world, root)
    assert sent.kind == name
    *secrets, _unsubscribe_token = masked = sent.masked() or ["no link in the text"]
    assert bool(secrets) == (name in KINDS_WITH_SECRETS)
    assert set(secrets) >= set(planted.values())
    must_be_nowhere(world, masked, json.dumps(sent.read) + logged.everything(caplog))


def test_each_kind_with_secrets_has_a_template(database_url: str) -> None:
    assert FACTS.keys() >= KINDS_WITH_SECRETS


def test_codes_tokens_and_links_of_real_emails_are_stored_nowhere(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, ben, root = cast.ada(world), cast.ben(world), cast.root(world)
    with caplog.at_level(logging.DEBUG):
        cast.register(world, "eve@example.com")
        world.post("/auth/forgot-password", {"email": ben.email}).must(202)
        change = {"newEmail": "new@example.com", "password": cast.PASSWORD}
        world.post("/users/me/email", change, as_=ada).must(202)
        appoint(world, root, ben).must(200)
        event = create_event(world, root, inviteeEmails=["guest@example.net"])
        world.mail()
        moved = {"startAt": "2027-02-04T18:00:00Z", "endAt": "2027-02-04T20:00:00Z"}
        world.patch(f"/calendar/events/{event}", moved, as_=root).must(200)
        world.clock.advance(minutes=10)
        world.run_periodic_tasks()
        sent = list(sent_emails(world, root))
        lists = [
            world.get(f"/admin/{path}?limit=100", as_=root).must(200).json
            for path in ("emails", "logs")
        ]
    masked = {each.kind: each.masked() for each in sent}
    assert {kind for kind in KINDS_WITH_SECRETS if masked.get(kind)} == KINDS_WITH_SECRETS
    answers = json.dumps([each.read for each in sent] + lists)
    output = answers + logged.everything(caplog) + "".join(capsys.readouterr())
    assert "email.open" in answers
    must_be_nowhere(world, {part for parts in masked.values() for part in parts}, output)


def test_a_reply_of_the_mail_server_that_quotes_a_code_is_masked(world: World) -> None:
    root = cast.root(world)
    world.mail()

    def refuse() -> None:
        raise PermanentFailure("550 5.7.1 message with 314159 refused")

    email_id = post(world)
    posting.worker(world, Unreliable(refuse)).work_once()
    assert row(world, email_id).state == "dead"
    read = world.get(f"/admin/emails/{email_id}", as_=root).must(200).data
    assert read["fault"] == f"550 5.7.1 message with {MASK} refused"


def test_a_long_text_is_stored_up_to_its_limit(world: World) -> None:
    root = cast.root(world)
    body = {"subject": "Hello", "body": "x" * 30_000}
    email_id = post(world, name="administration/introduction", facts=body, secrets={})
    world.mail()
    read = world.get(f"/admin/emails/{email_id}", as_=root).must(200).data
    assert read["text"].startswith("xxx")
    assert len(read["text"]) == 20_000


def test_an_expired_email_has_no_text(world: World) -> None:
    root = cast.root(world)
    email_id = post(world, expires=world.clock.now())
    world.mail()
    read = world.get(f"/admin/emails/{email_id}", as_=root).must(200).data
    assert (read["state"], read["subject"], read["text"]) == ("dead", None, None)


def test_the_text_is_deleted_with_its_email_after_90_days(world: World) -> None:
    email_id = post(world)
    world.mail()
    assert find_secrets(list(texts(world)), {"the text": "enter this code"})
    world.clock.advance(days=91)
    world.run_periodic_tasks()
    assert list(texts(world)) == []
    assert email_id not in str(list(all_values(world)))


def texts(world: World) -> Iterator[tuple[str, str]]:
    """Yield the values of the table of texts."""
    return ((name, value) for name, value in all_values(world) if name.startswith("outbox_texts."))
