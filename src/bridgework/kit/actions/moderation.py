"""Content that administrators can hide from all callers, and restore.

    JOB = ContentType(
        table=jobs, record=Job, owner="user_id", may_see=queries.may_see,
        title=lambda job: job.fields.role_needed, after_change=reindex,
    )

Its table has the columns `id` and `hidden_at`. Every query excludes hidden rows: lists, single
rows, search, matches and feeds. Once the transaction that hides it commits, hidden content is a
404 for all callers except administrators. The operations that return one record return it to
administrators, with `hidden`: since when, and why.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa

from bridgework.kit.actions.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, reader_of, side_by_side
from bridgework.kit.security import Caller
from bridgework.kit.validation import ResponseModel, UtcDatetime


class Moderated(Protocol):
    """A record of content."""

    @property
    def id(self) -> Id: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def hidden_at(self) -> datetime | None: ...


R = TypeVar("R", bound=Moderated)


class _Parent(NamedTuple):
    parent_text: str | None


class Hidden(ResponseModel):
    """Since when only administrators can read a record, and why."""

    since: UtcDatetime
    """When other callers stopped finding it."""
    reason: str | None
    """The reason of the decision that hid it, or the reason for which its account was disabled.
    Null if none is known."""


REASONS: list[Callable[[Tx, Id], str | None]] = []
"""Finds why a record was hidden, by its ID. `event_handlers.py` sets it."""


def hidden_by_decision(tx: Tx, content_id: Id, hidden_at: datetime) -> Hidden:
    """Return the member `hidden` of content that an administrator has hidden."""
    found = (find_reason(tx, content_id) for find_reason in REASONS)
    return Hidden(since=hidden_at, reason=next(found, None))


def hidden_with_account(
    caller: Caller, disabled_at: datetime | None, reason: str | None
) -> Hidden | None:
    """Return the member `hidden` of content of a disabled account; None for other callers."""
    if disabled_at is None or not caller.is_admin:
        return None
    return Hidden(since=disabled_at, reason=reason)


class HideableAccount(Protocol):
    """What says whether a profile is hidden."""

    @property
    def id(self) -> Id: ...
    @property
    def hidden_at(self) -> datetime | None: ...
    @property
    def disabled_at(self) -> datetime | None: ...
    @property
    def disabled_reason(self) -> str | None: ...


def hidden_profile(tx: Tx, caller: Caller, account: HideableAccount) -> Hidden | None:
    """Return the member `hidden` of a profile, by its account."""
    if account.hidden_at is not None:
        return hidden_by_decision(tx, account.id, account.hidden_at)
    return hidden_with_account(caller, account.disabled_at, account.disabled_reason)


@dataclass(frozen=True, slots=True)
class Content:
    """The properties of a row that moderation uses."""

    owner_id: Id | None
    """The account that is notified; None if it was erased."""
    title: str
    text: str
    image_url: str | None
    parent_text: str | None
    created_at: datetime
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class ContentType(Generic[R]):
    """A table whose rows can be moderated, as declared by its area."""

    table: sa.Table
    record: type[R]
    """Its columns are read, of those of the table."""
    owner: str
    """The column with the ID of the owner's account."""
    may_see: Callable[[Tx, Caller, Id], bool]
    """Whether the caller may read the row, and therefore report it."""
    title: Callable[[R], str]
    """A title by which the owner recognizes it; empty if it has none."""
    text: Callable[[R], str] = lambda _: ""
    """What administrators read of it to decide on a report."""
    image_url: Callable[[R], str | None] = lambda _: None
    parent_text: sa.ColumnElement[Any] = field(default_factory=sa.null)
    """The text of the content that it belongs to, such as that of the post of a comment."""
    exists: sa.ColumnElement[bool] = field(default_factory=sa.true)
    """Whether a row still exists for its readers."""
    changes: Callable[[datetime], Mapping[str, object]] = lambda _: {}
    """Further columns to set when a row is hidden or restored, such as its version."""
    before_hiding: Callable[[Context[Any], Id, Id], None] | None = None
    """Called with the ID and the owner of a locked row, before a decision hides it, to notify
    others than the owner."""
    after_change: Callable[[Tx, Id, datetime, bool], None] | None = None
    """Called after a row was hidden (True) or restored (False), to update counts and indexes."""

    def find(self, tx: Tx, content_id: Id) -> Content | None:
        """A row, hidden or not; None if it does not exist."""
        return next(iter(self.find_all(tx, [content_id]).values()), None)

    def lock(self, tx: Tx, content_id: Id) -> Content | None:
        """The same, locked until the transaction ends."""
        row = self.table.c.id == content_id
        tx.execute(sa.select(self.table.c.id).where(row).with_for_update(key_share=True))
        return self.find(tx, content_id)

    def find_all(self, tx: Tx, content_ids: Iterable[Id]) -> Mapping[Id, Content]:
        """Return rows by ID, hidden or not, without those that do not exist."""
        reader = reader_of(self.record)
        columns = (self.table.c[name] for name in reader.names)
        found = tx.records(
            side_by_side(self._content, reader, reader_of(_Parent)),
            sa.select(*columns, self.parent_text.label("parent_text")).where(
                self.table.c.id.in_(list(content_ids)), self.exists
            ),
        )
        return dict(found)

    def set_hidden(self, tx: Tx, content_id: Id, now: datetime, *, hidden: bool) -> bool:
        """Hide or restore a row. Returns False if it does not exist or already is in that state."""
        hidden_at = self.table.c.hidden_at
        to_change = self.table.update().where(
            self.table.c.id == content_id,
            self.exists,
            hidden_at.is_(None) if hidden else hidden_at.is_not(None),
        )
        values = {**self.changes(now), "hidden_at": now if hidden else None}
        if tx.execute(to_change.values(**values)).rowcount == 0:
            return False
        if self.after_change is not None:
            self.after_change(tx, content_id, now, hidden)
        return True

    def _content(self, record: R, parent: _Parent) -> tuple[Id, Content]:
        return record.id, Content(
            owner_id=getattr(record, self.owner),
            title=self.title(record),
            text=self.text(record),
            image_url=self.image_url(record),
            parent_text=parent.parent_text,
            created_at=record.created_at,
            is_hidden=record.hidden_at is not None,
        )
