"""Which clients get an HTML page instead of a JSON error."""

import pytest

from bridgework.kit.http.responses import prefers_html

CHROMIUM = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.mark.parametrize(
    "accept",
    [
        *(CHROMIUM, "text/html", "TEXT/HTML; charset=utf-8", "text/*", "text/html, */*;q=0.1"),
        *("application/json;q=0.5, text/html;q=0.6", "text/html; level=1; q=0.3"),
        *("*/*, application/json; q=0", "application/*;q=0.2, */*;q=0.4"),
    ],
)
def test_a_browser_prefers_html(accept: str) -> None:
    assert prefers_html(accept)


@pytest.mark.parametrize(
    "accept",
    [
        *("", "*/*", "application/json", "application/json, text/html", "text/html;q=0"),
        *("text/html;q=0.5, application/json", "text/html;q=0.5, */*", "application/*"),
        *("text/html;q=x", "text/html;q=nan", ";;,=", "html"),
    ],
)
def test_a_program_does_not(accept: str) -> None:
    assert not prefers_html(accept)
