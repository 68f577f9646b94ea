"""The page to which an administrator invitation links."""

from pathlib import Path

from bridgework.kit.html_pages import HtmlPage, PageRenderer
from bridgework.settings import Settings

_HERE = Path(__file__).parent
_renderer = PageRenderer(
    _HERE / "html",
    script=(_HERE / "assets" / "admin_invitation.js").read_text(encoding="utf-8"),
    connect_src="'self'",
    form_action="'none'",
)


def admin_invitation(settings: Settings) -> HtmlPage:
    """Render the page whose script sets the master password of an invited administrator."""
    installation = settings.installation
    console_url = installation.page_url("/console/")
    return _renderer.render("admin_invitation", installation, console_url=console_url)
