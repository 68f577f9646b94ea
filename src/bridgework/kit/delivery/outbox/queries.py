"""The statements on the table of queued e-mails."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.kit.core import Id, new_id
from bridgework.kit.core.observability.tracing import RequestOrigin, request_origin
from bridgework.kit.data.db import Tx, insert
from bridgework.kit.data.pagination import OffsetQuery, offset
from bridgework.kit.delivery.lease_queue import LeaseQueue
from bridgework.kit.delivery.outbox.email import (
    Email,
    EmailState,
    EmailSummary,
    Fact,
    Subscription,
)
from bridgework.kit.delivery.outbox.priorities import PRIORITIES, Priority, priority_of
from bridgework.kit.delivery.outbox.subscriptions import unsubscribed
from bridgework.kit.delivery.outbox.tables import email_texts, named_accounts, outbox_emails
from bridgework.kit.security import Keyring
from bridgework.kit.text import email_key

_EXPIRED = "expired before it could be sent"
_SECRETS_PURPOSE = "outbox"
_WAITING_STATES: list[sa.ColumnElement[str]] = [
    sa.literal_column("'queued'"),
    sa.literal_column("'retrying'"),
]
_IS_WAITING = outbox_emails.c.state.in_(_WAITING_STATES)
"""Written out, so that it matches the condition of the index."""
_EMPTY: Mapping[str, object] = {"facts": {}, "sealed": None}
"""What an e-mail that is never sent again still contains."""
_DELETE_BATCH = 500
_MAX_TEXT = 20_000
"""The characters of a sent text that are stored."""
_RETENTION = timedelta(days=90)
"""How long after its last attempt an e-mail can be looked up."""


class StoredEmail(NamedTuple):
    """An e-mail in the outbox, with all columns."""

    id: Id
    name: str
    recipient: str
    facts: Mapping[str, Fact]
    sealed: bytes | None
    state: EmailState
    attempts: int
    due_at: datetime
    expires_at: datetime | None
    created_at: datetime
    sent_at: datetime | None
    fault: str | None
    subscription_account_id: Id | None
    subscription_kind: str | None
    subscription_digest: str | None
    request_id: str | None
    traceparent: str | None
    priority: int
    recipient_id: Id | None
    recipient_key: str | None


queue = LeaseQueue(
    outbox_emails,
    StoredEmail,
    waiting=_IS_WAITING,
    until=outbox_emails.c.due_at,
    part=outbox_emails.c.priority == sa.bindparam("of_priority"),
    set_by_take={"attempts": outbox_emails.c.attempts + 1},
)


class EmailText(NamedTuple):
    """The rendered subject and text of an e-mail."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class QueuedEmail:
    """An e-mail that a worker has taken."""

    row: StoredEmail
    email: Email
    """Without its secrets."""

    @property
    def id(self) -> Id:
        """The ID, the same for each attempt."""
        return self.row.id

    @property
    def origin(self) -> RequestOrigin:
        """The request that queued it."""
        return request_origin.from_row(self.row)


def add(tx: Tx, keyring: Keyring, email: Email, now: datetime) -> Id:
    """Queue an e-mail unless unsubscribed. Returns its id, also if it is not queued."""
    email_id = new_id()
    if email.subscription is None or not unsubscribed(tx, [email.subscription]):
        _insert(tx, keyring, {email_id: email}, now)
    return email_id


def add_many(tx: Tx, keyring: Keyring, emails: Sequence[Email], now: datetime) -> Sequence[Email]:
    """Queue many e-mails at once, except those unsubscribed from; returns the queued ones."""
    refused = unsubscribed(tx, {email.subscription for email in emails if email.subscription})
    queued = [email for email in emails if email.subscription not in refused]
    if queued:
        _insert(tx, keyring, {new_id(): email for email in queued}, now)
    return queued


