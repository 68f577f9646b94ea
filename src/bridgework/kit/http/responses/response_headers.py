"""The headers of every response, besides its own: security, CORS, rate limit, request id."""

import re

from bridgework.kit.http.requests import Draining, HttpOptions, Request
from bridgework.kit.security.rate_limit import rate_limit_headers

Headers = list[tuple[bytes, bytes]]

_DEFAULTS = (
    (b"server", b"bridgework"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cache-control", b"no-store"),
    # Requests with CORS are not subject to it. Files, which other sites embed, have `cross-origin`.
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (
        b"content-security-policy",
        b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    ),
)
"""According to the OWASP REST security cheat sheet. A response may override each of them."""
EMBEDDABLE = {"cross-origin-resource-policy": "cross-origin"}
"""The header of files, which a front end on another origin shows as images."""
_HSTS = (b"strict-transport-security", b"max-age=31536000")
_HSTS_OF_SUBDOMAINS = (_HSTS[0], _HSTS[1] + b"; includeSubDomains")
"""For servers that clients reach by HTTPS."""
_EXPOSED_HEADERS = (
    b"RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag, Link, X-Total-Count, Location,"
    b" Idempotency-Replayed, WWW-Authenticate, Allow, Accept-Ranges, Content-Range,"
    b" Content-Disposition, Deprecation, Sunset"
)
_EXPOSED = (b"access-control-expose-headers", _EXPOSED_HEADERS)
_ACCEPTED_HEADERS = (
    b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Prefer,"
    b" Last-Event-ID, Range, X-Api-Key, X-Device-Token, X-Request-Id"
)
_PREFLIGHT = (
    (b"access-control-allow-headers", _ACCEPTED_HEADERS),
    (b"access-control-max-age", b"600"),
)
_LOCAL_ORIGIN = re.compile(r"http://(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?")
"""Origins of front-end development servers."""


class ResponseHeaders:
    """Adds the headers of every response.

    The API uses no cookies, so the origin `*` is safe to allow.
    """

    def __init__(self, options: HttpOptions, draining: Draining) -> None:
        self._draining = draining
        is_https = options.installation.public_url.startswith("https:")
        hsts = _HSTS_OF_SUBDOMAINS if options.hsts_subdomains else _HSTS
        self._defaults = (*_DEFAULTS, hsts) if is_https else _DEFAULTS
        self._origins = frozenset(options.cors_origins)
        self._allows_local = options.allow_local_origins
        self._allows_all = "*" in self._origins
        self._varies = bool(self._origins or self._allows_local) and not self._allows_all

    def of_response(self, request: Request, headers: Headers) -> Headers:
        """Return the headers of a response with those that are the same for equal requests."""
        complete = headers + self._cors(request, headers)
        present = {name for name, _ in complete}
        return complete + [pair for pair in self._defaults if pair[0] not in present]

    def of_request(self, request: Request) -> Headers:
        """Return the headers that differ for each request."""
        headers = rate_limit_headers(*request.rate_limits)
        headers.append((b"x-request-id", request.request_id.encode()))
        # The server may close the connection after a response to a body that was not read
        # completely. Without the header the client could send its next request before that.
        if self._draining.has_begun or request.must_close_connection():
            headers.append((b"connection", b"close"))
        return headers

    def _cors(self, request: Request, headers: Headers) -> Headers:
        added = [(b"vary", b"Origin")] if self._varies else []
        origin = request.raw_headers.get(b"origin")
        if origin is None:
            return added
        if self._is_allowed(origin.decode("latin-1")):
            allowed = b"*" if self._allows_all else origin
            added += [(b"access-control-allow-origin", allowed), _EXPOSED]
        methods = dict(headers).get(b"allow") if request.is_preflight() else None
        if methods is not None and request.status == 200:  # as any OPTIONS
            added += [*_PREFLIGHT, (b"access-control-allow-methods", methods)]
        return added

    def _is_allowed(self, origin: str) -> bool:
        is_local = self._allows_local and _LOCAL_ORIGIN.fullmatch(origin) is not None
        return self._allows_all or is_local or origin in self._origins
