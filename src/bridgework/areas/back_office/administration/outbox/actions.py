"""Send the e-mails that an administrator wrote."""

from collections.abc import Mapping

from pydantic import MISSING

from bridgework.areas.back_office.administration import emails, errors
from bridgework.areas.back_office.administration.outbox import introduction, queries, schemas
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.context import Context
from bridgework.kit.core import Id

_EMAILS = {
    "admin_custom_connect_call": emails.admin_custom_connect_call,
    "admin_custom_founder_invite": emails.admin_custom_founder_invite,
}


def send_custom(
    context: Context, account_id: Id, body: schemas.SendCustomEmailRequest
) -> schemas.SentEmail:
    """Send a custom e-mail to a user. Raises UserNotFound."""
    address = account_status.email(context.tx, account_id)
    if address is None:
        raise errors.UserNotFound
    audit.note(context, "email.send_custom", target=account_id)
    email = _EMAILS[body.type](address, account_id, body.subject, body.body)
    new = notifications.New("account.written_to", account_id, account_id)
    notifications.leave(context.tx, context.now, new)
    email_id = context.enqueue_email(notifications.with_page(email, new))
    return schemas.SentEmail(email_id=email_id)


def preview(body: schemas.IntroEmailPreviewRequest) -> schemas.IntroEmailPreview:
    """Return the rendered introduction. Sends nothing."""
    return introduction.render(body)


def introduce(context: Context, body: schemas.SendIntroEmailRequest) -> schemas.SentEmail:
    """Send the same e-mail to both people. Returns the id of the introducee's e-mail."""
    first, second = body.introducer_email, body.introducee_email
    _introduce(context, first, second, body)
    email_id = _introduce(context, second, first, body)
    audit.note(context, "email.send_intro", target=email_id)
    return schemas.SentEmail(email_id=email_id)


def _introduce(context: Context, to: str, other: str, body: schemas.SendIntroEmailRequest) -> Id:
    account_id, other_id = (queries.find_account_id(context.tx, each) for each in (to, other))
    email = emails.introduction(
        to, account_id, other, other_id, body.subject, body.body, _match_of(body)
    )
    if account_id is not None:
        new = notifications.New("account.introduced", account_id, account_id, actor_id=other_id)
        email = notifications.with_page(email, new)
        notifications.leave(context.tx, context.now, new)
    return context.enqueue_email(email)


def _match_of(body: schemas.SendIntroEmailRequest) -> emails.Match | None:
    if body.match is MISSING:
        return None
    criteria: list[Mapping[str, str | int | None]] = [
        {"name": each.name, "points": each.points, "weight": each.weight}
        for each in body.match.criteria
    ]
    return emails.Match(body.match.match_score, criteria)
