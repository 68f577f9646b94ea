"""Files that are part of the program and served unchanged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bridgework.kit.api_docs.swagger_ui import SampleAccount

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "public, max-age=0, must-revalidate"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is served."""

    content_type: str
    body: bytes
    gzip_body: bytes | None = None
    """The body compressed with gzip, for clients that accept it."""
    cache_control: str = REVALIDATE
    content_security_policy: str = "default-src 'none'"


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
