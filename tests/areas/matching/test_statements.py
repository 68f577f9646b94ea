"""What a profile states has its member and its text, which a match quotes as evidence."""

from typing import Any

import pytest

from bridgework.areas.people.matching.criteria import (
    availability,
    job_criteria,
    locations,
    role_criteria,
)
from bridgework.areas.people.matching.criteria.records import Statement
from tests.matching.members import to_account, to_job, to_profile

CANDIDATE: dict[str, Any] = {
    "specialty": ["Endodontics"],
    "credential": "DDS",
    "licenses": [{"license_number": "7", "licensed_state": "TX"}],
    "desired_licensed_states": ["Ohio"],
    "years_experience": 2,
}
ACCOUNT = {"specialty": "Orthodontics", "credential": "specialist", "looking_for_mentor": False}


def found(statements: Any, criterion: str) -> list[Statement]:
    return list(statements[criterion])


def test_a_candidate_states_specialties_in_the_profile_and_for_the_jobs_platform() -> None:
    stated = found(job_criteria.statements(to_profile(CANDIDATE), to_account(ACCOUNT)), "specialty")
    quoted = {(one.trait, one.member, one.text) for one in stated}
    assert quoted >= {
        ("is:endodontics", "specialty", "Endodontics"),
        ("is:orthodontics", "jobs_specialty", "Orthodontics"),
        ("credential:specialist", "jobs_credential", "specialist"),
        ("credential:dds", "credential", "DDS"),
    }
    members = {"specialty", "jobs_specialty", "credential", "jobs_credential"}
    assert {one.member for one in stated} == members


MANY = ["Endodontics", "Orthodontics", "Periodontics", "Prosthodontics", "Oral surgery", "Implants"]


@pytest.mark.parametrize(("main", "second"), [(4, 1), (5, 0), (6, 0), (3, 3)])
def test_five_specialties_count_the_main_ones_first(main: int, second: int) -> None:
    profile = {"specialty": MANY[:main], "secondary_specialties": MANY[main:] or MANY[:1]}
    statements = role_criteria.statements(to_profile(profile))["specialty"]
    by_member = {name: {one.text for one in statements if one.member == name}
                 for name in ("specialty", "secondary_specialties")}  # fmt: skip
    assert len(by_member["specialty"]) == min(main, 5)
    assert len(by_member["secondary_specialties"]) == min(5 - min(main, 5), len(MANY) - main)
    offer = job_criteria.statements(to_profile(profile), to_account({}))["specialty"]
    assert {one.text for one in offer} == set().union(*by_member.values())


def test_three_places_of_a_location_count() -> None:
    profile = to_profile({"location": "Dallas, TX; Boise, ID / Reno, NV; Salem, OR; Bay Area"})
    places = {one.trait for one in role_criteria.statements(profile)["place"]}
    assert {"city:dallas TX", "city:boise ID", "city:reno NV"} <= places
    assert not {"city:salem OR", "area:San Francisco"} & places


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Springfield IL MO OH MA", {"IL", "MO", "OH", "MA"}),
        ("TX, OH, UT, IA", {"TX", "OH", "UT", "IA"}),
        (";;;;", set()),
        ("", set()),
    ],
)
def test_a_part_that_names_many_regions_is_not_cut(text: str, expected: set[str]) -> None:
    named = {trait for trait in locations.traits(text) if trait.startswith("state:")}
    assert named == {f"state:{code}" for code in expected}


def test_a_candidate_states_licenses_and_where_one_is_desired() -> None:
    stated = found(job_criteria.statements(to_profile(CANDIDATE), to_account(ACCOUNT)), "licences")
    assert stated == [
        Statement("licence:tx", "licenses", "TX"),
        Statement("licence:TX", "licenses", "TX"),
        Statement("desired:OH", "desired_licensed_states", "Ohio"),
    ]


@pytest.mark.parametrize(
    ("profile", "account", "member", "text"),
    [
        ({}, {"credential": "Dental student"}, "jobs_credential", "Dental student"),
        ({"credential": "student"}, {}, "credential", "student"),
        ({"title": "Dental student, third year"}, {}, "title", "Dental student, third year"),
    ],
)
def test_a_student_without_a_license_says_so(
    profile: dict[str, Any], account: dict[str, Any], member: str, text: str
) -> None:
    [stated] = found(job_criteria.statements(to_profile(profile), to_account(account)), "licences")
    assert (stated.member, stated.text) == (member, text)
    licensed = {**profile, "licenses": CANDIDATE["licenses"]}
    traits = {
        one.trait
        for one in found(
            job_criteria.statements(to_profile(licensed), to_account(account)), "licences"
        )
    }
    assert stated.trait not in traits


@pytest.mark.parametrize(
    ("looking", "stated"),
    [
        (True, [Statement("mentor:wanted", "looking_for_mentor", "yes")]),
        (False, [Statement("mentor:not wanted", "looking_for_mentor", "no")]),
        (None, []),
    ],
)
def test_a_candidate_states_whether_a_mentor_is_wanted(
    looking: bool | None, stated: list[Statement]
) -> None:
    account = {"looking_for_mentor": looking}
    assert (
        found(job_criteria.statements(to_profile({}), to_account(account)), "mentoring") == stated
    )


def test_an_expert_states_licenses_and_the_kind_of_work() -> None:
    profile = {"licenses": CANDIDATE["licenses"], "engagement_type": "Advisory"}
    statements = role_criteria.statements(to_profile(profile))
    assert found(statements, "place") == [Statement("licensed:TX", "licenses", "TX")]
    assert found(statements, "engagement") == [
        Statement("work:advisory", "engagement_type", "Advisory")
    ]


@pytest.mark.parametrize(
    ("kind", "met"),
    [("full-time", True), ("part-time", False), ("per-diem", False)],
)
def test_a_few_days_a_week_are_on_site(kind: str, met: bool) -> None:
    posting = {"location": "Austin, TX", "employment_type": kind}
    [place] = [one for one in job_criteria.wants(to_job(posting)).criteria if one.name == "place"]
    assert ("licensed:TX" in place.requirements[0].met_by) is met


def test_each_trait_of_several_places_counts_by_the_nearest() -> None:
    posting = {"location": "Austin, TX", "additional_locations": ["Texas"]}
    [place] = [one for one in job_criteria.wants(to_job(posting)).criteria if one.name == "place"]
    whole = job_criteria.wants(to_job({"location": "Texas"})).criteria[0].requirements[0].met_by
    assert place.requirements[0].met_by["state:TX"] == whole["state:TX"]
    assert place.requirements[0].label == "Austin, TX or Texas"


AVAILABILITIES = [
    ("weekends", "", [("volume:few", "availability")]),
    (
        "immediately",
        "2027-03-01",
        [("start:now", "availability"), ("start:dated", "availability_date")],
    ),
    ("2027-03, or soon", "", [("start:dated", "availability")]),
    ("full-time from 2027", "", [("volume:full", "availability"), ("start:dated", "availability")]),
    ("", "soon", [("start:soon", "availability_date")]),
    ("", "2027-03-01", [("start:dated", "availability_date")]),
]


@pytest.mark.parametrize(("text", "date", "expected"), AVAILABILITIES)
def test_what_an_availability_states_has_its_member(
    text: str, date: str, expected: list[tuple[str, str]]
) -> None:
    assert [*availability.traits(text, date)] == expected
