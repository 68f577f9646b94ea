"""Alerts: find which saved searches new records match, and send e-mails about them.

A record is compared with the searches after the change feed names it. Only searches that share a
key with the record are read (`kit/search/reverse`), and equal queries are decided once.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pydantic import JsonValue

from bridgework.areas.history.changes import actions as changes
from bridgework.areas.history.changes.schemas import Change
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.work.saved_searches import alert_queries, emails, policies, schemas
from bridgework.areas.work.saved_searches.kinds import KINDS, Description
from bridgework.areas.work.saved_searches.records import DueSearch, Search
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, Tx, json_text
from bridgework.kit.delivery import Action
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.security import Keyring


class _Find(NamedTuple):
    """A record in an e-mail."""

    author: Id
    description: Description


def reset(tx: Tx, search: schemas.SavedSearch, owner: Id, now: datetime) -> None:
    """Begin, change or end the alerts of a search that was saved or updated.

    What it found before and did not send is no longer sent.
    """
    search_id = Id(search.id)
    former = alert_queries.delete_unsent(tx, search_id)
    sent_at = None if former is None else former.sent_at
    period = policies.PERIODS[search.frequency]
    if period is None:
        end(tx, search_id)
        return
    digest = _put_query(tx, search.kind, search.query)
    next_at = now if sent_at is None else sent_at + period
    alert_queries.put(tx, search_id, owner, digest, next_at)
    if former is not None and former.digest != digest:
        alert_queries.delete_unused(tx, [former.digest])


def end(tx: Tx, search_id: Id) -> None:
    """End the alerts of a search, and delete its query if no other search has it."""
    alert_queries.delete_unused(tx, alert_queries.delete_alerts(tx, search_id))


def end_all(tx: Tx, account_id: Id) -> None:
    """End the alerts of an account, and delete the queries that no other account has."""
    alert_queries.delete_unused(tx, alert_queries.delete_all_alerts(tx, account_id))


def find(database: Database, now: datetime) -> Action | None:
    """Compare some changes of the feed with the searches. The action stores what was found.

    Other writers do not wait for the comparison. A search that is saved meanwhile is newer than
    these changes. None if there are no changes.
    """
    with database.reading() as reading:
        position = alert_queries.find_position(reading)
    page = changes.read_kept(
        database, now, after=position, types=policies.TYPES, limit=policies.CHANGES_AT_ONCE
    )
    if page.next_after == position:
        return None
    by_kind = _records_by_kind(page.items)
    with database.reading() as reading:
        found = [
            match
            for kind, record_ids in by_kind.items()
            for match in _matches(reading, kind, record_ids)
        ]

    def store(tx: Tx, now: datetime) -> int:
        if alert_queries.find_position(tx, lock=True) != position:
            return 0  # another process compared these changes
        for record_id, author, since, digests in found:
            alert_queries.add_finds(tx, record_id, author, since, digests, now)
        alert_queries.update_position(tx, page.next_after)
        return len(page.items)

    return store


def send(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """Send some of the alerts that are due. A periodic task. Returns how many were due."""
    due = alert_queries.lock_due(tx, now, policies.ALERTS_AT_ONCE)
    for search in due:
        _send(keyring, tx, search, now)
    return len(due)


def reindex_stale(tx: Tx, _: datetime) -> int:
    """Compute keys anew that depend on an earlier terminology. A periodic task."""
    total = 0
    for kind, list_kind in KINDS.items():
        edition = list_kind.edition
        for row in alert_queries.list_stale(tx, kind, edition, policies.QUERIES_AT_ONCE):
            keys = list_kind.keys_of(tx, row.query)
            alert_queries.put_keys(tx, row.digest, kind, keys, edition)
            total += 1
    return total


def delete_unused_queries(database: Database, _: datetime) -> Action | None:
    """Find some queries that no search with alerts has any more. The action deletes them.

    Other writers do not wait for the search for them. None if there are none.
    """
    with database.reading() as reading:
        unused = alert_queries.list_unused(reading, policies.QUERIES_AT_ONCE)
    return (lambda tx, _: alert_queries.delete_unused(tx, unused)) if unused else None


def _put_query(tx: Tx, kind: schemas.SearchKind, query: Mapping[str, JsonValue]) -> str:
    """Store the filters of a search, and return their digest. The order finds nothing else."""
    filters = {name: query[name] for name in sorted(query) if name != "sortBy"}
    digest = hashlib.sha256(json_text([kind, filters]).encode()).hexdigest()[:32]
    if not alert_queries.lock_query(tx, digest):
        list_kind = KINDS[kind]
        alert_queries.add_query(tx, digest, kind, filters, list_kind.edition)
        keys = list_kind.keys_of(tx, filters)
        alert_queries.put_keys(tx, digest, kind, keys, list_kind.edition)
    return digest


def _records_by_kind(items: Sequence[Change]) -> Mapping[schemas.SearchKind, Sequence[Id]]:
    records: dict[schemas.SearchKind, dict[Id, None]] = {}
    for change in items:
        kind = policies.KINDS_OF_SUBJECTS.get(change.subject.kind)
        if kind is not None:
            records.setdefault(kind, {})[Id(change.subject.id)] = None
    return {kind: list(ids) for kind, ids in records.items()}


def _matches(
    tx: Tx, kind: schemas.SearchKind, record_ids: Sequence[Id]
) -> Sequence[tuple[Id, Id, datetime, Sequence[str]]]:
    """Return records with their author, the time they joined, and the queries that find them."""
    list_kind = KINDS[kind]
    matches = []
    for record_id, record in list_kind.get_records(tx, record_ids).items():
        search = list_kind.reverse_search(tx, record.document)
        candidates = alert_queries.list_candidates(tx, kind, record.document.keys())
        digests = [row.digest for row in candidates if list_kind.is_found(search, row.query)]
        if digests:
            matches.append((record_id, record.author, record.since, digests))
    return matches


def _send(keyring: Keyring, tx: Tx, due: DueSearch, now: datetime) -> None:
    """Send the finds of a search that it still finds, and forget the others."""
    search, recipient = due
    pending = alert_queries.list_pending(tx, search.id, policies.FINDS_AT_ONCE)
    finds = _still_found(tx, search, pending, now) if recipient.is_addressable else {}
    alert_queries.delete_finds(tx, search.id, [each for each in pending if each not in finds])
    alert_queries.mark_sent(tx, search.id, list(finds), now)
    sent: dict[str, datetime] = {}
    if finds:
        shown = list(finds.values())[: policies.FINDS_IN_EMAIL]
        authors, found = {find.author for find in shown}, [find.description for find in shown]
        email = emails.alert(due, found, authors, more=len(finds) - len(shown))
        new = notifications.New("saved_search.results", search.user_id, search.id, search.name)
        outbox.add(tx, keyring, notifications.with_page(email, new), now)
        notifications.leave(tx, now, new)
        period = policies.PERIODS[search.frequency]
        sent = {"sent_at": now, "next_at": now if period is None else now + period}
    has_finds = len(pending) == policies.FINDS_AT_ONCE
    alert_queries.finish(tx, search.id, has_finds=has_finds, sent=sent)


def _still_found(
    tx: Tx, search: Search, record_ids: Sequence[Id], now: datetime
) -> Mapping[Id, _Find]:
    """Return those records that the search lists as new, in their order."""
    list_kind = KINDS[search.kind]
    records = list_kind.get_records(tx, record_ids)
    found = [
        record_id
        for record_id in record_ids
        if (record := records.get(record_id)) is not None
        and record.since > search.updated_at
        and list_kind.is_found(list_kind.reverse_search(tx, record.document), search.query)
    ]
    listed = list_kind.describe(tx, found, search.user_id, now)
    return {
        record_id: _Find(records[record_id].author, listed[record_id])
        for record_id in found
        if record_id in listed
    }
