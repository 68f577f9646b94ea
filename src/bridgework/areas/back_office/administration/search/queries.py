"""The statements of the search, one for each kind of record.

Roles, jobs and vendors are found by their search index. Events and articles are found by their
search key, accounts by their terms.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.areas.back_office.administration.queries import list_similar
from bridgework.areas.back_office.administration.search import schemas
from bridgework.areas.back_office.administration.search.records import (
    FoundArticle,
    FoundEvent,
    FoundPosting,
    FoundUser,
    FoundVendor,
)
from bridgework.areas.community.blogs.tables import posts
from bridgework.areas.community.calendar.tables import events
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.people.profiles.actions import with_verification
from bridgework.areas.people.vendors import tables as vendors
from bridgework.areas.people.vendors.schemas import DirectoryEntry
from bridgework.areas.work.jobs import tables as jobs
from bridgework.areas.work.roles import tables as roles
from bridgework.kit.data.db import IdColumn, Tx, UtcDateTimeColumn
from bridgework.kit.data.search import Order, SearchIndex, pages, query
from bridgework.kit.text import full_name, search_words, time_zones

Found = TypeVar("Found", FoundPosting, FoundVendor)

_MAX_RANKED = 1_000
_ids = sa.bindparam("ids", type_=IdColumn, expanding=True)
_now = sa.bindparam("now", type_=UtcDateTimeColumn())
_TIERS = (
    accounts.c.verification_tier,
    accounts.c.jobs_verification_tier,
    accounts.c.vendors_verification_tier,
)
_user_state = sa.case(
    (accounts.c.disabled_at.is_not(None), "disabled"),
    (accounts.c.erases_at.is_not(None), "to-be-erased"),
    (sa.not_(accounts.c.is_email_verified), "unconfirmed"),
    (sa.or_(*(tier != "not-verified" for tier in _TIERS)), "verified"),
    else_="not-verified",
)
_users = sa.select(
    *(accounts.c.id, accounts.c.first_name, accounts.c.last_name, accounts.c.email),
    *(_user_state.label("state"), accounts.c.created_at),
).where(accounts.c.id.in_(_ids))
_event_state = sa.case(
    (sa.func.coalesce(events.c.end_at, events.c.start_at) <= _now, "ended"), else_="upcoming"
)
_events = (
    sa.select(
        *(events.c.id, events.c.name, events.c.start_at, events.c.timezone),
        _event_state.label("state"),
    )
    .where(events.c.hidden_at.is_(None), events.c.cancelled_at.is_(None))
    .order_by(events.c.start_at.desc(), events.c.id.desc())
)
_articles = sa.select(
    *(posts.c.id, posts.c.title, posts.c.slug, posts.c.status.label("state")),
    sa.func.coalesce(posts.c.published_at, posts.c.created_at).label("date"),
).order_by(posts.c.created_at.desc(), posts.c.id.desc())
_roles = sa.select(
    *(roles.roles.c.id, roles.roles.c.fields, roles.roles.c.created_at),
    roles.roles.c.status.label("state"),
).where(roles.roles.c.id.in_(_ids))
_job_state = sa.case(
    (sa.and_(jobs.jobs.c.status == "approved", jobs.jobs.c.expires_at <= _now), "expired"),
    else_=jobs.jobs.c.status,
)
_jobs = sa.select(
    *(jobs.jobs.c.id, jobs.jobs.c.fields, jobs.jobs.c.created_at), _job_state.label("state")
).where(jobs.jobs.c.id.in_(_ids))
_vendors = (
    sa.select(accounts.c.id, vendors.entries.c.entry, accounts.c.created_at)
    .join_from(vendors.entries, accounts, accounts.c.id == vendors.entries.c.account_id)
    .where(vendors.entries.c.account_id.in_(_ids))
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


def list_users(tx: Tx, text: str, limit: int) -> list[schemas.SearchResult]:
    """Return the accounts that have a term for each word of the text, best first.

    The best are those whose address begins with the words, then those in which words begin so. Of
    many accounts only the newest are ranked. Without such an account, they are those of
    `list_similar`.
    """
    newest = (
        sa.select(accounts.c.id, accounts.c.search_key)
        .where(*terms.conditions(tx, text))
        .order_by(accounts.c.id.desc())
        .limit(_MAX_RANKED)
        .subquery()
    )
    key, words = newest.c.search_key, search_words(text)
    begins = [(" " + key).contains(f" {word}", autoescape=True) for word in words]
    rank = sa.case(
        (key.startswith(" ".join(words), autoescape=True), 0), (sa.and_(*begins), 1), else_=2
    )
    ids = tx.values(sa.select(newest.c.id).order_by(rank, newest.c.id.desc()).limit(limit))
    ids = ids or list_similar(tx, text)[:limit]
    users = {user.id: user for user in tx.records(FoundUser, _users, {"ids": ids})}
    return [_to_user(users[account_id]) for account_id in ids if account_id in users]


def list_events(
    tx: Tx, words: Sequence[str], limit: int, now: datetime
) -> list[schemas.SearchResult]:
    """Return the events whose text contains all words, latest first."""
    statement = _events.where(*_contains(events.c.search_key, words)).limit(limit)
    return [_to_event(event) for event in tx.records(FoundEvent, statement, {"now": now})]


def list_articles(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the articles whose text contains all words, newest first."""
    statement = _articles.where(*_contains(posts.c.search_key, words)).limit(limit)
    return [
        schemas.SearchResult.from_row(article, kind="article", subtitle=article.slug)
        for article in tx.records(FoundArticle, statement)
    ]


