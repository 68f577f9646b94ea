"""The types that a handler may return, besides a response model or a list of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from bridgework.kit.html_pages import CONTENT_TYPE, HtmlPage
from bridgework.kit.validation import ResponseModel

JSON = "application/json"
HTML = "text/html"
"""The media type of an operation whose responses and errors are HTML pages."""

EVENT_STREAM = "text/event-stream"
"""The media type of Server-Sent Events."""

Record = TypeVar("Record", bound=ResponseModel)


class Ok(ResponseModel):
    """The result of an operation that returns no data."""

    ok: Literal[True]


OK = Ok(ok=True)


@dataclass(frozen=True, slots=True)
class WithVersion(Generic[Record]):
    """One record with its version, which is sent as an `ETag`.

    The version is the number of a row's version, or the digest of `content_version`. It is another
    one after every change that a request with If-Match must not overwrite. Other changes, such as a
    mark of the owner, do not raise it: the tag has a digest of the body too. A GET that returns it
    supports If-None-Match; an operation that changes the record is declared with `if_match=True`.
    """

    record: Record
    version: int


@dataclass(frozen=True, slots=True)
class PreRendered(Generic[Record]):
    """One record as JSON that was rendered when it was written."""

    json: bytes


@dataclass(frozen=True, slots=True)
class PreRenderedPage(Generic[Record]):
    """One page of records as JSON that was rendered when they were written.

    `data` is the plain array; the pagination is in the headers `Link` (RFC 8288) and
    `X-Total-Count`.
    """

    items: Sequence[bytes]
    page: int
    limit: int
    total: int


@dataclass(frozen=True, slots=True)
class PermanentRedirect:
    """A redirect to the permanent URL of the resource (301).

    The return annotation is a union, such as `PreRendered[BlogPost] | PermanentRedirect`. `path` is
    relative to the public URL.
    """

    path: str


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A response outside the `{data}` envelope, such as a document, a page or a health check."""

    content_type: str
    body: bytes
    status: int = 200
    cache_control: str = "no-store"
    content_security_policy: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    gzip_body: bytes | None = None
    """The body compressed with gzip, which is sent to clients that accept it."""


@dataclass(frozen=True, slots=True)
class Download:
    """A file that is generated while it is sent, such as an export.

    Each item of `chunks` is computed in a thread. Between two chunks no transaction is open, since
    a slow client would keep it open. The response to HEAD computes none.
    """

    content_type: str
    file_name: str
    chunks: Iterator[bytes]


def html_response(page: HtmlPage) -> RawResponse:
    """Return the response with a page."""
    policy = page.content_security_policy
    return RawResponse(CONTENT_TYPE, page.html.encode(), content_security_policy=policy)
