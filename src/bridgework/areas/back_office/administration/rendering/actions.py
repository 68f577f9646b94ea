"""Render Markdown without storing it."""

from bridgework.areas.back_office.administration.rendering import schemas
from bridgework.kit.text import markdown


def preview(body: schemas.MarkdownPreviewRequest) -> schemas.MarkdownPreview:
    """Return the HTML of a text. Raises ValidationFailed."""
    try:
        return schemas.MarkdownPreview(html=markdown.to_html(body.markdown))
    except markdown.TooIntricate:
        raise markdown.refusal("markdown") from None
