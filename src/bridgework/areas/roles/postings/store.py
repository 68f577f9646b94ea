"""Every statement on role postings; readers narrow by what the caller may see."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from bridgework.areas.roles.tables import applications, facets, roles
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice
from bridgework.kit.text import sort_key, tokenize

Row = sa.Row[Any]

_LAST_CHARACTER = "\U0010ffff"
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
_open = _told.join(accounts, _owner_stands).where(roles.c.status == "active")
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
_add_facets = facets.insert()
_drop_facets = facets.delete().where(facets.c.role_id == _role_id)


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
    tx: Tx, caller: Caller, query: ListRolesQuery, page_request: PageRequest
) -> PageSlice[RolePosting]:
    """A page of what is open and fits, the newest first."""
    listed = _open.where(*_conditions(query))
    return _newest.pages(listed).read(tx, page_request, _posting, _of(caller))


def mine(
    tx: Tx, caller: Caller, query: ListMyRolesQuery, page_request: PageRequest
) -> PageSlice[RolePosting]:
    """A page of what the caller has posted, the newest first."""
    pages = _mine if query.status is None else _mine_in_state
    return pages.read(tx, page_request, _posting, {**_of(caller), "status": query.status})


def everyones(
    tx: Tx, caller: Caller, query: AdminListRolesQuery
) -> tuple[Sequence[RolePosting], int]:
    """A page of everything that fits, the newest first, and how many there are in all."""
    listed = _told.where(*_found_by_words(query.search))
    if query.status is not None:
        listed = listed.where(roles.c.status == query.status)
    order = [roles.c.created_at.desc(), roles.c.id.desc()]
    rows, total = offset.read(tx, query, listed, order, _of(caller))
    return [_posting(row) for row in rows], total


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
    tx.execute(_add, values)
    _index(tx, values)


def change(tx: Tx, role_id: Id, changes: Mapping[str, object]) -> None:
    """Change a posting, and what it is found by."""
    tx.execute(_change.values(**changes), {"this_role": role_id})
    tx.execute(_drop_facets, {"this_role": role_id})
    if changes.get("deleted_at") is None:
        _index(tx, fields(tx, role_id))


def _index(tx: Tx, values: Mapping[str, Any]) -> None:
    rows = [
        {"kind": kind, "value": value, "role_id": values["id"]} for kind, value in _facets(values)
    ]
    tx.execute(_add_facets, rows)


def _facets(values: Mapping[str, Any]) -> set[tuple[str, str]]:
    tags = values.get("tags") or []
    texts = [values["role_needed"], values["company_name"], values["challenge"], *tags]
    return {
        *(("word", word) for text in texts for word in tokenize(text)),
        *(("place", word) for word in tokenize(values.get("location") or "")),
        *(("tag", sort_key(tag)) for tag in tags),
        ("vertical", sort_key(values["healthcare_vertical"])),
    }


def _conditions(query: ListRolesQuery) -> Iterator[sa.ColumnElement[bool]]:
    yield from _found_by_words(query.search)
    if query.location and not tokenize(query.location):
        yield sa.false()
    for word in tokenize(query.location or ""):
        yield _has("place", _begins(word))
    for tag in query.tags:
        yield _has("tag", facets.c.value == sort_key(tag))
    if query.healthcare_vertical:
        yield _has("vertical", facets.c.value == sort_key(query.healthcare_vertical))


def _found_by_words(search: str | None) -> Iterator[sa.ColumnElement[bool]]:
    """Every word must be there, the last one as a beginning."""
    if not search:
        return
    *whole, last = tokenize(search) or [""]
    if not last:
        yield sa.false()  # nothing but punctuation was asked for
        return
    yield from (_has("word", facets.c.value == word) for word in whole)
    yield _has("word", _begins(last))


def _begins(word: str) -> sa.ColumnElement[bool]:
    return sa.and_(facets.c.value >= word, facets.c.value < word + _LAST_CHARACTER)


def _has(kind: str, condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return roles.c.id.in_(sa.select(facets.c.role_id).where(facets.c.kind == kind, condition))


def _of(caller: Caller) -> dict[str, object]:
    return {"reader": caller.account(), "reader_is_admin": caller.is_admin}


def _posting(row: Row) -> RolePosting:
    members = row._asdict()
    if not row.knows_contact:
        members |= dict.fromkeys(_CONTACT)
    return RolePosting.model_validate(members, by_name=True, by_alias=False, strict=False)
