"""What a caller may see of a posting: the conditions, and the members that depend on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.postings.records import (
    Listed,
    P,
    PostingView,
    count_label,
    listed_reader,
)
from bridgework.areas.work.postings.schemas import PostingOwner, PostingVisibility, WhyUnlisted
from bridgework.areas.work.postings.warnings import warnings_of
from bridgework.kit.actions import hidden_with_account
from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn, reader_of
from bridgework.kit.security import Caller

READER = sa.bindparam("reader", type_=IdColumn)
READER_IS_ADMIN = sa.bindparam("reader_is_admin", type_=sa.Boolean)
NOW = sa.bindparam("now", type_=UtcDateTimeColumn)


def reader(caller: Caller, now: datetime | None = None) -> dict[str, object]:
    """Return the parameters of the caller and of the current time."""
    return {"reader": caller.account_id, "reader_is_admin": caller.is_admin, "now": now}


OWNER_MEMBERS = ("first_name", "last_name", "avatar_url", "disabled_at", "disabled_reason")
"""The columns of the owner that are read with a posting."""


class Visibility(Generic[P]):
    """The conditions for one type of posting."""

    def __init__(
        self,
        record: type[P],
        table: sa.Table,
        posting_id: sa.Column[Any],
        *,
        removed_at: sa.Column[Any],
        hidden_at: sa.Column[Any] | None = None,
        open_status: str,
        is_unexpired: Sequence[sa.ColumnElement[bool]] = (),
        application_statuses: Sequence[str],
        contact_from: Sequence[str],
        tier: str,
        accepted_may_read: bool = False,
    ) -> None:
        """`record` has the columns of `table`. The applications refer to it by `posting_id`.

        Applications have the `application_statuses`. Applicants whose application has a status of
        `contact_from` may see the contact. With `accepted_may_read`, they may also see the posting
        after it is closed. Administrators may also see a posting with a time in `hidden_at`. The
        column `tier` of accounts says whether a person is verified on this platform.
        """
        self.table, self.open_status = table, open_status
        self.contact_from = frozenset(contact_from)
        self.reader = reader_of(record)
        self.listed_reader = listed_reader(record, application_statuses)
        self.is_owner_active = _is_owner_active(table)
        self.is_verified = sa.and_(
            accounts.c[tier] != "not-verified", since(accounts.c.id).is_(None)
        )
        self.is_owner_verified = _is_owner_verified(table, self.is_verified)
        self.is_in_charge = sa.or_(READER_IS_ADMIN, table.c.user_id == READER)
        self.is_present = removed_at.is_(None)
        self.has_open_status = table.c.status == open_status
        self.is_open = sa.and_(self.has_open_status, *is_unexpired, self.is_owner_active)
        self.current_status = _current_status(
            table, self.is_present, self.has_open_status, is_unexpired
        )
        self.has_applied = _has_applied(table, posting_id)
        is_accepted = _is_accepted(table, posting_id, contact_from)
        readers = [self.is_in_charge, self.is_open]
        if accepted_may_read:
            readers.append(is_accepted)
        self.is_visible = sa.and_(self.is_present, sa.or_(*readers))
        hidden_since = sa.null() if hidden_at is None else hidden_at
        every = self._select(posting_id, is_accepted, hidden_since, application_statuses)
        self.listed = every.where(self.is_present)
        self.hidden = every.where(hidden_since.is_not(None), READER_IS_ADMIN)

    def _select(
        self,
        posting_id: sa.Column[Any],
        is_accepted: sa.ColumnElement[bool],
        hidden_since: sa.ColumnElement[Any],
        statuses: Sequence[str],
    ) -> sa.Select[Any]:
        """Select the columns of `Listed`."""
        table = self.table
        owner, mine = accounts.alias("owner"), posting_id.table.alias("mine")
        is_owner = sa.and_(owner.c.id == table.c.user_id, owner.c.erases_at.is_(None))
        in_review = sa.case((self.is_in_charge, since(table.c.id)), else_=sa.null())
        is_mine = sa.and_(mine.c[posting_id.name] == table.c.id, mine.c.applicant_id == READER)
        return (
            sa.select(
                table,
                self.is_in_charge.label("is_in_charge"),
                sa.or_(self.is_in_charge, is_accepted).label("knows_contact"),
                self.is_owner_verified.label("is_owner_verified"),
                *(owner.c[name].label(f"owner_{name}") for name in OWNER_MEMBERS),
                sa.case((self.is_in_charge, _owner_erases_at(table))).label("owner_erases_at"),
                in_review.label("change_in_review_since"),
                hidden_since.label("hidden_since"),
                mine.c.id.label("my_application_id"),
                mine.c.status.label("my_application_status"),
                *_count_applications(table, posting_id, self.is_in_charge, statuses),
            )
            # Outer joins, so that the database reads the postings first.
            .outerjoin_from(table, owner, is_owner)
            .outerjoin(mine, is_mine)
        )


def _is_owner_active(table: sa.Table) -> sa.ColumnElement[bool]:
    is_active = sa.and_(accounts.c.disabled_at.is_(None), accounts.c.erases_at.is_(None))
    return sa.exists().where(accounts.c.id == table.c.user_id, is_active).correlate(table)


def _is_owner_verified(
    table: sa.Table, is_verified: sa.ColumnElement[bool]
) -> sa.ColumnElement[bool]:
    """The condition that the owner is verified, and no change of the name or licenses waits."""
    return sa.exists().where(accounts.c.id == table.c.user_id, is_verified).correlate(table)


def _owner_erases_at(table: sa.Table) -> sa.ScalarSelect[Any]:
    of_owner = sa.select(accounts.c.erases_at).where(accounts.c.id == table.c.user_id)
    return of_owner.correlate(table).scalar_subquery()


def _current_status(
    table: sa.Table,
    is_present: sa.ColumnElement[bool],
    has_open_status: sa.ColumnElement[bool],
    is_unexpired: Sequence[sa.ColumnElement[bool]],
) -> sa.ColumnElement[str | None]:
    """Return the current status of a posting, null if it is removed."""
    has_expired = [sa.and_(has_open_status, sa.not_(condition)) for condition in is_unexpired]
    return sa.case(
        (sa.not_(is_present), sa.null()),
        *((condition, sa.literal("expired")) for condition in has_expired),
        else_=table.c.status,
    )


def _has_applied(table: sa.Table, posting_id: sa.Column[Any]) -> sa.ColumnElement[bool]:
    is_theirs = sa.and_(posting_id == table.c.id, posting_id.table.c.applicant_id == READER)
    return sa.exists().where(is_theirs).correlate(table)


def _count_applications(
    table: sa.Table,
    posting_id: sa.Column[Any],
    is_in_charge: sa.ColumnElement[bool],
    statuses: Sequence[str],
) -> Iterator[sa.Label[int | None]]:
    """Yield the columns with the numbers of applications, null for those not in charge."""
    applications = posting_id.table
    for status in statuses:
        is_counted = sa.and_(posting_id == table.c.id, applications.c.status == status)
        count = sa.select(sa.func.count()).select_from(applications).where(is_counted)
        one = count.correlate(table).scalar_subquery()
        yield sa.case((is_in_charge, one), else_=sa.null()).label(count_label(status))


def _is_accepted(
    table: sa.Table, posting_id: sa.Column[Any], contact_from: Sequence[str]
) -> sa.ColumnElement[bool]:
    applications = posting_id.table
    # Not `IN`, whose list of values expands at each execution.
    has_status = sa.or_(*(applications.c.status == status for status in contact_from))
    is_theirs = sa.and_(posting_id == table.c.id, applications.c.applicant_id == READER)
    return sa.exists().where(is_theirs, has_status).correlate(table)


def to_members(
    listed: Listed[Any], caller: Caller, why_unlisted: Iterable[WhyUnlisted]
) -> Mapping[str, object]:
    """Return the members about the owner, the applications and the visibility, for this caller.

    `why_unlisted` are the reasons besides the owner's account.
    """
    view = listed.view
    mine = {"id": view.my_application_id, "status": view.my_application_status}
    return {
        "owner": None if caller.account_id is None else _to_owner(view),
        "application_counts": listed.counts if view.is_in_charge else None,
        "hidden": hidden_with_account(caller, view.owner_disabled_at, view.owner_disabled_reason),
        "my_application": None if view.my_application_id is None else mine,
        "is_owner_verified": view.is_owner_verified,
        "warnings": [*warnings_of(listed.posting.fields)] if view.is_in_charge else None,
        "visibility": _to_visibility(view, why_unlisted) if view.is_in_charge else None,
    }


def _to_visibility(view: PostingView, why_unlisted: Iterable[WhyUnlisted]) -> PostingVisibility:
    reasons = list(why_unlisted)
    if view.owner_disabled_at is not None:
        reasons.append("owner_disabled")
    if view.owner_erases_at is not None:
        reasons.append("owner_to_be_erased")
    return PostingVisibility(listed=not reasons, reasons=reasons)


def _to_owner(view: PostingView) -> PostingOwner:
    names = (view.owner_first_name, view.owner_last_name)
    name = " ".join(part for part in names if part) or None
    return PostingOwner(name=name, avatar_url=view.owner_avatar_url)
