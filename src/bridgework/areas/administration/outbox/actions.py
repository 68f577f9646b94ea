"""Sending what an administrator wrote."""

from bridgework.areas.accounts import account_status
from bridgework.areas.administration import emails, errors
from bridgework.areas.administration.outbox import introduction, queries
from bridgework.areas.administration.outbox.schemas import (
    IntroEmailPreview,
    IntroEmailPreviewRequest,
    SendCustomEmailRequest,
    SendIntroEmailRequest,
    SentEmail,
)
from bridgework.areas.audit import actions as audit
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id

_LETTERS = {
    "admin_custom_connect_call": emails.admin_custom_connect_call,
    "admin_custom_founder_invite": emails.admin_custom_founder_invite,
}


def send_custom(context: Context, account_id: Id, body: SendCustomEmailRequest) -> SentEmail:
    """Write to a user."""
    email = account_status.email(context.tx, account_id)
    if email is None:
        raise errors.UserNotFound
    audit.note(context, "email.send_custom", target=account_id)
    letter = _LETTERS[body.type]
    return SentEmail(
        email_id=context.enqueue_email(letter, email, account_id, body.subject, body.body)
    )


def preview(body: IntroEmailPreviewRequest) -> IntroEmailPreview:
    """The introduction that the given facts make; nothing is sent."""
    return introduction.written(body)


def introduce(context: Context, body: SendIntroEmailRequest) -> SentEmail:
    """Write to both, in the same words; what is answered is the id of the introducee's letter."""
    _introduce(context, body.introducer_email, body)
    email_id = _introduce(context, body.introducee_email, body)
    audit.note(context, "email.send_intro", target=email_id)
    return SentEmail(email_id=email_id)


def _introduce(context: Context, email: str, body: SendIntroEmailRequest) -> Id:
    # A letter goes with the account of its recipient, should that be erased.
    about = queries.owner(context.tx, email) or new_id()
    return context.enqueue_email(emails.introduction, email, about, body.subject, body.body)
