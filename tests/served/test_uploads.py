"""Uploads and downloads through the real server: large files, little memory, bad clients."""

import contextlib
import http.client
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.areas.uploads import samples
from tests.served import program
from tests.served.program import Program, data, read_all

MIB = 1024 * 1024
LARGEST = 50 * MIB
MOST_GROWTH = 40 * MIB
PERSON = {"email": "ada@example.com", "password": "correct horse battery"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served-uploads")


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[Program]:
    with program.run_server(folder) as served:
        yield served


@pytest.fixture(scope="module")
def token(running: Program, folder: Path) -> str:
    """Register a member whose e-mail address is set as verified; return a token."""
    assert running.request("POST", "/auth/register", PERSON)[0] == 201
    with contextlib.closing(sqlite3.connect(folder / "bridgework.db")) as database, database:
        database.execute("UPDATE accounts SET is_email_verified = 1")
    access_token: str = data(running.request("POST", "/auth/login", PERSON)[2])["token"]
    return access_token


def post(running: Program, token: str, path: str, **body: Any) -> Any:
    status, _, raw = running.request("POST", path, body, {"authorization": f"Bearer {token}"})
    assert status in {200, 201}, raw
    return data(raw)


def create_upload_url(running: Program, token: str, size: int) -> Any:
    return post(
        running,
        token,
        "/assets/upload-url",
        fileName="film.mp4",
        contentType="video/mp4",
        fileSizeBytes=size,
    )


def video(size: int) -> Iterator[bytes]:
    yield samples.MP4
    left = size - len(samples.MP4)
    while left:
        part = bytes(min(left, 64 * 1024))
        left -= len(part)
        yield part


def path_of(running: Program, url: str) -> str:
    return url.removeprefix(f"http://127.0.0.1:{running.port}")


def memory(running: Program) -> int:
    """Return the peak memory of the process since `forget_peak`."""
    status = Path(f"/proc/{running.worker()}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def forget_peak(running: Program) -> None:
    Path(f"/proc/{running.worker()}/clear_refs").write_text("5")


def files(folder: Path) -> list[str]:
    paths = (folder / "files").rglob("*")
    return [str(path.relative_to(folder / "files")) for path in paths if path.is_file()]


def partial_files(folder: Path) -> list[str]:
    return [name for name in files(folder) if name.startswith("incoming/")]


def put(running: Program, upload: Any, chunks: Iterator[bytes], *, length: int | None) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    headers = {"content-type": "video/mp4"}
    if length is not None:
        headers["content-length"] = str(length)
    with contextlib.closing(connection):
        connection.request("PUT", path_of(running, upload["uploadUrl"]), chunks, headers,
                     encode_chunked=length is None)  # fmt: skip
        return connection.getresponse().status


def test_the_largest_file_is_transferred_in_little_memory(
    running: Program, token: str, folder: Path
) -> None:
    small = create_upload_url(running, token, 1000)
    assert put(running, small, video(1000), length=1000) == 201
    post(running, token, "/assets/complete", objectPath=small["objectPath"])
    upload = create_upload_url(running, token, LARGEST)
    forget_peak(running)
    before = memory(running)
    assert put(running, upload, video(LARGEST), length=LARGEST) == 201
    asset = post(running, token, "/assets/complete", objectPath=upload["objectPath"])
    assert memory(running) - before < MOST_GROWTH
    stored = folder / "files" / upload["objectPath"]
    assert stored.stat().st_size == LARGEST
    assert partial_files(folder) == []
    forget_peak(running)
    before = memory(running)
    assert download(running, asset["fileUrl"], pause=0.0) == stored.read_bytes()
    assert download(running, asset["fileUrl"], pause=0.002) == stored.read_bytes()
    assert memory(running) - before < MOST_GROWTH


def download(running: Program, url: str, *, pause: float) -> bytes:
    """Download a file with pauses between the reads."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", path_of(running, url))
        response = connection.getresponse()
        parts = []
        while part := response.read(128 * 1024):
            parts.append(part)
            time.sleep(pause)
        return b"".join(parts)


def test_a_client_that_does_not_read_uses_little_memory(
    running: Program, token: str, folder: Path
) -> None:
    upload = create_upload_url(running, token, LARGEST)
    assert put(running, upload, video(LARGEST), length=LARGEST) == 201
    asset = post(running, token, "/assets/complete", objectPath=upload["objectPath"])
    forget_peak(running)
    before = memory(running)
    request = f"GET {path_of(running, asset['fileUrl'])} HTTP/1.1\r\nhost: x\r\n\r\n".encode()
    with contextlib.ExitStack() as connections:
        for _ in range(4):
            connections.enter_context(running.connect()).sendall(request)
        time.sleep(2)
        assert running.request("GET", "/livez")[0] == 200
        assert memory(running) - before < MOST_GROWTH


def test_an_upload_beyond_its_size_is_cut_off(running: Program, token: str, folder: Path) -> None:
    upload = create_upload_url(running, token, 100_000)
    assert put(running, upload, video(100_000), length=None) == 201
    upload = create_upload_url(running, token, 100_000)
    connection = head(running, upload, "transfer-encoding: chunked")
    with connection:
        with contextlib.suppress(ConnectionError, TimeoutError):
            for part in video(20 * MIB):
                connection.sendall(b"%x\r\n%b\r\n" % (len(part), part))
        raw = read_all(connection)
    assert raw.startswith(b"HTTP/1.1 413 ") or raw == b""
    assert partial_files(folder) == []
    connection = head(running, upload, "content-length: 200000")
    with connection:
        assert connection.recv(4096).startswith(b"HTTP/1.1 413 ")
    assert partial_files(folder) == []


def test_an_aborted_upload_leaves_nothing(running: Program, token: str, folder: Path) -> None:
    upload = create_upload_url(running, token, LARGEST)
    connection = head(running, upload, f"content-length: {LARGEST}")
    with connection:
        for part in video(5 * MIB):
            connection.sendall(part)
        deadline = time.monotonic() + 5
        while not partial_files(folder) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(partial_files(folder)) == 1
    deadline = time.monotonic() + 15
    while partial_files(folder) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert partial_files(folder) == []
    assert upload["objectPath"] not in files(folder)


@pytest.mark.parametrize(
    "chunks",
    [b"zz\r\nabc\r\n0\r\n\r\n", b"3\r\nabc0\r\n\r\n", b"3;" + b"a" * 200_000, b"5\r\nab"],
    ids=["a bad size", "no CRLF after a chunk", "an enormous extension", "an early end"],
)
def test_bad_chunked_framing_of_an_upload_is_refused_and_leaves_nothing(
    running: Program, token: str, folder: Path, chunks: bytes
) -> None:
    upload = create_upload_url(running, token, 100_000)
    with head(running, upload, "transfer-encoding: chunked") as connection:
        connection.sendall(b"%x\r\n%b\r\n" % (len(samples.MP4), samples.MP4) + chunks)
        # The server may have refused it and closed the connection.
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
        response = read_all(connection)
    assert response.startswith(b"HTTP/1.1 400 ")
    assert b'"malformed_body"' in response
    assert b"\r\nratelimit: " in response
    assert b"\r\nconnection: close\r\n" in response
    assert partial_files(folder) == []


@pytest.mark.long("waits for the timeout of uploads")
def test_a_stalled_upload_leaves_nothing(running: Program, token: str, folder: Path) -> None:
    upload = create_upload_url(running, token, LARGEST)
    with head(running, upload, f"content-length: {LARGEST}") as connection:
        connection.sendall(samples.MP4)
        started = time.monotonic()
        assert connection.recv(4096).startswith(b"HTTP/1.1 408 ")
        assert 8 < time.monotonic() - started < 14
    assert partial_files(folder) == []


def test_many_transfers_do_not_delay_other_requests(running: Program, token: str) -> None:
    upload = create_upload_url(running, token, LARGEST)
    slowest = 0.0
    connection = head(running, upload, f"content-length: {LARGEST}")
    with connection:
        for number, part in enumerate(video(LARGEST)):
            connection.sendall(part)
            if number % 80 == 0:
                started = time.monotonic()
                assert running.request("GET", "/livez")[0] == 200
                slowest = max(slowest, time.monotonic() - started)
        assert connection.recv(4096).startswith(b"HTTP/1.1 201 ")
    assert slowest < 0.5


def head(running: Program, upload: Any, length: str) -> socket.socket:
    """Open a connection and send the head of an upload."""
    connection = running.connect()
    path = path_of(running, upload["uploadUrl"])
    text = f"PUT {path} HTTP/1.1\r\nhost: x\r\ncontent-type: video/mp4\r\n{length}\r\n\r\n"
    connection.sendall(text.encode())
    return connection
