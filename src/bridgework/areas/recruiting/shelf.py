"""Every statement on attempts: what was asked of a recruiting system, and what is known of it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bridgework.areas.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.recruiting.tables import MAY_GO, attempts
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id, new_id

Row = sa.Row[Any]

MADE_HERE = "made here"
"""The state of what the embedded system did under a key: it needs no other notes."""
_KEPT = timedelta(hours=24)
"""For how long a request is known by its Idempotency-Key."""
_FORGOTTEN = timedelta(days=30)
_SWEPT_AT_ONCE = 500

_start = {
    "sqlite": sqlite.insert(attempts).on_conflict_do_nothing().returning(attempts),
    "postgresql": postgresql.insert(attempts).on_conflict_do_nothing().returning(attempts),
}
_sources = (
    sa.select(
        attempts.c.candidate_id,
        attempts.c.open_to_work,
        sa.func.nullif(accounts.c.email, ERASED_EMAIL).label("source"),
    )
    .join_from(attempts, accounts)
    .where(attempts.c.candidate_id.in_(sa.bindparam("ids", expanding=True)))
)


def of_person(tx: Tx, persons: Sequence[str]) -> Row | None:
    """The attempt at adding somebody, by the digests of their e-mail."""
    return tx.row(sa.select(attempts).where(attempts.c.person.in_(persons)))


def under(tx: Tx, marks: Sequence[str], now: datetime) -> Row | None:
    """The attempt that this request began when it came before, if it came under a key."""
    if not marks:
        return None
    is_this = sa.and_(attempts.c.made_under.in_(marks), attempts.c.created_at > now - _KEPT)
    return tx.row(sa.select(attempts).where(is_this))


def start(tx: Tx, now: datetime, **values: object) -> Row | None:
    """Begin an attempt; None if somebody else has begun one at the same."""
    mark = values.get("made_under")
    if mark is not None:  # of a day that is over, it may come again
        is_old = sa.and_(attempts.c.made_under == mark, attempts.c.created_at <= now - _KEPT)
        tx.execute(attempts.update().where(is_old).values(made_under=None))
    return tx.row(_start[tx.dialect], {"id": new_id(), "created_at": now, **values})


def take_over(tx: Tx, attempt: Row, until: datetime, made_under: str | None) -> Row | None:
    """Go on with an attempt that nobody holds; None if another was faster."""
    mark = {} if made_under is None else {"made_under": made_under}
    statement = (
        attempts.update()
        .where(
            attempts.c.id == attempt.id,
            attempts.c.state != "known",
            attempts.c.held_until.is_not_distinct_from(attempt.held_until),
        )
        .values(state="begun", held_until=until, **mark)
        .returning(attempts)
    )
    return tx.row(statement)


def note_sent(tx: Tx, attempt_ids: Sequence[Id], now: datetime) -> None:
    """Note that these are sent now: from here on nobody knows, until it is settled.

    With an e-mail the first time counts, since who came of it may be as old as that.
    """
    is_first = sa.or_(attempts.c.person.is_(None), attempts.c.sent_at.is_(None))
    these = sa.and_(attempts.c.id.in_(attempt_ids), is_first)
    tx.execute(attempts.update().where(these).values(sent_at=now))


def settle(tx: Tx, attempt: Row, **values: object) -> None:
    """Say what is known of an attempt that we hold, and hold it no more."""
    tx.execute(attempts.update().where(_held(attempt)).values(held_until=None, **values))


def drop(tx: Tx, attempt: Row) -> None:
    """Forget an attempt that we hold and that made nobody."""
    tx.execute(attempts.delete().where(_held(attempt)))


def release_person(tx: Tx, attempt: Row) -> None:
    """Have the e-mail free again of a candidate who is gone, or has another by now."""
    statement = attempts.update().where(attempts.c.id == attempt.id, attempts.c.state == "known")
    tx.execute(statement.values(person=None, made_under=None))


def sources(tx: Tx, candidate_ids: Collection[str]) -> Mapping[str, Row]:
    """What we know of those who were added here, by id: the source, and if they look for work."""
    rows = tx.rows(_sources, {"ids": list(candidate_ids)})
    return {row.candidate_id: row for row in rows}


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some attempts that came to nothing long ago, or that serve for nothing any more."""
    is_old = sa.or_(
        sa.and_(attempts.c.candidate_id.is_(None), attempts.c.created_at < now - _FORGOTTEN),
        sa.and_(attempts.c.state == MADE_HERE, attempts.c.created_at < now - _KEPT),
    )
    # The index has those that may go, by their age.
    may_go = sa.and_(MAY_GO, attempts.c.created_at < now - _KEPT)
    some = sa.select(attempts.c.id).where(may_go, is_old).limit(_SWEPT_AT_ONCE)
    return tx.execute(attempts.delete().where(attempts.c.id.in_(some.scalar_subquery()))).rowcount


def _held(attempt: Row) -> sa.ColumnElement[bool]:
    return sa.and_(attempts.c.id == attempt.id, attempts.c.held_until == attempt.held_until)
