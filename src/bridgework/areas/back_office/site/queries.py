"""The statements of the sitemap. They read the ids of public records only."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.back_office.site.schemas import SitemapPart
from bridgework.areas.community.blogs.tables import NOT_DRAFT, posts
from bridgework.areas.community.calendar.tables import events
from bridgework.areas.people.directory.tables import experts
from bridgework.areas.work.jobs.actions import is_public as is_public_job
from bridgework.areas.work.jobs.tables import jobs
from bridgework.kit.data.db import Tx, UtcDateTimeColumn

MAX_URLS = 50_000
"""The URLs that a sitemap may have."""

_limit: sa.BindParameter[int] = sa.bindparam("limit", type_=sa.Integer)
_skipped: sa.BindParameter[int] = sa.bindparam("skipped", type_=sa.BigInteger)
_now: sa.BindParameter[datetime] = sa.bindparam("now", type_=UtcDateTimeColumn())
_is_public_post = sa.and_(NOT_DRAFT, posts.c.published_at <= _now)
_is_public_event = sa.and_(
    events.c.visibility == "public", events.c.hidden_at.is_(None), events.c.cancelled_at.is_(None)
)
_names: Mapping[str, sa.Select[Any]] = {
    "experts": sa.select(experts.c.id).order_by(experts.c.number),
    "articles": sa.select(posts.c.slug).where(_is_public_post).order_by(posts.c.id),
    "events": sa.select(events.c.id).where(_is_public_event).order_by(events.c.id),
    "jobs": sa.select(jobs.c.id).where(is_public_job).order_by(jobs.c.id),
}


def count_names(tx: Tx, part: SitemapPart, now: datetime) -> int:
    """Return the number of public records of a kind."""
    counted = sa.select(sa.func.count()).select_from(_names[part].order_by(None).subquery())
    return int(tx.value(counted, {"now": now}) or 0)


def list_names(tx: Tx, part: SitemapPart, now: datetime, number: int) -> Sequence[str]:
    """Return the last segments of the addresses of public records, of one sitemap."""
    # No database takes an offset of more than 64 bits.
    skipped = min(number - 1, MAX_URLS) * MAX_URLS
    statement = _names[part].limit(_limit).offset(_skipped)
    values = {"limit": MAX_URLS, "skipped": skipped, "now": now}
    return [str(name) for name in tx.values(statement, values)]
