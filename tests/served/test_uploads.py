"""Files through the real program: large ones, in little memory, and clients that misbehave."""

import contextlib
import http.client
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.areas.uploads import samples
from tests.served import program
from tests.served.program import Program, data, everything

MIB = 1024 * 1024
LARGEST = 50 * MIB
MOST_GROWTH = 40 * MIB
PERSON = {"email": "ada@example.com", "password": "correct horse battery"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served-uploads")


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[Program]:
    with program.serving(folder) as served:
        yield served


@pytest.fixture(scope="module")
def token(running: Program, folder: Path) -> str:
    """Of somebody who has signed up, their address proved by the stroke of a pen."""
    assert running.ask("POST", "/auth/register", PERSON)[0] == 201
    with contextlib.closing(sqlite3.connect(folder / "bridgework.db")) as database, database:
        database.execute("UPDATE accounts SET is_email_verified = 1")
    told: str = data(running.ask("POST", "/auth/login", PERSON)[2])["token"]
    return told


def asks(running: Program, token: str, path: str, **body: Any) -> Any:
    status, _, told = running.ask("POST", path, body, {"authorization": f"Bearer {token}"})
    assert status in {200, 201}, told
    return data(told)


def order(running: Program, token: str, size: int) -> Any:
    return asks(
        running,
        token,
        "/assets/upload-url",
        fileName="film.mp4",
        contentType="video/mp4",
        fileSizeBytes=size,
    )


def film(size: int) -> Iterator[bytes]:
    yield samples.MP4
    left = size - len(samples.MP4)
    while left:
        part = bytes(min(left, 64 * 1024))
        left -= len(part)
        yield part


def path_of(running: Program, url: str) -> str:
    return url.removeprefix(f"http://127.0.0.1:{running.port}")


def memory(running: Program) -> int:
    """The most that the process has held at once since it was last asked to forget that."""
    status = Path(f"/proc/{running.worker()}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def forget_peak(running: Program) -> None:
    Path(f"/proc/{running.worker()}/clear_refs").write_text("5")


def files(folder: Path) -> list[str]:
    found = (folder / "files").rglob("*")
    return [str(path.relative_to(folder / "files")) for path in found if path.is_file()]


def left_over(folder: Path) -> list[str]:
    return [name for name in files(folder) if name.startswith("incoming/")]


def put(running: Program, ticket: Any, chunks: Iterator[bytes], *, length: int | None) -> int:
    wire = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    headers = {"content-type": "video/mp4"}
    if length is not None:
        headers["content-length"] = str(length)
    with contextlib.closing(wire):
        wire.request("PUT", path_of(running, ticket["uploadUrl"]), chunks, headers,
                     encode_chunked=length is None)  # fmt: skip
        return wire.getresponse().status


def test_the_largest_file_is_transferred_in_little_memory(
    running: Program, token: str, folder: Path
) -> None:
    small = order(running, token, 1000)
    assert put(running, small, film(1000), length=1000) == 201
    asks(running, token, "/assets/complete", objectPath=small["objectPath"])
    ticket = order(running, token, LARGEST)
    forget_peak(running)
    before = memory(running)
    assert put(running, ticket, film(LARGEST), length=LARGEST) == 201
    asset = asks(running, token, "/assets/complete", objectPath=ticket["objectPath"])
    assert memory(running) - before < MOST_GROWTH
    stored = folder / "files" / ticket["objectPath"]
    assert stored.stat().st_size == LARGEST
    assert left_over(folder) == []
    forget_peak(running)
    before = memory(running)
    assert fetched(running, asset["fileUrl"], pause=0.0) == stored.read_bytes()
    assert fetched(running, asset["fileUrl"], pause=0.002) == stored.read_bytes()
    assert memory(running) - before < MOST_GROWTH


def fetched(running: Program, url: str, *, pause: float) -> bytes:
    """A whole file, taken by a client that rests between its bites."""
    wire = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    with contextlib.closing(wire):
        wire.request("GET", path_of(running, url))
        response = wire.getresponse()
        parts = []
        while part := response.read(128 * 1024):
            parts.append(part)
            time.sleep(pause)
        return b"".join(parts)


def test_a_client_that_does_not_read_uses_little_memory(
    running: Program, token: str, folder: Path
) -> None:
    ticket = order(running, token, LARGEST)
    assert put(running, ticket, film(LARGEST), length=LARGEST) == 201
    asset = asks(running, token, "/assets/complete", objectPath=ticket["objectPath"])
    forget_peak(running)
    before = memory(running)
    request = f"GET {path_of(running, asset['fileUrl'])} HTTP/1.1\r\nhost: x\r\n\r\n".encode()
    with contextlib.ExitStack() as wires:
        for _ in range(4):
            wires.enter_context(running.connect()).sendall(request)
        time.sleep(2)
        assert running.ask("GET", "/livez")[0] == 200
        assert memory(running) - before < MOST_GROWTH


def test_an_upload_beyond_its_size_is_cut_off(running: Program, token: str, folder: Path) -> None:
    ticket = order(running, token, 100_000)
    assert put(running, ticket, film(100_000), length=None) == 201
    ticket = order(running, token, 100_000)
    wire = head(running, ticket, "transfer-encoding: chunked")
    with wire:
        with contextlib.suppress(ConnectionError, TimeoutError):
            for part in film(20 * MIB):
                wire.sendall(b"%x\r\n%b\r\n" % (len(part), part))
        told = everything(wire)
    assert told.startswith(b"HTTP/1.1 413 ") or told == b""
    assert left_over(folder) == []
    wire = head(running, ticket, "content-length: 200000")
    with wire:
        assert wire.recv(4096).startswith(b"HTTP/1.1 413 ")
    assert left_over(folder) == []


def test_an_aborted_upload_leaves_nothing(running: Program, token: str, folder: Path) -> None:
    ticket = order(running, token, LARGEST)
    wire = head(running, ticket, f"content-length: {LARGEST}")
    with wire:
        for part in film(5 * MIB):
            wire.sendall(part)
        deadline = time.monotonic() + 5
        while not left_over(folder) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(left_over(folder)) == 1
    deadline = time.monotonic() + 15
    while left_over(folder) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert left_over(folder) == []
    assert ticket["objectPath"] not in files(folder)


@pytest.mark.parametrize(
    "chunks",
    [b"zz\r\nabc\r\n0\r\n\r\n", b"3\r\nabc0\r\n\r\n", b"3;" + b"a" * 200_000, b"5\r\nab"],
    ids=["a bad size", "no CRLF after a chunk", "an enormous extension", "an early end"],
)
def test_bad_chunked_framing_of_an_upload_is_refused_and_leaves_nothing(
    running: Program, token: str, folder: Path, chunks: bytes
) -> None:
    ticket = order(running, token, 100_000)
    with head(running, ticket, "transfer-encoding: chunked") as wire:
        wire.sendall(b"%x\r\n%b\r\n" % (len(samples.MP4), samples.MP4) + chunks)
        with contextlib.suppress(OSError):  # it may have been refused and closed before its end
            wire.shutdown(socket.SHUT_WR)
        answer = everything(wire)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"malformed_body"' in answer
    assert b"\r\nratelimit: " in answer
    assert b"\r\nconnection: close\r\n" in answer
    assert left_over(folder) == []


@pytest.mark.long
def test_a_stalled_upload_leaves_nothing(running: Program, token: str, folder: Path) -> None:
    ticket = order(running, token, LARGEST)
    with head(running, ticket, f"content-length: {LARGEST}") as wire:
        wire.sendall(samples.MP4)
        began = time.monotonic()
        assert wire.recv(4096).startswith(b"HTTP/1.1 408 ")
        assert 8 < time.monotonic() - began < 14
    assert left_over(folder) == []


def test_many_transfers_do_not_delay_other_requests(running: Program, token: str) -> None:
    ticket = order(running, token, LARGEST)
    slowest = 0.0
    wire = head(running, ticket, f"content-length: {LARGEST}")
    with wire:
        for number, part in enumerate(film(LARGEST)):
            wire.sendall(part)
            if number % 80 == 0:
                began = time.monotonic()
                assert running.ask("GET", "/livez")[0] == 200
                slowest = max(slowest, time.monotonic() - began)
        assert wire.recv(4096).startswith(b"HTTP/1.1 201 ")
    assert slowest < 0.5


def head(running: Program, ticket: Any, length: str) -> socket.socket:
    """A connection on which the head of an upload was sent."""
    wire = running.connect()
    path = path_of(running, ticket["uploadUrl"])
    text = f"PUT {path} HTTP/1.1\r\nhost: x\r\ncontent-type: video/mp4\r\n{length}\r\n\r\n"
    wire.sendall(text.encode())
    return wire
