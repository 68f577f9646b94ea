"""The statements on introductions. Members read those that they sent or received."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.contacts.visibility import are_apart
from bridgework.areas.work.introductions.records import (
    Seen,
    Sender,
    StoredIntroduction,
    StoredReceived,
    ToEmail,
)
from bridgework.areas.work.introductions.tables import introductions, received
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, UtcDateTimeColumn
from bridgework.kit.data.pagination import Keyset, Pages

READER = "reader"
_reader = sa.bindparam(READER, type_=IdColumn)
_other_id = sa.bindparam("other", type_=IdColumn)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_this = introductions.c.id == sa.bindparam("this", type_=IdColumn)
_DELETE_BATCH = 500
_is_active = sa.and_(
    accounts.c.disabled_at.is_(None),
    accounts.c.erases_at.is_(None),
    accounts.c.is_email_verified.is_(True),
)
_TIERS = ("verification_tier", "jobs_verification_tier", "vendors_verification_tier")
_is_verified = sa.and_(
    sa.or_(*(accounts.c[tier] != "not-verified" for tier in _TIERS)),
    since(accounts.c.id).is_(None),
)
_full_name = sa.func.nullif(
    sa.func.trim(
        sa.func.coalesce(accounts.c.first_name, "")
        + " "
        + sa.func.coalesce(accounts.c.last_name, "")
    ),
    "",
)
_are_apart = are_apart(introductions.c.sender_id, introductions.c.recipient_id)


def _seen(box: str) -> sa.Select[Any]:
    """Select the columns of `Seen`, for the recipient or the sender."""
    is_in = box == "in"
    other = introductions.c.sender_id if is_in else introductions.c.recipient_id
    shows_contact = sa.and_(introductions.c.state == "accepted", _is_active, sa.not_(_are_apart))
    owns_posting = sa.and_(
        introductions.c.about_kind.in_(["job", "role"]),
        introductions.c.is_invitation.is_(sa.true() if is_in else sa.false()),
    )

    def contact(name: str, own: sa.ColumnElement[Any]) -> sa.Label[Any]:
        of_posting = sa.func.coalesce(
            jobs.c.fields[name].as_string(), roles.c.fields[name].as_string()
        )
        value = sa.case((owns_posting, of_posting), else_=own)
        return sa.case((shows_contact, value), else_=sa.null()).label(name)

    state: sa.ColumnElement[Any] = introductions.c.state
    note: sa.ColumnElement[Any] = introductions.c.note
    held: sa.ColumnElement[Any] = sa.false()
    answered: sa.ColumnElement[Any] = introductions.c.accepted_at
    if is_in:
        state = sa.case((received.c.state == "declined", received.c.state), else_=state)
        note, held, answered = received.c.note, received.c.is_note_held, received.c.answered_at
    columns = (
        introductions.c.id,
        sa.literal(box).label("box"),
        introductions.c.is_invitation,
        introductions.c.about_kind,
        introductions.c.about_id,
        introductions.c.title,
        introductions.c.company,
        note.label("note"),
        held.label("note_held"),
        state.label("state"),
        introductions.c.created_at,
        introductions.c.lapses_at,
        answered.label("answered_at"),
        other.label("other_id"),
        sa.case((_is_active, accounts.c.first_name)).label("other_first_name"),
        sa.case((_is_active, accounts.c.last_name)).label("other_last_name"),
        sa.and_(_is_active, _is_verified).label("other_is_verified"),
        contact("contact_person", _full_name),
        contact("contact_email", accounts.c.email),
    )
    of_job = sa.and_(introductions.c.about_kind == "job", jobs.c.id == introductions.c.about_id)
    of_role = sa.and_(introductions.c.about_kind == "role", roles.c.id == introductions.c.about_id)
    if not is_in:
        return (
            sa.select(*columns)
            .join_from(introductions, accounts, accounts.c.id == other)
            .outerjoin(jobs, of_job)
            .outerjoin(roles, of_role)
            .where(introductions.c.sender_id == _reader)
        )
    return (
        sa.select(*columns)
        .join_from(received, introductions, introductions.c.id == received.c.introduction_id)
        .join(accounts, accounts.c.id == other)
        .outerjoin(jobs, of_job)
        .outerjoin(roles, of_role)
        .where(received.c.recipient_id == _reader, _is_active, sa.not_(_are_apart))
    )


_SEEN = {box: _seen(box) for box in ("in", "out")}
_newest = Keyset(introductions.c.created_at, introductions.c.id)
PAGES: Mapping[str, Pages[Seen]] = {
    box: _newest.pages(listed, Seen) for box, listed in _SEEN.items()
}
"""The pages of both boxes, newest first. Their parameter is the `reader`."""
_one = {box: listed.where(_this) for box, listed in _SEEN.items()}
_count_waiting = (
    sa.select(sa.func.count())
    .join_from(received, introductions, introductions.c.id == received.c.introduction_id)
    .join(accounts, accounts.c.id == introductions.c.sender_id)
    .where(
        received.c.recipient_id == _reader,
        received.c.state == "pending",
        introductions.c.state == "pending",
        introductions.c.lapses_at > _now,
        _is_active,
        sa.not_(_are_apart),
    )
)
# Not the key, so that a member whom others ask at the same time can be asked by this one.
_sender = (
    sa.select(
        accounts.c.created_at,
        _is_verified.label("is_verified"),
        accounts.c.first_name,
        accounts.c.last_name,
    )
    .where(accounts.c.id == _reader)
    .with_for_update(key_share=True)
)
_asked = (
    sa.select(introductions.c.created_at)
    .where(
        introductions.c.sender_id == _reader,
        introductions.c.created_at > sa.bindparam("since", type_=UtcDateTimeColumn),
    )
    .order_by(introductions.c.created_at)
)
_has_open = sa.select(
    sa.exists().where(
        introductions.c.sender_id == _reader,
        introductions.c.recipient_id == _other_id,
        introductions.c.state == "pending",
        introductions.c.lapses_at > _now,
    )
)
_has_declined = sa.select(
    sa.exists().where(
        received.c.sender_id == _reader,
        received.c.recipient_id == _other_id,
        received.c.state == "declined",
        received.c.answered_at > sa.bindparam("since", type_=UtcDateTimeColumn),
    )
)
_lock = sa.select(introductions.c.id).where(_this).with_for_update()
_change = introductions.update().where(_this)
_answer = received.update().where(
    received.c.introduction_id == sa.bindparam("this", type_=IdColumn)
)
_recipient = accounts.alias("recipient")
_is_waiting = sa.and_(
    received.c.state == "pending",
    introductions.c.state == "pending",
    introductions.c.lapses_at > _now,
    _is_active,
    sa.not_(_are_apart),
    _recipient.c.disabled_at.is_(None),
    _recipient.c.erases_at.is_(None),
)
_to_email = (
    sa.select(
        received.c.introduction_id,
        received.c.recipient_id,
        received.c.sender_id,
        _recipient.c.email.label("recipient_email"),
        accounts.c.first_name,
        accounts.c.last_name,
        received.c.note,
        received.c.is_note_held,
        introductions.c.is_invitation,
        introductions.c.about_kind,
        introductions.c.about_id,
        introductions.c.title,
        introductions.c.company,
        _is_waiting.label("is_waiting"),
    )
    .join_from(received, introductions, introductions.c.id == received.c.introduction_id)
    .join(accounts, accounts.c.id == received.c.sender_id)
    .join(_recipient, _recipient.c.id == received.c.recipient_id)
    .where(received.c.email_at <= _now)
    .order_by(received.c.email_at)
    .limit(sa.bindparam("most", type_=sa.Integer))
    .with_for_update(of=received, skip_locked=True)
)
_expired = (
    sa.select(introductions.c.id)
    .where(
        introductions.c.state != "accepted",
        introductions.c.created_at < sa.bindparam("before", type_=UtcDateTimeColumn),
    )
    .limit(_DELETE_BATCH)
)


def find(tx: Tx, reader: Id, introduction_id: Id) -> Seen | None:
    """Return an introduction that the reader sent or received."""
    parameters = {"this": introduction_id, READER: reader}
    found = (tx.record(Seen, _one[box], parameters) for box in ("out", "in"))
    return next((seen for seen in found if seen is not None), None)


def count_waiting(tx: Tx, recipient: Id, now: datetime) -> int:
    """Count the introductions that wait for an answer of their recipient."""
    count: int = tx.value(_count_waiting, {READER: recipient, "now": now})
    return count


def lock_sender(tx: Tx, account_id: Id) -> Sender:
    """Lock an account until the transaction ends, so that its requests are counted in turn."""
    (sender,) = tx.records(Sender, _sender, {READER: account_id})
    return sender


def list_asked_since(tx: Tx, sender: Id, moment: datetime) -> Sequence[datetime]:
    """Return when a member asked for introductions after a moment, oldest first."""
    return tx.values(_asked, {READER: sender, "since": moment})


def has_open(tx: Tx, sender: Id, recipient: Id, now: datetime) -> bool:
    """Whether a member waits for an answer of another."""
    return bool(tx.value(_has_open, {READER: sender, "other": recipient, "now": now}))


def has_declined(tx: Tx, sender: Id, recipient: Id, moment: datetime) -> bool:
    """Whether the recipient declined an introduction of a sender after a moment."""
    return bool(tx.value(_has_declined, {READER: sender, "other": recipient, "since": moment}))


def add(tx: Tx, introduction: StoredIntroduction) -> None:
    tx.execute(introductions.insert(), introduction._asdict())


def add_received(tx: Tx, delivered: StoredReceived) -> None:
    tx.execute(received.insert(), delivered._asdict())


def lock(tx: Tx, introduction_id: Id) -> None:
    """Lock an introduction until the transaction ends."""
    tx.execute(_lock, {"this": introduction_id})


def update(tx: Tx, introduction_id: Id, values: Mapping[str, object]) -> None:
    """Change what the sender knows of a locked introduction."""
    tx.execute(_change.values(**values), {"this": introduction_id})


def update_received(tx: Tx, introduction_id: Id, values: Mapping[str, object]) -> None:
    """Change what the recipient knows of a locked introduction."""
    tx.execute(_answer.values(**values), {"this": introduction_id})


def lock_to_email(tx: Tx, now: datetime, most: int) -> Sequence[ToEmail]:
    """Lock the delivered introductions about which an e-mail is due."""
    return tx.records(ToEmail, _to_email, {"now": now, "most": most})


def mark_emailed(tx: Tx, ids: Sequence[Id]) -> None:
    tx.execute(received.update().where(received.c.introduction_id.in_(ids)).values(email_at=None))


def delete_before(tx: Tx, moment: datetime) -> int:
    """Delete some introductions from before a moment that were not accepted."""
    ids = tx.values(_expired, {"before": moment})
    if ids:
        tx.execute(received.delete().where(received.c.introduction_id.in_(ids)))
        tx.execute(introductions.delete().where(introductions.c.id.in_(ids)))
    return len(ids)


def delete_texts_of(tx: Tx, account_id: Id) -> None:
    """Empty the notes from and to a member, and withdraw what waits for an answer."""
    is_sender = introductions.c.sender_id == account_id
    is_pending = introductions.c.state == "pending"
    tx.execute(introductions.update().where(is_sender, is_pending).values(state="withdrawn"))
    tx.execute(received.update().where(received.c.sender_id == account_id).values(note=""))
    is_recipient = introductions.c.recipient_id == account_id
    tx.execute(introductions.update().where(is_recipient).values(note=""))
    is_of_posting = sa.and_(is_recipient, introductions.c.is_invitation.is_(False))
    tx.execute(introductions.update().where(is_of_posting).values(title=None, company=None))
