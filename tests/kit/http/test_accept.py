"""Which clients get an HTML page instead of a JSON error, and which a compressed body."""

import pytest

from bridgework.kit.http.responses import accepts_gzip, prefers_html
from bridgework.kit.http.responses.accept import refuses_identity

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


@pytest.mark.parametrize(
    "accept_encoding",
    [
        *("gzip", "GZip", "x-gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip ; q=0.001"),
        *("gzip;q=0.5, identity;q=0.5", "identity;q=0, gzip;q=0.1", "gzip, *;q=0"),
        *("gzip;q=1, identity", "gzip;q=0, x-gzip"),
    ],
)
def test_gzip_is_accepted(accept_encoding: str) -> None:
    assert accepts_gzip(accept_encoding)


@pytest.mark.parametrize(
    "accept_encoding",
    [
        *("", "identity", "br, deflate", "*", "*;q=0", "gzip;q=0", "gzip; q=0.000", "gzipped"),
        *("gzip;q=0.5, identity;q=0.6", "gzip;q=0.9, identity", "gzip;q=x", "gzip;q=nan"),
        *("gzip;q=-1", ";q=1", ",,;="),
    ],
)
def test_gzip_is_not_accepted(accept_encoding: str) -> None:
    assert not accepts_gzip(accept_encoding)


def test_identity_is_refused_by_its_name_or_by_an_asterisk() -> None:
    for refusing in ("identity;q=0", "gzip, identity; q=0.0", "*;q=0", "gzip, *;q=0"):
        assert refuses_identity(refusing)
    for taking in ("", "gzip", "identity", "*;q=0, identity;q=0.1", "*", "*;q=0.5"):
        assert not refuses_identity(taking)
