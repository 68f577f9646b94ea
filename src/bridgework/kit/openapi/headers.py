"""The headers of answers, and which answer carries which."""

from collections.abc import Mapping

_STRUCTURED = "A structured field (RFC 9651)."


def _plain(description: str, example: str, *, always: bool = True) -> dict[str, object]:
    return {
        "description": description,
        "required": always,
        "schema": {"type": "string"},
        "example": example,
    }


def _structured(description: str, example: str) -> dict[str, object]:
    """A value with parameters: 3.0.4 advises `content`, since `schema` can't tell its syntax."""
    return {
        "description": f"{description} {_STRUCTURED}",
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string"}, "example": example}},
    }


COMPONENTS: Mapping[str, Mapping[str, object]] = {
    "RateLimit": _structured(
        "What is left of the rate limit, and the seconds until there is more.",
        '"default";r=59;t=60',
    ),
    "RateLimit-Policy": _structured(
        "The rate limit itself: so many requests in so many seconds. Sessions of the administrator "
        "login have a policy of their own, `admin`.",
        '"default";q=60;w=60',
    ),
    "X-Request-Id": _plain(
        "The request's id: the one that was sent, or a new one. Name it when you ask for help.",
        "0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71",
    ),
    "Accept-Ranges": _plain("That parts of it may be asked for, in bytes.", "bytes"),
    "Allow": _plain("The methods that this path knows.", "GET, HEAD"),
    "Cache-Control": _plain("How long a copy may be kept.", "public, max-age=0, must-revalidate"),
    "Content-Disposition": _plain(
        "Whether it may be shown, and what it is called.", 'inline; filename="chair.png"'
    ),
    "Content-Range": _plain("Which part it is, of how many bytes.", "bytes 0-499/1234"),
    "ETag": _plain(
        "The version of what is told: send it as If-None-Match to read, as If-Match to change.",
        '"7-0f5c3a9e8d7b2c61"',
    ),
    "Idempotency-Replayed": _plain(
        "There if this was done before: then the answer is the one that was given first.",
        "true",
        always=False,
    ),
    "Last-Modified": _plain("When it was complete.", "Sat, 21 Nov 2026 09:00:00 GMT"),
    "Link": _plain(
        "Where the first, previous, next and last page are (RFC 8288).",
        '<https://api.example/blogs?page=2>; rel="next"',
    ),
    "Location": _plain(
        "Where what was made, or has moved, can be read.",
        "https://api.example/jobs/0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71",
    ),
    "Retry-After": {
        "description": "The seconds to wait before the next try.",
        "required": True,
        "schema": {"type": "integer", "minimum": 0},
        "example": 7,
    },
    "WWW-Authenticate": _plain(
        "Which credentials are wanted (RFC 6750).", 'Bearer realm="bridgework"'
    ),
    "X-Total-Count": {
        "description": "How many there are on all pages together.",
        "required": True,
        "schema": {"type": "integer", "minimum": 0},
        "example": 240,
    },
}

EVERYWHERE = ("RateLimit", "RateLimit-Policy", "X-Request-Id")

BY_STATUS: Mapping[int, tuple[str, ...]] = {
    206: ("Content-Range",),
    301: ("Location",),
    302: ("Location",),
    304: ("ETag", "Cache-Control"),
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    416: ("Content-Range",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}


def references(status: int, *further: str) -> dict[str, object]:
    """The headers of an answer of `status`, as references to the components."""
    names = (*EVERYWHERE, *BY_STATUS.get(status, ()), *further)
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
