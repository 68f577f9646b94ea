"""Renders e-mails from their templates (`email_templates.py`).

Besides the e-mail's facts and secrets a template can use `installation`, `public_url`, `site_url`
(the front end), `support_email`, `unsubscribe_url` (empty without a subscription), `page_url` (the
page that shows what the e-mail is about; empty if there is none), `page("/app/…")`, which returns
the URL of another page, and `link("/path", id, …)`, which makes a signed link
(`kit/security/signed_links.py`).

Rendering is deterministic, so that a repeated delivery is the same message.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.fernet import InvalidToken

from bridgework.kit.core import Id, Installation
from bridgework.kit.delivery.outbox import queries, subscriptions
from bridgework.kit.delivery.outbox.email import (
    PATH,
    REPLY_TO,
    CalendarPart,
    Email,
    MakeCalendarPart,
)
from bridgework.kit.delivery.outbox.queries import EmailText, QueuedEmail
from bridgework.kit.delivery.outbox.rendering import email_headers, email_templates
from bridgework.kit.security import Keyring, signed_links
from bridgework.kit.text import email_addresses

if TYPE_CHECKING:
    import jinja2

MASK = "••••••"
"""What administrators read in place of a secret."""
_BIDI_CONTROLS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Characters that could reorder the rest of a subject; right-to-left names do not need them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailOptions:
    """What every e-mail of an installation says, and the folder of the templates."""

    templates: Path
    """Below it are the folders `templates` of the packages that send e-mails."""
    installation: Installation
    sender: str
    """The mailbox in `From`."""
    reply_to: str
    """The mailbox for replies; empty if they go to the sender."""
    host: str
    """The domain of the Message-IDs."""


class EmailRenderer:
    """Renders the e-mails of one installation."""

    def __init__(
        self,
        options: EmailOptions,
        keyring: Keyring,
        calendar_parts: Mapping[str, MakeCalendarPart] | None = None,
    ) -> None:
        """`calendar_parts` maps names of e-mails to functions that make their attachment."""
        self._options = options
        self._installation = options.installation
        self._keyring = keyring
        self._calendar_parts = calendar_parts or {}

    @cached_property
    def _text(self) -> "jinja2.Environment":
        return self._environment("text")

    @cached_property
    def _html(self) -> "jinja2.Environment":
        return self._environment("html")

    def _environment(self, form: email_templates.Form) -> "jinja2.Environment":
        return email_templates.environment(
            form, self._options.templates, link=self._link, page=self._installation.page_url
        )

    def message_id(self, queued: QueuedEmail) -> str:
        """Return the Message-ID, which is the same for every attempt."""
        return f"<{queued.id}@{self._options.host}>"

    def message(self, queued: QueuedEmail) -> bytes:
        """Return the message (RFC 5322). Raises InvalidToken if no key decrypts its secrets."""
        email = queued.email
        unsubscribe_url = self._unsubscribe_url(email)
        secrets = queries.get_secrets(self._keyring, queued)
        values = self._values(email, secrets, unsubscribe_url)
        html = self._html.get_template(email.name).render(values)
        subject, text = self._subject_and_text(email, values)
        message = email_headers.new_message(self._options.sender, email.to)
        message["Subject"] = subject
        message["Date"] = format_datetime(queued.row.created_at)
        message["Message-ID"] = self.message_id(queued)
        message["Auto-Submitted"] = "auto-generated"
        if REPLY_TO in email.facts or email.name in self._calendar_parts:
            self._set_reply_to(message, str(email.facts.get(REPLY_TO, "")))
        if unsubscribe_url:  # RFC 8058
            message["List-Unsubscribe"] = f"<{unsubscribe_url}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text, cte="quoted-printable")
        message.add_alternative(html, subtype="html", cte="quoted-printable")
        if email.name in self._calendar_parts:
            _attach(message, self._calendar_parts[email.name](email))
        for number, part in enumerate(message.walk()):
            if part.is_multipart():
                part.set_boundary(f"bridgework-{queued.id}" + (f"-{number}" if number else ""))
        return message.as_bytes()

    def masked(self, queued: QueuedEmail) -> EmailText | None:
        """Return the subject and the text, with `MASK` for each secret and each signed link.

        None if no key decrypts the secrets: the e-mail cannot be sent either.
        """
        try:
            secrets = dict.fromkeys(queries.get_secrets(self._keyring, queued), MASK)
        except InvalidToken:
            return None
        unsubscribe_url = MASK if queued.email.subscription else ""
        values = self._values(queued.email, secrets, unsubscribe_url)
        return self._subject_and_text(queued.email, {**values, "link": lambda *_: MASK})

    def without_secrets(self, queued: QueuedEmail, text: str) -> str:
        """Return a text, such as the reply of a mail server, with `MASK` for each secret in it."""
        try:
            secrets = queries.get_secrets(self._keyring, queued)
        except InvalidToken:  # it was not rendered, so nothing can quote it
            return text
        for secret in secrets.values():
            text = text.replace(secret, MASK)
        return text

    def _values(
        self, email: Email, secrets: Mapping[str, str], unsubscribe_url: str
    ) -> Mapping[str, object]:
        """Return what a template can use."""
        return {
            **email.facts,
            **secrets,
            "installation": self._installation.name,
            "public_url": self._installation.public_url,
            "site_url": self._installation.site_url,
            "support_email": self._installation.support_email,
            "unsubscribe_url": unsubscribe_url,
            "page_url": self._installation.page_url(str(email.facts.get(PATH, ""))),
        }

    def _subject_and_text(self, email: Email, values: Mapping[str, object]) -> EmailText:
        subject, _, text = self._text.get_template(email.name).render(values).partition("\n")
        one_line = " ".join(subject.translate(_BIDI_CONTROLS).split())
        return EmailText(one_line, text.strip("\n") + "\n")

    def _unsubscribe_url(self, email: Email) -> str:
        """Return the unsubscribe link of an e-mail; empty without a subscription."""
        if email.subscription is None:
            return ""
        token = subscriptions.unsubscribe_token(self._keyring, email.subscription)
        return f"{self._installation.public_url}/mail/unsubscribe/{token}"

    def _set_reply_to(self, message: EmailMessage, address: str) -> None:
        """Have replies go to an address, or else to that of the installation."""
        if address and email_headers.can_name(message, address):
            message["Reply-To"] = email_addresses.to_wire(address)
        elif mailbox := self._options.reply_to:
            message["Reply-To"] = mailbox

    def _link(self, path: str, subject: Id, *bound_to: str) -> str:
        token = signed_links.create_token(self._keyring, path, subject, *bound_to)
        return f"{self._installation.public_url}{path}/{token}"


def _attach(message: EmailMessage, part: CalendarPart) -> None:
    """Attach an event: as an alternative to the text, and as a file for other mail programs."""
    message.add_alternative(
        part.content.decode(),
        subtype="calendar",
        cte="quoted-printable",
        params={"method": part.method},
    )
    message.add_attachment(
        part.content, maintype="application", subtype="ics", filename="event.ics"
    )
