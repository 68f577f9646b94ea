"""An answer on its way out: status, headers, body; and how a problem becomes one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import BinaryIO

from bridgework.kit.errors import ApiError
from bridgework.kit.http.security import CONTENT_SECURITY_POLICY

JSON = "application/json"

Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Part:
    """As much of an open file as is to be sent; who sends it closes the file."""

    handle: BinaryIO
    start: int
    length: int


@dataclass(slots=True)
class Answer:
    """What will be sent, but for the headers that every answer gets."""

    status: int
    body: bytes
    content_type: str = JSON
    """Empty where there is nothing to have one."""
    headers: Headers = field(default_factory=list)
    cache_control: bytes = b"no-store"
    content_security_policy: bytes = CONTENT_SECURITY_POLICY
    etag: str = ""
    """Of what was read, or of what a change made of it; nothing where there is none."""
    part: Part | None = None
    """Sent in place of `body`."""
    fixed: Headers | None = None
    """The headers that are the same whenever it is told again, where it is."""

    @property
    def length(self) -> int:
        """The bytes of what is told."""
        return len(self.body) if self.part is None else self.part.length

    def add(self, name: str, value: str) -> None:
        """Add a header; `name` in lower case."""
        self.headers.append((name.encode(), value.encode("latin-1", "replace")))


def of_problem(problem: ApiError) -> Answer:
    """The error body of a problem, with the headers it brings."""
    answer = Answer(problem.status, json.dumps(problem.body(), ensure_ascii=False).encode())
    add_all(answer, problem.headers)
    return answer


def of_move(address: str) -> Answer:
    """The answer that sends whoever asks to another address, for good."""
    answer = Answer(301, b"", content_type="")
    answer.add("location", address)
    return answer


def add_all(answer: Answer, headers: Mapping[str, str]) -> None:
    """Add headers whose names are written in snake case."""
    for name, value in headers.items():
        answer.add(name.replace("_", "-").lower(), value)


def etag_of(body: bytes) -> str:
    """A strong validator: other bytes, another tag (RFC 9110 section 8.8.3).

    SHA-256 since today's processors have instructions for it, cut to what no accident meets twice.
    """
    return f'"{sha256(body, usedforsecurity=False).hexdigest()[:32]}"'


def matches(if_none_match: str, etag: str) -> bool:
    """Whether the client has these bytes already: weak comparison, RFC 9110 section 13.1.2."""
    if if_none_match.strip() == "*":
        return True
    return etag in {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
