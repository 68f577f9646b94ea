"""The two pages that somebody sees who refuses further letters. Nothing in them is a caller's."""

import string
from base64 import b64encode
from hashlib import sha256

from bridgework.areas.email_preferences import policies

CONTENT_TYPE = "text/html; charset=utf-8"

_STYLE = (
    "body{margin:15vh auto;max-width:34rem;padding:0 1.5rem;"
    "font:1.1rem/1.5 system-ui,sans-serif;color:#16323a;background:#fff}"
    "button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;"
    "color:#fff;background:#0b5f6d;cursor:pointer}"
)
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

_PAGE = string.Template(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>$title</title>
<style>$style</style>
</head>
<body>
<main>
<h1>$title</h1>
$rest
</main>
</body>
</html>
"""
)


def question(kind: str) -> bytes:
    """The page that asks whether letters of this kind are to stop. Only its button acts."""
    return _page(
        f"Stop letters about {policies.ABOUT[kind]}?",
        '<form method="post"><button>Stop these letters</button></form>',
    )


def confirmation(kind: str) -> bytes:
    """The page that says that letters of this kind have stopped."""
    return _page(
        f"No more letters about {policies.ABOUT[kind]}",
        "<p>If you want them again, sign in and turn them on among your notifications.</p>",
    )


def _page(title: str, rest: str) -> bytes:
    return _PAGE.substitute(title=title, style=_STYLE, rest=rest).encode()