def _insert(tx: Tx, keyring: Keyring, emails: Mapping[Id, Email], now: datetime) -> None:
    rows = [_to_row(keyring, email, email_id, now) for email_id, email in emails.items()]
    tx.execute(outbox_emails.insert(), rows)
    names = [
        {"email_id": email_id, "account_id": account_id}
        for email_id, email in emails.items()
        for account_id in set(email.names) - {email.recipient_id}
    ]
    if names:
        tx.execute(named_accounts.insert(), names)


def _to_row(keyring: Keyring, email: Email, email_id: Id, now: datetime) -> dict[str, object]:
    sealed = None
    if email.secrets:
        sealed = keyring.encrypt(_SECRETS_PURPOSE, json.dumps(dict(email.secrets)).encode())
    account_id = kind = digest = None
    if email.subscription is not None:
        account_id, kind = email.subscription.account_id, email.subscription.kind
        digest = email.subscription.digests[0] if account_id is None else None
    return {
        "id": email_id,
        "name": email.name,
        "recipient": email.to,
        "recipient_id": email.recipient_id,
        "recipient_key": email_key(email.to),
        "facts": dict(email.facts),
        "sealed": sealed,
        "state": "queued",
        "attempts": 0,
        "due_at": now,
        "expires_at": email.expires,
        "created_at": now,
        "subscription_account_id": account_id,
        "subscription_kind": kind,
        "subscription_digest": digest,
        "priority": priority_of(email.name),
        **request_origin.current_values(),
    }


def has_due(tx: Tx, now: datetime, priorities: Collection[Priority]) -> bool:
    """Whether an e-mail of these priorities is due."""
    return any(queue.has_due(tx, now, of_priority=PRIORITIES[name]) for name in priorities)


def take(
    tx: Tx,
    now: datetime,
    *,
    lease: timedelta,
    most: int,
    priorities: Collection[Priority],
) -> Sequence[QueuedEmail]:
    """Take e-mails that are due, urgent ones first; no other worker gets them during the lease."""
    rows: list[StoredEmail] = []
    for name, priority in PRIORITIES.items():
        if name in priorities and len(rows) < most:
            rows += queue.take(tx, now, lease=lease, most=most - len(rows), of_priority=priority)
    return [QueuedEmail(row, _to_email(row)) for row in rows]


def _to_email(row: StoredEmail) -> Email:
    subscription = None
    if row.subscription_kind is not None:
        digests = () if row.subscription_digest is None else (row.subscription_digest,)
        subscription = Subscription(row.subscription_account_id, row.subscription_kind, digests)
    return Email(
        name=row.name,
        to=row.recipient,
        recipient_id=row.recipient_id,
        facts=row.facts,
        expires=row.expires_at,
        subscription=subscription,
    )


def get_secrets(keyring: Keyring, queued: QueuedEmail) -> Mapping[str, str]:
    """Decrypt an e-mail's secrets. Raises `cryptography.fernet.InvalidToken` if no key fits."""
    if queued.row.sealed is None:
        return {}
    decrypted: dict[str, str] = json.loads(keyring.decrypt(_SECRETS_PURPOSE, queued.row.sealed))
    return decrypted


def mark_sent(tx: Tx, queued: QueuedEmail, masked: EmailText | None, now: datetime) -> None:
    """Record that an e-mail was sent, even after its lease, and empty it.

    `masked` is what administrators can read of it from then on.
    """
    values = {"state": "sent", "sent_at": now, "fault": None, **_EMPTY}
    sent = outbox_emails.update().where(outbox_emails.c.id == queued.id).values(values)
    if tx.execute(sent).rowcount and masked is not None:  # else it was erased meanwhile
        row = {"email_id": queued.id, "subject": masked.subject, "text": masked.text[:_MAX_TEXT]}
        tx.execute(insert(tx.dialect, email_texts).on_conflict_do_nothing(), row)


def mark_failed(tx: Tx, queued: QueuedEmail, *, fault: str, retry_at: datetime | None) -> None:
    """Record a failed attempt. Without `retry_at` only an administrator can requeue the e-mail."""
    if retry_at is None:
        queue.update(tx, queued.row, state="dead", fault=fault)
    else:
        queue.update(tx, queued.row, state="retrying", due_at=retry_at, fault=fault)


