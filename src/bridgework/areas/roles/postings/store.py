"""Every statement on role postings; readers narrow by what the caller may see."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.roles.postings.shapes import (
    AdminListRolesQuery,
    ListMyRolesQuery,
    ListRolesQuery,
    RoleCard,
    RolePosting,
)
from bridgework.areas.roles.tables import applications, documents, index, roles
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice
from bridgework.kit.search import pages, query
from bridgework.kit.search.documents import Document, Documents
from bridgework.kit.search.pages import Order
from bridgework.kit.search.tokens import EVERY, PLACE, WORD
from bridgework.kit.text import sort_key, tokenize

Row = sa.Row[Any]

_STATUS, _TAG, _VERTICAL = "status:", "tag:", "vertical:"
"""The kinds of tokens that postings are filtered by."""
_CONTACT = ("contact_person", "contact_email")

_role_id = sa.bindparam("this_role", type_=IdColumn)
_reader = sa.bindparam("reader", type_=IdColumn)
_reader_is_admin = sa.bindparam("reader_is_admin", type_=sa.Boolean)

_owner_stands = sa.and_(
    accounts.c.id == roles.c.user_id,
    accounts.c.disabled_at.is_(None),
    accounts.c.erases_at.is_(None),
)
_is_accepted = (
    sa.exists()
    .where(
        applications.c.role_id == roles.c.id,
        applications.c.applicant_id == _reader,
        applications.c.status == "accepted",
    )
    .correlate(roles)
)
_knows_contact = sa.or_(_reader_is_admin, roles.c.user_id == _reader, _is_accepted)
_told = sa.select(roles, _knows_contact.label("knows_contact")).where(roles.c.deleted_at.is_(None))
_newest = Keyset(roles.c.created_at, roles.c.id)

_one = _told.join(accounts, accounts.c.id == roles.c.user_id).where(
    roles.c.id == _role_id,
    sa.or_(
        _reader_is_admin,
        roles.c.user_id == _reader,
        sa.and_(_owner_stands, roles.c.status == "active"),
        _is_accepted,
    ),
)
_locked = (
    sa.select(roles)
    .where(roles.c.id == _role_id, roles.c.deleted_at.is_(None))
    .with_for_update(of=roles)
)
_whole = sa.select(roles).where(roles.c.id == _role_id, roles.c.deleted_at.is_(None))
_mine = _newest.pages(_told.where(roles.c.user_id == _reader))
_mine_in_state = _newest.pages(
    _told.where(roles.c.user_id == _reader, roles.c.status == sa.bindparam("status"))
)
_cards = sa.select(*(roles.c[name] for name in RoleCard.model_fields)).where(
    roles.c.id.in_(sa.bindparam("ids", expanding=True))
)
_active_of = sa.select(roles.c.id).where(
    roles.c.user_id == _reader, roles.c.status == "active", roles.c.deleted_at.is_(None)
)
_owner_is_standing = sa.select(
    sa.exists().where(
        accounts.c.id == _reader,
        accounts.c.disabled_at.is_(None),
        accounts.c.erases_at.is_(None),
    )
)
_add = roles.insert()
_change = roles.update().where(roles.c.id == _role_id)
_of_owner = sa.select(roles.c.id).where(roles.c.user_id == _reader)
_these = roles.c.id.in_(sa.bindparam("ids", type_=IdColumn, expanding=True))
_told_among = _told.add_columns(sa.true().label("is_listed")).where(_these)
# Looked at row by row: as a condition it could lead to all open postings in place of these.
_is_open = sa.and_(roles.c.status == "active", sa.exists().where(_owner_stands).correlate(roles))
_open_among = _told.add_columns(_is_open.label("is_listed")).where(_these)
_by_newest = Order(documents.c.number, documents.c.created_at, documents.c.role_id)
_documents = Documents(index, documents, "role_id")


def role(tx: Tx, caller: Caller, role_id: Id) -> tuple[RolePosting, int] | None:
    """A posting that the caller may see and its version, None if there is none."""
    row = tx.row(_one, {"this_role": role_id, **_of(caller)})
    return None if row is None else (_posting(row), row.version)


def locked(tx: Tx, role_id: Id) -> Row | None:
    """A posting, held until the transaction ends; whoever asks has seen that they may."""
    return tx.row(_locked, {"this_role": role_id})


def fields(tx: Tx, role_id: Id) -> Mapping[str, Any]:
    """The members of a posting that is there."""
    return tx.one(_whole, {"this_role": role_id})._asdict()


def open_roles(
    tx: Tx, caller: Caller, asked: ListRolesQuery, page_request: PageRequest
) -> PageSlice[RolePosting]:
    """A page of what is open and fits, the newest first."""
    words, places = tokenize(asked.search or ""), tokenize(asked.location or "")
    if (asked.search and not words) or (asked.location and not places):
        return PageSlice([], None)
    conditions = [
        *query.any_of(_STATUS, ["active"]),
        *query.search_terms(words),
        *query.place_terms(places),
        *query.all_of(_TAG, [sort_key(tag) for tag in asked.tags]),
    ]
    if asked.healthcare_vertical:
        conditions += query.any_of(_VERTICAL, [sort_key(asked.healthcare_vertical)])
    members = index.find(tx, conditions).members
    return pages.by_cursor(
        pages.after_cursor(tx, _by_newest, members, page_request),
        page_request,
        partial(_read, tx, caller, _open_among),
    )


def mine(
    tx: Tx, caller: Caller, asked: ListMyRolesQuery, page_request: PageRequest
) -> PageSlice[RolePosting]:
    """A page of what the caller has posted, the newest first."""
    listed = _mine if asked.status is None else _mine_in_state
    return listed.read(tx, page_request, _posting, {**_of(caller), "status": asked.status})


def everyones(
    tx: Tx, caller: Caller, asked: AdminListRolesQuery
) -> tuple[Sequence[RolePosting], int]:
    """A page of everything that fits, the newest first, and how many there are in all."""
    words = tokenize(asked.search or "")
    if asked.search and not words:
        return [], 0
    status = query.any_of(_STATUS, [asked.status] if asked.status else [])
    members = index.find(tx, [*query.search_terms(words), *status]).members
    read = partial(_read, tx, caller, _told_among)
    return pages.by_offset(tx, _by_newest, members, asked, read)


def cards(tx: Tx, ids: Iterable[Id]) -> Mapping[Id, RoleCard]:
    """The cards of these postings."""
    rows = tx.rows(_cards, {"ids": list(ids)})
    return {row.id: RoleCard.model_validate(row._asdict(), strict=False) for row in rows}


def active_of(tx: Tx, account_id: Id) -> Sequence[Id]:
    """The active postings of an account."""
    return tx.execute(_active_of, {"reader": account_id}).scalars().all()


def owner_stands(tx: Tx, account_id: Id) -> bool:
    """Whether what an account posts is shown to others."""
    return bool(tx.value(_owner_is_standing, {"reader": account_id}))


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Add a posting, and what it is found by."""
    add_many(tx, [values])


