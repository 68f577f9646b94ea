"""The URL of a mail server: every error is reported, and the password never shown."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bridgework.commands import config
from bridgework.kit.delivery.outbox.smtp import SmtpServer
from bridgework.settings_loader import InvalidSettings, load
from tests import world

PASSWORD = "s3cr3t"

GOOD = [
    ("smtp://mail.example.org", SmtpServer("mail.example.org", 587, "required")),
    ("smtp://mail.example.org/", SmtpServer("mail.example.org", 587, "required")),
    ("smtp://localhost:25?starttls=off", SmtpServer("localhost", 25, "off")),
    ("smtp://[::1]:2525?starttls=optional", SmtpServer("::1", 2525, "optional")),
    ("smtps://mail.example.org", SmtpServer("mail.example.org", 465, None)),
    (
        "smtps://ada%40example.org:p%3A%2F%3F%23%25@mail.example.org:466",
        SmtpServer("mail.example.org", 466, None, "ada@example.org", "p:/?#%"),
    ),
    (
        "smtp://ada:a@b@mail.example.org:587?starttls=required",
        SmtpServer("mail.example.org", 587, "required", "ada", "a@b"),
    ),
]


@pytest.mark.parametrize(("url", "server"), GOOD)
def test_a_valid_url_is_parsed(url: str, server: SmtpServer) -> None:
    assert SmtpServer.parse(url) == server


SCHEME = "must begin with smtp:// or smtps://"
HOST = "must name a host"
PORT = "the port must be a number from 1 to 65535"
END = "only ?starttls=… may follow the host: percent-encode / ? # in a password"
PARAMETER = "the only parameter is starttls"
STARTTLS = "starttls must be required, optional or off"
SMTPS = "smtps:// is encrypted from the start and does not allow starttls"
PAIR = "a user requires a password, and a password requires a user"
TEXT = "user and password must be ASCII without control characters"
BLANK = "must be ASCII without spaces: percent-encode other characters"

BAD = [
    ("mail.example.org:587", {SCHEME, HOST, END}),
    ("http://mail.example.org", {SCHEME}),
    ("smtp://", {HOST}),
    ("smtp://:587", {HOST}),
    ("smtp://mail.example.org:0", {PORT}),
    ("smtp://mail.example.org:65536", {PORT}),
    (f"smtp://ada:{PASSWORD}/x@mail.example.org", {PORT, END}),
    (f"smtp://ada:12/{PASSWORD}@mail.example.org", {END}),
    (f"smtp://ada:1?{PASSWORD}@mail.example.org", {PARAMETER}),
    (f"smtp://ada:1#{PASSWORD}@mail.example.org", {END}),
    ("smtp://mail.example.org/inbox", {END}),
    ("smtp://mail.example.org?tls=1", {PARAMETER}),
    ("smtp://mail.example.org?starttls=maybe", {STARTTLS}),
    ("smtp://mail.example.org?starttls=", {STARTTLS}),
    ("smtp://mail.example.org?starttls=off&starttls=off", {STARTTLS}),
    ("smtps://mail.example.org?starttls=required", {SMTPS}),
    ("smtp://ada@mail.example.org", {PAIR}),
    (f"smtp://:{PASSWORD}@mail.example.org", {PAIR}),
    (f"smtp://ada:{PASSWORD}%0A@mail.example.org", {TEXT}),
    (f"smtp://ada:{PASSWORD}%C3%A9@mail.example.org", {TEXT}),
    (f"smtp://ada:{PASSWORD} @mail.example.org", {BLANK}),
    (f"smtp://ada:{PASSWORD}é@mail.example.org", {BLANK}),
    (f"smtp://[{PASSWORD}", {"the host is not well-formed"}),
    (f"imap://ada:{PASSWORD}@:x/?a=b", {SCHEME, HOST, PORT, PARAMETER}),
]


@pytest.mark.parametrize(("url", "faults"), BAD)
def test_every_error_is_named_without_quoting_the_url(url: str, faults: set[str]) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        SmtpServer.parse(url)
    assert set(str(refused.value).split("; ")) == faults
    assert PASSWORD not in str(refused.value)


def test_an_error_of_the_settings_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEWORK_ENV", "development")
    monkeypatch.setenv("BRIDGEWORK_SMTP_URL", f"smtp://ada:{PASSWORD}@mail.example.org:x")
    with pytest.raises(InvalidSettings, match=f"BRIDGEWORK_SMTP_URL: {PORT}") as refused:
        load()
    assert PASSWORD not in str(refused.value)


def test_the_password_is_redacted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"smtp://ada:{PASSWORD}@mail.example.org"
    settings = world.settings(tmp_path, smtp_url=url)
    assert settings.smtp_url is not None
    assert settings.smtp_url.password == PASSWORD
    assert PASSWORD not in f"{settings!r} {settings} {settings.smtp_url!r} {settings.smtp_url}"
    environment = {"BRIDGEWORK_ENV": "development", "BRIDGEWORK_SMTP_URL": url}
    printed = CliRunner().invoke(config.command, ["check"], env=environment)
    assert printed.exit_code == 0
    assert "ada:***@mail.example.org:587?starttls=required" in printed.output
    assert PASSWORD not in printed.output


@pytest.mark.parametrize(
    "sender",
    [
        *("", "nobody", "Clinic office@example.org", "é@example.org", "<office@example.org"),
        *("a@example.org, b@example.org", "a@example.org\nBcc: b@example.org"),
    ],
)
def test_mail_from_must_be_one_address(sender: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEWORK_ENV", "development")
    with pytest.raises(InvalidSettings, match="MAIL_FROM: must be one address"):
        load(mail_from=sender)


def test_production_requires_mail_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEWORK_ENV", "production")
    monkeypatch.setenv("BRIDGEWORK_SMTP_URL", "smtps://mail.example.org")
    with pytest.raises(InvalidSettings, match="BRIDGEWORK_MAIL_FROM must be set"):
        load()
    assert load(mail_from="Clinic <office@example.org>").mail_sender == "office@example.org"
