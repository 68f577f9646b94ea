"""The statements of the search, one for each kind of record.

Roles, jobs and vendors are found by their search index. Accounts, events and articles are found by
their search key, which an index of the accounts contains.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import sqlalchemy as sa

from bridgework.areas.community.blogs.tables import posts
from bridgework.areas.community.calendar.tables import events
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.operations.administration.queries import list_similar
from bridgework.areas.operations.administration.search import schemas
from bridgework.areas.people.profiles.actions import with_verification
from bridgework.areas.people.vendors import tables as vendors
from bridgework.areas.people.vendors.schemas import DirectoryEntry
from bridgework.areas.work.jobs import tables as jobs
from bridgework.areas.work.roles import tables as roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.data.search import Order, SearchIndex, pages, query
from bridgework.kit.text import full_name, time_zones

Row = sa.Row[Any]

_MAX_RANKED = 1_000
_ids = sa.bindparam("ids", type_=IdColumn, expanding=True)
_users = sa.select(
    accounts.c.id, accounts.c.first_name, accounts.c.last_name, accounts.c.email
).where(accounts.c.id.in_(_ids))
_events = (
    sa.select(events.c.id, events.c.name, events.c.start_at, events.c.timezone)
    .where(events.c.hidden_at.is_(None), events.c.cancelled_at.is_(None))
    .order_by(events.c.start_at.desc(), events.c.id.desc())
)
_articles = sa.select(posts.c.id, posts.c.title, posts.c.slug).order_by(
    posts.c.created_at.desc(), posts.c.id.desc()
)
_roles = sa.select(roles.roles.c.id, roles.roles.c.fields).where(roles.roles.c.id.in_(_ids))
_jobs = sa.select(jobs.jobs.c.id, jobs.jobs.c.fields).where(jobs.jobs.c.id.in_(_ids))
_vendors = sa.select(vendors.entries.c.account_id.label("id"), vendors.entries.c.entry).where(
    vendors.entries.c.account_id.in_(_ids)
)
_newest_roles, _newest_jobs = (
    Order(documents.c.number, documents.c.created_at, posting_id)
    for documents, posting_id in (
        (roles.documents, roles.documents.c.role_id),
        (jobs.documents, jobs.documents.c.job_id),
    )
)
_vendors_by_name = Order(
    vendors.entries.c.number,
    vendors.entries.c.name_key,
    vendors.entries.c.account_id,
    descending=False,
)


def list_users(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the accounts whose name and address contain all words, best first.

    The best are those whose address begins with the words, then those in which words begin so. Of
    many accounts only the newest are ranked. Without such an account, they are those of
    `list_similar`.
    """
    # Only columns of an index, which the statement reads instead of the table.
    newest = (
        sa.select(accounts.c.id, accounts.c.search_key)
        .where(*_contains(accounts.c.search_key, words))
        .order_by(accounts.c.id.desc())
        .limit(_MAX_RANKED)
        .subquery()
    )
    key = newest.c.search_key
    begins = [(" " + key).contains(f" {word}", autoescape=True) for word in words]
    rank = sa.case(
        (key.startswith(" ".join(words), autoescape=True), 0), (sa.and_(*begins), 1), else_=2
    )
    ids = tx.values(sa.select(newest.c.id).order_by(rank, newest.c.id.desc()).limit(limit))
    ids = ids or list_similar(tx, words)[:limit]
    users = {row.id: row for row in tx.rows(_users, {"ids": ids})}
    return [_to_user(users[account_id]) for account_id in ids if account_id in users]


def list_events(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the events whose text contains all words, latest first."""
    statement = _events.where(*_contains(events.c.search_key, words)).limit(limit)
    return [_to_event(row) for row in tx.rows(statement)]


def list_articles(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the articles whose text contains all words, newest first."""
    statement = _articles.where(*_contains(posts.c.search_key, words)).limit(limit)
    return [_to_result("article", row.id, row.title, row.slug) for row in tx.rows(statement)]


def list_roles(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the roles whose text contains all words, newest first."""
    return _find(tx, roles.index, _newest_roles, _roles, _to_role, words, limit)


def list_jobs(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the jobs whose text contains all words, newest first."""
    return _find(tx, jobs.index, _newest_jobs, _jobs, _to_job, words, limit)


def list_vendors(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the entries of the vendor directory whose text contains all words, by name."""
    return _find(tx, vendors.index, _vendors_by_name, _vendors, _to_vendor, words, limit)


def _find(
    tx: Tx,
    index: SearchIndex,
    order: Order,
    statement: sa.Select[Any],
    to_result: Callable[[Row], schemas.SearchResult],
    words: Sequence[str],
    limit: int,
) -> list[schemas.SearchResult]:
    members = index.find(tx, query.search_terms(words)).members
    ids = [row.tie for row in islice(pages.in_order(tx, order, members, limit), limit)]
    rows = {row.id: row for row in tx.rows(statement, {"ids": ids})}
    return [to_result(rows[record_id]) for record_id in ids if record_id in rows]


def _contains(key: sa.Column[Any], words: Iterable[str]) -> Iterator[sa.ColumnElement[bool]]:
    return (key.contains(word, autoescape=True) for word in words)


def _to_result(
    kind: schemas.ResultKind, record_id: Id, title: str, subtitle: str | None
) -> schemas.SearchResult:
    return schemas.SearchResult(kind=kind, id=record_id, title=title, subtitle=subtitle)


def _to_user(row: Row) -> schemas.SearchResult:
    name = full_name(row.first_name, row.last_name) or row.email
    return _to_result("user", row.id, name, row.email)


def _to_event(row: Row) -> schemas.SearchResult:
    day = time_zones.to_local(row.start_at, row.timezone).date()
    return _to_result("event", row.id, row.name, day.isoformat())


def _to_role(row: Row) -> schemas.SearchResult:
    fields: Mapping[str, Any] = row.fields
    return _to_result("role", row.id, fields["role_needed"], fields["company_name"])


def _to_job(row: Row) -> schemas.SearchResult:
    fields: Mapping[str, Any] = row.fields
    return _to_result("job", row.id, fields["role_needed"], fields["company_name"])


def _to_vendor(row: Row) -> schemas.SearchResult:
    entry = DirectoryEntry.model_validate_json(with_verification(row.entry))
    name = entry.company_name or full_name(entry.first_name, entry.last_name) or ""
    return _to_result("vendor", row.id, name, entry.kind)
