"""The operations on what administrators write: contract section 3.11."""

from bridgework.areas.administration import errors
from bridgework.areas.administration.outbox import actions
from bridgework.areas.administration.outbox.schemas import (
    IntroEmailPreview,
    IntroEmailPreviewRequest,
    SendCustomEmailRequest,
    SendIntroEmailRequest,
    SentEmail,
)
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Administration")


@router.post("/admin/users/{id}/emails", who=admin, status=202, not_found=errors.UserNotFound)
def admin_send_custom_email(
    context: Context, account_id: Id, body: SendCustomEmailRequest
) -> SentEmail:
    """Write to a user, in one's own words."""
    return actions.send_custom(context, account_id, body)


@router.post("/admin/emails/intro/preview", who=admin)
def admin_preview_intro_email(
    context: Context, body: IntroEmailPreviewRequest
) -> IntroEmailPreview:
    """See the introduction that these facts make. Nothing is sent.

    Send subject and body on to `/admin/emails/intro`, changed or not: what stands there is sent.
    """
    del context
    return actions.preview(body)


@router.post("/admin/emails/intro", who=admin, status=202)
def admin_send_intro_email(context: Context, body: SendIntroEmailRequest) -> SentEmail:
    """Introduce two people: each gets a letter in these words. The id is the introducee's."""
    return actions.introduce(context, body)
