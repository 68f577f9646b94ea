"""A made-up area with one operation for each thing that the edge does. No database is asked."""

from typing import Annotated, Any, Literal

from pydantic import MISSING, Field

from bridgework.kit import auth, fields
from bridgework.kit.errors import Conflict, NotFound
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok, Plain, Ready, ReadyList
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id
from bridgework.kit.schemas import QueryParams, RequestBody, ResponseModel

SECRET = "the key to the cellar lies under the third stone"
"""What breaks below says this; nobody outside may ever read it."""


class Shelf(RequestBody):
    label: fields.Line50
    number: Annotated[int, Field(ge=0, le=1000)] | MISSING = MISSING


class BookRequest(RequestBody):
    title: fields.PersonName
    pages: Annotated[int, Field(ge=1, le=5000)]
    price: Annotated[float, Field(ge=0)] | MISSING = MISSING
    kind: Literal["novel", "essay"] | MISSING = MISSING
    lent: bool | MISSING = MISSING
    otp: fields.Otp | MISSING = MISSING
    printed_at: fields.UtcDatetime | MISSING = MISSING
    place: fields.Line50 | Shelf | MISSING = MISSING
    shelves: Annotated[list[Shelf], Field(max_length=3)] | MISSING = MISSING
    notes: fields.Text1000 | MISSING | None = MISSING


class BookChange(RequestBody):
    title: fields.Line50 | MISSING = MISSING
    notes: fields.Text1000 | MISSING | None = MISSING


class BooksQuery(QueryParams):
    page: fields.PageNumber = 1
    search: fields.Search | None = None
    sort_by: Literal["newest", "name"] | None = None
    tags: Annotated[list[fields.Filter], Field(max_length=3, default_factory=list)]


class Echo(ResponseModel):
    body: dict[str, Any]
    query: dict[str, Any]


class Named(ResponseModel):
    name: str


class VolumeUnknown(NotFound):
    """There is no such book in the library."""

    component = "MessageError"


class ShelfFull(Conflict):
    """The shelf is full."""


area = Area("Library")


def _sent(shape: RequestBody | QueryParams) -> dict[str, Any]:
    return shape.model_dump(mode="json", by_alias=True, exclude_unset=True)


@area.post("/books", who=auth.public, status=201)
def add_book(call: Call, body: BookRequest, query: BooksQuery) -> Echo:
    """Tell what was heard."""
    return Echo(body=_sent(body), query=_sent(query))


@area.get("/books", who=auth.public)
def list_books(call: Call, query: BooksQuery) -> Echo:
    """Tell what was heard."""
    return Echo(body={}, query=_sent(query))


@area.get("/books/{id}", who=auth.public, missing=VolumeUnknown)
def get_book(call: Call, book_id: Id) -> Named:
    """Every id is there."""
    return Named(name=book_id)


@area.patch("/books/{id}", who=auth.public, missing=VolumeUnknown)
def change_book(call: Call, book_id: Id, body: BookChange) -> Echo:
    """Tell what was heard; everything may be left out."""
    return Echo(body=_sent(body), query={})


@area.get("/names/{name}", who=auth.public)
def get_name(call: Call, name: str) -> Named:
    """Every name is there."""
    return Named(name=name)


@area.get("/names/{name}/books/{id}", who=auth.public)
def get_book_of_name(call: Call, name: str, book_id: Id) -> Named:
    """Two values in one path, in its order."""
    return Named(name=f"{name} {book_id}")


@area.get("/editions/{name}", who=auth.public, cached=True)
def get_edition(call: Call, name: str) -> Ready[Named]:
    """A public read that clients keep."""
    return Ready(b'{"name":"%s"}' % name.encode())


@area.get("/pages", who=auth.public, cached=True)
def list_pages(call: Call, query: BooksQuery) -> ReadyList[Named]:
    """Page after page of one hundred and one."""
    return ReadyList([b'{"name":"one"}'], page=query.page, limit=20, total=101)


@area.post("/full", who=auth.public)
def fill(call: Call) -> Ok:
    """Refuse."""
    raise ShelfFull


@area.get("/broken", who=auth.public)
def break_down(call: Call) -> Ok:
    """Break."""
    raise RuntimeError(SECRET)


@area.get("/broken/slowly", who=auth.public, slow=True)
def break_down_slowly(call: Call) -> Ok:
    """Break in a thread."""
    raise RuntimeError(SECRET)


@area.get("/heartbeat", who=auth.public, exempt=True)
def beat(call: Call) -> Plain:
    """Outside the envelope and the limit's refusals."""
    return Plain("text/plain; charset=utf-8", b"alive")


@area.get("/whoami", who=auth.public)
def whoami(call: Call) -> Named:
    """The client's address, as the house understands it."""
    return Named(name=call.address)


@area.delete("/doors/{name}", who=auth.member)
def close_door(call: Call, name: str) -> Ok:
    """For members alone."""
    return OK
