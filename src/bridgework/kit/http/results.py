"""What a handler may return besides a response model or a list of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from bridgework.kit.html_pages.renderer import CONTENT_TYPE, HtmlPage
from bridgework.kit.schemas import ResponseModel

HTML = "text/html"
"""The media type of an operation that answers with a page, also where it fails."""

Shown = TypeVar("Shown", bound=ResponseModel)


class Ok(ResponseModel):
    """The result of an operation that returns no data."""

    ok: Literal[True]


OK = Ok(ok=True)


@dataclass(frozen=True, slots=True)
class WithVersion(Generic[Shown]):
    """One record with the version of its row, which is sent as an `ETag`.

    The version rises with every change of the row. A GET that returns this answers 304 to whoever
    has the bytes; what changes the row is declared `if_match=True`.
    """

    record: Shown
    version: int


@dataclass(frozen=True, slots=True)
class PreRendered(Generic[Shown]):
    """One record, rendered to JSON when it was written."""

    json: bytes


@dataclass(frozen=True, slots=True)
class PreRenderedPage(Generic[Shown]):
    """One page of records rendered when they were written.

    `data` is the bare array, as the specification shows it; the paging goes into the headers
    `Link` (RFC 8288) and `X-Total-Count`.
    """

    items: Sequence[bytes]
    page: int
    limit: int
    total: int


@dataclass(frozen=True, slots=True)
class PermanentRedirect:
    """The resource has another address for good: 301 without a body.

    A handler whose annotation says `PreRendered[BlogPost] | PermanentRedirect` may return either.
    `path` does not include the public URL, which is added to it.
    """

    path: str


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A response outside the `{data}` envelope: a document, a page, the answer to a probe."""

    content_type: str
    body: bytes
    status: int = 200
    cache_control: str = "no-store"
    content_security_policy: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def html_response(page: HtmlPage) -> RawResponse:
    """The response that shows a page."""
    policy = page.content_security_policy
    return RawResponse(CONTENT_TYPE, page.html.encode(), content_security_policy=policy)
