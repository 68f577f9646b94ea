"""HTML pages of errors, for browsers."""

from collections.abc import Mapping
from pathlib import Path

from bridgework.kit.core import ApiError, Installation
from bridgework.kit.html_pages.renderer import HtmlPage, PageRenderer

_TEXTS: Mapping[int, tuple[str, str]] = {
    404: (
        "Page not found",
        (
            "The link is incomplete or no longer valid. Open the complete link from your most "
            "recent e-mail, or sign in to your account."
        ),
    ),
    422: (
        "Something is missing",
        (
            "Your reply is missing. Open the link in your e-mail again, then use the buttons "
            "on the page."
        ),
    ),
    429: (
        "Too many requests",
        (
            "You have sent too many requests in a short time. Wait a minute, then load this page "
            "again."
        ),
    ),
    500: (
        "Something went wrong",
        "The problem is on our side and has been logged. Try again in a few minutes.",
    ),
    503: (
        "Temporarily unavailable",
        "The service is busy or under maintenance. Nothing was changed. Try again in a minute.",
    ),
}
"""The heading and the text by status, for errors that have none of their own."""
_OTHERWISE = (
    "This request cannot be completed",
    "Open the link in your e-mail again. If the problem persists, request a new link.",
)

_renderer = PageRenderer(Path(__file__).parent / "html")


def render(error: ApiError, installation: Installation, request_id: str) -> HtmlPage:
    """Render the page of an error: what happened, and what to do next."""
    heading, text = error.page or _TEXTS.get(error.status, _OTHERWISE)
    return _renderer.render(
        "error",
        installation,
        heading=heading,
        text=text,
        links=[(label, installation.public_url + path) for label, path in error.page_links],
        status=error.status,
        request_id=request_id,
    )
