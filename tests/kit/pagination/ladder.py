"""A sample list: rungs of ladders, many with one sort key, and the server that lists them."""

import itertools
import uuid
from datetime import UTC, datetime
from typing import Literal

import sqlalchemy as sa

from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database, IdColumn, Tx, UtcDateTimeColumn
from bridgework.kit.data.pagination import CursorPage, CursorQuery, Keyset, PageRequest, PageSlice
from bridgework.kit.http.operations import Router
from bridgework.kit.security import auth
from bridgework.kit.validation import ResponseModel
from bridgework.settings import Settings
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World

rungs = sa.Table(
    "rungs",
    sa.MetaData(),
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("ladder", sa.Text, nullable=False),
    sa.Column("at", UtcDateTimeColumn, nullable=False),
    sa.Column("is_loose", sa.Boolean, nullable=False),
)

_down = Keyset(rungs.c.at, rungs.c.id).pages(
    sa.select(rungs.c.id).where(rungs.c.ladder == sa.bindparam("ladder"))
)
_up = Keyset(rungs.c.at, rungs.c.id, descending=False).pages(
    sa.select(rungs.c.id).where(rungs.c.ladder == sa.bindparam("ladder"))
)


_loose_first = Keyset(rungs.c.is_loose, rungs.c.at, rungs.c.id).pages(
    sa.select(rungs.c.id).where(rungs.c.ladder == sa.bindparam("ladder"))
)
_WAYS = {"down": _down, "up": _up, "loose": _loose_first}


class Rung(ResponseModel):
    id: Id


class ListRungsQuery(CursorQuery):
    way: Literal["down", "up", "loose"] = "down"


router = Router("Ladders")
_numbers = itertools.count(1)


def next_number() -> int:
    """Return an unused number."""
    return next(_numbers)


def read(tx: Tx, page_request: PageRequest, ladder: str, way: str = "down") -> PageSlice[Rung]:
    """Return a page of the rungs of a ladder."""
    return _WAYS[way].read(tx, page_request, lambda row: Rung(id=row.id), {"ladder": ladder})


@router.get("/ladders/{name}/rungs", who=auth.public)
def list_rungs(context: Context, name: str, query: ListRungsQuery) -> CursorPage[Rung]:
    """List the rungs of a ladder."""
    page_request = cursors.page_request(context, query, "rungs", name)
    rungs_read = read(context.tx, page_request, name, query.way)
    return cursors.to_page(context, query, CursorPage[Rung], rungs_read, "rungs", name)


@router.get("/ladders/mine/rungs", who=auth.public)
def list_my_rungs(context: Context, query: ListRungsQuery) -> CursorPage[Rung]:
    """List the rungs of the caller's ladder, by another operation with the same query."""
    page_request = cursors.page_request(context, query, "my_rungs")
    rungs_read = read(context.tx, page_request, "mine")
    return cursors.to_page(context, query, CursorPage[Rung], rungs_read, "my_rungs")


def height(minute: int) -> datetime:
    """Return the sort key; it has microseconds, which must be preserved."""
    return datetime(2026, 1, 1, 12, minute, 7, 123456, tzinfo=UTC)


def is_loose(minute: int) -> bool:
    """Return whether the rungs of a minute are loose."""
    return minute == 0


def nail(database: Database, number: int, minute: int, ladder: str = "mine") -> Id:
    """Add a rung. The number defines its id, the minute its sort key."""
    rung = Id(str(uuid.UUID(int=0x7 << 76 | 0b10 << 62 | number)))
    with database.writing() as tx:
        values = {"id": rung, "ladder": ladder, "at": height(minute), "is_loose": is_loose(minute)}
        tx.execute(rungs.insert(), values)
    return rung


def pull(database: Database, rung: Id) -> None:
    """Delete a rung."""
    with database.writing() as tx:
        tx.execute(rungs.delete().where(rungs.c.id == rung))


def world(settings: Settings, loop: Loop) -> World:
    """A server with these operations only."""
    created = stage.world(settings, router.operations, loop)
    rungs.create(created.application.app_state.database.engine, checkfirst=True)
    return created
