"""The operations on letters: contract sections 3.2 and 3.11."""

from bridgework.areas.mail import actions, rendering, rules
from bridgework.areas.mail.shapes import (
    AdminListEmailsQuery,
    Email,
    EmailPage,
    NotificationChoices,
    UpdateNotificationsRequest,
)
from bridgework.kit.auth import admin, member, public
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import Plain
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Mail")

_HTML = "text/html"


@area.get("/users/me/notifications", who=member)
def get_notifications(call: Call) -> NotificationChoices:
    """Read which optional letters one gets.

    All of them, until one refuses some. Codes, and letters that tell of the safety of an account
    or of the end of something one takes part in, are not optional.
    """
    return actions.chosen(call)


@area.patch("/users/me/notifications", who=member)
def update_notifications(call: Call, body: UpdateNotificationsRequest) -> NotificationChoices:
    """Choose which optional letters one gets."""
    return actions.choose(call, body)


@area.get(
    "/mail/unsubscribe/{token}", who=public, media=_HTML, missing=rules.UnsubscribeLinkInvalid
)
def unsubscribe_page(call: Call, token: str) -> Plain:
    """Be asked whether letters of a kind are to stop: the page behind the link in such a letter.

    It changes nothing, since programs that look through mail open links too.
    """
    return _page(rendering.question(actions.linked(call, token).kind))


@area.post(
    "/mail/unsubscribe/{token}", who=public, media=_HTML, missing=rules.UnsubscribeLinkInvalid
)
def unsubscribe(call: Call, token: str) -> Plain:
    """Stop letters of a kind by the link in one, with one click (RFC 8058).

    Whoever holds the link may do so without signing in. What the body holds does not matter.
    """
    return _page(rendering.confirmation(actions.refuse(call, token).kind))


@area.get("/admin/emails", who=admin, slow=True)
def admin_list_emails(call: Call, query: AdminListEmailsQuery) -> EmailPage:
    """List e-mails, the newest first: what was sent, waits, failed. What they say is not shown."""
    return actions.listed(call, query)


@area.post(
    "/admin/emails/{id}/retry",
    who=admin,
    missing=rules.EmailNotFound,
    problems=(InvalidTransition, rules.EmailExpired),
)
def admin_retry_email(call: Call, email_id: Id) -> Email:
    """Have a dead e-mail tried again from now on, as often as a new one."""
    return actions.retry(call, email_id)


def _page(body: bytes) -> Plain:
    return Plain(
        rendering.CONTENT_TYPE,
        body,
        content_security_policy=rendering.CONTENT_SECURITY_POLICY,
    )
