"""A made-up area that writes: each entry is one row of `domain_events`, its name in `kind`."""

from typing import Any

import sqlalchemy as sa

from bridgework.kit import auth
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.errors import Conflict
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Area
from bridgework.kit.ids import new_id
from bridgework.kit.outbox.tables import events
from bridgework.kit.schemas import RequestBody, ResponseModel

_DEFERRED = "REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED"
ORPHANAGE = [
    "CREATE TABLE parents (id INTEGER PRIMARY KEY)",
    f"CREATE TABLE children (parent INTEGER NOT NULL {_DEFERRED})",
]
"""What a COMMIT can fail on: an orphan is found out only then."""


class EntryRefused(Conflict):
    """The entry is refused, and what was written is undone."""


class EntryNoted(Conflict):
    """The entry is refused, and what was written stands."""

    commits = True


class Entry(RequestBody):
    amount: int


class Entries(ResponseModel):
    names: list[str]


class Whatever(ResponseModel):
    anything: Any


area = Area("Ledger")
_names = CompiledStatement(sa.select(events.c.kind))


def write(call: Call, name: str) -> None:
    values = {"id": new_id(), "kind": name, "subject_id": new_id(), "version": 1, "at": call.now}
    call.tx.execute(events.insert(), values)


@area.get("/entries", who=auth.public)
def list_entries(call: Call) -> Entries:
    """All of them."""
    return Entries(names=[row.kind for row in call.tx.rows(sa.select(events.c.kind))])


@area.get("/entries/prepared", who=auth.public)
def list_entries_at_once(call: Call) -> Entries:
    """All of them, by a statement that goes past SQLAlchemy."""
    return Entries(names=list(call.tx.values(_names, {})))


@area.post("/entries/{name}", who=auth.public)
def add_entry(call: Call, name: str) -> Ok:
    """Write, and let it stand."""
    write(call, name)
    return OK


@area.post("/entries/{name}/checked", who=auth.public)
def add_checked_entry(call: Call, name: str, body: Entry) -> Ok:
    """Write if the body fits."""
    write(call, name)
    return OK


@area.post("/entries/{name}/refused", who=auth.public)
def refuse_entry(call: Call, name: str) -> Ok:
    """Write, then refuse."""
    write(call, name)
    raise EntryRefused


@area.post("/entries/{name}/noted", who=auth.public)
def note_entry(call: Call, name: str) -> Ok:
    """Write, then refuse and keep what was written."""
    write(call, name)
    raise EntryNoted


@area.post("/entries/{name}/broken", who=auth.public)
def break_entry(call: Call, name: str) -> Ok:
    """Write, then break."""
    write(call, name)
    raise RuntimeError


@area.post("/entries/{name}/untellable", who=auth.public)
def add_untellable_entry(call: Call, name: str) -> Whatever:
    """Write, and return what no JSON can hold."""
    write(call, name)
    return Whatever(anything=object())


@area.post("/entries/{name}/orphaned", who=auth.public)
def orphan_entry(call: Call, name: str) -> Ok:
    """Write what the database refuses at COMMIT alone; needs the orphanage."""
    write(call, name)
    call.tx.execute(sa.text("INSERT INTO children (parent) VALUES (7)"))
    return OK


@area.post("/entries/{name}/slowly", who=auth.public, slow=True)
def add_entry_slowly(call: Call, name: str) -> Ok:
    """Read, then write, each in a transaction of its own."""
    with call.reading() as tx:
        tx.rows(sa.select(events.c.kind))
    with call.writing():
        write(call, name)
    return OK


@area.post("/entries/{name}/nested", who=auth.public, slow=True)
def add_nested_entry(call: Call, name: str) -> Ok:
    """Open one transaction within another, which is refused."""
    with call.writing():
        write(call, name)
        with call.reading():
            return OK


@area.post("/entries/{name}/adrift", who=auth.public, slow=True)
def add_entry_adrift(call: Call, name: str) -> Ok:
    """Write without a transaction, which is refused."""
    write(call, name)
    return OK
