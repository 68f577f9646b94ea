"""From a letter to an e-mail: text and HTML from the templates of the area that wrote it.

A template is two files of one name, as `accounts/templates/verification_code.txt.jinja` and
`….html.jinja`. The first line of the text is the subject. What is rendered twice is the same
twice: the Date is the letter's own, the Message-ID its id.
"""

from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from pathlib import Path
from urllib.parse import urlsplit

import jinja2

from bridgework.kit.outbox.store import Waiting
from bridgework.settings import Settings

_AREAS = Path(__file__).parents[2] / "areas"


class Renderer:
    """Renders letters for one installation."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._domain = urlsplit(settings.public_url).hostname or "localhost"
        self._templates = jinja2.Environment(
            loader=jinja2.FunctionLoader(_source),
            autoescape=lambda name: name is not None and name.endswith(".html"),  # noqa: S701 - text is text
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )

    def message_id(self, waiting: Waiting) -> str:
        """The letter's one Message-ID, whoever sends it and however often it is tried."""
        return f"<{waiting.id}@{self._domain}>"

    def message(self, waiting: Waiting) -> bytes:
        """The letter as RFC 5322 has it."""
        letter = waiting.letter
        facts = {
            **letter.facts,
            **letter.secrets,
            "public_url": self._settings.public_url,
            "support_email": self._settings.support_email,
        }
        text = self._templates.get_template(f"{letter.name}.txt").render(facts)
        subject, _, text = text.partition("\n")
        # Lines end as on this system; SMTP mends that. An address with letters beyond ASCII
        # stands there as it is (RFC 6532): RFC 2047 forbids to encode a part of it.
        message = EmailMessage(policy=default.clone(utf8=not letter.to.isascii()))
        message["From"] = self._settings.mail_from
        message["To"] = letter.to
        message["Subject"] = " ".join(subject.split())
        message["Date"] = format_datetime(waiting.created_at)
        message["Message-ID"] = self.message_id(waiting)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text.lstrip("\n"), cte="quoted-printable")
        html = self._templates.get_template(f"{letter.name}.html").render(facts)
        message.add_alternative(html, subtype="html", cte="quoted-printable")
        message.set_boundary(f"bridgework-{waiting.id}")
        return message.as_bytes()


def _source(name: str) -> tuple[str, str, None]:
    """The text of template `area/letter.txt`, out of that area's folder."""
    area, _, file = name.partition("/")
    path = _AREAS / area / "templates" / f"{file}.jinja"
    return path.read_text(encoding="utf-8"), str(path), None
