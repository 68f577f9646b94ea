"""A sample area with one operation for each feature of the HTTP layer, without a database."""

from typing import Annotated, Any, Literal

from pydantic import MISSING, Field

from bridgework.context import Context
from bridgework.kit.core import Conflict, Id, NotFound
from bridgework.kit.http.operations import OK, Ok, PreRendered, PreRenderedPage, RawResponse, Router
from bridgework.kit.security import auth
from bridgework.kit.validation import QueryParams, RequestBody, ResponseModel, fields

SECRET = "the key to the cellar lies under the third stone"
"""The text of exceptions, which must never be in a response."""


class Section(RequestBody):
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
    place: fields.Line50 | Section | MISSING = MISSING
    shelves: Annotated[list[Section], Field(max_length=3)] | MISSING = MISSING
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


class LibraryFull(Conflict):
    """The library is full."""


router = Router("Library")


def _sent(shape: RequestBody | QueryParams) -> dict[str, Any]:
    return shape.model_dump(mode="json", by_alias=True, exclude_unset=True)


@router.post("/books", who=auth.public, status=201)
def add_book(context: Context, body: BookRequest, query: BooksQuery) -> Echo:
    """Return the parsed request."""
    return Echo(body=_sent(body), query=_sent(query))


@router.get("/books", who=auth.public)
def list_books(context: Context, query: BooksQuery) -> Echo:
    """Return the parsed request."""
    return Echo(body={}, query=_sent(query))


@router.get("/books/{id}", who=auth.public, not_found=VolumeUnknown)
def get_book(context: Context, book_id: Id) -> Named:
    """Return the id; every id exists."""
    return Named(name=book_id)


@router.patch("/books/{id}", who=auth.public, not_found=VolumeUnknown)
def change_book(context: Context, book_id: Id, body: BookChange) -> Echo:
    """Return the parsed request; every member is optional."""
    return Echo(body=_sent(body), query={})


@router.get("/names/{name}", who=auth.public)
def get_name(context: Context, name: str) -> Named:
    """Return the name; every name exists."""
    return Named(name=name)


@router.get("/secrets/{name}", who=auth.public, etag=True, returns_secret=True)
def get_secret(context: Context, name: str) -> Named:
    """Return the name beside a secret."""
    if name == "full":
        raise LibraryFull("The library is full." * 100)
    return Named(name=name)


@router.get("/pictures/{name}", who=auth.public)
def get_picture(context: Context, name: str) -> RawResponse:
    """Return the name as the bytes of a picture."""
    return RawResponse("image/png", name.encode())


@router.get("/names/{name}/books/{id}", who=auth.public)
def get_book_of_name(context: Context, name: str, book_id: Id) -> Named:
    """Two values in one path, in its order."""
    return Named(name=f"{name} {book_id}")


@router.get("/editions/{name}", who=auth.public, etag=True)
def get_edition(context: Context, name: str) -> PreRendered[Named]:
    """Return a public record with an ETag."""
    return PreRendered(b'{"name":"%s"}' % name.encode())


@router.get("/pages", who=auth.public, etag=True)
def list_pages(context: Context, query: BooksQuery) -> PreRenderedPage[Named]:
    """Return a page of 101 records."""
    return PreRenderedPage([b'{"name":"one"}'], page=query.page, limit=20, total=101)


@router.post("/full", who=auth.public)
def fill(context: Context) -> Ok:
    """Raise an ApiError."""
    raise LibraryFull


@router.get("/broken", who=auth.public)
def break_down(context: Context) -> Ok:
    """Raise an unexpected exception."""
    raise RuntimeError(SECRET)


@router.get("/broken/slowly", who=auth.public, pool="computing")
def break_down_slowly(context: Context) -> Ok:
    """Raise an unexpected exception in a thread."""
    raise RuntimeError(SECRET)


@router.get("/heartbeat", who=auth.public, rate_limit_exempt=True)
def heartbeat(context: Context) -> RawResponse:
    """Return a response outside the envelope, exempt from the rate limit."""
    return RawResponse("text/plain; charset=utf-8", b"alive")


@router.get("/whoami", who=auth.public)
def whoami(context: Context) -> Named:
    """Return the client's address."""
    return Named(name=context.client.address)


@router.delete("/loans/{name}", who=auth.member)
def delete_loan(context: Context, name: str) -> Ok:
    """Members only."""
    return OK
