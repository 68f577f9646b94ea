"""The statements on requests for changes, and on the values that they are about."""

from collections.abc import Iterator, Set
from datetime import datetime
from typing import get_args

import sqlalchemy as sa

from bridgework.areas.identity.accounts.change_requests.fields import ProfileMemberName
from bridgework.areas.identity.accounts.change_requests.records import ChangeRequest, Values
from bridgework.areas.identity.accounts.change_requests.tables import change_requests
from bridgework.areas.identity.accounts.lifecycle import decision_queries
from bridgework.areas.identity.accounts.schemas import Decider
from bridgework.areas.identity.accounts.tables import NAME_OR_EMAIL, UNVERIFIED, accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.validation import to_wire_name

_MEMBERS = frozenset(get_args(ProfileMemberName))
_KIND = "kind"
"""The column of a table that has a profile for each role of an account."""
_account = sa.bindparam("account", type_=IdColumn)
_this = change_requests.c.account_id == _account
_find = sa.select(change_requests).where(_this)
_add = change_requests.insert()
_delete = change_requests.delete().where(_this)
_answer = (
    change_requests.update()
    .where(_this)
    .values(answered_at=sa.bindparam("at", type_=change_requests.c.answered_at.type))
)
_forget = (
    change_requests.update().where(change_requests.c.asked_by == _account).values(asked_by=None)
)
_platforms = sa.union_all(
    *(
        sa.select(sa.literal_column(f"'{platform}'", sa.Text).label("platform"))
        .select_from(accounts)
        .where(accounts.c.id == _account, condition)
        for platform, condition in UNVERIFIED.items()
    )
)
_own = sa.select(accounts.c.first_name, accounts.c.last_name, accounts.c.avatar_url).where(
    accounts.c.id == _account
)
_administrator = sa.select(accounts.c.id, NAME_OR_EMAIL.label("name")).where(
    accounts.c.id == _account
)


def find(tx: Tx, account_id: Id) -> ChangeRequest | None:
    """Return the request to an account, None if there is none."""
    return tx.record(ChangeRequest, _find, {"account": account_id})


def find_administrator(tx: Tx, account_id: Id) -> Decider | None:
    """Return who asked, None if there is no such account."""
    row = tx.row(_administrator, {"account": account_id})
    return None if row is None else Decider(id=row.id, name=row.name)


def list_platforms(tx: Tx, account_id: Id) -> Set[str]:
    """Return the platforms on which an account waits for its verification."""
    return set(tx.values(_platforms, {"account": account_id}))


def list_values(tx: Tx, account_id: Id) -> Values:
    """Return what the owner of an account states in it and in all profiles."""
    return dict(_values(tx, account_id))


def put(tx: Tx, request: ChangeRequest) -> None:
    """Add a request in place of a former one. The account must be locked."""
    delete(tx, request.account_id)
    tx.execute(_add, request._asdict())


def update_answered(tx: Tx, account_id: Id, at: datetime) -> None:
    """Store when the owner made a change."""
    tx.execute(_answer, {"account": account_id, "at": at})


def delete(tx: Tx, account_id: Id) -> None:
    """Delete the request to an account, if there is one."""
    tx.execute(_delete, {"account": account_id})


def delete_administrator(tx: Tx, account_id: Id) -> None:
    """Remove an account as the one that asked."""
    tx.execute(_forget, {"account": account_id})


def _values(tx: Tx, account_id: Id) -> Iterator[tuple[str, object]]:
    this = {"account": account_id}
    for row in tx.rows(_own, this):
        yield from _stated(accounts.name, dict(row._mapping))
    for table, columns in decision_queries.PROFILES:
        statement = sa.select(*(table.c[name] for name in columns))
        for row in tx.rows(statement.where(table.c.account_id == _account), this):
            members = dict(row._mapping)
            kind = members.pop(_KIND, None)
            fields = members.pop("fields", None) or {}
            yield from _stated(f"{table.name}.{kind}" if kind else table.name, members | fields)


def _stated(source: str, members: Values) -> Iterator[tuple[str, object]]:
    """Yield the members that a request can name and that state something, by source and name."""
    for name, value in members.items():
        if to_wire_name(name) in _MEMBERS and value not in (None, "", [], {}):
            yield f"{source}.{name}", value
