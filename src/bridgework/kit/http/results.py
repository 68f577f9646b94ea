"""What a handler may return beside a Record or a list of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from bridgework.kit.shapes import Record

Shown = TypeVar("Shown", bound=Record)


class Ok(Record):
    """What has nothing to return."""

    ok: Literal[True]


OK = Ok(ok=True)


@dataclass(frozen=True, slots=True)
class Ready(Generic[Shown]):
    """One record, rendered to JSON when it was written."""

    json: bytes


@dataclass(frozen=True, slots=True)
class ReadyList(Generic[Shown]):
    """One page of records rendered when they were written.

    `data` is the bare array, as the specification shows it; the paging goes into the headers
    `Link` (RFC 8288) and `X-Total-Count`.
    """

    items: Sequence[bytes]
    page: int
    limit: int
    total: int


@dataclass(frozen=True, slots=True)
class Plain:
    """An answer outside the `{data}` envelope: a document, a page, a probe's word."""

    content_type: str
    body: bytes
    status: int = 200
    cache_control: str = "no-store"
    content_security_policy: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
