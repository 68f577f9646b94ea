"""The operation that renders Markdown."""

from bridgework.areas.back_office.administration.rendering import actions, schemas
from bridgework.context import Context
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("Markdown", "Render a text before it is published."),
)


@router.post("/admin/markdown/preview", who=admin, pool="computing")
def admin_preview_markdown(
    context: Context, body: schemas.MarkdownPreviewRequest
) -> schemas.MarkdownPreview:
    """Render Markdown as the pages of events and the `bodyHtml` of the blog do, storing nothing.

    HTML in the text is displayed as text. Images keep their URLs, which can be on any server.
    """
    del context
    return actions.preview(body)
