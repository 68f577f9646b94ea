"""The operations on what administrators write: contract section 3.11."""

from bridgework.areas.administration import rules
from bridgework.areas.administration.emails import actions
from bridgework.areas.administration.emails.shapes import (
    IntroEmailPreview,
    IntroEmailPreviewRequest,
    SendCustomEmailRequest,
    SendIntroEmailRequest,
    SentEmail,
)
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Administration")


@area.post("/admin/users/{id}/emails", who=admin, status=202, missing=rules.UserNotFound)
def admin_send_custom_email(call: Call, account_id: Id, body: SendCustomEmailRequest) -> SentEmail:
    """Write to a user, in one's own words."""
    return actions.send_custom(call, account_id, body)


@area.post("/admin/emails/intro/preview", who=admin)
def admin_preview_intro_email(call: Call, body: IntroEmailPreviewRequest) -> IntroEmailPreview:
    """See the introduction that these facts make. Nothing is sent.

    Send subject and body on to `/admin/emails/intro`, changed or not: what stands there is sent.
    """
    del call
    return actions.preview(body)


@area.post("/admin/emails/intro", who=admin, status=202)
def admin_send_intro_email(call: Call, body: SendIntroEmailRequest) -> SentEmail:
    """Introduce two people: each gets a letter in these words. The id is the introducee's."""
    return actions.introduce(call, body)
