"""The files below `/docs/`: Swagger UI and the page that embeds it."""

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
"""The policy of these files, which replaces that of the API."""

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
    """A file as it is served."""

    content_type: str
    body: bytes
    immutable: bool = False
    """Whether the path contains a hash of the content, so that caches may store it forever."""


def load_files() -> Mapping[str, Asset]:
    """Every file by its path below `/docs/`; the page itself has the empty path.

    All URLs in the page are relative, so it also works below a path prefix.
    """
    linked = {name: _read(name) for name in _LINKED}
    paths = {name: _hashed_path(name, body) for name, body in linked.items()}
    page = string.Template(_read("index.html").decode()).substitute(
        {name.replace(".", "_").replace("-", "_"): path for name, path in paths.items()}
    )
    return {
        "": Asset("text/html; charset=utf-8", page.encode()),
        **{
            paths[name]: Asset(_LINKED[name], body, immutable=True) for name, body in linked.items()
        },
        **{name: Asset(_TEXT, _read(name)) for name in _NOTICES},
    }


def _hashed_path(name: str, body: bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{sha256(body).hexdigest()[:12]}.{suffix}"


def _read(name: str) -> bytes:
    return (resources.files(__package__) / "assets" / name).read_bytes()