def list_roles(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the roles whose text contains all words, newest first."""
    to_result = partial(_to_posting, "role")
    return _find(tx, roles.index, _newest_roles, FoundPosting, _roles, to_result, words, limit)


def list_jobs(
    tx: Tx, words: Sequence[str], limit: int, now: datetime
) -> list[schemas.SearchResult]:
    """Return the jobs whose text contains all words, newest first."""
    listed, to_result = _jobs.params(now=now), partial(_to_posting, "job")
    return _find(tx, jobs.index, _newest_jobs, FoundPosting, listed, to_result, words, limit)


def list_vendors(tx: Tx, words: Sequence[str], limit: int) -> list[schemas.SearchResult]:
    """Return the entries of the vendor directory whose text contains all words, by name."""
    return _find(
        tx, vendors.index, _vendors_by_name, FoundVendor, _vendors, _to_vendor, words, limit
    )


def _find(
    tx: Tx,
    index: SearchIndex,
    order: Order,
    record: type[Found],
    statement: sa.Select[Any],
    to_result: Callable[[Found], schemas.SearchResult],
    words: Sequence[str],
    limit: int,
) -> list[schemas.SearchResult]:
    members = index.find(tx, query.search_terms(words)).members
    ids = [row.tie for row in islice(pages.in_order(tx, order, members, limit), limit)]
    found = {each.id: each for each in tx.records(record, statement, {"ids": ids})}
    return [to_result(found[record_id]) for record_id in ids if record_id in found]


def _contains(key: sa.Column[Any], words: Iterable[str]) -> Iterator[sa.ColumnElement[bool]]:
    return (key.contains(word, autoescape=True) for word in words)


def _to_user(user: FoundUser) -> schemas.SearchResult:
    name = full_name(user.first_name, user.last_name) or user.email
    return schemas.SearchResult.from_row(
        user, kind="user", title=name, subtitle=user.email, date=user.created_at
    )


def _to_event(event: FoundEvent) -> schemas.SearchResult:
    day = time_zones.to_local(event.start_at, event.timezone).date().isoformat()
    return schemas.SearchResult.from_row(
        event, kind="event", title=event.name, subtitle=day, date=event.start_at
    )


def _to_posting(kind: schemas.ResultKind, posting: FoundPosting) -> schemas.SearchResult:
    title, company = posting.fields
    return schemas.SearchResult.from_row(
        posting, kind=kind, title=title, subtitle=company, date=posting.created_at
    )


def _to_vendor(vendor: FoundVendor) -> schemas.SearchResult:
    entry = DirectoryEntry.model_validate_json(with_verification(vendor.entry))
    return schemas.SearchResult(
        kind="vendor",
        id=vendor.id,
        title=entry.company_name or full_name(entry.first_name, entry.last_name) or "",
        subtitle=entry.kind,
        state="verified" if entry.is_verified else "not-verified",
        date=vendor.created_at,
    )
