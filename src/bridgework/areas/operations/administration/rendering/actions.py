"""Render Markdown without storing it."""

from bridgework.areas.operations.administration.rendering.schemas import (
    MarkdownPreview,
    MarkdownPreviewRequest,
)
from bridgework.kit.text import markdown


def preview(body: MarkdownPreviewRequest) -> MarkdownPreview:
    """Return the HTML of a text. Raises ValidationFailed."""
    try:
        return MarkdownPreview(html=markdown.to_html(body.markdown))
    except markdown.TooIntricate:
        raise markdown.refusal("markdown") from None
