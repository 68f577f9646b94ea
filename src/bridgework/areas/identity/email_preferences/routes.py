"""The operations on e-mail preferences and queued e-mails."""

from bridgework.areas.identity.accounts.lifecycle.decisions import REFUSALS
from bridgework.areas.identity.email_preferences import actions, errors, pages, schemas
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.http.operations import (
    HTML,
    RawResponse,
    Router,
    Tag,
    WithVersion,
    html_response,
)
from bridgework.kit.security import admin, member, public

router = Router(
    "Mail",
    public=Tag("Unsubscribing", "The links in optional e-mails."),
    members=Tag("E-mail preferences", "Choose which optional e-mails you receive."),
    administrators=Tag(
        "E-mail delivery",
        "All e-mails with their states. Those that were not delivered can be queued again.",
    ),
)


@router.get("/users/me/notifications", who=member)
def get_notifications(context: Context) -> schemas.NotificationChoices:
    """Return which optional e-mails the caller receives: by default, all of them.

    Codes, e-mails about the security of the account, and e-mails about the cancellation of
    something that the caller takes part in are not optional.
    """
    return actions.get_preferences(context)


@router.patch("/users/me/notifications", who=member)
def update_notifications(
    context: Context, body: schemas.UpdateNotificationsRequest
) -> schemas.NotificationChoices:
    """Choose which optional e-mails the caller receives."""
    return actions.update_preferences(context, body)


@router.get(
    "/mail/unsubscribe/{token}",
    who=public,
    media_type=HTML,
    not_found=errors.UnsubscribeLinkInvalid,
)
def unsubscribe_page(context: Context, token: str) -> RawResponse:
    """Return the page of an unsubscribe link, which asks for confirmation.

    It changes nothing, because mail scanners open links too.
    """
    subscription = actions.subscription_from_token(context, token)
    return html_response(pages.question(context.app.settings, subscription))


@router.post(
    "/mail/unsubscribe/{token}",
    who=public,
    media_type=HTML,
    not_found=errors.UnsubscribeLinkInvalid,
)
def unsubscribe(context: Context, token: str) -> RawResponse:
    """Unsubscribe from one kind of e-mail with one click (RFC 8058).

    The token in the link replaces a sign-in. The body is ignored.
    """
    page = pages.confirmation(context.app.settings, actions.unsubscribe(context, token))
    return html_response(page)


@router.get("/admin/emails", who=admin, pool="computing")
def admin_list_emails(
    context: Context, query: schemas.AdminListEmailsQuery
) -> OffsetPage[schemas.Email]:
    """List e-mails and their states, newest first. Their contents are not returned."""
    return actions.list_emails(context, query)


@router.get("/admin/emails/{id}", who=admin, pool="computing", not_found=errors.EmailNotFound)
def admin_get_email(context: Context, email_id: Id) -> WithVersion[schemas.EmailWithText]:
    """Return an e-mail with its subject and text, also after it was sent.

    Codes and links that give access are masked: no administrator can read them. An e-mail is
    deleted after 90 days. Each opening is recorded in the audit log.
    """
    return WithVersion(*actions.get_email(context, email_id))


@router.post(
    "/admin/emails/{id}/retry",
    who=admin,
    not_found=errors.EmailNotFound,
    if_match=True,
    errors=(*REFUSALS, errors.EmailExpired),
)
def admin_retry_email(context: RequestContext, email_id: Id) -> schemas.Email:
    """Queue a dead e-mail again, with as many attempts as a new one."""
    return actions.retry(context, email_id, context.check_version)