def add_many(tx: Tx, several: Sequence[Mapping[str, object]]) -> None:
    """Add postings, each with a value for every column that any of them has."""
    tx.execute(_add, several)
    _documents.add(tx, [_document(values) for values in several])


def change(tx: Tx, role_id: Id, changes: Mapping[str, object]) -> None:
    """Change a posting, and what it is found by; one that is deleted is found no more."""
    tx.execute(_change.values(**changes), {"this_role": role_id})
    if changes.get("deleted_at") is None:
        _documents.put(tx, *_document(fields(tx, role_id)))
    else:
        _documents.drop(tx, role_id)


def drop_documents(tx: Tx, account_id: Id) -> None:
    """Take the postings of an account out of the index, before their rows are deleted."""
    for role_id in tx.values(_of_owner, {"reader": account_id}):
        _documents.drop(tx, role_id)


def _document(values: Mapping[str, Any]) -> Document:
    row = {"role_id": values["id"], "created_at": values["created_at"]}
    return row, dict.fromkeys(_found_by(values), 0)


def _found_by(values: Mapping[str, Any]) -> Iterator[str]:
    tags = values.get("tags") or []
    texts = [values["role_needed"], values["company_name"], values["challenge"], *tags]
    yield EVERY
    yield _STATUS + values["status"]
    yield _VERTICAL + sort_key(values["healthcare_vertical"])
    yield from (WORD + word for text in texts for word in tokenize(text))
    yield from (PLACE + word for word in tokenize(values.get("location") or ""))
    yield from (_TAG + sort_key(tag) for tag in tags)


def _read(
    tx: Tx, caller: Caller, listed: sa.Select[Any], ids: Sequence[str]
) -> Mapping[str, RolePosting]:
    """Those of the postings that are in a list, by id."""
    rows = tx.rows(listed, {"ids": ids, **_of(caller)})
    return {row.id: _posting(row) for row in rows if row.is_listed}


def _of(caller: Caller) -> dict[str, object]:
    return {"reader": caller.account(), "reader_is_admin": caller.is_admin}


def _posting(row: Row) -> RolePosting:
    members = row._asdict()
    if not row.knows_contact:
        members |= dict.fromkeys(_CONTACT)
    return RolePosting.model_validate(members, by_name=True, by_alias=False, strict=False)
