"""What every screen of the site must have."""

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe

from tests.site.conftest import Scheme, SiteReader

WIDTHS = (390, 1280)
SCHEMES: Sequence[Scheme] = ("light", "dark")
MOST_REQUESTS = 3
OF_ALL_SCREENS = ("/app/", "/auth/", "/notifications", "/users/me/overview")
"""Parts of the addresses that the frame of the site requests."""


def must_be_accessible_everywhere(site: SiteReader, paths: Sequence[str]) -> None:
    """Check screens for axe's findings, a horizontal scrollbar, and the number of requests."""
    requested: list[str] = []
    site.page.on("request", lambda request: requested.append(request.url))
    for path in paths:
        for width in WIDTHS:
            site.page.set_viewport_size({"width": width, "height": 900})
            for scheme in SCHEMES:
                site.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                requested.clear()
                site.open(path)
                own = [url for url in requested if not any(part in url for part in OF_ALL_SCREENS)]
                report = Axe().run(site.page)
                assert report.violations_count == 0, (path, report.generate_report())
                scroll_width = site.page.evaluate("document.documentElement.scrollWidth")
                assert scroll_width <= width, path
                assert len(own) <= MOST_REQUESTS, (path, own)
