"""The headers by which a browser knows that our answers are data and not pages."""

_ALWAYS = [
    (b"server", b"bridgework"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
]
CONTENT_SECURITY_POLICY = b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
_A_YEAR_OF_HTTPS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


def security_headers(*, https: bool) -> list[tuple[bytes, bytes]]:
    """The headers of every answer, by OWASP's REST sheet; `https` if that is how we are reached.

    The Content-Security-Policy is not among them: a page may bring its own in its place.
    """
    return [*_ALWAYS, _A_YEAR_OF_HTTPS] if https else [*_ALWAYS]
