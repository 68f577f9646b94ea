"""From a letter to an e-mail: text and HTML from the templates of the area that wrote it.

A template is two files of one name, as `accounts/templates/verification_code.txt.jinja` and
`….html.jinja`. The first line of the text is the subject. What is rendered twice is the same
twice: the Date is the letter's own, the Message-ID its id.

Beside its facts and secrets a template knows `public_url`, `support_email` and `unsubscribe_url`;
the last is empty for a letter that nobody can refuse. `link("/path", id, …)` is the address of a
link that is its own proof (`kit/signed_links.py`).

Letters of some names carry an appointment for a calendar, as a part that mail programs show
beside the text, and once more as a file for those that don't.
"""

from collections.abc import Mapping
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from pathlib import Path

import jinja2

from bridgework.kit import signed_links
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import choices
from bridgework.kit.outbox.letter import Choice, Enclose, Enclosure
from bridgework.kit.outbox.store import Waiting
from bridgework.settings import Settings

_AREAS = Path(__file__).parents[2] / "areas"
_LINK = "List-Unsubscribe"


class Renderer:
    """Renders letters for one installation."""

    def __init__(
        self, settings: Settings, keyring: Keyring, enclosing: Mapping[str, Enclose] | None = None
    ) -> None:
        """`enclosing` makes what goes with letters, by their names."""
        self._enclosing = enclosing or {}
        self._settings = settings
        self._keyring = keyring
        self._domain = settings.public_host
        self._templates = jinja2.Environment(
            loader=jinja2.FunctionLoader(_source),
            autoescape=lambda name: name is not None and name.endswith(".html"),  # noqa: S701 - text is text
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._templates.globals["link"] = self._link

    def message_id(self, waiting: Waiting) -> str:
        """The letter's one Message-ID, whoever sends it and however often it is tried."""
        return f"<{waiting.id}@{self._domain}>"

    def message(self, waiting: Waiting) -> bytes:
        """The letter as RFC 5322 has it."""
        letter = waiting.letter
        unsubscribe_url = self._unsubscribe_url(letter.choice)
        facts = {
            **letter.facts,
            **letter.secrets,
            "public_url": self._settings.public_url,
            "support_email": self._settings.support_email,
            "unsubscribe_url": unsubscribe_url,
        }
        text = self._templates.get_template(f"{letter.name}.txt").render(facts)
        subject, _, text = text.partition("\n")
        # Lines end as on this system; SMTP mends that. An address with letters beyond ASCII
        # stands there as it is (RFC 6532): RFC 2047 forbids to encode a part of it.
        message = EmailMessage(policy=_BEYOND_ASCII if not letter.to.isascii() else _ASCII)
        message["From"] = self._settings.mail_from
        message["To"] = letter.to
        message["Subject"] = " ".join(subject.split())
        message["Date"] = format_datetime(waiting.created_at)
        message["Message-ID"] = self.message_id(waiting)
        message["Auto-Submitted"] = "auto-generated"
        if unsubscribe_url:  # one click, as RFC 8058 has it
            message[_LINK] = f"<{unsubscribe_url}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text.lstrip("\n"), cte="quoted-printable")
        html = self._templates.get_template(f"{letter.name}.html").render(facts)
        message.add_alternative(html, subtype="html", cte="quoted-printable")
        if letter.name in self._enclosing:
            _enclose(message, self._enclosing[letter.name](letter))
        for number, part in enumerate(message.walk()):
            if part.is_multipart():
                part.set_boundary(f"bridgework-{waiting.id}" + (f"-{number}" if number else ""))
        return message.as_bytes()

    def _link(self, path: str, thing: Id, *bound_to: str) -> str:
        token = signed_links.token(self._keyring, path, thing, *bound_to)
        return f"{self._settings.public_url}{path}/{token}"

    def _unsubscribe_url(self, choice: Choice | None) -> str:
        if choice is None:
            return ""
        token = choices.token(self._keyring, choice)
        return f"{self._settings.public_url}/mail/unsubscribe/{token}"


def _enclose(message: EmailMessage, enclosure: Enclosure) -> None:
    text = enclosure.content.decode()
    method = {"method": enclosure.method}
    message.add_alternative(text, subtype="calendar", cte="quoted-printable", params=method)
    message.add_attachment(
        enclosure.content, maintype="application", subtype="ics", filename="event.ics"
    )


class _Policy(EmailPolicy):
    """Python's own, but for one header: it would encode a long link, which nobody reads then."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name == _LINK:
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


class _Headers(HeaderRegistry):
    """Python's own, but each kind of header is made a class once, and not for every header."""

    def __init__(self) -> None:
        super().__init__()
        self._classes: dict[str, type[BaseHeader]] = {}

    def __getitem__(self, name: str) -> type[BaseHeader]:
        kind = name.lower()
        if kind not in self._classes:
            self._classes[kind] = super().__getitem__(kind)
        return self._classes[kind]


_ASCII = _Policy(header_factory=_Headers())
_BEYOND_ASCII = _ASCII.clone(utf8=True)


def _source(name: str) -> tuple[str, str, None]:
    """The text of template `area/letter.txt`, out of that area's folder."""
    area, _, file = name.partition("/")
    path = _AREAS / area / "templates" / f"{file}.jinja"
    return path.read_text(encoding="utf-8"), str(path), None
