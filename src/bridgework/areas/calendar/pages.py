"""The pages of the calendar: of an event, and of who answers an invitation. All text is escaped."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import jinja2

from bridgework.kit.http.results import Plain

CONTENT_TYPE = "text/html; charset=utf-8"

_STYLE = (
    "body{margin:12vh auto;max-width:40rem;padding:0 1.5rem;"
    "font:1.1rem/1.5 system-ui,sans-serif;color:#16323a;background:#fff}"
    "img{max-width:100%;border-radius:.4rem}.told{white-space:pre-line}"
    "form{display:inline-block;margin-right:1rem}"
    "button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;"
    "color:#fff;background:#0b5f6d;cursor:pointer}"
)
_CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'",
        "img-src https: http:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Pictures come from wherever a cover lies."""

_templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "html"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals["style"] = _STYLE


def page(template: str, **facts: object) -> Plain:
    """The page of this name, made of these facts."""
    body = _templates.get_template(f"{template}.html.jinja").render(facts)
    return Plain(CONTENT_TYPE, body.encode(), content_security_policy=_CONTENT_SECURITY_POLICY)
