"""A sample area that writes: each entry is one row of `samples`, its name in `kind`."""

from typing import Any

import sqlalchemy as sa

from bridgework.context import Context
from bridgework.kit.core import Conflict, new_id
from bridgework.kit.data.db import CompiledStatement
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.security import auth
from bridgework.kit.validation import RequestBody, ResponseModel
from tests.kit.samples import samples

_DEFERRED = "REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED"
ORPHANAGE = [
    "CREATE TABLE parents (id INTEGER PRIMARY KEY)",
    f"CREATE TABLE children (parent INTEGER NOT NULL {_DEFERRED})",
]
"""Tables whose deferred foreign key makes the COMMIT fail for an orphan."""


class EntryRefused(Conflict):
    """The entry is refused, and the write is rolled back."""


class EntryNoted(Conflict):
    """The entry is refused, and the write is committed."""

    commits = True


class Entry(RequestBody):
    amount: int


class Entries(ResponseModel):
    names: list[str]


class Whatever(ResponseModel):
    anything: Any


router = Router("Ledger")
_names = CompiledStatement(sa.select(samples.c.kind))


def write(context: Context, name: str) -> None:
    values = {"id": new_id(), "kind": name, "subject_id": new_id(), "version": 1, "at": context.now}
    context.tx.execute(samples.insert(), values)


@router.get("/entries", who=auth.public)
def list_entries(context: Context) -> Entries:
    """List all entries."""
    return Entries(names=[row.kind for row in context.tx.rows(sa.select(samples.c.kind))])


@router.get("/entries/prepared", who=auth.public)
def list_entries_at_once(context: Context) -> Entries:
    """List all entries with a compiled statement."""
    return Entries(names=list(context.tx.values(_names, {})))


@router.post("/entries/{name}", who=auth.public)
def add_entry(context: Context, name: str) -> Ok:
    """Write an entry."""
    write(context, name)
    return OK


@router.post("/entries/{name}/checked", who=auth.public)
def add_checked_entry(context: Context, name: str, body: Entry) -> Ok:
    """Write an entry if the body is valid."""
    write(context, name)
    return OK


@router.post("/entries/{name}/refused", who=auth.public)
def refuse_entry(context: Context, name: str) -> Ok:
    """Write, then raise an ApiError."""
    write(context, name)
    raise EntryRefused


@router.post("/entries/{name}/noted", who=auth.public)
def note_entry(context: Context, name: str) -> Ok:
    """Write, then raise an error that commits."""
    write(context, name)
    raise EntryNoted


@router.post("/entries/{name}/broken", who=auth.public)
def break_entry(context: Context, name: str) -> Ok:
    """Write, then raise an unexpected exception."""
    write(context, name)
    raise RuntimeError


@router.post("/entries/{name}/unserializable", who=auth.public)
def add_unserializable_entry(context: Context, name: str) -> Whatever:
    """Write, and return a value that cannot be serialized."""
    write(context, name)
    return Whatever(anything=object())


@router.post("/entries/{name}/orphaned", who=auth.public)
def orphan_entry(context: Context, name: str) -> Ok:
    """Write a row that the database refuses at COMMIT; requires ORPHANAGE."""
    write(context, name)
    context.tx.execute(sa.text("INSERT INTO children (parent) VALUES (7)"))
    return OK


@router.post("/entries/{name}/slowly", who=auth.public, pool="computing")
def add_entry_slowly(context: Context, name: str) -> Ok:
    """Read, then write, in two transactions."""
    with context.read_transaction() as tx:
        tx.rows(sa.select(samples.c.kind))
    with context.write_transaction():
        write(context, name)
    return OK


@router.post("/entries/{name}/nested", who=auth.public, pool="computing")
def add_nested_entry(context: Context, name: str) -> Ok:
    """Open a nested transaction, which is refused."""
    with context.write_transaction():
        write(context, name)
        with context.read_transaction():
            return OK


@router.post("/entries/{name}/adrift", who=auth.public, pool="computing")
def add_entry_adrift(context: Context, name: str) -> Ok:
    """Write without a transaction, which is refused."""
    write(context, name)
    return OK
