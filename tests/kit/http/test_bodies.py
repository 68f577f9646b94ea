"""Valid and invalid request bodies."""

import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import NamedTuple

import pytest

from bridgework import app
from bridgework.kit.http.requests import request as requests
from bridgework.kit.security.rate_limit import Rule
from bridgework.kit.validation import MAX_BODY_SIZE
from bridgework.settings import Settings
from tests.clock import ManualClock
from tests.kit.http import wire
from tests.loop import Loop
from tests.world import Response, World

BOOK = {"title": "Moby", "pages": 1}
CONTENT_TYPE = (b"content-type", b"application/json")
CHUNKED = (b"transfer-encoding", b"chunked")

MALFORMED = {
    "nothing but blanks": b"   ",
    "cut short": b'{"title": "Mo',
    "a comma too many": b'{"title": "Moby", "pages": 1,}',
    "single quotes": b"{'title': 'Moby'}",
    "two documents": b'{"title": "Moby", "pages": 1}{}',
    "a byte order mark": b'\xef\xbb\xbf{"title": "Moby", "pages": 1}',
    "UTF-16": '{"title": "Moby", "pages": 1}'.encode("utf-16"),
    "bytes that are not UTF-8": b'{"title": "Mob\xff", "pages": 1}',
    "an overlong NUL": b'{"title": "Mob\xc0\x80", "pages": 1}',
    "a surrogate in UTF-8": b'{"title": "Mob\xed\xa0\x80", "pages": 1}',
    "a lone high surrogate": rb'{"title": "Mob\ud800", "pages": 1}',
    "a lone low surrogate": rb'{"title": "Mob\udc00y", "pages": 1}',
    "a lone surrogate as a name": rb'{"\ud800": 1, "title": "Moby", "pages": 1}',
    "a bare NUL": b"\x00",
    "a bare line break in text": b'{"title": "Mo\nby", "pages": 1}',
    "5,000 digits": b'{"title": "Moby", "pages": ' + b"9" * 5000 + b"}",
    "NaN": b'{"title": "Moby", "pages": NaN}',
    "Infinity": b'{"title": "Moby", "pages": 1, "price": Infinity}',
    "-Infinity in an unknown member": b'{"title": "Moby", "pages": 1, "x": [-Infinity]}',
    "65 levels": b'{"x":' + b"[" * 64 + b"]" * 64 + b', "title": "Moby", "pages": 1}',
    "65 levels behind brackets in text": b'{"title": "'
    + b"]" * 64
    + b'", "x":'
    + b"[" * 64
    + b"]" * 64
    + b', "pages": 1}',
    "10,000 lists": b"[" * 10_000 + b"]" * 10_000,
    "10,000 objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "10,000 lists in an unknown member": b'{"x":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_body_is_a_400(library: World, body: bytes) -> None:
    assert library.post("/books", body).must(400).error == "malformed_json"


class Misfit(NamedTuple):
    sent: bytes
    code: str


MISFITS = {
    "title": [
        Misfit(b"5", "wrong_type"),
        Misfit(b"null", "wrong_type"),
        Misfit(b'["Moby"]', "wrong_type"),
        Misfit(b'""', "too_short"),
        Misfit(b'"' + b"a" * 101 + b'"', "too_long"),
        Misfit(b'"1234"', "needs_letter"),
        Misfit(b'"\xe2\x80\x8b"', "needs_letter"),  # a zero-width space alone
        Misfit(rb'"Mo\u0000by"', "control_character"),
        Misfit(rb'"Mo\u0085by"', "control_character"),
        Misfit(rb'"Moby\n"', "control_character"),
        Misfit(rb'"Moby\u2028Dick"', "control_character"),
        Misfit(rb'"Moby\u202eDick"', "control_character"),
        Misfit(rb'"Moby\u2066Dick"', "control_character"),
    ],
    "pages": [
        Misfit(b'"5"', "wrong_type"),
        Misfit(b"5.0", "wrong_type"),
        Misfit(b"5e0", "wrong_type"),
        Misfit(b"true", "wrong_type"),
        Misfit(b"null", "wrong_type"),
        Misfit(b"{}", "wrong_type"),
        Misfit(b"0", "too_small"),
        Misfit(b"-1", "too_small"),
        Misfit(b"5001", "too_large"),
        Misfit(str(2**63).encode(), "too_large"),
        Misfit(str(2**70).encode(), "too_large"),
        Misfit(b"9" * 300, "too_large"),
    ],
    "price": [
        Misfit(b"1e999", "wrong_type"),
        Misfit(b'"1.5"', "wrong_type"),
        Misfit(b"true", "wrong_type"),
        Misfit(b"-0.01", "too_small"),
    ],
    "kind": [Misfit(b'"poem"', "not_one_of"), Misfit(b'"Novel"', "not_one_of")],
    "lent": [
        Misfit(b"1", "wrong_type"),
        Misfit(b'"true"', "wrong_type"),
        Misfit(b"null", "wrong_type"),
    ],
    "otp": [
        Misfit(b"123456", "wrong_type"),
        Misfit(b'"12345"', "not_six_digits"),
        Misfit(b'"1234567"', "not_six_digits"),
        Misfit(b'"12345\\n"', "not_six_digits"),
        Misfit(b'"123456\\n"', "not_six_digits"),
        Misfit('"١٢٣٤٥٦"'.encode(), "not_six_digits"),
        Misfit('"１２３４５６"'.encode(), "not_six_digits"),
    ],
    "notes": [
        Misfit(rb'"a\u0000"', "control_character"),
        Misfit(rb'"a\u001b"', "control_character"),
    ],
    "shelves": [
        Misfit(b"{}", "wrong_type"),
        Misfit(b'[{"label":"a"},{"label":"b"},{"label":"c"},{"label":"d"}]', "too_many"),
    ],
}


@pytest.mark.parametrize("member", MISFITS)
def test_an_invalid_member_is_reported_by_its_path(library: World, member: str) -> None:
    for sent, code in MISFITS[member]:
        others = {"title": b'"Moby"', "pages": b"1"}
        pairs = (b'"%s":%s' % (k.encode(), v) for k, v in {**others, member: sent}.items())
        refused = library.post("/books", b"{" + b",".join(pairs) + b"}").must(422)
        assert refused.error == "validation_failed"
        assert refused.faults == {member: code}, sent


@pytest.mark.parametrize("body", [b"[]", b'"text"', b"5", b"null", b"true"])
def test_a_body_that_is_not_an_object_is_one_error(library: World, body: bytes) -> None:
    assert library.post("/books", body).must(422).faults == {"": "wrong_type"}


def test_unusual_but_valid_json_is_accepted(library: World) -> None:
    odd = rb'{"title":"Q","title":"Moby \ud83d\udc33","pages":1,"notes":"a\tb\nc\r\n","price":-0}'
    response = library.post("/books", odd).must(201).data["body"]
    assert (
        response["title"] == "Moby 🐳"
    )  # the last of two equal names counts; a surrogate pair is one character
    assert response["notes"] == "a\tb\nc\r\n"


def test_absent_is_not_null(library: World) -> None:
    book = "/books/00000000-0000-7000-8000-000000000000"
    assert library.patch(book, {}).must(200).data["body"] == {}
    assert library.patch(book, {"notes": None}).must(200).data["body"] == {"notes": None}
    assert library.patch(book, {"title": None}).must(422).faults == {"title": "wrong_type"}


def test_no_body_is_an_empty_object(library: World) -> None:
    book = "/books/00000000-0000-7000-8000-000000000000"
    assert library.patch(book).must(200).data["body"] == {}
    assert library.post("/books").must(422).faults == {"title": "required", "pages": "required"}
    empty = wire.send_raw(library, "PATCH", book.encode(), headers=[CHUNKED], parts=[b"", b""])
    assert empty is not None
    assert empty.status == 200


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/jsonp",
        "application/json, text/plain",
    ],
)
def test_a_body_of_another_type_is_refused(library: World, content_type: str) -> None:
    body = b'{"title":"Moby","pages":1}'
    headers = [(b"content-length", b"%d" % len(body)), (b"content-type", content_type.encode())]
    refused = wire.send_raw(library, "POST", b"/books", headers=headers, parts=[body])
    assert refused is not None
    assert refused.must(415).error == "content_type_not_supported"


