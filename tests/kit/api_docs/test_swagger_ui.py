"""The documentation page, as it is sent and in a browser."""

import gzip
import http.server
import json
import re
import threading
from collections.abc import Iterator
from hashlib import sha256
from importlib import resources

import pytest

from bridgework.kit.api_docs import IMMUTABLE, REVALIDATE, swagger_ui
from tests.browser import open_browser
from tests.kit.openapi import sample_api

FILES = swagger_ui.load_files()
ASSETS = resources.files("bridgework.kit.api_docs") / "assets"


def test_the_vendored_files_have_the_hashes_in_version() -> None:
    text = (ASSETS / "VERSION").read_text()
    hashes = re.findall(r"^([0-9a-f]{64})  (\S+)$", text, re.MULTILINE)
    scripts = {"docs.js", "operations.js", "sign_in.js"}
    ours = {"VERSION", "docs.css", "favicon.ico", "index.html", *scripts}
    assert {name for _, name in hashes} | ours == {each.name for each in ASSETS.iterdir()}
    for expected, name in hashes:
        assert sha256((ASSETS / name).read_bytes()).hexdigest() == expected, name


def test_no_file_refers_to_a_source_map_or_stylesheet() -> None:
    for path, asset in FILES.items():
        assert b"sourceMappingURL" not in asset.body, path
        assert b"@import" not in asset.body or asset.content_type.startswith("text/javascript")


def test_the_page_refers_to_existing_files() -> None:
    body = FILES[""].body.decode()
    addresses = set(re.findall(r'(?:href|src)="([^"]+)"', body))
    assert addresses - {"../openapi.json", "./", "#find"} == set(FILES) - {"", "favicon.ico"}
    assert FILES[""].content_type == "text/html; charset=utf-8"


def test_a_path_with_a_content_hash_is_immutable() -> None:
    for path, asset in FILES.items():
        digest = sha256(asset.body).hexdigest()
        expected = IMMUTABLE if digest[:12] in path else REVALIDATE
        assert asset.cache_control == expected
    assert sum(asset.cache_control == IMMUTABLE for asset in FILES.values()) == 7
    assert FILES[""].cache_control == REVALIDATE


def test_texts_are_stored_compressed() -> None:
    for asset in FILES.values():
        if asset.content_type == "image/x-icon" or len(asset.body) < 1024:
            assert asset.gzip_body is None
        else:
            assert asset.gzip_body is not None
            assert len(asset.gzip_body) < len(asset.body)
            assert gzip.decompress(asset.gzip_body) == asset.body


def test_the_page_has_no_inline_script_or_style() -> None:
    body = FILES[""].body.decode()
    assert re.findall(r"<script(?![^>]*\bsrc=)", body) == []
    assert "<style" not in body
    assert re.findall(r"\son[a-z]+=|\sstyle=", body) == []
    assert "unsafe" not in swagger_ui.CONTENT_SECURITY_POLICY


PREFIX = "/under/here"


class Handler(http.server.BaseHTTPRequestHandler):
    """A server with the page below a path prefix, a sample document and a list of books."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].removeprefix(PREFIX)
        if path == "/openapi.json":
            self.answer("application/json", json.dumps(sample_api.written()).encode())
        elif path == "/books":
            self.answer("application/json", b'{"data":[]}')
        elif path.removeprefix("/docs/") in FILES:
            asset = FILES[path.removeprefix("/docs/")]
            self.answer(asset.content_type, asset.body)
        else:
            self.send_error(404)

    def answer(self, content_type: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(body)))
        self.send_header("content-security-policy", swagger_ui.CONTENT_SECURITY_POLICY)
        self.send_header("x-content-type-options", "nosniff")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing: the browser reports the requests."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
        server.shutdown()
        thread.join()


NO_INPUT = "Could not find component: JsonSchema_string_"


@pytest.mark.slow("a browser")
def test_the_page_works_in_a_browser_without_external_requests(address: str) -> None:
    elsewhere = "https://elsewhere.example/openapi.json"
    with open_browser(address) as browser_page:
        sent: list[str] = []
        page = browser_page.page
        page.on("request", lambda request: sent.append(request.url))
        browser_page.open(f"{address}/docs/?url={elsewhere}&configUrl={elsewhere}")
        page.locator(".opblock-tag[data-tag=Books]").click()
        operation = page.locator("#operations-Books-listBooks")
        operation.locator(".opblock-summary-control").click()
        operation.locator("tr[data-param-name=sortBy] select").select_option("name")
        operation.locator("button.execute").click()
        operation.locator(".live-responses-table .response-col_status", has_text="200").wait_for()
        page.locator("button.authorize").click()
        page.locator(".modal-ux", has_text="partnerApiKey").wait_for()
        # The sample API has no sign-in operations.
        assert not page.locator("#sign-in").is_visible()
        # Violate the policy once, to make sure that violations are reported.
        with page.expect_console_message():
            page.evaluate("document.body.append(document.createElement('style'))")
        browser_page.allow("Content Security Policy", "the test violates it")
        why = "Swagger UI reports each format for which it has no special input"
        browser_page.allow(NO_INPUT, why, is_certain=False)
    assert f"{address}/books?page=1&sortBy=name" in sent