def mark_expired(tx: Tx, queued: QueuedEmail) -> None:
    """Record that an e-mail expired, and empty it."""
    queue.update(tx, queued.row, state="dead", fault=_EXPIRED, **_EMPTY)


def release(tx: Tx, queued: QueuedEmail, due_at: datetime, *, fault: str | None = None) -> None:
    """Return an e-mail that was not tried, without counting the attempt.

    `fault` says why the transport could not try it.
    """
    reason = {} if fault is None else {"state": "retrying", "fault": fault}
    queue.update(tx, queued.row, due_at=due_at, attempts=queued.row.attempts - 1, **reason)


def delete_mentions(tx: Tx, account_id: Id, address_keys: Collection[str]) -> None:
    """Delete the e-mails to addresses of an account, and what tells others of the account.

    That are e-mails that were not sent, and the texts of those that were. E-mails to the account
    itself are deleted by the declaration of the table.
    """
    naming = sa.select(named_accounts.c.email_id).where(named_accounts.c.account_id == account_id)
    is_unsent = outbox_emails.c.state != "sent"
    tx.execute(outbox_emails.delete().where(outbox_emails.c.id.in_(naming), is_unsent))
    # Second: a worker may have sent one of them meanwhile.
    tx.execute(email_texts.delete().where(email_texts.c.email_id.in_(naming)))
    has_key = outbox_emails.c.recipient_key.in_(address_keys)
    tx.execute(outbox_emails.delete().where(has_key, outbox_emails.c.recipient_id.is_(None)))


def list_addresses(tx: Tx, account_id: Id) -> Sequence[str]:
    """Return the addresses of the e-mails to an account, also former ones."""
    recipient = outbox_emails.c.recipient
    return tx.values(
        sa.select(recipient).distinct().where(outbox_emails.c.recipient_id == account_id)
    )


def delete_expired(tx: Tx, now: datetime) -> int:
    """Clean up a batch of expired and of old e-mails; returns how many there were."""
    return _expire(tx, now) + _delete_old(tx, now)


def _expire(tx: Tx, now: datetime) -> int:
    """Empty e-mails that expired unsent."""
    has_secrets = sa.and_(outbox_emails.c.state == "dead", outbox_emails.c.sealed.is_not(None))
    expired = sa.select(outbox_emails.c.id).where(
        sa.or_(_IS_WAITING, has_secrets), outbox_emails.c.expires_at <= now
    )
    fault = sa.func.coalesce(outbox_emails.c.fault, _EXPIRED)
    given_up_at = sa.case((_IS_WAITING, now), else_=outbox_emails.c.due_at)
    return tx.execute(
        outbox_emails.update()
        .where(outbox_emails.c.id.in_(expired.limit(_DELETE_BATCH).scalar_subquery()))
        .values(state="dead", fault=fault, due_at=given_up_at, **_EMPTY)
    ).rowcount


def _delete_old(tx: Tx, now: datetime) -> int:
    is_final = outbox_emails.c.state.in_(["sent", "dead"])
    old = sa.select(outbox_emails.c.id).where(is_final, outbox_emails.c.due_at <= now - _RETENTION)
    # Read first: in one statement SQLite would scan every e-mail in a final state.
    ids = tx.execute(old.limit(_DELETE_BATCH)).scalars().all()
    if not ids:
        return 0
    # An administrator may have requeued one since.
    return tx.execute(outbox_emails.delete().where(outbox_emails.c.id.in_(ids), is_final)).rowcount


_sent = (
    sa.select(sa.func.count())
    .select_from(outbox_emails)
    .where(
        outbox_emails.c.sent_at >= sa.bindparam("start"),
        outbox_emails.c.sent_at < sa.bindparam("end"),
    )
)
_summary = sa.select(*(outbox_emails.c[name] for name in EmailSummary._fields))


def find(tx: Tx, email_id: Id) -> EmailSummary | None:
    """Return the summary of an e-mail."""
    return tx.record(EmailSummary, _summary.where(outbox_emails.c.id == email_id))