@pytest.mark.parametrize("coding", [b"gzip", b"br", b"GZIP", b"identity, deflate", b"x"])
def test_a_compressed_body_is_refused(library: World, coding: bytes) -> None:
    body = b'{"title":"Moby","pages":1}'
    headers = [(b"content-length", b"%d" % len(body)), (b"content-encoding", coding)]
    refused = wire.send_raw(library, "POST", b"/books", headers=headers, parts=[body])
    assert refused is not None
    assert refused.must(415).error == "unsupported_encoding"


@pytest.mark.parametrize("coding", [b"identity", b"Identity", b""])
def test_the_identity_coding_is_accepted(library: World, coding: bytes) -> None:
    body = b'{"title":"Moby","pages":1}'
    headers = [(b"content-length", b"%d" % len(body)), (b"content-encoding", coding)]
    created = wire.send_raw(library, "POST", b"/books", headers=headers, parts=[body])
    assert created is not None
    created.must(201)


def test_a_missing_content_type_counts_as_json(library: World) -> None:
    body = b'{"title":"Moby","pages":1}'
    headers = [(b"content-length", b"%d" % len(body))]
    created = wire.send_raw(library, "POST", b"/books", headers=headers, parts=[body])
    assert created is not None
    created.must(201)


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "Application/JSON", "application/json; charset=UTF-8",
     'application/json;charset="utf-8"'],
)  # fmt: skip
def test_json_may_name_its_charset(library: World, content_type: str) -> None:
    library.post("/books", BOOK, headers={"content-type": content_type}).must(201)


