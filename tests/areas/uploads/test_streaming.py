"""Bodies that are sent in parts, too long, incomplete or slow. None leaves a file."""

import asyncio
import logging
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from bridgework.kit.http.requests import body_spool
from bridgework.kit.http.requests import request as requests
from bridgework.kit.http.responses import file_response, stalled_clients
from bridgework.kit.storage import BodyConstraints
from tests import cast, logged
from tests.areas.uploads import samples, upload_client
from tests.kit.http import wire
from tests.world import PUBLIC_URL, Response, World

TYPE = (b"content-type", b"image/png")
CHUNKED = (b"transfer-encoding", b"chunked")
BODY = samples.png_with(samples.PNG * 100)


@pytest.fixture
def ticket(world: World) -> Any:
    return upload_client.create_ticket(world, cast.ada(world), BODY)


def bring(
    world: World, ticket: Any, *parts: wire.Part, length: int | None = None
) -> Response | None:
    outcome = CHUNKED if length is None else (b"content-length", str(length).encode())
    target = ticket["uploadUrl"].removeprefix(PUBLIC_URL).encode()
    return wire.send_raw(world, "PUT", target, headers=[TYPE, outcome], parts=list(parts))


def refused(world: World, response: Response | None, status: int, error: str) -> Response:
    """Checks that an error has all headers and that no file remains."""
    assert response is not None
    assert response.must(status).error == error
    assert {"ratelimit", "ratelimit-policy", "x-request-id"} <= set(response.headers)
    assert response.headers["x-content-type-options"] == "nosniff"
    assert upload_client.list_files(world) == []
    return response


def test_a_body_may_be_sent_in_chunks_of_any_size(world: World, ticket: Any) -> None:
    parts = [BODY[at : at + 37] for at in range(0, len(BODY), 37)]
    outcome = bring(world, ticket, *parts, b"")
    assert outcome is not None
    outcome.must(201)
    assert upload_client.list_files(world) == [ticket["objectPath"]]
    folder = world.application.app_state.settings.files_dir
    assert (folder / ticket["objectPath"]).read_bytes() == BODY


def test_a_body_longer_than_declared_is_refused_immediately(world: World, ticket: Any) -> None:
    """The server reads no further part: none is sent."""
    refused(world, bring(world, ticket, BODY, b"x", wire.STALL), 413, "body_too_large")
    refused(world, bring(world, ticket, length=len(BODY) + 1), 413, "body_too_large")


def test_a_body_shorter_than_declared_is_refused(world: World, ticket: Any) -> None:
    refused(world, bring(world, ticket, BODY[:-1]), 422, "body_too_short")
    refused(world, bring(world, ticket, length=len(BODY) - 1), 422, "body_too_short")


def test_an_aborted_upload_leaves_nothing(world: World, ticket: Any) -> None:
    for length in (len(BODY), None):
        outcome = bring(world, ticket, BODY[:100], wire.DISCONNECT, length=length)
        refused(world, outcome, 400, "malformed_body")
    outcome = bring(world, ticket, wire.DISCONNECT, length=len(BODY))
    assert refused(world, outcome, 400, "malformed_body").headers["connection"] == "close"
    outcome = bring(world, ticket, BODY)
    assert outcome is not None
    outcome.must(201)


