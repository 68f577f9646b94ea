"""Validation reports all errors at once, one per path."""

from typing import Any

import pytest

from tests.world import World

BOOK: dict[str, Any] = {"title": "Moby", "pages": 1}


def test_errors_of_body_and_query_are_reported_together(library: World) -> None:
    body = {
        "title": "",
        "pages": "1",
        "kind": "poem",
        "printedAt": "today",
        "shelves": [{"label": "a", "number": 1.5}, {}, {"label": 7, "number": 1001}],
    }
    response = library.post("/books?page=0&sortBy=x", body).must(422)
    assert response.faults == {
        "title": "too_short",
        "pages": "wrong_type",
        "kind": "not_one_of",
        "printedAt": "wrong_type",
        "shelves[0].number": "wrong_type",
        "shelves[1].label": "required",
        "shelves[2].label": "wrong_type",
        "shelves[2].number": "too_large",
        "page": "too_small",
        "sortBy": "not_one_of",
    }
    sentences = {detail["path"]: detail["message"] for detail in response.json["details"]}
    assert sentences["title"] == "Must not be empty."
    assert set(response.json) == {"error", "message", "details"}
    for detail in response.json["details"]:
        assert set(detail) == {"path", "code", "message"}
        assert detail["message"].endswith(".")
        assert "pydantic" not in detail["message"].lower()


@pytest.mark.parametrize(
    ("place", "faults"),
    [
        (5, {"place": "wrong_type"}),
        (None, {"place": "wrong_type"}),
        ([], {"place": "wrong_type"}),
        ("a" * 51, {"place": "too_long"}),
        ("a\u0000", {"place": "control_character"}),
        ({}, {"place.label": "required"}),
        ({"label": 5}, {"place.label": "wrong_type"}),
        ({"label": "a", "number": -1}, {"place.number": "too_small"}),
        ({"number": True}, {"place.label": "required", "place.number": "wrong_type"}),
    ],
)
def test_the_branches_of_a_union_are_one_error(
    library: World, place: object, faults: object
) -> None:
    response = library.post("/books", {**BOOK, "place": place}).must(422)
    assert response.faults == faults
    assert len(response.json["details"]) == len(response.faults)


@pytest.mark.parametrize("place", ["top", {"label": "top"}, {"label": "top", "number": 7}])
def test_either_branch_of_a_union_is_accepted(library: World, place: object) -> None:
    assert library.post("/books", {**BOOK, "place": place}).must(201).data["body"]["place"] == place


@pytest.mark.parametrize(
    ("moment", "response"),
    [
        ("2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000Z"),
        ("2026-11-21T12:00:00.123456Z", "2026-11-21T12:00:00.123Z"),
        ("2026-11-21T12:00:00+05:00", "2026-11-21T07:00:00.000Z"),
        ("2026-11-21t12:00:00-00:00", "2026-11-21T12:00:00.000Z"),
        ("1900-01-01T00:00:00Z", "1900-01-01T00:00:00.000Z"),
    ],
)
def test_times_are_returned_in_utc(library: World, moment: str, response: str) -> None:
    reply = library.post("/books", {**BOOK, "printedAt": moment}).must(201)
    assert reply.data["body"]["printedAt"] == response


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        ("2026-11-21T12:00:00", "wrong_type"),
        ("2026-11-21", "wrong_type"),
        ("2026-11-21T12:00Z", "wrong_type"),
        ("2026-11-21 12:00:00Z", "wrong_type"),
        ("2026-02-30T12:00:00Z", "wrong_type"),
        ("2026-11-21T24:00:00Z", "wrong_type"),
        ("2016-12-31T23:59:60Z", "wrong_type"),  # a leap second
        ("2026-11-21T12:00:00+24:00", "wrong_type"),
        ("1735689600", "wrong_type"),
        (1735689600, "wrong_type"),
        (None, "wrong_type"),
        ("٢٠٢٦-11-21T12:00:00Z", "wrong_type"),
        ("0001-01-01T00:00:00+14:00", "time_out_of_range"),
        ("9999-12-31T23:59:59-14:00", "time_out_of_range"),
    ],
)
def test_an_invalid_time_is_refused(library: World, moment: object, code: str) -> None:
    response = library.post("/books", {**BOOK, "printedAt": moment}).must(422)
    assert response.faults == {"printedAt": code}
