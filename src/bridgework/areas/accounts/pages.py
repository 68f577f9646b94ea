"""The page that an administrator's invitation links to."""

import string
from base64 import b64encode
from hashlib import sha256
from importlib import resources

from bridgework.kit.http.results import RawResponse

_CONTENT_TYPE = "text/html; charset=utf-8"


def _read(name: str) -> str:
    return (resources.files(__package__) / "assets" / name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    """The source expression that permits an inline element of this text and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _page(name: str) -> RawResponse:
    style, script = _read(f"{name}.css"), _read(f"{name}.js")
    policy = (
        "default-src 'none'",
        f"script-src {_source(script)}",
        f"style-src {_source(style)}",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    html = string.Template(_read(f"{name}.html")).substitute(style=style, script=script)
    return RawResponse(_CONTENT_TYPE, html.encode(), content_security_policy="; ".join(policy))


ADMIN_INVITATION = _page("admin_invitation")