def test_a_stalled_upload_times_out(
    world: World, ticket: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_STALL_SECONDS", 0.05)
    outcome = bring(world, ticket, BODY[:100], wire.STALL, length=len(BODY))
    assert refused(world, outcome, 408, "request_timed_out").headers["connection"] == "close"


def test_an_upload_below_the_minimum_rate_times_out(
    world: World, ticket: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_spool, "_WINDOW_SECONDS", 0.1)
    slow = [part for _ in range(50) for part in (BODY[:10], wire.Pause(0.01))]
    refused(world, bring(world, ticket, *slow, length=len(BODY)), 408, "request_timed_out")


def test_the_minimum_rate_holds_over_any_thirty_seconds() -> None:
    enough = body_spool._MIN_RATE * 30
    fast_then_slow = [(0.0, 0), (1.0, 100 * enough), *((float(at), 0) for at in range(2, 40))]
    pace, size, refused_at = body_spool._TransferRate(0.0), 0, None
    for now, more in fast_then_slow:
        size += more
        if refused_at is None and pace.is_too_slow(now, size):
            refused_at = now
    assert refused_at == 31.0
    steady = body_spool._TransferRate(0.0)
    for now in range(1, 300):
        assert not steady.is_too_slow(float(now), body_spool._MIN_RATE * now)
    assert steady.is_too_slow(329.9, body_spool._MIN_RATE * 299)


@dataclass
class Unfinished:
    """Uploads of which only the first bytes were received."""

    responses: list["Future[Response | None]"]
    released: threading.Event

    def end(self) -> list[int]:
        """Disconnect the clients, and return the statuses."""
        self.released.set()
        return [response.status for one in self.responses if (response := one.result()) is not None]


def started(world: World, tickets: Sequence[Any], *, peers: Sequence[str]) -> Unfinished:
    """Start one upload per ticket and peer; returns when all have begun."""
    threads = ThreadPoolExecutor(len(tickets))
    released = threading.Event()
    parts: list[wire.Part] = [BODY[:10], wire.Until(released), wire.DISCONNECT]
    headers = [TYPE, (b"content-length", str(len(BODY)).encode())]
    responses = [
        threads.submit(
            wire.send_raw,
            world,
            "PUT",
            ticket["uploadUrl"].removeprefix(PUBLIC_URL).encode(),
            headers=headers,
            parts=parts,
            peer=peer,
        )
        for ticket, peer in zip(tickets, peers, strict=True)
    ]
    deadline = time.monotonic() + 10
    folder = world.application.app_state.settings.files_dir
    while len(list(folder.rglob("*.part"))) < len(tickets):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    threads.shutdown(wait=False)
    return Unfinished(responses, released)


def tried(world: World, ticket: Any, peer: str = "192.0.2.9") -> int:
    """The status of a complete upload with this ticket from another address."""
    target = ticket["uploadUrl"].removeprefix(PUBLIC_URL).encode()
    headers = [TYPE, (b"content-length", str(len(BODY)).encode())]
    response = wire.send_raw(world, "PUT", target, headers=headers, parts=[BODY], peer=peer)
    assert response is not None
    if response.status == 503:
        assert response.error == "too_many_bodies"
        assert response.headers["retry-after"] == "5"
        assert response.headers["connection"] == "close"
    return response.status


@pytest.mark.postgresql("concurrent requests")
def test_a_ticket_receives_one_body_at_a_time(world: World, ticket: Any) -> None:
    unfinished = started(world, [ticket], peers=["198.51.100.1"])
    assert tried(world, ticket) == 503
    assert unfinished.end() == [400]
    assert tried(world, ticket) == 201


@pytest.mark.postgresql("concurrent requests")
def test_an_account_receives_four_bodies_at_a_time(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    tickets = [upload_client.create_ticket(world, ada, BODY) for _ in range(5)]
    unfinished = started(world, tickets[:4], peers=[f"198.51.100.{n}" for n in range(4)])
    assert tried(world, tickets[4]) == 503
    assert tried(world, upload_client.create_ticket(world, ben, BODY)) == 201
    assert unfinished.end() == [400] * 4
    assert tried(world, tickets[4]) == 201


@pytest.mark.postgresql("concurrent requests")
def test_an_address_receives_sixteen_bodies_at_a_time(world: World) -> None:
    people = [cast.sign_up(world, f"uploader{number}@example.com") for number in range(5)]
    tickets = [
        upload_client.create_ticket(world, person, BODY) for person in people for _ in range(4)
    ]
    unfinished = started(world, tickets[:16], peers=["2001:db8::1"] * 16)
    assert tried(world, tickets[16], peer="2001:db8::2") == 503
    assert tried(world, tickets[16], peer="2001:db8:1::1") == 201
    assert unfinished.end() == [400] * 16


def test_a_cancelled_request_leaves_no_file(world: World, tmp_path: Any) -> None:
    """As if the server stopped while it receives a body."""

    async def broken_off() -> None:
        waits = asyncio.Event()

        async def receive() -> Any:
            if waits.is_set():
                await asyncio.Event().wait()
            waits.set()
            return {"type": "http.request", "body": b"x" * 300_000, "more_body": True}

        scope = {
            "type": "http",
            "method": "PUT",
            "path": "/",
            "query_string": b"",
            "headers": [TYPE, CHUNKED],
        }
        request = requests.Request(scope, receive, prefix="")
        receiver = body_spool.BodySpool()

        async def take() -> None:
            constraints = BodyConstraints(tmp_path / "in", ["image/png"], 1, 10**6, "t", "a")
            async with receiver.received(request, constraints, "client"):
                raise AssertionError("it never comes to its end")

        task = asyncio.create_task(take())
        await waits.wait()
        await asyncio.sleep(0.1)
        assert len(list((tmp_path / "in").iterdir())) == 1
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        receiver.close()

    world.loop.run(broken_off())
    assert list((tmp_path / "in").iterdir()) == []


def test_a_client_that_stops_reading_is_disconnected(
    world: World, ticket: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(stalled_clients, "STALL_SECONDS", 0.05)
    whole = tmp_path / "whole"
    whole.write_bytes(BODY)

    async def sends() -> None:
        async def send(_: Any) -> None:
            await asyncio.Event().wait()

        async def never() -> Any:
            await asyncio.Event().wait()

        extensions: dict[str, object] = {"http.response.pathsend": {}}
        scope = {"type": "http", "method": "GET", "headers": [], "extensions": extensions}
        response = file_response.StoredFileResponse(whole)
        with pytest.raises(ClientDisconnect):
            await response(scope, never, send)

    world.loop.run(sends())


def test_neither_tickets_nor_signed_links_reach_the_log(
    world: World, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, logger="bridgework.access")
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(
        world, ada, samples.PDF, "application/pdf", folder="job-cvs"
    )
    secret = ticket["uploadUrl"].rpartition(".")[2]
    upload_client.put_file(world, ticket, samples.PDF).must(201)
    upload_client.complete(world, ada, ticket["objectPath"]).must(200)
    link = upload_client.create_link(world, ada, ticket["objectPath"]).must(200).data["url"]
    world.get(upload_client.to_path(link)).must(200)
    world.get(upload_client.to_path(link) + "0").must(404)
    signature = link.rpartition("=")[2]
    outcome = capfd.readouterr()
    text = outcome.out + outcome.err + logged.everything(caplog)
    assert "putUpload" in text
    assert "getFile" in text
    assert secret not in text
    assert signature not in text


def test_the_openapi_document_declares_a_binary_body(world: World) -> None:
    paths = world.get("/openapi.json").json["paths"]
    put = paths["/uploads/{ticket}"]["put"]
    assert put["requestBody"] == {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
    assert {"201", "404", "408", "409", "413", "415", "422", "503"} <= set(put["responses"])
    get = paths["/files/{objectPath}"]["get"]
    assert {"200", "206", "302", "304", "404", "412", "416"} <= set(get["responses"])
    named = {
        each.get("name", each.get("$ref", "").rpartition("/")[2]) for each in get["parameters"]
    }
    assert {"objectPath", "expires", "signature", "Range", "If-Range", "If-None-Match"} <= named
