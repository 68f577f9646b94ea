"""`bridgework mail`."""

from email.utils import format_datetime, make_msgid

import click

from bridgework import providers
from bridgework.commands import errors
from bridgework.kit.core import SystemClock
from bridgework.kit.delivery.outbox import PermanentFailure, TemporaryFailure
from bridgework.kit.delivery.outbox.rendering import email_headers
from bridgework.kit.validation import Email


@click.group()
def command() -> None:
    """Test the delivery of e-mails."""


@command.command()
@click.argument("address")
def test(address: str) -> None:
    """Send a test e-mail to ADDRESS with the configured mail server."""
    settings = errors.settings()
    errors.parse(Email, address, "this is not a valid e-mail address")
    message = email_headers.new_message(settings.effective_mail_from, address)
    message["Subject"] = "Test e-mail from Bridgework"
    message["Date"] = format_datetime(SystemClock().now())
    message["Message-ID"] = message_id = make_msgid(domain=settings.public_host)
    message.set_content(f"{settings.public_url} can send e-mails.\n")
    transport = providers.mail_transport(settings)
    try:
        with errors.as_messages():
            transport.open()
            transport.deliver(message_id.strip("<>"), address, message.as_bytes())
    except (PermanentFailure, TemporaryFailure) as error:
        raise click.ClickException(f"the e-mail was not accepted: {error}") from None
    finally:
        transport.close()
    if settings.smtp_url is None:
        click.echo(f"no mail server is set: the e-mail was written to {settings.mail_dir}")
    else:
        click.echo(f"{settings.smtp_url.host} accepted the e-mail to {address}")
