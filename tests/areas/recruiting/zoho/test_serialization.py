"""Reading the items and records of Zoho's responses."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bridgework.areas.back_office.recruiting.zoho import serialization
from bridgework.areas.back_office.recruiting.zoho.serialization import Names

NAMES = Names("Job_Openings", "", "Website", "")
SUCCESS = {"code": "SUCCESS", "status": "success"}


@pytest.mark.parametrize(
    ("response", "codes"),
    [
        ({"data": [{"code": "SUCCESS"}, {"code": "FAILURE"}]}, ["SUCCESS", "FAILURE"]),
        ({"data": [[{"code": "SUCCESS"}], [[{"code": "FAILURE"}]]]}, ["SUCCESS", "FAILURE"]),
        ({"data": {"code": "SUCCESS"}}, ["SUCCESS"]),
        ({"code": "INVALID_DATA", "status": "error"}, ["INVALID_DATA"]),
        ({"data": [{"code": ["?"]}, "x", None]}, ["UNKNOWN"]),
        ({"data": [{}]}, ["UNKNOWN"]),
        ({}, []),
    ],
)
def test_items_are_found_at_any_depth(response: dict[str, Any], codes: list[str]) -> None:
    assert [item.code for item in serialization.items(response)] == codes


def test_candidate_ids_can_be_text_that_looks_like_a_list() -> None:
    details = {"jobid": 100001000000028010, "ids": "[100001000000028011, 100001000000028012]"}
    (item,) = serialization.items({"data": [[{**SUCCESS, "details": details}]]})
    assert item.job_id == "100001000000028010"
    assert item.candidate_ids == {"100001000000028011", "100001000000028012"}


TIMES = {"Created_Time": "2026-11-21T12:00:00+05:30", "Modified_Time": "2026-11-21T12:00:00+05:30"}


@pytest.mark.parametrize(
    ("item", "is_insert"),
    [
        ({"action": "insert"}, True),
        ({"action": "update"}, False),
        ({"message": "record added"}, True),
        ({"message": "record updated"}, False),
        ({"details": {**TIMES, "duplicate_field": "Email"}}, False),
        ({"details": TIMES}, True),
        ({"details": {**TIMES, "Modified_Time": "2026-11-22T12:00:00+05:30"}}, False),
    ],
)
def test_inserts_and_updates_are_distinguished(item: dict[str, Any], is_insert: bool) -> None:
    (read,) = serialization.items({"data": [{**SUCCESS, **item}]})
    assert read.is_success
    assert read.is_insert is is_insert


@pytest.mark.parametrize(
    "details", [{"id": "77"}, {"id": 77}, {"duplicate_record": {"id": "77"}}], ids=str
)
def test_the_id_of_a_duplicate_is_read_from_the_details(details: dict[str, Any]) -> None:
    (item,) = serialization.items({"data": [{"code": "DUPLICATE_DATA", "details": details}]})
    assert item.id == "77"


def test_unexpected_values_of_a_record_are_accepted() -> None:
    record: dict[str, Any] = {
        "id": 77,
        "First_Name": None,
        "Last_Name": "Reed",
        "Experience_in_Years": "7.5",
        "Skill_Set": ["Endo", "Sedation"],
        "Website": "",
        "City": {"name": "Austin", "id": "1"},
        "Created_Time": "2026-11-21T17:30:00+05:30",
        "Something_New": {"deep": []},
    }
    candidate = serialization.to_candidate(record, NAMES)
    assert (candidate.id, candidate.first_name, candidate.last_name, candidate.city) == (
        "77",
        None,
        "Reed",
        "Austin",
    )
    assert (candidate.experience_in_years, candidate.skill_set) == (7.5, "Endo, Sedation")
    assert (candidate.professional_network_url, candidate.open_to_work, candidate.source) == (
        None,
        False,
        None,
    )
    assert candidate.created_at == datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize("text", [None, "", "yesterday", 7, "2026-11-21T12:00:00"])
def test_an_invalid_time_is_none(text: object) -> None:
    assert serialization.parse_datetime(text) is None


@pytest.mark.parametrize("years", [None, True, "many", [], "nan", "inf"])
def test_an_invalid_number_of_years_is_none(years: object) -> None:
    record: dict[str, Any] = {"id": "7", "Last_Name": "Reed", "Experience_in_Years": years}
    assert serialization.to_candidate(record, NAMES).experience_in_years is None


def test_search_values_are_escaped() -> None:
    assert serialization.criteria("Email", "equals", [r"a)or(Id:equals:1\,"]) == (
        r"(Email:equals:a\)or\(Id\:equals\:1\\\,)"
    )
    assert (
        serialization.criteria("Email", "equals", ["a", "b"])
        == "((Email:equals:a)or(Email:equals:b))"
    )
