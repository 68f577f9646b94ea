"""Sending to a real mail server: the content, and the security of the connection."""

import threading
from pathlib import Path

import pytest

from bridgework.kit.delivery.outbox import TemporaryFailure, TransportUnavailable
from bridgework.kit.delivery.outbox.smtp import SmtpServer, smtp_transport
from bridgework.kit.delivery.outbox.smtp.smtp_transport import SmtpTransport
from tests.kit.outbox.sending import EVE, MESSAGE, OURS, QUOTED, send, transport_to
from tests.servers.certificates import Certificate, certificate
from tests.servers.ports import free_port
from tests.servers.smtp import Dribble, MailServer, running_smtp


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return certificate(tmp_path_factory.mktemp("trusted"))


@pytest.fixture(autouse=True)
def our_authority(trusted: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted.authority))


def test_an_email_arrives_unchanged(server: MailServer) -> None:
    transport = transport_to(server)
    send(transport)
    transport.close()
    [received] = server.received
    assert (received.sender, received.recipients) == (OURS, [EVE])
    assert received.content == MESSAGE.replace(b"\n", b"\r\n")
    assert not received.encrypted


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_end_in_crlf(server: MailServer, end: bytes) -> None:
    transport = transport_to(server)
    send(transport, MESSAGE.replace(b"\n", end).removesuffix(end))
    transport.close()
    assert server.received[0].content == MESSAGE.replace(b"\n", b"\r\n")


def test_many_emails_use_one_connection(server: MailServer) -> None:
    transport = transport_to(server)
    for _ in range(5):
        send(transport)
    assert ({one.connection for one in server.received}, server.goodbyes) == ({1}, 0)
    transport.close()
    transport.close()
    send(transport)
    transport.close()
    assert (server.connections, server.goodbyes, len(server.received)) == (2, 2, 6)


@pytest.mark.parametrize("how", ["starttls=required", "starttls=optional", "smtps"])
def test_the_connection_is_encrypted_before_the_password_is_sent(
    trusted: Certificate, how: str
) -> None:
    with running_smtp(trusted, implicit_tls=how == "smtps", auth=True) as server:
        transport = transport_to(server, how, f"postmaster:{QUOTED}@")
        send(transport)
        transport.close()
        [received] = server.received
    assert (received.encrypted, received.user) == (True, "postmaster")


def test_starttls_off_allows_an_unencrypted_password() -> None:
    with running_smtp(auth=True) as server:
        transport = transport_to(server, "starttls=off", f"postmaster:{QUOTED}@")
        send(transport)
        transport.close()
        assert server.received[0].user == "postmaster"


def test_optional_starttls_never_sends_a_password_unencrypted() -> None:
    with running_smtp(auth=True) as server:
        plain = transport_to(server, "starttls=optional")
        send(plain)
        plain.close()
        with pytest.raises(TransportUnavailable, match="the password is not sent unencrypted"):
            transport_to(server, "starttls=optional", f"postmaster:{QUOTED}@").open()
        assert [one.user for one in server.received] == [None]


def test_required_starttls_must_be_supported(server: MailServer) -> None:
    with pytest.raises(TransportUnavailable, match="STARTTLS extension not supported"):
        transport_to(server, "starttls=required").open()


@pytest.mark.parametrize("how", ["starttls=required", "starttls=optional", "smtps"])
@pytest.mark.parametrize("host", ["127.0.0.1", "mail.example.org"])
def test_a_certificate_must_be_trusted_and_match_the_host(
    trusted: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, host: str
) -> None:
    untrusted = certificate(tmp_path, host)  # of an untrusted authority
    if host != "127.0.0.1":
        monkeypatch.setenv("SSL_CERT_FILE", str(untrusted.authority))
    with (
        running_smtp(untrusted, implicit_tls=how == "smtps") as server,
        pytest.raises(TransportUnavailable, match="certificate verify failed"),
    ):
        transport_to(server, how).open()
    assert server.received == []


def test_a_wrong_password_makes_the_transport_unavailable_and_is_redacted() -> None:
    with (
        running_smtp(auth=True) as server,
        pytest.raises(TransportUnavailable, match="535") as refused,
    ):
        transport_to(server, "starttls=off", "postmaster:s3cr3t@").open()
    assert "s3cr3t" not in str(refused.value)


def test_an_unreachable_server_makes_the_transport_unavailable() -> None:
    unused = MailServer(port=free_port())
    reason = f"cannot be reached at 127.0.0.1:{unused.port}: connection refused"
    with pytest.raises(TransportUnavailable, match=reason):
        transport_to(unused).open()


@pytest.mark.parametrize("host", ["nowhere.invalid", "a" * 64 + ".example.org"])
def test_an_invalid_host_makes_the_transport_unavailable(host: str) -> None:
    server = SmtpServer.parse(f"smtp://{host}")
    with pytest.raises(TransportUnavailable):
        SmtpTransport(server, sender=OURS, our_host="api.example.com").open()


def test_a_connection_lost_while_idle_is_replaced(server: MailServer) -> None:
    transport = transport_to(server)
    transport.open()
    server.hang_up()
    send(transport)
    transport.close()
    assert (server.connections, len(server.received)) == (2, 1)


def test_a_delivery_leaves_no_thread(server: MailServer) -> None:
    before = threading.active_count()
    transport = transport_to(server)
    for _ in range(3):
        send(transport)
    transport.close()
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("api.example.com", "api.example.com"),
        ("127.0.0.1", "[127.0.0.1]"),
        ("2001:db8::1", "[IPv6:2001:db8::1]"),
    ],
)
def test_ehlo_uses_the_public_host(server: MailServer, host: str, name: str) -> None:
    server_at = SmtpServer.parse(server.url)
    transport = SmtpTransport(server_at, sender=OURS, our_host=host)
    send(transport)
    transport.close()
    assert server.received[0].introduced_as == name


def test_a_closed_transport_delivers_nothing(server: MailServer) -> None:
    with pytest.raises(LookupError, match="not open"):
        transport_to(server).deliver("<1@example.com>", EVE, MESSAGE)


def test_deadlines_apply_to_encrypted_connections(
    trusted: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_transport, "_MESSAGE_SECONDS", 0.4)
    with running_smtp(trusted) as server:
        server.faults = {"MESSAGE": [Dribble(0.05)]}
        transport = transport_to(server, "starttls=required")
        with pytest.raises(TemporaryFailure, match=r"longer than 0\.4 seconds"):
            send(transport)
        send(transport)
        transport.close()
