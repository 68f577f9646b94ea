"""The text of an introduction: a template filled in with the administrator's values."""

from pathlib import Path

import jinja2

from bridgework.areas.operations.administration.outbox import schemas

_MAX_SUBJECT_LENGTH = 200

_template = jinja2.Environment(
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701 - plain text; the e-mail template escapes it in HTML
).from_string((Path(__file__).parent / "introduction.txt.jinja").read_text(encoding="utf-8"))


def render(body: schemas.IntroEmailPreviewRequest) -> schemas.IntroEmailPreview:
    """Return the subject, cut to its maximum length, and the body of the e-mail."""
    values = {"recipient_first_name": None, **body.provided()}
    subject, _, text = _template.render(values).partition("\n")
    return schemas.IntroEmailPreview(subject=subject[:_MAX_SUBJECT_LENGTH], body=text)
