"""A made-up area that makes things, and its server: books on a shelf, one row each."""

import threading
from collections import deque
from collections.abc import Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework import app, routes
from bridgework.kit import auth
from bridgework.kit.errors import Conflict
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router
from bridgework.kit.idempotency.store import keys
from bridgework.kit.ids import Id, new_id
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.kit.schemas import RequestBody, ResponseModel
from bridgework.settings import Settings
from tests.clock import HandClock
from tests.loop import Loop
from tests.world import Person, Response, World

SECRET = "what is told this once"
LONG = 70_000

books = sa.Table(
    "shelf_books",
    sa.MetaData(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("shelf", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
)

troubles: deque[BaseException] = deque()
"""What the next calls raise once they have written, one each."""
gate = threading.Event()
"""Held shut by a test that wants a slow call to be under way for as long as it likes."""
gate.set()


class BookRefused(Conflict):
    """The shelf takes no book now."""


class BookNoted(Conflict):
    """The shelf takes no book now, but keeps what was written."""

    commits = True


class PowerCut(BaseException):
    """The process dies, as far as a handler can die of it."""


class BookRequest(RequestBody):
    title: str


class Book(ResponseModel):
    id: Id
    title: str


class Ticket(ResponseModel):
    """A book, and the secret that opens it."""

    book: Book
    secret: str


router = Router("Shelf")


def write(context: Context, shelf: str, title: str) -> Book:
    """Put a book on a shelf; then there may be trouble."""
    book = Book(id=new_id(), title=title)
    owner = context.caller.account_id or "nobody"
    context.tx.execute(books.insert(), {**book.model_dump(), "owner": owner, "shelf": shelf})
    if troubles:
        raise troubles.popleft()
    return book


@router.post("/shelves/{name}", who=auth.member, status=201, errors=(BookRefused, BookNoted))
def make_book(context: Context, name: str, body: BookRequest) -> Book:
    """Make a book."""
    return write(context, name, body.title)


@router.post("/shelves/{name}/slowly", who=auth.member, status=201, run_in_thread=True)
def make_book_slowly(context: Context, name: str, body: BookRequest) -> Book:
    """Take long over a book, then make it in a transaction of its own."""
    assert gate.wait(30)
    with context.write_transaction():
        return write(context, name, body.title)


@router.post("/shelves/{name}/located", who=auth.member, status=201, location="/books/{id}")
def make_located_book(context: Context, name: str) -> Book:
    """Make a book, and say where it is."""
    return write(context, name, "untitled")


@router.post(
    "/shelves/{name}/located/slowly",
    who=auth.member,
    status=201,
    run_in_thread=True,
    location="/books/{id}",
)
def make_located_book_slowly(context: Context, name: str) -> Book:
    """Take long over a book, and say where it is."""
    with context.write_transaction():
        return write(context, name, "untitled")


@router.post("/shelves/{name}/long", who=auth.member, status=201)
def make_long_book(context: Context, name: str) -> Book:
    """Make a book whose title nobody wants to keep twice."""
    made = write(context, name, "long")
    return Book(id=made.id, title="x" * LONG)


@router.post("/shelves/{name}/secret", who=auth.member, status=201, never_store_response=True)
def make_secret_book(context: Context, name: str) -> Ticket:
    """Make a book that opens by a secret."""
    return Ticket(book=write(context, name, "secret"), secret=SECRET)


@router.post("/shelves/{name}/public", who=auth.public, status=201)
def make_public_book(context: Context, name: str, body: BookRequest) -> Book:
    """Make a book without saying who one is."""
    return write(context, name, body.title)


@router.post("/shelves/{name}/sorted", who=auth.member)
def sort_books(context: Context, name: str, body: BookRequest) -> Book:
    """Do what makes nothing, by the status."""
    return write(context, name, body.title)


def settings(given: Settings, **changes: Any) -> Settings:
    """The settings of a shelf: the rate limit is out of the way, and the secrets are known."""
    values = {"rate_limit": Rule("default", 1_000_000, 60), "secret_keys": ("s" * 32,), **changes}
    return given.model_copy(update=values)


def world(settings: Settings, loop: Loop, clock: HandClock | None = None) -> World:
    """A server of the house's own operations and these, on a database that may be in use."""
    clock = clock or HandClock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "AREAS", (*routes.AREAS, router))
        house = app.create_app(settings, clock)
    books.create(house.app_state.database.engine, checkfirst=True)
    return World(house, clock, loop)


def sent(key: str | None, title: str = "Molars", **how: Any) -> dict[str, Any]:
    """What `world.post` takes to send a book under a key."""
    headers: Mapping[str, str] = {} if key is None else {"idempotency-key": key}
    return {"body": {"title": title}, "headers": headers, **how}


def count(world: World, **where: str | None) -> int:
    """How many books there are of such a shelf, owner or title."""
    statement = sa.select(sa.func.count()).select_from(books).filter_by(**where)
    with world.house.app_state.database.reading() as tx:
        return int(tx.value(statement))


def kept(world: World) -> list[Mapping[str, Any]]:
    """Every key that is stored, with what is stored under it."""
    with world.house.app_state.database.reading() as tx:
        return [row._asdict() for row in tx.rows(sa.select(keys))]


def together(world: World, times: int, path: str, key: str, as_: Person) -> list[Response]:
    """The same request so many times at once."""
    return world.together([lambda: world.sending("POST", path, as_=as_, **sent(key))] * times)