def test_a_declared_length_above_the_limit_is_refused_unread(library: World) -> None:
    headers = [CONTENT_TYPE, (b"content-length", b"2097152")]
    refused = wire.send_raw(library, "POST", b"/books", headers=headers, parts=[])
    assert refused is not None
    assert refused.must(413).error == "body_too_large"


def test_a_chunked_body_is_refused_past_the_limit(library: World) -> None:
    chunk = b" " * 65_536
    parts = [chunk] * (MAX_BODY_SIZE // len(chunk)) + [b" ", wire.STALL]
    refused = wire.send_raw(
        library, "POST", b"/books", headers=[CONTENT_TYPE, CHUNKED], parts=parts
    )
    assert refused is not None
    assert refused.must(413).error == "body_too_large"


def test_a_false_content_length_does_not_raise_the_limit(library: World) -> None:
    headers = [CONTENT_TYPE, (b"content-length", b"10")]
    parts = [b" " * MAX_BODY_SIZE, b" ", wire.STALL]
    refused = wire.send_raw(library, "POST", b"/books", headers=headers, parts=parts)
    assert refused is not None
    refused.must(413)


def test_a_body_of_exactly_one_mebibyte_is_accepted(library: World) -> None:
    head = b'{"title":"Moby","pages":1,"notes":null'
    body = head + b" " * (MAX_BODY_SIZE - len(head) - 1) + b"}"
    assert len(body) == MAX_BODY_SIZE
    library.post("/books", body).must(201)


def test_a_stalled_body_is_a_408(library: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "_STALL_SECONDS", 0.05)
    headers = [CONTENT_TYPE, (b"content-length", b"100")]
    response = wire.send_raw(library, "POST", b"/books", headers=headers, parts=[b"{", wire.STALL])
    assert response is not None
    assert response.must(408).error == "request_timed_out"
    assert response.headers["connection"] == "close"
    assert "ratelimit" in response.headers


def test_a_body_that_takes_too_long_is_a_408(
    library: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_BODY_SECONDS", 0.1)
    headers = [CONTENT_TYPE, (b"content-length", b"100")]
    parts = [part for _ in range(50) for part in (b"{", wire.Pause(0.01))]
    refused = wire.send_raw(library, "POST", b"/books", headers=headers, parts=parts)
    assert refused is not None
    assert refused.must(408).error == "request_timed_out"
    assert refused.headers["connection"] == "close"


def test_a_slow_body_ends_soon_after_the_process_begins_to_stop(
    settings: Settings, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_DRAIN_SECONDS", 0.1)
    clock = ManualClock()
    world = World(app.create_app(settings, clock), clock, loop)
    headers = [CONTENT_TYPE, (b"content-length", b"100")]
    parts = [part for _ in range(50) for part in (b"{", wire.Pause(0.01))]

    async def stop() -> None:
        world.application.api.drain()

    loop.run(stop())
    refused = wire.send_raw(world, "POST", b"/auth/login", headers=headers, parts=parts)
    world.close()
    assert refused is not None
    assert refused.must(408).error == "request_timed_out"
    assert refused.headers["connection"] == "close"


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_bodies_of_an_address_are_limited(
    settings: Settings, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_STALL_SECONDS", 60.0)
    monkeypatch.setattr(requests, "_BODY_SECONDS", 60.0)
    headers = [CONTENT_TYPE, (b"content-length", b"100")]
    most = settings.max_bodies_per_address
    assert most == 64
    many = settings.model_copy(
        update={"rate_limit": Rule("default", 1000, 60), "address_limit_factor": 1000}
    )
    clock = ManualClock()
    world = World(app.create_app(many, clock), clock, loop)
    released = threading.Event()

    def login(peer: str, *parts: wire.Part) -> Response | None:
        return wire.send_raw(world, "POST", b"/auth/login", headers=headers, parts=parts, peer=peer)

    with ThreadPoolExecutor(most + 1) as threads:
        peers = [f"2001:db8::{number:x}" for number in range(most + 1)]
        unfinished: list[wire.Part] = [b"{", wire.Until(released), wire.DISCONNECT]
        responses = [threads.submit(login, peer, *unfinished) for peer in peers]
        first = next(as_completed(responses)).result()
        assert first is not None
        assert first.must(503).error == "too_many_bodies"
        assert first.headers["connection"] == "close"
        other = login("2001:db8:1::1", b"{}")
        assert other is not None
        other.must(422)
        released.set()
        statuses = sorted(one.status for each in responses if (one := each.result()))
    assert statuses == [400] * most + [503]
    after = login("2001:db8::1", b"{}")
    world.close()
    assert after is not None
    after.must(422)


def test_a_response_before_the_end_of_the_body_closes_the_connection(library: World) -> None:
    long = [CONTENT_TYPE, (b"content-length", b"%d" % (MAX_BODY_SIZE + 1))]
    refused = wire.send_raw(library, "POST", b"/books", headers=long, parts=[b"{", wire.STALL])
    assert refused is not None
    assert refused.must(413).headers["connection"] == "close"
    head = [CONTENT_TYPE, (b"content-length", b"2")]
    unknown = wire.send_raw(library, "POST", b"/nowhere", headers=head, parts=[b"{}"])
    assert unknown is not None
    assert unknown.must(404).headers["connection"] == "close"
    read = wire.send_raw(library, "POST", b"/books", headers=head, parts=[b"{", b"}"])
    assert read is not None
    assert "connection" not in read.must(422).headers
    assert "connection" not in library.get("/nowhere").must(404).headers


def test_an_incomplete_body_is_refused(library: World) -> None:
    headers = [CONTENT_TYPE, (b"content-length", b"100")]
    parts = [b"{", wire.DISCONNECT]
    refused = wire.send_raw(library, "POST", b"/books", headers=headers, parts=parts)
    assert refused is not None
    assert refused.must(400).error == "malformed_body"
    assert refused.headers["connection"] == "close"
    assert "ratelimit" in refused.headers


def test_the_body_of_an_operation_without_one_is_not_read(library: World) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"9999999")]
    response = wire.send_raw(library, "GET", b"/heartbeat", headers=headers, parts=[])
    assert response is not None
    response.must(200)
