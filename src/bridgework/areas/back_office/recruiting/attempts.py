"""The statements on the attempts to create a candidate."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa

from bridgework.areas.back_office.recruiting.records import Attempt, Source
from bridgework.areas.back_office.recruiting.tables import DELETABLE, attempts
from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx, insert

MADE_HERE = "made here"
"""The state of a candidate that the built-in provider created under an Idempotency-Key."""
_KEY_TTL = timedelta(hours=24)
_UNSUCCESSFUL_TTL = timedelta(days=30)
_DELETE_BATCH = 500

_sources = (
    sa.select(
        attempts.c.candidate_id,
        attempts.c.open_to_work,
        sa.func.nullif(accounts.c.email, ERASED_EMAIL).label("source"),
    )
    .join_from(attempts, accounts)
    .where(attempts.c.candidate_id.in_(sa.bindparam("ids", expanding=True)))
)


def by_person(tx: Tx, persons: Sequence[str]) -> Attempt | None:
    """Return the attempt to create a candidate, by the digests of the e-mail address."""
    return tx.record(Attempt, sa.select(attempts).where(attempts.c.person.in_(persons)))


def by_key(tx: Tx, marks: Sequence[str], now: datetime) -> Attempt | None:
    """Return the attempt of an earlier run of this request, by its Idempotency-Key."""
    if not marks:
        return None
    is_this = sa.and_(attempts.c.made_under.in_(marks), attempts.c.created_at > now - _KEY_TTL)
    return tx.record(Attempt, sa.select(attempts).where(is_this))


def start(tx: Tx, now: datetime, **values: object) -> Attempt | None:
    """Start an attempt; return None if another request has started the same one."""
    mark = values.get("made_under")
    if mark is not None:  # an expired key can be used again
        is_old = sa.and_(attempts.c.made_under == mark, attempts.c.created_at <= now - _KEY_TTL)
        tx.execute(attempts.update().where(is_old).values(made_under=None))
    start = insert(tx.dialect, attempts).on_conflict_do_nothing().returning(attempts)
    return tx.record(Attempt, start, {"id": new_id(), "created_at": now, **values})


def take_over(tx: Tx, attempt: Attempt, until: datetime, mark: str | None) -> Attempt | None:
    """Continue an attempt whose lease has expired; return None if another request was faster."""
    key = {} if mark is None else {"made_under": mark}
    statement = (
        attempts.update()
        .where(
            attempts.c.id == attempt.id,
            attempts.c.state != "known",
            attempts.c.held_until.is_not_distinct_from(attempt.held_until),
        )
        .values(state="begun", held_until=until, **key)
        .returning(attempts)
    )
    return tx.record(Attempt, statement)


def mark_sent(tx: Tx, attempt_ids: Sequence[Id], now: datetime) -> None:
    """Record that these attempts are being sent: until settled, their outcome is unknown.

    With an e-mail address, the first time counts: the candidate may exist from then on.
    """
    is_first = sa.or_(attempts.c.person.is_(None), attempts.c.sent_at.is_(None))
    is_unsent = sa.and_(attempts.c.id.in_(attempt_ids), is_first)
    tx.execute(attempts.update().where(is_unsent).values(sent_at=now))


def settle(tx: Tx, attempt: Attempt, **values: object) -> None:
    """Store the outcome of an attempt that this request holds, and release it."""
    tx.execute(attempts.update().where(_is_held(attempt)).values(held_until=None, **values))


def delete(tx: Tx, attempt: Attempt) -> None:
    """Delete an attempt that this request holds and that created no candidate."""
    tx.execute(attempts.delete().where(_is_held(attempt)))


def release_person(tx: Tx, attempt: Attempt) -> None:
    """Release the e-mail address of a candidate who was deleted or has a different one now."""
    statement = attempts.update().where(attempts.c.id == attempt.id, attempts.c.state == "known")
    tx.execute(statement.values(person=None, made_under=None))


def sources(tx: Tx, candidate_ids: Collection[str]) -> Mapping[str, Source]:
    """Return the source and `open_to_work` of the candidates that were added here, by id."""
    found = tx.records(Source, _sources, {"ids": list(candidate_ids)})
    return {source.candidate_id: source for source in found}


def delete_old(tx: Tx, now: datetime) -> int:
    """Delete a batch of old attempts without a candidate or stored only for their key."""
    is_old = sa.or_(
        sa.and_(attempts.c.candidate_id.is_(None), attempts.c.created_at < now - _UNSUCCESSFUL_TTL),
        sa.and_(attempts.c.state == MADE_HERE, attempts.c.created_at < now - _KEY_TTL),
    )
    # DELETABLE and the age make the query use the partial index.
    is_deletable = sa.and_(DELETABLE, attempts.c.created_at < now - _KEY_TTL)
    batch = sa.select(attempts.c.id).where(is_deletable, is_old).limit(_DELETE_BATCH)
    return tx.execute(attempts.delete().where(attempts.c.id.in_(batch.scalar_subquery()))).rowcount


def _is_held(attempt: Attempt) -> sa.ColumnElement[bool]:
    return sa.and_(attempts.c.id == attempt.id, attempts.c.held_until == attempt.held_until)
