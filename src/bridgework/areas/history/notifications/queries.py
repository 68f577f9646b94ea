"""The statements on notifications. Each of a member reads or writes only the member's own rows."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from operator import itemgetter

import sqlalchemy as sa

from bridgework.areas.history.notifications import serializers
from bridgework.areas.history.notifications.records import NotificationRow, Numbered, Unread
from bridgework.areas.history.notifications.schemas import Notification
from bridgework.areas.history.notifications.tables import IS_UNREAD, head, notifications
from bridgework.kit.core import Id
from bridgework.kit.data.db import (
    Database,
    IdColumn,
    Numbering,
    Reader,
    Tx,
    UtcDateTimeColumn,
    reader_of,
    side_by_side,
)
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice

COUNTED = 1000
"""Unread notifications that are counted; a member with more has this count."""
_DELETED_AT_ONCE = 500

# This area may not import that of the accounts, whose table has the names.
_accounts = sa.table(
    "accounts",
    sa.column("id", IdColumn),
    sa.column("first_name", sa.Text),
    sa.column("last_name", sa.Text),
    sa.column("avatar_url", sa.Text),
    sa.column("disabled_at", UtcDateTimeColumn),
    sa.column("erases_at", UtcDateTimeColumn),
)
_numbering = Numbering(notifications, head)
_add = notifications.insert().inline()
_is_owners = notifications.c.account_id == sa.bindparam("owner", type_=IdColumn)
_this = sa.and_(notifications.c.id == sa.bindparam("this", type_=IdColumn), _is_owners)
_columns = sa.select(
    notifications,
    *(_accounts.c[name].label(f"actor_{name}") for name in ("first_name", "last_name")),
    _accounts.c.avatar_url.label("actor_avatar_url"),
).select_from(
    notifications.outerjoin(
        _accounts,
        # An account can be enabled, and its erasure cancelled until it is done.
        sa.and_(
            _accounts.c.id == notifications.c.actor_id,
            _accounts.c.disabled_at.is_(None),
            _accounts.c.erases_at.is_(None),
        ),
    ),
)
_order = Keyset(notifications.c.at, notifications.c.id)
_all_pages = _order.pages(_columns.where(_is_owners), NotificationRow)
_unread_pages = _order.pages(_columns.where(_is_owners, IS_UNREAD), NotificationRow)
_find = _columns.where(_this)
_set = (
    notifications.update()
    .where(_this)
    .values(read_at=sa.bindparam("now", type_=UtcDateTimeColumn), sequence=sa.null())
)
_erased = sa.bindparam("erased", type_=IdColumn)
_forget_actor = (
    notifications.update().where(notifications.c.actor_id == _erased).values(actor_id=sa.null())
)
_forget_titles = (
    notifications.update()
    .where(notifications.c.title_by == _erased)
    .values(title="", title_by=sa.null())
)
_is_up_to = sa.tuple_(notifications.c.at, notifications.c.id) <= sa.tuple_(
    sa.bindparam("newest_at", type_=UtcDateTimeColumn), sa.bindparam("this", type_=IdColumn)
)
_newest_unread = (
    sa.select(notifications.c.id)
    .where(_is_owners, IS_UNREAD, _is_up_to)
    .order_by(notifications.c.at.desc(), notifications.c.id.desc())
    .limit(1)
)
_read_all = (
    notifications.update()
    .where(_is_owners, IS_UNREAD, _is_up_to)
    .values(read_at=sa.bindparam("now", type_=UtcDateTimeColumn))
)
_some_unread = (
    sa.select(sa.literal(1)).where(_is_owners, IS_UNREAD).limit(COUNTED).correlate(None).subquery()
)
_count_unread = sa.select(sa.func.count()).select_from(_some_unread)
_first_unread_of = (
    sa.select(sa.literal(1))
    .where(notifications.c.account_id == _accounts.c.id, IS_UNREAD)
    .limit(COUNTED)
    .correlate(_accounts)
    .subquery()
)
_unread_of = sa.select(
    _accounts.c.id.label("account_id"),
    sa.select(sa.func.count())
    .select_from(_first_unread_of)
    .correlate(_accounts)
    .scalar_subquery()
    .label("unread"),
).where(_accounts.c.id.in_(sa.bindparam("owners", type_=IdColumn, expanding=True)))
_between = (
    _columns.add_columns(notifications.c.sequence.label("number"))
    .where(
        notifications.c.sequence > sa.bindparam("after"),
        notifications.c.sequence <= sa.bindparam("upto"),
    )
    .order_by(notifications.c.sequence)
    .limit(sa.bindparam("limit"))
)
_number: Reader[int] = Reader(["number"], itemgetter(0))
_numbered = side_by_side(Numbered, reader_of(NotificationRow), _number)
_owners_between = _between.where(_is_owners)
_expired = (
    sa.select(notifications.c.id)
    .where(notifications.c.at < sa.bindparam("before", type_=UtcDateTimeColumn))
    .order_by(notifications.c.at)
    .limit(_DELETED_AT_ONCE)
)
_delete = notifications.delete().where(notifications.c.id.in_(_expired.scalar_subquery()))


def add(tx: Tx, rows: Sequence[Mapping[str, object]]) -> None:
    """Add notifications without numbers, with one statement."""
    tx.execute(_add, rows)


def find(tx: Tx, owner: Id, notification_id: Id) -> NotificationRow | None:
    """Return a notification of `owner`, None if there is none."""
    return tx.record(NotificationRow, _find, {"this": notification_id, "owner": owner})


def list_mine(
    tx: Tx, owner: Id, page_request: PageRequest, *, unread_only: bool
) -> PageSlice[Notification]:
    """Return a page of the notifications of `owner`, newest first."""
    pages = _unread_pages if unread_only else _all_pages
    return pages.read(tx, page_request, serializers.to_schema, {"owner": owner})


def count_unread(tx: Tx, owner: Id) -> int:
    """Count the unread notifications of `owner`, up to `COUNTED`."""
    return int(tx.value(_count_unread, {"owner": owner}))


def count_unread_of(tx: Tx, owners: Collection[Id]) -> Mapping[Id, int]:
    """Count the unread notifications of each of some accounts, up to `COUNTED`."""
    found = tx.records(Unread, _unread_of, {"owners": list(owners)})
    counts = {each.account_id: each.unread for each in found}
    return {owner: counts.get(owner, 0) for owner in owners}


def update_read(tx: Tx, owner: Id, notification_id: Id, read_at: datetime | None) -> None:
    """Mark a notification of `owner` as read or unread, and have it numbered again."""
    tx.execute(_set, {"this": notification_id, "owner": owner, "now": read_at})


def update_all_read(tx: Tx, owner: Id, at: datetime, up_to: Id, now: datetime) -> None:
    """Mark the unread notifications of `owner` up to one as read. The newest is numbered again."""
    span = {"owner": owner, "newest_at": at, "this": up_to}
    newest = tx.value(_newest_unread, span)
    if newest is None:
        return
    tx.execute(_read_all, {**span, "now": now})
    update_read(tx, owner, Id(newest), now)


def delete_account(tx: Tx, account_id: Id) -> None:
    """Remove an account, and the titles that it wrote, from the notifications of others."""
    tx.execute(_forget_actor, {"erased": account_id})
    tx.execute(_forget_titles, {"erased": account_id})


def number(tx: Tx) -> int:
    """Number a batch of committed notifications. Returns how many."""
    return _numbering.number(tx)


def number_pending(database: Database) -> int:
    """Number what was committed, and return the last number."""
    return _numbering.number_pending(database)


def get_last_number(tx: Tx) -> int:
    """Return the last number; 0 before the first notification."""
    return _numbering.get_last(tx)


def list_between(tx: Tx, after: int, upto: int, limit: int, owner: Id | None) -> Sequence[Numbered]:
    """Return notifications with numbers above `after` and up to `upto`, in order.

    Those of `owner`, or those of all members if it is None, for the publisher.
    """
    span = {"after": after, "upto": upto, "limit": limit}
    if owner is None:
        return tx.records(_numbered, _between, span)
    return tx.records(_numbered, _owners_between, {**span, "owner": owner})


def delete_before(tx: Tx, before: datetime) -> int:
    """Delete some notifications that are older than a time. Returns how many."""
    return tx.execute(_delete, {"before": before}).rowcount
