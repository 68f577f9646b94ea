"""The request and response models of the preview."""

from bridgework.kit.validation import Article, RequestBody, ResponseModel


class MarkdownPreviewRequest(RequestBody):
    """A text to render."""

    markdown: Article


class MarkdownPreview(ResponseModel):
    """A rendered text."""

    html: str
