"""The headers and the envelope of e-mails, as a mail server receives them."""

import random
import re
from email import policy
from email.header import decode_header, make_header
from email.parser import BytesHeaderParser
from pathlib import Path

import icalendar
import pytest

from bridgework import providers
from bridgework.kit.delivery.outbox.smtp import SmtpServer
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.calendar.calendar_client import create_event
from tests.kit.outbox.posting import post, row
from tests.servers.smtp import MailServer, Received, running_smtp
from tests.world import World

SENDER = "Zahnärztliche Vereinigung der Länder, Abteilung „Fort- und Weiterbildung“ e. V."
ALPHABETS = [
    *('abc xyz 0123456789 .,:;()<>[]@"\\?=_-', "äöü ßéñ ", "試験 日本語の件名", "🦷👩‍⚕️ e\u0301 "),
    *("שלום مرحبا ", "=?utf-8?q?a?= =?", "\u00a0\u200b\u3000 \t", "&#x2F; %0D%0A "),
]


@pytest.fixture
def settings(tmp_path: Path, database_url: str, server: MailServer) -> Settings:
    return worlds.settings(
        tmp_path,
        database_url=database_url,
        smtp_url=server.url,
        mail_from=f'"{SENDER}" <office@example.org>',
        reply_to=f'"{SENDER}" <desk@example.org>',
    )


def send(world: World) -> None:
    """Send the due e-mails, and disconnect."""
    while world.worker.work_once():
        continue
    world.worker.transport.close()


def headers(received: Received) -> list[str]:
    """The lines of the headers, each of which is ASCII or UTF-8."""
    return received.content.partition(b"\r\n\r\n")[0].decode().split("\r\n")


def must_be_folded(received: Received) -> None:
    """RFC 2047 section 2 and RFC 5322 section 2.1.1."""
    for line in headers(received):
        assert len(line) <= (76 if "=?" in line else 998), line
        assert all(len(word) <= 75 for word in line.split() if word.startswith("=?")), line


def random_subject(choose: random.Random) -> str:
    alphabets = choose.sample(ALPHABETS, choose.randint(1, 3))
    length = choose.choice([1, 10, 60, 200])
    return "".join(choose.choice(choose.choice(alphabets)) for _ in range(length))


def test_an_address_with_a_non_ascii_domain_is_verified_without_smtputf8(
    world: World, server: MailServer
) -> None:
    newcomer = cast.register(world, "ada@bücher.example")
    send(world)
    [received] = server.received
    assert received.recipients == ["ada@xn--bcher-kva.example"]
    assert not {"SMTPUTF8", "BODY=8BITMIME"} & set(received.options)
    assert "To: ada@xn--bcher-kva.example" in headers(received)
    assert received.content.isascii()
    body = received.message.get_body(("plain",))
    assert body is not None
    [code] = [line for line in body.get_content().splitlines() if re.fullmatch("[0-9]{6}", line)]
    world.post("/auth/verify-email", {"email": newcomer.email, "otp": code}).must(200)


def test_an_ascii_domain_is_kept_as_typed(world: World, server: MailServer) -> None:
    post(world, to="Eve@Example.COM")
    send(world)
    assert server.received[0].recipients == ["Eve@Example.COM"]
    assert server.received[0].message["To"] == "Eve@Example.COM"


def test_only_a_non_ascii_local_part_needs_smtputf8(world: World, server: MailServer) -> None:
    email_id = post(world, to="jürgen@bücher.example")
    post(world, to="juergen@bücher.example")
    send(world)
    assert [each.recipients for each in server.received] == [["juergen@xn--bcher-kva.example"]]
    assert "not ASCII before its @" in (row(world, email_id).fault or "")


def test_a_non_ascii_local_part_is_written_as_utf_8(world: World) -> None:
    with running_smtp(enable_SMTPUTF8=True) as modern:
        world.worker.transport = providers.mail_transport(
            world.application.app_state.settings.model_copy(
                update={"smtp_url": SmtpServer.parse(modern.url)}
            )
        )
        post(world, to="jürgen@bücher.example")
        send(world)
        [received] = modern.received
    assert received.recipients == ["jürgen@xn--bcher-kva.example"]
    assert {"SMTPUTF8", "BODY=8BITMIME"} <= set(received.options)
    assert "To: jürgen@xn--bcher-kva.example" in headers(received)


def test_random_subjects_arrive_unchanged_in_lines_of_the_allowed_length(
    world: World, server: MailServer
) -> None:
    choose = random.Random(45)  # noqa: S311
    subjects = {}
    for _ in range(150):
        subject = random_subject(choose)
        facts = {"subject": subject, "body": "Hello"}
        email_id = post(world, name="administration/introduction", facts=facts, secrets={})
        subjects[f"<{email_id}@api.example.com>"] = " ".join(subject.split())
    send(world)
    assert len(server.received) == len(subjects)
    for received in server.received:
        must_be_folded(received)
        message = received.message
        assert message["Subject"] == subjects[message["Message-ID"]]
        assert not message["Subject"].defects


def test_the_names_of_addresses_arrive_unchanged(world: World, server: MailServer) -> None:
    root = cast.root(world)
    create_event(world, root, inviteeEmails=["guest@example.com"])
    send(world)
    received = server.received[-1]
    must_be_folded(received)
    for header, address in (("From", "office@example.org"), ("Reply-To", "desk@example.org")):
        # email.headerregistry keeps blanks between encoded words of names, against RFC 2047.
        written = BytesHeaderParser(policy=policy.compat32).parsebytes(received.content)[header]
        assert str(make_header(decode_header(written))) == f"{SENDER} <{address}>"
        assert not received.message[header].defects


def test_attendees_are_uris_with_an_ascii_domain(world: World, server: MailServer) -> None:
    create_event(world, cast.root(world), inviteeEmails=["ada#1@bücher.example"])
    send(world)
    [part] = [
        each
        for each in server.received[-1].message.walk()
        if each.get_content_type() == "text/calendar"
    ]
    [event] = icalendar.Calendar.from_ical(part.get_content()).events
    assert event["ATTENDEE"] == "mailto:ada%231@xn--bcher-kva.example"
    assert event["ORGANIZER"] == "mailto:office@example.org"
