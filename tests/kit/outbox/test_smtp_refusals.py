"""Refusals of a mail server, timeouts, disconnects and size limits."""

import pytest

from bridgework.kit.delivery.outbox import PermanentFailure, TemporaryFailure, TransportUnavailable
from bridgework.kit.delivery.outbox.smtp import smtp_transport
from tests.kit.outbox.sending import send, transport_to
from tests.servers.smtp import Dribble, Drop, Fault, MailServer, Stall, running_smtp

VERDICTS: list[tuple[str, Fault, type[Exception], str]] = [
    (
        "MAIL",
        "550 5.7.1 not your name",
        TransportUnavailable,
        "refuses the sender .*: 550 5.7.1 not your name",
    ),
    ("MAIL", "421 4.7.0 too many of yours", TransportUnavailable, "421 4.7.0 too many of yours"),
    ("MAIL", "530 5.7.0 sign in first", TransportUnavailable, "530"),
    ("MAIL", "552 5.3.4 too large", PermanentFailure, "552 5.3.4 too large"),
    ("RCPT", "550 5.1.1 nobody here", PermanentFailure, "replied 550 5.1.1 nobody here"),
    ("RCPT", "451 4.7.1 come back later", TemporaryFailure, "replied 451 4.7.1 come back later"),
    ("RCPT", "530 5.7.0 sign in first", TransportUnavailable, "530"),
    ("DATA", "451 4.3.0 no room", TemporaryFailure, "451 4.3.0 no room"),
    ("DATA", "554 5.5.0 no", PermanentFailure, "554 5.5.0 no"),
    ("MESSAGE", "452 4.3.1 disk full", TemporaryFailure, "452 4.3.1 disk full"),
    ("MESSAGE", "554 5.6.0 this is spam", PermanentFailure, "554 5.6.0 this is spam"),
    ("RCPT", Drop(), TemporaryFailure, "the connection broke"),
    ("BODY", Drop(), TemporaryFailure, "the connection broke"),
    ("MESSAGE", Drop(), TemporaryFailure, "the connection broke"),
    ("MESSAGE", "what?", TemporaryFailure, "-1"),
]


@pytest.mark.parametrize(("step", "fault", "verdict", "message"), VERDICTS)
def test_a_refusal_is_classified_and_the_next_email_is_sent(
    server: MailServer, step: str, fault: Fault, verdict: type[Exception], message: str
) -> None:
    server.faults = {step: [fault]}
    transport = transport_to(server)
    with pytest.raises(verdict, match=message):
        send(transport)
    assert server.received == []
    send(transport)
    transport.close()
    assert len(server.received) == 1


@pytest.mark.parametrize("fault", ["554 5.3.2 not today", "421 4.3.2 busy", Drop()])
def test_a_refused_greeting_makes_the_transport_unavailable(
    server: MailServer, fault: Fault
) -> None:
    server.faults = {"GREETING": [fault]}
    transport = transport_to(server)
    with pytest.raises(TransportUnavailable):
        transport.open()
    send(transport)
    transport.close()
    assert len(server.received) == 1


def test_a_slow_greeting_is_awaited_until_the_timeout(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.faults = {"GREETING": [Stall(0.3), Stall(3)]}
    patient = transport_to(server)
    send(patient)
    patient.close()
    monkeypatch.setattr(smtp_transport, "_CONNECT_SECONDS", 0.2)
    with pytest.raises(TransportUnavailable, match=r"longer than 0\.2 seconds|timed out"):
        transport_to(server).open()


@pytest.mark.parametrize("fault", [Stall(20), Dribble(0.05)])
@pytest.mark.parametrize("step", ["RCPT", "MESSAGE"])
def test_a_stalled_delivery_times_out(
    server: MailServer, monkeypatch: pytest.MonkeyPatch, step: str, fault: Fault
) -> None:
    monkeypatch.setattr(smtp_transport, "_MESSAGE_SECONDS", 0.4)
    server.faults = {step: [fault]}
    transport = transport_to(server)
    with pytest.raises(TemporaryFailure, match=r"longer than 0\.4 seconds|timed out"):
        send(transport)
    send(transport)
    transport.close()
    assert len(server.received) == 1


def test_a_trickling_greeting_times_out(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_transport, "_CONNECT_SECONDS", 0.4)
    server.faults = {"GREETING": [Dribble(0.05)]}
    with pytest.raises(TransportUnavailable, match=r"longer than 0\.4 seconds"):
        transport_to(server).open()


def test_a_lost_reply_may_duplicate_an_email(server: MailServer) -> None:
    server.faults = {"END": [Drop()]}
    transport = transport_to(server)
    with pytest.raises(TemporaryFailure):
        send(transport)
    send(transport)
    transport.close()
    assert server.message_ids() == ["<1@example.com>"] * 2


def test_an_email_above_the_size_limit_is_not_sent() -> None:
    email_bytes = b"Message-ID: <1@example.com>\r\n\r\nA tooth\r\n"
    with running_smtp(data_size_limit=len(email_bytes)) as server:
        transport = transport_to(server)
        send(transport, email_bytes)
        with pytest.raises(PermanentFailure, match=f"the mail server accepts {len(email_bytes)}"):
            send(transport, b"x" + email_bytes)
        transport.close()
        assert len(server.received) == 1


def test_a_non_ascii_address_is_sent_with_smtputf8() -> None:
    email_bytes = "Message-ID: <1@example.com>\nTo: jürgen@example.com\n\nSchöne Zähne\n".encode()
    with running_smtp(enable_SMTPUTF8=True) as server:
        transport = transport_to(server)
        send(transport, email_bytes, "jürgen@example.com")
        transport.close()
        [received] = server.received
    assert received.recipients == ["jürgen@example.com"]
    assert {"SMTPUTF8", "BODY=8BITMIME"} <= set(received.options)
    assert received.content == email_bytes.replace(b"\n", b"\r\n")


def test_a_non_ascii_address_is_refused_without_smtputf8(server: MailServer) -> None:
    transport = transport_to(server)
    with pytest.raises(PermanentFailure, match="does not support SMTPUTF8"):
        send(transport, to="jürgen@example.com")
    send(transport)
    transport.close()
    assert len(server.received) == 1
