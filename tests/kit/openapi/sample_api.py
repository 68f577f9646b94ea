"""A sample API about books with unusual types, and its document."""

from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import MISSING, Field
from typing_extensions import TypeAliasType

from bridgework.kit.core import Conflict, Forbidden, Id, NotFound
from bridgework.kit.http.openapi import Examples, generate_document
from bridgework.kit.http.operations import (
    OK,
    Ok,
    PreRendered,
    PreRenderedPage,
    RawResponse,
    Router,
    WithVersion,
)
from bridgework.kit.security import auth
from bridgework.kit.validation import (
    Email,
    ErrorBody,
    Line50,
    PageNumber,
    PersonName,
    QueryParams,
    RequestBody,
    ResponseModel,
    Url500,
    UtcDatetime,
)

Genre = TypeAliasType("Genre", Literal["crime", "history"])


class Binding(Enum):
    HARD = "hard"
    SOFT = "soft"


class Author(ResponseModel):
    """Who wrote it."""

    name: str
    born: int | None


class Expertise(RequestBody):
    id: Annotated[str, Field(max_length=100)]
    category: Line50 | MISSING = MISSING


class BookRequest(RequestBody):
    """A book to be shelved."""

    title: PersonName
    subject: Annotated[str, Field(max_length=20)] | Expertise
    """A word, or one of our own subjects."""
    pages: Annotated[int, Field(gt=0, le=5000)]
    price: Annotated[float, Field(ge=0, lt=1000)] | MISSING = MISSING
    kind: Literal["novel", "essay"] = "novel"
    mood: Literal["dark", "light"] | MISSING | None = MISSING
    series: Literal["one"] | MISSING = MISSING
    binding: Binding | MISSING = MISSING
    contact: Email | MISSING = MISSING
    home: Url500 | MISSING | None = MISSING
    expertise: Expertise | MISSING | None = MISSING
    """What the book is good for."""
    shelves: list[list[Line50]] | MISSING = MISSING
    tags: Annotated[list[Line50], Field(max_length=2)] | MISSING | None = MISSING
    notes: dict[str, Any] | MISSING = MISSING
    flags: dict[str, bool] | MISSING | None = MISSING
    span: tuple[int, str] | MISSING = MISSING


class BookChange(RequestBody):
    title: Line50 | MISSING = MISSING


class Book(ResponseModel):
    id: Id
    author: Author | None
    """Null if unknown."""
    editor: Author
    """Who saw to it."""
    mood: Literal["dark", "light"] | None
    genre: Genre | None
    expertise: Expertise | str
    printed_at: UtcDatetime
    sold_at: UtcDatetime | None
    shelves: list[list[str]]
    notes: dict[str, Any] | None
    version: Literal[1]


class BookCard(ResponseModel):
    id: Id


class BooksQuery(QueryParams):
    page: PageNumber = 1
    search: Line50 | MISSING = MISSING
    tags: list[Line50] | MISSING = MISSING
    """All must be present."""
    genre: Genre | None = None
    sort_by: Literal["newest", "name"] | MISSING = MISSING


class Liveness(ResponseModel):
    status: Literal["alive"]


class BookLent(Conflict):
    """The book is lent."""


class BookReserved(Conflict):
    """The book is reserved for another reader."""

    component = "MessageError"

    def body(self) -> dict[str, object]:
        return {"message": self.message}


class BookUnknown(NotFound):
    """There is no such book."""

    component = "MessageError"

    def body(self) -> dict[str, object]:
        return {"message": self.message}


class ReaderNotVerifiedError(ErrorBody):
    """The address is not verified yet."""

    message: str
    is_verified: Literal[False]


class ReaderNotVerified(Forbidden):
    """Verify the address first."""

    component = "ReaderNotVerifiedError"

    def body(self) -> dict[str, object]:
        return {"message": self.message, "isVerified": False}


books = Router("Books")
branches = Router("Branches")


@books.get("/books", who=auth.public, etag=True)
def list_books(call: object, query: BooksQuery) -> PreRenderedPage[BookCard]:
    """The books, newest first.

    All of them.
    """
    return PreRenderedPage([], 1, 20, 0)


@books.post(
    "/books",
    who=auth.holder_of("librarian", frozenset({"librarian"})),
    status=201,
    errors=(BookLent, BookReserved),
    location="/books/{id}",
)
def create_book(call: object, body: BookRequest) -> Book:
    """Shelve a book."""
    raise BookLent


@books.get("/books/{id}", who=auth.public, etag=True, not_found=BookUnknown)
def get_book(call: object, id: Id) -> PreRendered[Book]:  # noqa: A002 - the path's own name
    """One book."""
    return PreRendered(b"{}")


@books.patch("/books/{id}", who=auth.member, errors=(ReaderNotVerified,))
def change_book(call: object, book_id: Id, body: BookChange) -> Book:
    """Change a book."""
    raise ReaderNotVerified


@books.get("/books/{id}/card", who=auth.public)
def get_card(call: object, book_id: Id) -> WithVersion[BookCard]:
    """A book's card, and the version it stands at."""
    return WithVersion(BookCard(id=book_id), 1)


@books.put("/books/{id}/card", who=auth.public, if_match=True)
def put_card(call: object, book_id: Id) -> WithVersion[BookCard]:
    """Write a book's card anew."""
    return WithVersion(BookCard(id=book_id), 2)


@books.delete("/books/{id}/card", who=auth.public, if_match=True)
def tear_card(call: object, book_id: Id) -> Ok:
    """Tear a book's card up."""
    return OK


@books.get("/books/{id}/readers/{name}", who=auth.member)
def list_readers(call: object, book_id: Id, name: str) -> list[Author]:
    """Who read it."""
    return []


@branches.delete("/branches/{name}", who=auth.admin)
def close_branch(call: object, name: str) -> Ok:
    """Close a branch."""
    return OK


@branches.get("/branches.txt", who=auth.public, media_type="text/plain; charset=utf-8")
def list_branches(call: object) -> RawResponse:
    """The branches, one per line."""
    return RawResponse("text/plain; charset=utf-8", b"")


@branches.get("/livez", who=auth.public, rate_limit_exempt=True, response_model=Liveness)
def livez(call: object) -> RawResponse:
    """Whether the process lives."""
    return RawResponse("application/json", b'{"status":"alive"}')


@branches.get("/version", who=auth.public)
def get_version(call: object) -> RawResponse:
    """The versions of all parts."""
    return RawResponse("application/json", b"{}")


OPERATIONS = [*books.operations, *branches.operations]


def written(examples: Examples = MappingProxyType({})) -> dict[str, Any]:
    """The document, afresh."""
    return generate_document(
        OPERATIONS,
        examples=examples,
        title="Books",
        description="A library.",
        license_info={"name": "MIT"},
        base_url="https://books.example/",
        support_email="help@books.example",
    )
