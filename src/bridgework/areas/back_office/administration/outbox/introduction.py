"""The text of an introduction: a template filled in with the administrator's values."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bridgework.areas.back_office.administration.outbox import schemas

if TYPE_CHECKING:
    import jinja2

_MAX_SUBJECT_LENGTH = 200


def render(body: schemas.IntroEmailPreviewRequest) -> schemas.IntroEmailPreview:
    """Return the subject, cut to its maximum length, and the body of the e-mail."""
    values = {"recipient_first_name": None, **body.provided()}
    subject, _, text = _template().render(values).partition("\n")
    return schemas.IntroEmailPreview(subject=subject[:_MAX_SUBJECT_LENGTH], body=text)


@cache
def _template() -> "jinja2.Template":
    import jinja2  # takes 12 ms, and the first request needs none

    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - plain text; the e-mail template escapes it in HTML
    )
    file = Path(__file__).parent / "introduction.txt.jinja"
    return environment.from_string(file.read_text(encoding="utf-8"))
