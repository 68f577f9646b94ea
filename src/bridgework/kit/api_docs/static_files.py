"""Files that are part of the program, or generated once, and served unchanged."""

import gzip
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bridgework.kit.http.responses import is_text

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "public, max-age=0, must-revalidate"
_MIN_COMPRESSED = 1024


@dataclass(frozen=True, slots=True)
class SampleAccount:
    """An account with published credentials, with which a reader of a page signs in."""

    name: str
    about: str
    operation: str
    """The operationId of its sign-in."""
    body: Mapping[str, str]
    """The request body of its sign-in, with the member `email`."""


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is served."""

    content_type: str
    body: bytes
    gzip_body: bytes | None
    """The compressed body, for clients that accept it; None if it would not be smaller."""
    cache_control: str
    content_security_policy: str | None


def static_file(
    content_type: str,
    body: bytes,
    *,
    cache_control: str = REVALIDATE,
    content_security_policy: str | None = None,
) -> StaticFile:
    """Compress a file once, at the highest level."""
    is_smaller = len(body) >= _MIN_COMPRESSED and is_text(content_type)
    gzip_body = gzip.compress(body, mtime=0) if is_smaller else None
    return StaticFile(content_type, body, gzip_body, cache_control, content_security_policy)


class StaticSite:
    """A page and its files, loaded at the first request."""

    def __init__(self, load: Callable[[Sequence[SampleAccount]], Mapping[str, StaticFile]]) -> None:
        self._load = load
        self.sample_accounts: Sequence[SampleAccount] = ()
        """The accounts that the page offers to sign in with; set before the first request."""

    @cached_property
    def files(self) -> Mapping[str, StaticFile]:
        """The files by their paths; the page itself has the empty path."""
        return self._load(self.sample_accounts)
