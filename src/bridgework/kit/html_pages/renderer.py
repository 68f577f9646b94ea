"""Renders pages from templates, under a strict Content-Security-Policy.

The stylesheet and the script of a page are inline; the policy permits them by their digests and
no others.
"""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from bridgework.kit.core import Installation
from bridgework.kit.html_pages import theme

if TYPE_CHECKING:
    import jinja2

CONTENT_TYPE = "text/html; charset=utf-8"

_HERE = Path(__file__).parent
_PAGES = (_HERE / "assets" / "pages.css").read_text(encoding="utf-8")
_STYLE = theme.THEME + theme.COMPONENTS + _PAGES


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """A page, and the policy that it is sent with."""

    html: str
    content_security_policy: str


class PageRenderer:
    """Renders the pages whose templates are in one folder."""

    def __init__(self, folder: Path, script: str = "", **sources: str) -> None:
        """`sources` are further directives of the policy, as in `connect_src="'self'"`."""
        directives = {
            "default-src": "'none'",
            "style-src": _digest_source(_STYLE),
            "form-action": "'self'",
            "base-uri": "'none'",
            "frame-ancestors": "'none'",
        }
        if script:
            directives["script-src"] = _digest_source(script)
        directives |= {name.replace("_", "-"): value for name, value in sources.items()}
        self._policy = "; ".join(f"{name} {value}" for name, value in directives.items())
        self._folder = folder
        self._script = script

    def render(
        self,
        name: str,
        installation: Installation,
        image_origins: Sequence[str] = (),
        **values: object,
    ) -> HtmlPage:
        """Render the template `name`. All can use `installation` and `support_email`.

        The page may load images from its own origin and `image_origins`, if there are any.
        """
        html = self._templates.get_template(f"{name}.html.jinja").render(
            installation=installation.name,
            support_email=installation.support_email,
            **values,
        )
        policy = self._policy
        if image_origins:
            policy += f"; img-src 'self' {' '.join(image_origins)}"
        return HtmlPage(html, policy)

    @cached_property
    def _templates(self) -> "jinja2.Environment":
        import jinja2  # takes 12 ms

        templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader([self._folder, _HERE / "html"]),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        # These are files of this package, not text of a person.
        templates.globals["icon"] = Markup(theme.ICON)  # noqa: S704
        templates.globals["style"] = Markup(_STYLE)  # noqa: S704
        templates.globals["script"] = Markup(self._script)  # noqa: S704
        return templates


def _digest_source(text: str) -> str:
    """Return the source expression that permits an inline element with this text and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
