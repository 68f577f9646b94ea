"""The text of an introduction: a template, and what an administrator fills in."""

from pathlib import Path

import jinja2

from bridgework.areas.administration.outbox.schemas import (
    IntroEmailPreview,
    IntroEmailPreviewRequest,
)

_LONGEST_SUBJECT = 200

_template = jinja2.Environment(
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701 - it is text, and escaped where it becomes HTML
).from_string((Path(__file__).parent / "introduction.txt.jinja").read_text(encoding="utf-8"))


def written(body: IntroEmailPreviewRequest) -> IntroEmailPreview:
    """The e-mail that would be sent, subject cut to what a subject may be."""
    facts = {"recipient_first_name": None, **body.provided()}
    subject, _, text = _template.render(facts).partition("\n")
    return IntroEmailPreview(subject=subject[:_LONGEST_SUBJECT], body=text)
