"""The files below `/docs/`: Swagger UI and the page that embeds it."""

import html
import json
import string
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import resources

from bridgework.kit.html_pages import theme

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
    "operations.js": "text/javascript; charset=utf-8",
    "sign_in.js": "text/javascript; charset=utf-8",
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
}
ICON = "favicon.svg"
"""The name of the icon, which all pages share."""
FAVICON = "favicon.ico"
"""The path of the icon that browsers request for pages without an icon of their own."""
_NOTICES = ("LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is served."""

    content_type: str
    body: bytes
    immutable: bool = False
    """Whether the path contains a hash of the content, so that caches may store it forever."""


@dataclass(frozen=True, slots=True)
class SampleAccount:
    """An account with published credentials, with which a reader of the page signs in."""

    name: str
    about: str
    operation: str
    """The operationId of its sign-in."""
    body: Mapping[str, str]
    """The request body of its sign-in, with the member `email`."""


def load_files(accounts: Sequence[SampleAccount] = ()) -> Mapping[str, Asset]:
    """Every file by its path below `/docs/`; the page itself has the empty path.

    The page offers to sign in with `accounts`. All URLs in it are relative, so it also works below
    a path prefix.
    """
    linked = {name: _read(name) for name in _LINKED if name != ICON} | {ICON: theme.ICON.encode()}
    linked["docs.css"] = theme.THEME.encode() + linked["docs.css"]
    paths = {name: _hashed_path(name, body) for name, body in linked.items()}
    page = string.Template(_read("index.html").decode()).substitute(
        {name.replace(".", "_").replace("-", "_"): path for name, path in paths.items()},
        accounts=html.escape(json.dumps([asdict(account) for account in accounts])),
    )
    return {
        "": Asset("text/html; charset=utf-8", page.encode()),
        **{
            paths[name]: Asset(_LINKED[name], body, immutable=True) for name, body in linked.items()
        },
        **{name: Asset(_TEXT, _read(name)) for name in _NOTICES},
        FAVICON: Asset("image/x-icon", _read(FAVICON)),
    }


def _hashed_path(name: str, body: bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{sha256(body).hexdigest()[:12]}.{suffix}"


def _read(name: str) -> bytes:
    return (resources.files(__package__) / "assets" / name).read_bytes()
