"""Any request body takes bounded work and gets a bounded response."""

import time
from collections.abc import Mapping

import pytest

from bridgework import routes
from bridgework.kit.core import FieldError
from bridgework.kit.validation import MAX_BODY_SIZE, parse_body
from bridgework.kit.validation.json_body import MAX_VALUES
from tests import cast
from tests.world import World

DETAILS = "/users/me/profile/details"
LARGEST_RESPONSE = 64 * 1024
STRICTLY = {"prefer": "handling=strict"}


def repeated(item: bytes, before: bytes, after: bytes) -> bytes:
    """Return a body of almost one mebibyte that repeats one item."""
    times = (MAX_BODY_SIZE - len(before) - len(after)) // (len(item) + 1)
    return before + b",".join([item] * times) + after


def named(value: bytes, name: str = "") -> bytes:
    """Return a body of almost one mebibyte with as many different members as possible."""
    members: list[bytes] = []
    size = 2
    while True:
        member = b'"%s%x":%s' % (name.encode(), len(members), value)
        size += len(member) + 1
        if size > MAX_BODY_SIZE:
            return b"{" + b",".join(members) + b"}"
        members.append(member)


def test_at_most_100_errors_are_listed(world: World) -> None:
    ben = cast.ben(world)
    refused = world.patch(DETAILS, {"education": [{}] * 1000}, as_=ben).must(422)
    assert len(refused.details) == 100
    assert "first 100 errors" in refused.json["message"]
    assert refused.details[0]["path"] == "education[0].school"
    refused = world.patch(DETAILS, {"education": [{}] * 12}, as_=ben).must(422)
    assert len(refused.details) == 12 * 8
    assert "every error" in refused.json["message"]


def test_errors_after_many_valid_items_are_listed(world: World) -> None:
    ben = cast.ben(world)
    tags = [f"tag {number}" for number in range(998)]
    refused = world.patch("/users/me/profile", {"profile": {"tags": [*tags, 1, 2]}}, as_=ben)
    assert refused.must(422).faults == {
        "profile.tags[998]": "wrong_type",
        "profile.tags[999]": "wrong_type",
    }


HOSTILE: Mapping[str, bytes] = {
    "empty objects": repeated(b"{}", b'{"education":[', b"]}"),
    "empty arrays": repeated(b"[]", b'{"education":[', b"]}"),
    "numbers": repeated(b"0", b'{"specialty":[', b"]}"),
    "five full arrays": b"{"
    + b",".join(
        b'"%s":[%s]' % (name, b",".join([b"{}"] * 1000))
        for name in (b"education", b"outcomes", b"background", b"credentials")
    )
    + b"}",
    "arrays in an unknown member": repeated(b"[]", b'{"x":[', b"]}"),
    "objects in an unknown member": repeated(b'{"":{}}', b'{"x":[', b"]}"),
    "one text": b'{"title":"' + b"a" * (MAX_BODY_SIZE - 12) + b'"}',
    "one unclosed text": b'{"title":"' + b"[\\" * (MAX_BODY_SIZE // 2 - 12),
    "brackets in text": b'{"x":"' + b"[{" * (MAX_BODY_SIZE // 2 - 10) + b'"}',
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_large_body_gets_a_short_response(world: World, body: bytes) -> None:
    response = world.patch(DETAILS, body, as_=cast.ben(world))
    assert response.status in {200, 400, 422}
    assert response.status < 300 or len(response.body) < LARGEST_RESPONSE


UNKNOWN: Mapping[str, bytes] = {
    "numbers": named(b"0", name="a long name of"),
    "long names": named(b"0", name="n" * 5000),
    "control characters": named(b"0", name=r"\u0001" * 500),
    "one name": b'{"' + b"n" * (MAX_BODY_SIZE - 7) + b'":0}',
}


@pytest.mark.parametrize("body", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_the_first_unknown_members_are_listed(world: World, body: bytes) -> None:
    refused = world.post("/auth/refresh", body, headers=STRICTLY).must(422)
    assert len(refused.body) < LARGEST_RESPONSE
    assert 1 <= len(refused.details) <= 100
    assert "unknown_member" in {detail["code"] for detail in refused.details}


def test_unknown_members_of_an_inner_object_are_refused(world: World) -> None:
    body = {"profile": {f"member {number}": 0 for number in range(6000)}}
    refused = world.patch("/users/me/profile", body, as_=cast.ben(world), headers=STRICTLY)
    assert refused.must(422).faults == {"": "unknown_member"}


def test_names_of_unknown_members_are_truncated(world: World) -> None:
    ben = cast.ben(world)
    flags = {f"step {number}": True for number in range(1001)}
    refused = world.patch("/users/me/profile", {"profile": {"tourProgress": flags}}, as_=ben)
    assert refused.must(422).faults == {"profile.tourProgress": "too_many"}
    del flags["step 0"]
    body = {"profile": {"tourProgress": flags}}
    world.patch("/users/me/profile", body, as_=ben).must(200)


def test_a_thousand_wrong_flags_are_not_reported_as_unknown_members(world: World) -> None:
    flags = {f"step\n{number}": 0 for number in range(1000)}
    body = {"profile": {"tourProgress": flags, "title": 0}}
    refused = world.patch("/users/me/profile", body, as_=cast.ben(world)).must(422)
    assert len(refused.details) == 100
    assert "unknown_member" not in {detail["code"] for detail in refused.details}


def test_the_number_of_values_of_a_body_is_limited(world: World) -> None:
    ben = cast.ben(world)
    items: list[object] = [[], {}, 0, "[,{"]
    for item in items:
        filling = [item] * 20_000
        counted = len(filling) * (1 if item in (0, "[,{") else 2)
        # Two more for the object and the first array, and two for the second member.
        left = [0] * (MAX_VALUES - counted - 2)
        world.patch(DETAILS, {"x": filling, "y": left}, as_=ben).must(200)
        refused = world.patch(DETAILS, {"x": filling, "y": [*left, 0]}, as_=ben).must(422)
        assert refused.faults == {"": "too_many"}


def test_text_does_not_count_as_values(world: World) -> None:
    text = "[,{" * MAX_VALUES + '\\"'
    world.patch(DETAILS, {"x": text, "y": text}, as_=cast.ben(world)).must(200)


def test_the_missing_members_of_a_large_body_are_reported_alone_and_at_once() -> None:
    """The validator would copy the body once for each of them: 15 times in half a second."""
    (schema,) = (
        each.body for each in routes.operations() if each.operation_id == "adminPreviewIntroEmail"
    )
    assert schema is not None

    def refused(body: bytes) -> tuple[list[FieldError], float]:
        errors: list[FieldError] = []
        began = time.thread_time()
        assert parse_body(schema, body, errors, strictly=False) is None
        return errors, time.thread_time() - began

    def body(containers: int) -> bytes:
        return b'{"introduceeFullName":[' + b",".join([b"[]"] * containers) + b"]}"

    few, _ = refused(body(2))
    missing = [error for error in few if error.code == "required"]
    assert len(missing) > 10
    many, taken = refused(body(20_000))
    assert many == missing
    # One check of the structure, which stays the longest part.
    _, structure = refused(body(60_000))
    assert taken < 2 * structure
