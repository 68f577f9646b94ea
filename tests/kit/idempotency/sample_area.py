"""A sample area whose operations create books, and a server with it."""

import threading
from collections import deque
from collections.abc import Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework import app, routes
from bridgework.context import Context
from bridgework.kit.core import Conflict, Id, new_id
from bridgework.kit.http.idempotency.queries import keys
from bridgework.kit.http.operations import Router
from bridgework.kit.security import auth
from bridgework.kit.security.rate_limit import Rule
from bridgework.kit.validation import RequestBody, ResponseModel
from bridgework.settings import Settings
from tests.clock import ManualClock
from tests.loop import Loop
from tests.world import Person, Response, World

SECRET = "a secret that is returned once"
LONG = 70_000

books = sa.Table(
    "sample_books",
    sa.MetaData(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("collection", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
)

failures: deque[BaseException] = deque()
"""The exceptions that the next requests raise after writing, one each."""
gate = threading.Event()
"""Cleared by a test to block slow requests."""
gate.set()


class BookRefused(Conflict):
    """No book is accepted."""


class BookNoted(Conflict):
    """No book is accepted, but the transaction is committed."""

    commits = True


class ProcessKilled(BaseException):
    """Simulates the death of the process."""


class BookRequest(RequestBody):
    title: str


class Book(ResponseModel):
    id: Id
    title: str


class Ticket(ResponseModel):
    """A book with a secret."""

    book: Book
    secret: str


router = Router("Shelf")


def write_book(context: Context, collection: str, title: str) -> Book:
    """Insert a book, then raise the next failure, if any."""
    book = Book(id=new_id(), title=title)
    owner = context.caller.account_id or "nobody"
    context.tx.execute(
        books.insert(), {**book.model_dump(), "owner": owner, "collection": collection}
    )
    if failures:
        raise failures.popleft()
    return book


@router.post("/shelves/{name}", who=auth.member, status=201, errors=(BookRefused, BookNoted))
def create_book(context: Context, name: str, body: BookRequest) -> Book:
    """Create a book."""
    return write_book(context, name, body.title)


@router.post("/shelves/{name}/slowly", who=auth.member, status=201, pool="computing")
def make_book_slowly(context: Context, name: str, body: BookRequest) -> Book:
    """Create a book slowly, in its own transaction."""
    assert gate.wait(30)
    with context.write_transaction():
        return write_book(context, name, body.title)


@router.post("/shelves/{name}/located", who=auth.member, status=201, location="/books/{id}")
def make_located_book(context: Context, name: str) -> Book:
    """Create a book with a Location header."""
    return write_book(context, name, "untitled")


@router.post(
    "/shelves/{name}/located/slowly",
    who=auth.member,
    status=201,
    pool="computing",
    location="/books/{id}",
)
def make_located_book_slowly(context: Context, name: str) -> Book:
    """Create a book slowly, with a Location header."""
    with context.write_transaction():
        return write_book(context, name, "untitled")


@router.post("/shelves/{name}/long", who=auth.member, status=201)
def make_long_book(context: Context, name: str) -> Book:
    """Create a book with a large response."""
    created = write_book(context, name, "long")
    return Book(id=created.id, title="x" * LONG)


@router.post("/shelves/{name}/secret", who=auth.member, status=201, returns_secret=True)
def make_secret_book(context: Context, name: str) -> Ticket:
    """Create a book with a secret."""
    return Ticket(book=write_book(context, name, "secret"), secret=SECRET)


@router.post("/shelves/{name}/public", who=auth.public, status=201)
def make_public_book(context: Context, name: str, body: BookRequest) -> Book:
    """Create a book anonymously."""
    return write_book(context, name, body.title)


@router.post("/shelves/{name}/sorted", who=auth.member)
def sort_books(context: Context, name: str, body: BookRequest) -> Book:
    """Respond with 200: creates nothing."""
    return write_book(context, name, body.title)


def settings(given: Settings, **changes: Any) -> Settings:
    """Settings with a high rate limit and a known secret."""
    values = {"rate_limit": Rule("default", 1_000_000, 60), "secret_keys": ("s" * 32,), **changes}
    return given.model_copy(update=values)


def world(settings: Settings, loop: Loop, clock: ManualClock | None = None) -> World:
    """A server with the operations of the application and these, on an existing database."""
    clock = clock or ManualClock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "AREAS", (*routes.AREAS, router))
        application = app.create_app(settings, clock)
    books.create(application.app_state.database.engine, checkfirst=True)
    return World(application, clock, loop)


def request_of(key: str | None, title: str = "Molars", **how: Any) -> dict[str, Any]:
    """The arguments of `world.post` to send a book with a key."""
    headers: Mapping[str, str] = {} if key is None else {"idempotency-key": key}
    return {"body": {"title": title}, "headers": headers, **how}


def count(world: World, **where: str | None) -> int:
    """The number of books with this collection, owner or title."""
    statement = sa.select(sa.func.count()).select_from(books).filter_by(**where)
    with world.application.app_state.database.reading() as tx:
        return int(tx.value(statement))


def stored_keys(world: World) -> list[Mapping[str, Any]]:
    """All stored keys with their responses."""
    with world.application.app_state.database.reading() as tx:
        return [row._asdict() for row in tx.rows(sa.select(keys))]


def send_concurrently(world: World, times: int, path: str, key: str, as_: Person) -> list[Response]:
    """Send the same request concurrently."""
    return world.together([lambda: world.sending("POST", path, as_=as_, **request_of(key))] * times)
