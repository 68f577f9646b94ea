"""Which origins may call from a browser: those in the settings; in development local ones too."""

import re
from collections.abc import Sequence

from bridgework.kit.http.request import Request

_EXPOSED = (
    b"RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag, Link, X-Total-Count, Location,"
    b" Idempotency-Replayed, WWW-Authenticate, Allow, Accept-Ranges, Content-Range,"
    b" Content-Disposition"
)
_ACCEPTED = (
    b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Prefer,"
    b" Range, X-Api-Key, X-Request-Id"
)
_REMEMBERED_SECONDS = b"600"
_LOCAL = re.compile(rb"http://(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?")
"""Where development servers of front ends listen."""

Headers = list[tuple[bytes, bytes]]


class Cors:
    """Answers browsers by the Fetch standard. No cookies are spoken here, so `*` is safe to set."""

    def __init__(self, origins: Sequence[str], *, allows_local: bool) -> None:
        """`allows_local` adds `http://localhost` and `http://127.0.0.1` at any port."""
        self._allows_local = allows_local
        self._origins = frozenset(origin.encode() for origin in origins)
        self._any = b"*" in self._origins

    def is_preflight(self, request: Request) -> bool:
        """Whether a browser is asking if it may ask."""
        return (
            request.method == "OPTIONS"
            and b"origin" in request.headers
            and b"access-control-request-method" in request.headers
        )

    def headers(self, request: Request) -> Headers:
        """What any answer says to a page of an origin that may call."""
        if not self._origins and not self._allows_local:
            return []
        vary = [] if self._any else [(b"vary", b"Origin")]
        origin = request.headers.get(b"origin")
        if origin is None or not self._is_allowed(origin):
            return vary
        allowed = b"*" if self._any else origin
        return [
            *vary,
            (b"access-control-allow-origin", allowed),
            (b"access-control-expose-headers", _EXPOSED),
        ]

    def _is_allowed(self, origin: bytes) -> bool:
        is_local = self._allows_local and _LOCAL.fullmatch(origin) is not None
        return self._any or origin in self._origins or is_local

    def preflight_headers(self, request: Request, methods: str) -> Headers:
        """What a preflight says beside: methods, headers, and for how long to remember it."""
        if not self.is_preflight(request):
            return []
        return [
            (b"access-control-allow-methods", methods.encode()),
            (b"access-control-allow-headers", _ACCEPTED),
            (b"access-control-max-age", _REMEMBERED_SECONDS),
        ]
