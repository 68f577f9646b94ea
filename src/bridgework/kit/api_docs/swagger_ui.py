"""The files below `/docs/`: Swagger UI and the page that embeds it."""

import html
import json
import string
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from importlib import resources

from bridgework.kit.api_docs.static_files import IMMUTABLE, SampleAccount, StaticFile, static_file
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


def load_files(accounts: Sequence[SampleAccount] = ()) -> Mapping[str, StaticFile]:
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
    served = partial(static_file, content_security_policy=CONTENT_SECURITY_POLICY)
    return {
        "": served("text/html; charset=utf-8", page.encode()),
        **{
            paths[name]: served(_LINKED[name], body, cache_control=IMMUTABLE)
            for name, body in linked.items()
        },
        **{name: served(_TEXT, _read(name)) for name in _NOTICES},
        FAVICON: served("image/x-icon", _read(FAVICON)),
    }


def _hashed_path(name: str, body: bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{sha256(body).hexdigest()[:12]}.{suffix}"


def _read(name: str) -> bytes:
    return (resources.files(__package__) / "assets" / name).read_bytes()
