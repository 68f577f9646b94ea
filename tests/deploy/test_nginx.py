"""deploy/nginx.conf and its included file, in front of stub nodes."""

import contextlib
import http.client
import json
import re
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bridgework.kit.validation import MAX_BODY_SIZE
from fleet import proxy
from fleet.clients import wait_until
from fleet.errors import FleetError
from tests.deploy.conftest import Site, run_site
from tests.servers import certificates
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail
from tests.servers.ports import free_port

MEGABYTE = 1024 * 1024
SECRETS = [
    ("PUT", "/uploads/a-secret"),
    ("PUT", "/dental/uploads/a-secret"),
    ("GET", "/files/job-cvs/1/2.pdf?expires=1&signature=a-secret"),
    ("GET", "/dental/files/job-cvs/1/2.pdf?signature=a-secret"),
    ("GET", "/calendar/feed.ics?token=a-secret"),
    ("GET", "/dental/calendar/feed.ics?token=a-secret"),
    ("POST", "/calendar/rsvp/a-secret"),
    ("GET", "/mail/unsubscribe/a-secret"),
    ("GET", "/experts?search=a-secret"),
]


def request(site: Site, method: str, path: str, body: bytes | None = None, **headers: str) -> int:
    """Send a request from a source address other than nginx's; return the status."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, 15, ("127.0.0.9", 0))
    with contextlib.closing(connection):
        headers_sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, headers_sent)
        return connection.getresponse().status


def test_the_path_and_the_client_address_are_passed_on(site: Site) -> None:
    path = "/dental/experts//a%2Fb?search=%C3%A9&limit=2"
    assert request(site, "GET", path, x_forwarded_for="203.0.113.7") == 204
    ((method, passed_path, headers),) = site.requests
    assert (method, passed_path) == ("GET", path)
    assert headers["x-forwarded-for"] == "203.0.113.7, 127.0.0.9"
    assert "connection" not in headers


def test_requests_are_spread_over_the_nodes(site: Site) -> None:
    for _ in range(6):
        assert request(site, "GET", "/experts") == 204
    assert [len(node.requests) for node in site.nodes] == [3, 3]


@pytest.mark.parametrize("path", ["/uploads/ticket", "/dental/uploads/ticket"])
def test_uploads_are_not_buffered(site: Site, path: str) -> None:
    with socket.create_connection(("127.0.0.1", site.port), 15) as connection:
        head = f"PUT {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {MEGABYTE}\r\n\r\n"
        connection.sendall(head.encode() + b"x" * 1000)
        assert site.nodes[0].body_started.wait(10)
        connection.sendall(b"x" * (MEGABYTE - 1000))
        assert connection.recv(100).startswith(b"HTTP/1.1 204 ")


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/uploads/ticket", 50 * MEGABYTE, 204),
        ("/uploads/ticket", 50 * MEGABYTE + 1, 413),
        ("/auth/login", MAX_BODY_SIZE + 1, 204),  # the node itself refuses this
        ("/auth/login", 2 * MEGABYTE + 1, 413),
    ],
)
def test_bodies_may_be_as_large_as_the_nodes_accept(
    site: Site, path: str, size: int, status: int
) -> None:
    assert request(site, "PUT", path, b"x" * size) == status


@pytest.mark.parametrize(("method", "path"), SECRETS)
def test_the_access_log_has_no_secrets(site: Site, method: str, path: str) -> None:
    assert request(site, method, path) == 204
    assert request(site, "GET", "/livez") == 204
    wait_until(lambda: '"GET /livez" 204' in site.proxy.log(), "nginx wrote its log")
    assert "a-secret" not in site.proxy.log()


def test_the_site_of_compose_does_the_same(tmp_path: Path) -> None:
    with run_site(tmp_path, proxy.COMPOSE_SITE) as site:
        for _ in range(6):
            assert request(site, "GET", "/experts", x_forwarded_for="203.0.113.7") == 204
        assert [len(node.requests) for node in site.nodes] == [3, 3]
        assert site.requests[0][2]["x-forwarded-for"] == "203.0.113.7, 127.0.0.9"
        for method, path in SECRETS:
            assert request(site, method, path) == 204
        wait_until(lambda: '"GET /experts" 204' in site.proxy.log(), "nginx wrote its log")
        assert "a-secret" not in site.proxy.log()


def test_the_error_log_has_no_secrets(tmp_path: Path) -> None:
    try:
        with proxy.run_nginx(
            [1], free_port(), tmp_path / "nginx"
        ) as nginx:  # no server listens there
            site = Site(nginx, [])
            secrets = [pair for pair in SECRETS if "/experts" not in pair[1]]
            assert {request(site, *pair) for pair in secrets} == {502}
            assert request(site, "GET", "/experts") == 502
            log = nginx.log()
    except ServerMissing as missing:
        skip_or_fail(str(missing))
    assert "connect() failed" in log
    assert "a-secret" not in log


def test_the_site_is_valid(tmp_path: Path) -> None:
    """Check the complete site with TLS, with its paths mapped to existing files."""
    try:
        program = proxy.find_nginx()
    except ServerMissing as missing:
        skip_or_fail(str(missing))
    certificate = certificates.certificate(tmp_path, "api.example.com")
    text = proxy.SITE.read_text()
    for path, local_path in {
        "/etc/nginx/bridgework.locations": proxy.LOCATIONS,
        "/etc/ssl/bridgework/fullchain.pem": certificate.chain,
        "/etc/ssl/bridgework/privkey.pem": certificate.key,
        "/var/log/nginx/bridgework.log": tmp_path / "access.log",
    }.items():
        assert path in text
        text = text.replace(f" {path}", f" {local_path}")
    # `nginx -t` listens, and an ordinary user may not listen on port 443.
    text, count = re.subn(r"(listen (?:\[::\]:)?)443\b", rf"\g<1>{free_port()}", text)
    assert count == 2
    conf = tmp_path / "nginx.conf"
    folders = "".join(
        f"{name}_temp_path {tmp_path}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{folders}{text}}}\n")
    command: list[str | Path] = [
        program,
        "-t",
        "-p",
        tmp_path,
        "-c",
        conf,
        "-e",
        tmp_path / "error.log",
    ]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "test is successful" in checked.stderr
    assert "[warn]" not in checked.stderr


def test_a_site_without_upstream_is_refused(tmp_path: Path) -> None:
    changed = tmp_path / "nginx.conf"
    changed.write_text(proxy.SITE.read_text().replace("127.0.0.1:8000", "127.0.0.1:9000"))
    with pytest.raises(FleetError, match="exactly one place"):
        proxy.render_site([1, 2], 3, tmp_path, changed)


def fetch(site: Site, path: str, accept: str) -> tuple[int, Mapping[str, str], str]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, 30)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"accept": accept})
        response = connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return response.status, headers, response.read().decode()


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[Site]:
    """A site behind which no node listens."""
    try:
        with proxy.run_nginx([1], free_port(), tmp_path / "nginx") as nginx:
            yield Site(nginx, [])
    except ServerMissing as missing:
        skip_or_fail(str(missing))


@pytest.mark.parametrize("path", ["/experts", "/uploads/ticket"])
def test_without_a_node_the_response_is_json_or_a_page_for_people(
    empty_site: Site, path: str
) -> None:
    status, headers, body = fetch(empty_site, path, "application/json")
    assert (status, headers["content-type"]) == (502, "application/json")
    assert headers["retry-after"] == "5"
    assert json.loads(body)["error"] == "server_unavailable"
    status, headers, body = fetch(empty_site, path, "text/html,*/*;q=0.8")
    assert (status, headers["content-type"]) == (502, "text/html")
    assert headers["retry-after"] == "5"
    assert "Back in a moment" in body


@pytest.mark.slow("a node is passed over after nine seconds")
def test_a_frozen_node_delays_requests_for_the_first_ten_seconds_only(site: Site) -> None:
    def timed(path: str, method: str = "GET") -> tuple[float, int]:
        began = time.monotonic()
        status = request(site, method, path)
        return time.monotonic() - began, status

    site.nodes[0].is_frozen.set()
    try:
        with ThreadPoolExecutor(8) as threads:
            first = list(threads.map(timed, ["/experts"] * 8))
        assert {status for _, status in first} == {204}, "a read is repeated at the other node"
        assert max(seconds for seconds, _ in first) < 11
        later = [timed("/experts") for _ in range(200)]
        assert {status for _, status in later} == {204}
        assert sorted(seconds for seconds, _ in later)[197] < 2
        assert sum(seconds > 2 for seconds, _ in later) <= 1
    finally:
        site.nodes[0].is_frozen.clear()


@pytest.mark.slow("a node is passed over after nine seconds")
def test_a_write_that_was_sent_is_never_sent_again(site: Site) -> None:
    for node in site.nodes:
        node.is_frozen.set()
    try:
        assert request(site, "POST", "/feed", b"{}") == 504
    finally:
        for node in site.nodes:
            node.is_frozen.clear()
    wait_until(lambda: len(site.requests) >= 1, "the node received the write")
    assert [len(node.requests) for node in site.nodes] in ([1, 0], [0, 1])
