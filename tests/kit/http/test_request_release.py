"""A request is released with its response, since the server keeps its connection until then."""

import gc
import time
from collections.abc import Iterator

import pytest

from bridgework.kit.http.requests import Request
from tests.kit.http import wire
from tests.world import World

JSON = (b"content-type", b"application/json")
LENGTH = (b"content-length", b"9")
BOOK = b'{"title":"Ada","pages":300}'
TOO_LONG = (b"content-length", b"9000000")


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    ("method", "target", "headers", "parts", "status"),
    [
        ("GET", b"/books", [], [b""], 200),
        ("HEAD", b"/books", [], [b""], 200),
        ("OPTIONS", b"/books", [], [b""], 200),
        ("GET", b"/nowhere", [], [b""], 404),
        ("DELETE", b"/books", [], [b""], 405),
        ("POST", b"/books", [JSON, (b"transfer-encoding", b"chunked")], [BOOK], 201),
        ("POST", b"/books", [JSON, LENGTH], [b'{"no": 1}'], 422),
        ("POST", b"/books", [JSON, LENGTH], [b"{", wire.DISCONNECT], 400),
        ("POST", b"/books", [JSON, TOO_LONG], [b"{", wire.STALL], 413),
    ],
)
def test_a_request_is_released_without_garbage_collection(
    library: World,
    method: str,
    target: bytes,
    headers: wire.Headers,
    parts: list[wire.Part],
    status: int,
) -> None:
    response = wire.send_raw(library, method, target, headers=headers, parts=parts)
    assert response is not None
    assert response.status == status
    ends = time.monotonic() + 5
    while requests() and time.monotonic() < ends:
        time.sleep(0.01)  # the thread that ran a write is about to return
    assert not requests()


def requests() -> list[object]:
    return [each for each in gc.get_objects() if type(each) is Request]
