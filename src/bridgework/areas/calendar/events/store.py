"""The statements on events: their list, and how one comes into it."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache

import sqlalchemy as sa

from bridgework.areas.calendar import store
from bridgework.areas.calendar.events.shapes import EventsQuery
from bridgework.areas.calendar.store import Kind, Row
from bridgework.areas.calendar.tables import events
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import Keyset, PageRequest, Pages, PageSlice
from bridgework.kit.text import normalize

_MOST_WORDS = 10
"""Of a search; the rest of a longer one says little."""

_in_order = Keyset(events.c.start_at, events.c.id, descending=False)
_listed = sa.select(
    *(events.c[name] for name in ("id", "name", "start_at", "end_at", "timezone")),
    *(events.c[name] for name in ("luma_url", "cover_url", "location")),
).where(store.is_shown)
_add = events.insert().returning(events)


def upcoming(
    tx: Tx, caller: Caller, page_request: PageRequest, query: EventsQuery
) -> PageSlice[Row]:
    """A page of what is there for the caller, what starts first at the top."""
    spans = {"from": query.from_, "to": query.to}
    words = normalize(query.search or "").split()[:_MOST_WORDS]
    given = {name: moment for name, moment in spans.items() if moment is not None}
    pages = _pages(store.kind_of(caller), frozenset(given), len(words))
    looked_for = {f"word_{number}": _anywhere(word) for number, word in enumerate(words)}
    parameters = {**given, **looked_for, **store.reading_as(caller)}
    return pages.read(tx, page_request, lambda row: row, parameters)


def made_before(tx: Tx, owner_id: Id, values: Mapping[str, object], since: datetime) -> Row | None:
    """The event that somebody made of the same values since then, if they did."""
    same = [events.c[name].is_not_distinct_from(value) for name, value in values.items()]
    statement = sa.select(events).where(
        events.c.owner_id == owner_id, events.c.created_at > since, store.is_shown, *same
    )
    return tx.execute(statement.order_by(events.c.id.desc()).limit(1)).one_or_none()


def add(tx: Tx, values: Mapping[str, object]) -> Row:
    """Add an event, and return it."""
    return tx.one(_add, values)


@lru_cache(maxsize=128)
def _pages(kind: Kind, spans: frozenset[str], words: int) -> Pages:
    """The statements of one kind of question, built once."""
    conditions = [store.open_to(kind)]
    if "from" in spans:
        conditions.append(events.c.start_at >= sa.bindparam("from", type_=UtcDateTimeColumn))
    if "to" in spans:
        conditions.append(events.c.start_at <= sa.bindparam("to", type_=UtcDateTimeColumn))
    conditions += [
        events.c.search_key.like(sa.bindparam(f"word_{number}", type_=sa.Text), escape="\\")
        for number in range(words)
    ]
    return _in_order.pages(_listed.where(*conditions))


def _anywhere(word: str) -> str:
    """The pattern that finds a word within a text, whatever stands in it."""
    literal = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{literal}%"