def list_by_ids(tx: Tx, email_ids: Sequence[Id]) -> Sequence[EmailSummary]:
    """Return the summaries of e-mails with these IDs."""
    return tx.records(EmailSummary, _summary.where(outbox_emails.c.id.in_(email_ids)))


def find_unsent(tx: Tx, email_id: Id, now: datetime) -> QueuedEmail | None:
    """Return an e-mail with its contents, None if it was sent or has expired."""
    row = tx.record(StoredEmail, sa.select(outbox_emails).where(outbox_emails.c.id == email_id))
    if row is None or row.state == "sent" or (row.expires_at and row.expires_at <= now):
        return None
    return QueuedEmail(row, _to_email(row))


_text_of = sa.select(email_texts.c.subject, email_texts.c.text).where(
    email_texts.c.email_id == sa.bindparam("id")
)


def find_sent_text(tx: Tx, email_id: Id) -> EmailText | None:
    """Return what is stored of the text of a sent e-mail."""
    return tx.record(EmailText, _text_of, {"id": email_id})


def list_page(
    tx: Tx, query: OffsetQuery, filters: Mapping[str, object]
) -> tuple[Sequence[EmailSummary], int]:
    """Return a page of the e-mails that match, newest first, and their total number.

    `filters` are values of columns; those that are None are ignored.
    """
    matches = [
        outbox_emails.c[name] == value for name, value in filters.items() if value is not None
    ]
    newest_first = [outbox_emails.c.id.desc()]
    return offset.read(tx, query, EmailSummary, _summary.where(*matches), newest_first)


def count_waiting(tx: Tx) -> tuple[int, datetime | None]:
    """Return the number of waiting e-mails, and the time of the oldest."""
    return _count(tx, _IS_WAITING)


def count_waiting_with(tx: Tx, priority: Priority) -> tuple[int, datetime | None]:
    """Return the number of waiting e-mails of a priority, and the time of the oldest."""
    is_of_priority = outbox_emails.c.priority == PRIORITIES[priority]
    return _count(tx, sa.and_(_IS_WAITING, is_of_priority))


def count_retrying(tx: Tx) -> int:
    """Return the number of e-mails whose last attempt failed and that will be retried."""
    return _count(tx, outbox_emails.c.state == "retrying")[0]


def count_dead(tx: Tx) -> tuple[int, datetime | None]:
    """Return the number of dead e-mails, and the time of the oldest."""
    return _count(tx, outbox_emails.c.state == "dead")


def count_given_up(tx: Tx, since: datetime) -> int:
    """Return the number of e-mails that were given up since a time and are still dead."""
    # A worker that gives an e-mail up leaves the end of its lease.
    return _count(tx, sa.and_(outbox_emails.c.state == "dead", outbox_emails.c.due_at >= since))[0]


def count_sent(tx: Tx, start: datetime, end: datetime) -> int:
    """Return the number of e-mails that were sent from `start` until before `end`."""
    return int(tx.value(_sent, {"start": start, "end": end}))


def _count(tx: Tx, condition: sa.ColumnElement[bool]) -> tuple[int, datetime | None]:
    oldest = sa.func.min(outbox_emails.c.created_at, type_=outbox_emails.c.created_at.type)
    query = sa.select(sa.func.count().label("total"), oldest.label("oldest")).where(condition)
    row = tx.one(query)
    return row.total, row.oldest


def mark_queued(tx: Tx, email_id: Id, now: datetime) -> bool:
    """Queue a dead e-mail as if it were new; False if it is not dead, or has expired."""
    is_valid = sa.or_(outbox_emails.c.expires_at.is_(None), outbox_emails.c.expires_at > now)
    change = (
        outbox_emails.update()
        .where(outbox_emails.c.id == email_id, outbox_emails.c.state == "dead", is_valid)
        .values(state="queued", attempts=0, due_at=now, fault=None)
    )
    return tx.execute(change).rowcount == 1
