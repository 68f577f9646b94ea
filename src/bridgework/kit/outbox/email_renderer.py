"""Renders e-mails from the templates of the areas.

A template is a pair of files, as `accounts/templates/verification_code.txt.jinja` and
`….html.jinja`; the first line of the text is the subject. Beside the e-mail's facts and secrets
it can use `public_url`, `support_email`, `unsubscribe_url` (empty without a subscription) and
`link("/path", id, …)`, which makes a signed link (`kit/signed_links.py`).

Rendering is deterministic, so that a repeated delivery is the same message.
"""

from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from pathlib import Path

import jinja2

from bridgework.kit import signed_links
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import store, subscriptions
from bridgework.kit.outbox.email import CalendarPart, MakeCalendarPart
from bridgework.kit.outbox.store import QueuedEmail
from bridgework.settings import Settings

_AREAS = Path(__file__).parents[2] / "areas"
_LIST_UNSUBSCRIBE = "List-Unsubscribe"


class EmailRenderer:
    """Renders the e-mails of one installation."""

    def __init__(
        self,
        settings: Settings,
        keyring: Keyring,
        calendar_parts: Mapping[str, MakeCalendarPart] | None = None,
    ) -> None:
        """`calendar_parts` maps names of e-mails to functions that make their attachment."""
        self._settings = settings
        self._keyring = keyring
        self._calendar_parts = calendar_parts or {}
        self._templates = jinja2.Environment(
            loader=jinja2.FunctionLoader(_load_template),
            autoescape=lambda name: name is not None and name.endswith(".html"),  # noqa: S701 - text is text
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._templates.globals["link"] = self._link

    def message_id(self, queued: QueuedEmail) -> str:
        """Return the Message-ID, which is the same for every attempt."""
        return f"<{queued.id}@{self._settings.public_host}>"

    def message(self, queued: QueuedEmail) -> bytes:
        """Return the message (RFC 5322). Raises InvalidToken if no key decrypts its secrets."""
        email = queued.email
        unsubscribe_url = ""
        if email.subscription is not None:
            token = subscriptions.unsubscribe_token(self._keyring, email.subscription)
            unsubscribe_url = f"{self._settings.public_url}/mail/unsubscribe/{token}"
        values = {
            **email.facts,
            **store.secrets(self._keyring, queued),
            "public_url": self._settings.public_url,
            "support_email": self._settings.support_email,
            "unsubscribe_url": unsubscribe_url,
        }
        text = self._templates.get_template(f"{email.name}.txt").render(values)
        html = self._templates.get_template(f"{email.name}.html").render(values)
        subject, _, text = text.partition("\n")
        # An address beyond ASCII is written as UTF-8 (RFC 6532), since RFC 2047 forbids encoded
        # words in addresses. The SMTP transport converts the line endings.
        message = EmailMessage(policy=_ASCII if email.to.isascii() else _UTF8)
        message["From"] = self._settings.mail_from
        message["To"] = email.to
        message["Subject"] = " ".join(subject.split())
        message["Date"] = format_datetime(queued.created_at)
        message["Message-ID"] = self.message_id(queued)
        message["Auto-Submitted"] = "auto-generated"
        if unsubscribe_url:  # RFC 8058
            message[_LIST_UNSUBSCRIBE] = f"<{unsubscribe_url}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text.lstrip("\n"), cte="quoted-printable")
        message.add_alternative(html, subtype="html", cte="quoted-printable")
        if email.name in self._calendar_parts:
            _attach(message, self._calendar_parts[email.name](email))
        for number, part in enumerate(message.walk()):
            if part.is_multipart():
                part.set_boundary(f"bridgework-{queued.id}" + (f"-{number}" if number else ""))
        return message.as_bytes()

    def _link(self, path: str, thing: Id, *bound_to: str) -> str:
        token = signed_links.create_token(self._keyring, path, thing, *bound_to)
        return f"{self._settings.public_url}{path}/{token}"


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


class _Policy(EmailPolicy):
    """Does not fold List-Unsubscribe: the default policy would encode a long URL."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name == _LIST_UNSUBSCRIBE:
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


_ASCII = _Policy()
_UTF8 = _Policy(utf8=True)


def _load_template(name: str) -> tuple[str, str, None]:
    area, _, file = name.partition("/")
    path = _AREAS / area / "templates" / f"{file}.jinja"
    return path.read_text(encoding="utf-8"), str(path), None
