"""The operations on e-mail preferences and queued e-mails."""

from bridgework.areas.email_preferences import actions, errors, pages
from bridgework.areas.email_preferences.schemas import (
    AdminListEmailsQuery,
    Email,
    EmailPage,
    NotificationChoices,
    UpdateNotificationsRequest,
)
from bridgework.kit.auth import admin, member, public
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import HTML, RawResponse
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Mail")


@router.get("/users/me/notifications", who=member)
def get_notifications(context: Context) -> NotificationChoices:
    """Read which optional letters one gets.

    All of them, until one refuses some. Codes, and letters that tell of the safety of an account
    or of the end of something one takes part in, are not optional.
    """
    return actions.chosen(context)


@router.patch("/users/me/notifications", who=member)
def update_notifications(context: Context, body: UpdateNotificationsRequest) -> NotificationChoices:
    """Choose which optional letters one gets."""
    return actions.choose(context, body)


@router.get(
    "/mail/unsubscribe/{token}",
    who=public,
    media_type=HTML,
    not_found=errors.UnsubscribeLinkInvalid,
)
def unsubscribe_page(context: Context, token: str) -> RawResponse:
    """Be asked whether letters of a kind are to stop: the page behind the link in such a letter.

    It changes nothing, since programs that look through mail open links too.
    """
    return pages.question(context.app.settings, actions.linked(context, token))


@router.post(
    "/mail/unsubscribe/{token}",
    who=public,
    media_type=HTML,
    not_found=errors.UnsubscribeLinkInvalid,
)
def unsubscribe(context: Context, token: str) -> RawResponse:
    """Stop letters of a kind by the link in one, with one click (RFC 8058).

    Whoever holds the link may do so without signing in. What the body holds does not matter.
    """
    return pages.confirmation(context.app.settings, actions.refuse(context, token))


@router.get("/admin/emails", who=admin, run_in_thread=True)
def admin_list_emails(context: Context, query: AdminListEmailsQuery) -> EmailPage:
    """List e-mails, the newest first: what was sent, waits, failed. What they say is not shown."""
    return actions.listed(context, query)


@router.post(
    "/admin/emails/{id}/retry",
    who=admin,
    not_found=errors.EmailNotFound,
    errors=(InvalidTransition, errors.EmailExpired),
)
def admin_retry_email(context: Context, email_id: Id) -> Email:
    """Have a dead e-mail tried again from now on, as often as a new one."""
    return actions.retry(context, email_id)
