"""The files of the documentation, by their path below `/docs/`."""

import html
import string
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
)
CONTENT_SECURITY_POLICY = "; ".join(_POLICY)
"""For every file of the documentation, in place of the API's own policy."""

_TEXT = "text/plain; charset=utf-8"
_LINKED = {
    "docs.css": "text/css; charset=utf-8",
    "docs.js": "text/javascript; charset=utf-8",
    "favicon.svg": "image/svg+xml",
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
}
_NOTICES = ("LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    content_type: str
    body: bytes
    etag: str
    """Strong, quotes included."""
    immutable: bool
    """Its path names its content, so that a copy may be kept for ever."""


def files(openapi_url: str) -> Mapping[str, Asset]:
    """Every file by its path below `/docs/`; the page itself is at the empty path.

    `openapi_url` is where the page finds the document, relative to `/docs/`, as in
    `../openapi.json`. All addresses in the page are relative, so a path prefix does no harm.
    """
    linked = {name: _read(name) for name in _LINKED}
    paths = {name: _path_by_content(name, body) for name, body in linked.items()}
    return {
        "": _asset("text/html; charset=utf-8", _page(openapi_url, paths)),
        **{
            paths[name]: _asset(_LINKED[name], body, immutable=True)
            for name, body in linked.items()
        },
        **{name: _asset(_TEXT, _read(name)) for name in _NOTICES},
    }


def _page(openapi_url: str, paths: Mapping[str, str]) -> bytes:
    addresses = {name.replace(".", "_").replace("-", "_"): path for name, path in paths.items()}
    template = string.Template(_read("index.html").decode())
    return template.substitute(addresses, openapi_url=html.escape(openapi_url)).encode()


def _path_by_content(name: str, body: bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{sha256(body).hexdigest()[:12]}.{suffix}"


def _asset(content_type: str, body: bytes, *, immutable: bool = False) -> Asset:
    return Asset(content_type, body, f'"{sha256(body).hexdigest()[:32]}"', immutable)


def _read(name: str) -> bytes:
    return (resources.files(__package__) / "assets" / name).read_bytes()
