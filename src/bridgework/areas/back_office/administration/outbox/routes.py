"""The operations on e-mails that administrators write."""

from bridgework.areas.back_office.administration import errors
from bridgework.areas.back_office.administration.outbox import actions, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("E-mails to users", "Write to a user, or introduce two people by e-mail."),
)


@router.post("/admin/users/{id}/emails", who=admin, status=202, not_found=errors.UserNotFound)
def admin_send_custom_email(
    context: Context, account_id: Id, body: schemas.SendCustomEmailRequest
) -> schemas.SentEmail:
    """Send a custom e-mail to a user."""
    return actions.send_custom(context, account_id, body)


@router.post("/admin/emails/intro/preview", who=admin)
def admin_preview_intro_email(
    context: Context, body: schemas.IntroEmailPreviewRequest
) -> schemas.IntroEmailPreview:
    """Preview an introduction without sending it.

    To send it, pass the subject and the body to `/admin/emails/intro`, edited or unchanged.
    """
    del context
    return actions.preview(body)


@router.post("/admin/emails/intro", who=admin, status=202)
def admin_send_intro_email(
    context: Context, body: schemas.SendIntroEmailRequest
) -> schemas.SentEmail:
    """Send an introduction to two people. `emailId` is the ID of the introducee's e-mail."""
    return actions.introduce(context, body)
