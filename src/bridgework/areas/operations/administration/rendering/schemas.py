"""The request and response models of the preview."""

from bridgework.kit.fields import Article
from bridgework.kit.schemas import RequestBody, ResponseModel


class MarkdownPreviewRequest(RequestBody):
    """A text to render."""

    markdown: Article


class MarkdownPreview(ResponseModel):
    """A rendered text."""

    html: str
