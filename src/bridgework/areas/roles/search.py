"""The lists of roles that are searched."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from bridgework.areas.postings.visibility import reader
from bridgework.areas.roles import serializers
from bridgework.areas.roles.queries import visibility
from bridgework.areas.roles.schemas import AdminListRolesQuery, ListRolesQuery, RolePosting
from bridgework.areas.roles.serializers import STATUS, TAG, VERTICAL
from bridgework.areas.roles.tables import documents, index, roles
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.pagination.keyset import PageRequest, PageSlice
from bridgework.kit.search import pages, query
from bridgework.kit.search.pages import Order
from bridgework.kit.text import sort_key, tokenize

_these = roles.c.id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True))
_told_among = visibility.listed.add_columns(sa.true().label("is_listed")).where(_these)
# Looked at row by row: as a condition it could lead to all open postings in place of these.
_open_among = visibility.listed.add_columns(visibility.is_open.label("is_listed")).where(_these)
_by_newest = Order(documents.c.number, documents.c.created_at, documents.c.role_id)


def list_open(
    tx: Tx, caller: Caller, asked: ListRolesQuery, page_request: PageRequest
) -> PageSlice[RolePosting]:
    """A page of what is open and fits, the newest first."""
    words, places = tokenize(asked.search or ""), tokenize(asked.location or "")
    if (asked.search and not words) or (asked.location and not places):
        return PageSlice([], None)
    conditions = [
        *query.any_of(STATUS, ["active"]),
        *query.search_terms(words),
        *query.place_terms(places),
        *query.all_of(TAG, [sort_key(tag) for tag in asked.tags]),
    ]
    if asked.healthcare_vertical:
        conditions += query.any_of(VERTICAL, [sort_key(asked.healthcare_vertical)])
    members = index.find(tx, conditions).members
    return pages.by_cursor(
        pages.after_cursor(tx, _by_newest, members, page_request),
        page_request,
        partial(_read, tx, caller, _open_among),
    )


def list_all(
    tx: Tx, caller: Caller, asked: AdminListRolesQuery
) -> tuple[Sequence[RolePosting], int]:
    """A page of everything that fits, the newest first, and how many there are in all."""
    words = tokenize(asked.search or "")
    if asked.search and not words:
        return [], 0
    status = query.any_of(STATUS, [asked.status] if asked.status else [])
    members = index.find(tx, [*query.search_terms(words), *status]).members
    read = partial(_read, tx, caller, _told_among)
    return pages.by_offset(tx, _by_newest, members, asked, read)


def _read(
    tx: Tx, caller: Caller, listed: sa.Select[Any], ids: Sequence[str]
) -> Mapping[str, RolePosting]:
    """Those of the postings that are in a list, by id."""
    rows = tx.rows(listed, {"ids": ids, **reader(caller)})
    return {row.id: serializers.to_schema(row) for row in rows if row.is_listed}
