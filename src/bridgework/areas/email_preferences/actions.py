"""What members choose, what links refuse, and what administrators do with letters."""

from bridgework.areas.audit import actions as audit
from bridgework.areas.email_preferences import errors, policies
from bridgework.areas.email_preferences.schemas import (
    AdminListEmailsQuery,
    Email,
    EmailPage,
    NotificationChoices,
    UpdateNotificationsRequest,
)
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from bridgework.kit.outbox import queries as outbox
from bridgework.kit.outbox import subscriptions
from bridgework.kit.outbox.email import Subscription
from bridgework.kit.pagination import offset
from bridgework.kit.transitions import must_move


def chosen(context: Context) -> NotificationChoices:
    """Which optional letters the caller gets; those nothing was said of among them."""
    said = subscriptions.preferences(context.tx, context.caller.account())
    members = {kind: said.get(kind, True) for kind in policies.KINDS}
    return NotificationChoices.model_validate(members, by_name=True)


def choose(context: Context, body: UpdateNotificationsRequest) -> NotificationChoices:
    """Change the caller's choice of the kinds that are sent."""
    account_id = context.caller.account()
    for kind, wanted in body.provided().items():
        subscriptions.set_preference(
            context.tx, Subscription(account_id, kind), wanted=bool(wanted), now=context.now
        )
    return chosen(context)


def linked(context: Context, token: str) -> Subscription:
    """What the link in a letter is about. Raises UnsubscribeLinkInvalid."""
    subscription = subscriptions.from_token(context.app.keyring, token)
    if subscription is None or subscription.kind not in policies.KINDS:
        raise errors.UnsubscribeLinkInvalid
    return subscription


def refuse(context: Context, token: str) -> Subscription:
    """Send no more letters of the kind that the link is about."""
    subscription = linked(context, token)
    subscriptions.set_preference(context.tx, subscription, wanted=False, now=context.now)
    return subscription


def listed(context: Context, query: AdminListEmailsQuery) -> EmailPage:
    """One page of the letters that fit, the newest first."""
    with context.read_transaction() as tx:
        rows, total = outbox.page(tx, query, state=query.state, name=query.kind)
    return offset.to_page(query, EmailPage, [_email(row) for row in rows], total)


def retry(context: Context, email_id: Id) -> Email:
    """Have a dead letter tried again, as if it were new."""
    is_queued = outbox.requeue(context.tx, email_id, context.now)
    row = outbox.find(context.tx, email_id)
    if row is None:
        raise errors.EmailNotFound
    if not is_queued:
        must_move(policies.MOVES, row.state, "queued")
        raise errors.EmailExpired
    audit.note(context, "email.retry", target=email_id)
    context.tx.after_commit(context.app.outbox_signal.set)
    return _email(row)


def _email(row: outbox.Row) -> Email:
    return Email(
        id=row.id,
        kind=row.name,
        to=row.recipient,
        state=row.state,
        attempts=row.attempts,
        created_at=row.created_at,
        sent_at=row.sent_at,
        next_attempt_at=row.due_at if row.state in {"queued", "retrying"} else None,
        fault=row.fault,
    )
