"""The statements on alerts."""

from collections.abc import Collection, Mapping, Sequence, Set
from datetime import datetime

import sqlalchemy as sa
from pydantic import JsonValue

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.saved_searches.records import (
    Alert,
    AlertQuery,
    DueSearch,
    Recipient,
    Search,
)
from bridgework.areas.work.saved_searches.schemas import SearchKind
from bridgework.areas.work.saved_searches.tables import (
    HAS_FINDS,
    alert_finds,
    alert_keys,
    alert_position,
    alert_queries,
    saved_searches,
    search_alerts,
)
from bridgework.kit.core import Id
from bridgework.kit.data.db import (
    IdColumn,
    Tx,
    UtcDateTimeColumn,
    array_param,
    insert,
    other_than,
    reader_of,
    side_by_side,
)

_DIALECTS = ("sqlite", "postgresql")
_search_id = sa.bindparam("this_search", type_=IdColumn)
_record_id = sa.bindparam("this_record", type_=IdColumn)
_kind = sa.bindparam("this_kind", type_=sa.Text)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_is_search = search_alerts.c.search_id == _search_id
_is_pending = alert_finds.c.sent_at.is_(None)

# --- the queries of searches with alerts ------------------------------------------------------

_candidates = {
    dialect: sa.select(alert_keys.c.digest)
    .distinct()
    .where(alert_keys.c.token == array_param.values("tokens", sa.Text(), dialect))
    for dialect in _DIALECTS
}
_queries = {
    dialect: sa.select(alert_queries).where(
        alert_queries.c.digest == array_param.values("digests", sa.Text(), dialect)
    )
    for dialect in _DIALECTS
}
_delete_keys = alert_keys.delete().where(alert_keys.c.digest == sa.bindparam("this_digest"))
_stale = (
    sa.select(alert_queries)
    .where(
        alert_queries.c.kind == _kind, other_than(alert_queries.c.edition, sa.bindparam("edition"))
    )
    .limit(sa.bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_set_edition = (
    alert_queries.update()
    .where(alert_queries.c.digest == sa.bindparam("this_digest"))
    .values(edition=sa.bindparam("new_edition"))
)
_lock = (
    sa.select(alert_queries.c.digest)
    .where(alert_queries.c.digest == sa.bindparam("this_digest"))
    .with_for_update(read=True, key_share=True)
)
_is_unused = ~sa.exists().where(search_alerts.c.digest == alert_queries.c.digest)
_unused = sa.select(alert_queries.c.digest).where(_is_unused).limit(sa.bindparam("limit"))
_lock_all = (
    sa.select(alert_queries.c.digest)
    .where(alert_queries.c.digest.in_(sa.bindparam("digests", expanding=True)))
    .with_for_update(skip_locked=True)
)
_delete_unused = alert_queries.delete().where(
    alert_queries.c.digest.in_(sa.bindparam("digests", expanding=True)), _is_unused
)


def lock_query(tx: Tx, digest: str) -> bool:
    """Keep a query from deletion until the transaction ends; False if there is none."""
    return tx.value(_lock, {"this_digest": digest}) is not None


def add_query(
    tx: Tx, digest: str, kind: SearchKind, query: Mapping[str, JsonValue], edition: str
) -> None:
    """Add a query, or lock it if another transaction has added it meanwhile."""
    row = {"digest": digest, "kind": kind, "query": query, "edition": edition}
    added = insert(tx.dialect, alert_queries)
    upsert = added.on_conflict_do_update(index_elements=["digest"], set_={"edition": edition})
    tx.execute(upsert, row)


def put_keys(tx: Tx, digest: str, kind: SearchKind, keys: Set[str], edition: str) -> None:
    """Replace the keys of a query."""
    tx.execute(_set_edition, {"this_digest": digest, "new_edition": edition})
    tx.execute(_delete_keys, {"this_digest": digest})
    if keys:
        rows = [{"token": f"{kind} {token}", "digest": digest} for token in sorted(keys)]
        tx.execute(alert_keys.insert(), rows)


def list_candidates(tx: Tx, kind: SearchKind, keys: Collection[str]) -> Sequence[AlertQuery]:
    """Return the queries that have one of these keys."""
    tokens = [f"{kind} {key}" for key in sorted(keys)]
    digests = tx.values(_candidates[tx.dialect], {"tokens": tokens})
    found = {"digests": digests}
    return tx.records(AlertQuery, _queries[tx.dialect], found) if digests else []


def list_stale(tx: Tx, kind: SearchKind, edition: str, limit: int) -> Sequence[AlertQuery]:
    """Return some queries whose keys have another edition, and lock them."""
    return tx.records(AlertQuery, _stale, {"this_kind": kind, "edition": edition, "limit": limit})


def list_unused(tx: Tx, limit: int) -> Sequence[str]:
    """Return some queries that no search with alerts has. It may read all queries."""
    return tx.values(_unused, {"limit": limit})


def delete_unused(tx: Tx, digests: Sequence[str]) -> int:
    """Delete those of the queries that no search with alerts has. Returns how many."""
    # A search that is being saved holds the row that it refers to, and so it is skipped here. The
    # second statement sees searches that were saved before the row was locked.
    locked = tx.values(_lock_all, {"digests": list(digests)}) if digests else []
    return tx.execute(_delete_unused, {"digests": locked}).rowcount if locked else 0


# --- the alerts of searches -------------------------------------------------------------------

_alert = sa.select(search_alerts.c.digest, search_alerts.c.sent_at).where(_is_search)
_delete_pending = alert_finds.delete().where(alert_finds.c.search_id == _search_id, _is_pending)
_delete_alert = search_alerts.delete().where(_is_search).returning(search_alerts.c.digest)
_delete_alerts = (
    search_alerts.delete()
    .where(search_alerts.c.user_id == sa.bindparam("owner", type_=IdColumn))
    .returning(search_alerts.c.digest)
)


def delete_unsent(tx: Tx, search_id: Id) -> Alert | None:
    """Delete what was found and not sent. Returns the alerts as they were."""
    tx.execute(_delete_pending, {"this_search": search_id})
    return tx.record(Alert, _alert, {"this_search": search_id})


def delete_alerts(tx: Tx, search_id: Id) -> Sequence[str]:
    """End the alerts of a search. Returns the digest of its query, if it had alerts."""
    return tx.values(_delete_alert, {"this_search": search_id})


def delete_all_alerts(tx: Tx, owner: Id) -> Sequence[str]:
    """End all alerts of an account. Returns the digests of their queries."""
    return tx.values(_delete_alerts, {"owner": owner})


def put(tx: Tx, search_id: Id, owner: Id, digest: str, next_at: datetime) -> None:
    """Begin or change the alerts of a search."""
    changes = {"digest": digest, "has_finds": False, "next_at": next_at}
    upsert = insert(tx.dialect, search_alerts).on_conflict_do_update(
        index_elements=[search_alerts.c.search_id], set_=changes
    )
    tx.execute(upsert, {"search_id": search_id, "user_id": owner, **changes})


# --- finds ------------------------------------------------------------------------------------

_position = sa.select(alert_position.c.sequence)
_advance = alert_position.update().values(sequence=sa.bindparam("upto"))
_found = {
    dialect: sa.select(
        search_alerts.c.search_id,
        sa.cast(_record_id, IdColumn),
        sa.cast(_now, UtcDateTimeColumn),
    )
    .join_from(search_alerts, saved_searches)
    .where(
        search_alerts.c.digest == array_param.values("digests", sa.Text(), dialect),
        saved_searches.c.updated_at < sa.bindparam("since", type_=UtcDateTimeColumn),
        search_alerts.c.user_id != sa.bindparam("author", type_=IdColumn),
    )
    for dialect in _DIALECTS
}
_add_finds = {
    dialect: insert(dialect, alert_finds)
    .from_select(["search_id", "record_id", "found_at"], found)
    .on_conflict_do_nothing()
    for dialect, found in _found.items()
}
_mark = {
    dialect: search_alerts.update()
    .where(
        search_alerts.c.digest.in_(sa.select(array_param.values("digests", sa.Text(), dialect))),
        sa.exists().where(
            alert_finds.c.search_id == search_alerts.c.search_id,
            alert_finds.c.record_id == _record_id,
            _is_pending,
        ),
    )
    .values(has_finds=True)
    for dialect in _DIALECTS
}


def find_position(tx: Tx, *, lock: bool = False) -> int | None:
    """Return the number of the last change that was compared; None before the first."""
    number: int | None = tx.value(_position.with_for_update() if lock else _position)
    return number


def update_position(tx: Tx, position: int) -> None:
    """Set the number of the last change that was compared. The position must be locked."""
    tx.execute(_advance, {"upto": position})


def add_finds(
    tx: Tx, record_id: Id, author: Id, since: datetime, digests: Sequence[str], now: datetime
) -> int:
    """Record that queries find a record, for searches that were updated before `since`.

    Not for searches of its author, and not a second time. Returns how many were added.
    """
    found = {"this_record": record_id, "digests": list(digests)}
    parameters = {**found, "author": author, "since": since, "now": now}
    added = tx.execute(_add_finds[tx.dialect], parameters).rowcount
    if added:
        # All of them, not only those without finds: on PostgreSQL, a condition on `has_finds` is
        # read from the version before a transaction that is sending the previous alert.
        tx.execute(_mark[tx.dialect], found)
    return added


# --- sending ----------------------------------------------------------------------------------

_due = (
    sa.select(search_alerts.c.search_id)
    .where(HAS_FINDS, search_alerts.c.next_at <= _now)
    .order_by(search_alerts.c.next_at)
    .limit(sa.bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_searches = (
    sa.select(
        saved_searches,
        accounts.c.email,
        sa.and_(
            accounts.c.is_email_verified,
            accounts.c.disabled_at.is_(None),
            accounts.c.erases_at.is_(None),
        ).label("is_addressable"),
    )
    .join_from(saved_searches, accounts)
    .where(saved_searches.c.id.in_(sa.bindparam("searches", type_=IdColumn, expanding=True)))
    .order_by(saved_searches.c.id)
)
_due_search = side_by_side(DueSearch, reader_of(Search), reader_of(Recipient))
_pending = (
    sa.select(alert_finds.c.record_id)
    .where(alert_finds.c.search_id == _search_id, _is_pending)
    .order_by(alert_finds.c.found_at.desc(), alert_finds.c.record_id.desc())
    .limit(sa.bindparam("limit"))
)
_finds = sa.and_(
    alert_finds.c.search_id == _search_id,
    alert_finds.c.record_id.in_(sa.bindparam("records", type_=IdColumn, expanding=True)),
)
_mark_sent = alert_finds.update().where(_finds).values(sent_at=_now)
_drop_finds = alert_finds.delete().where(_finds)
_finish = search_alerts.update().where(_is_search)


def lock_due(tx: Tx, now: datetime, limit: int) -> Sequence[DueSearch]:
    """Return some searches whose alerts are due, and lock their alerts."""
    due = tx.values(_due, {"now": now, "limit": limit})
    return tx.records(_due_search, _searches, {"searches": due}) if due else []


def list_pending(tx: Tx, search_id: Id, limit: int) -> Sequence[Id]:
    """Return the records that were found and not sent, newest first."""
    return tx.values(_pending, {"this_search": search_id, "limit": limit})


def mark_sent(tx: Tx, search_id: Id, records: Sequence[Id], now: datetime) -> None:
    """Record that finds were sent."""
    if records:
        parameters = {"this_search": search_id, "records": list(records), "now": now}
        tx.execute(_mark_sent, parameters)


def delete_finds(tx: Tx, search_id: Id, records: Sequence[Id]) -> None:
    """Delete finds that were not sent."""
    if records:
        tx.execute(_drop_finds, {"this_search": search_id, "records": list(records)})


def finish(tx: Tx, search_id: Id, *, has_finds: bool, sent: Mapping[str, datetime]) -> None:
    """Record that the due finds of an alert were checked; `sent` has the new times, if sent."""
    values = {"has_finds": has_finds, **sent}
    tx.execute(_finish.values(**values), {"this_search": search_id})
