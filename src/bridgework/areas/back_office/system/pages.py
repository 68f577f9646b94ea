"""The first page of a server, for people."""

from pathlib import Path

from bridgework import __version__
from bridgework.context import Context
from bridgework.kit.api_docs import catalog
from bridgework.kit.html_pages import HtmlPage, PageRenderer

_renderer = PageRenderer(Path(__file__).parent / "html")


def welcome(context: Context) -> HtmlPage:
    """Render what runs here, and links to its site, its console and its documentation.

    With demo data, it also shows the people who can sign in.
    """
    return _renderer.render(
        "welcome",
        context.app.settings.installation,
        version=__version__,
        catalog=catalog.PATH.removeprefix("/"),
        has_site=context.app.site is not None,
        has_console=context.app.console is not None,
        accounts=context.app.api_docs.sample_accounts,
    )
