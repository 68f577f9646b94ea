"""The matches of the demo's postings agree with the profiles, read through the API."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic.alias_generators import to_snake

from bridgework.areas.people.directory import queries as profiles
from bridgework.areas.people.matching.formula import CAP, GATE_CAP
from bridgework.demo import people
from bridgework.kit.core import Id
from tests import cast
from tests.demo.filling import fill
from tests.world import Person, World

Match = dict[str, Any]

ROLES = {
    "Orthodontist as clinical advisor": "Orthodontics",
    "Endodontist, two days a week": "Endodontics",
    "Periodontist for implant planning reviews": "Periodontics",
    "Pediatric dentist as product advisor": "Pediatric Dentistry",
}
JOBS = {
    "Endodontist, two days a week": "Endodontics",
    "Periodontist for implants and osseous surgery": "Periodontics",
    "Prosthodontist for full-arch cases": "Prosthodontics",
    "Orthodontist, one day a week": "Orthodontics",
}
"""The specialty that each posting names, as profiles of the demo write it."""


@pytest.fixture
def demo(world: World) -> World:
    return fill(world, 200)


def of_role(demo: World, role_needed: str) -> list[Match]:
    """Return the matches of a role of Ben's, best first."""
    ben = cast.sign_in(demo, people.BEN, people.PASSWORD)
    roles = demo.get("/roles/mine?limit=100&status=active", as_=ben).must(200).data["items"]
    (role,) = (role["id"] for role in roles if role["roleNeeded"] == role_needed)
    return list(demo.get(f"/roles/{role}/matches?limit=100", as_=ben).must(200).data["items"])


def of_job(demo: World, role_needed: str) -> list[Match]:
    """Return the matches of a job of Carla's, best first. It is approved if it is pending."""
    carla = cast.sign_in(demo, people.CARLA, people.PASSWORD)
    jobs = demo.get("/jobs/mine?limit=100", as_=carla).must(200).data["items"]
    (job,) = (
        job
        for job in jobs
        if job["roleNeeded"] == role_needed and job["status"] in {"approved", "pending"}
    )
    if job["status"] == "pending":
        demo.post(f"/admin/jobs/{job['id']}/approve", as_=root(demo)).must(200)
    path = f"/jobs/{job['id']}/matches?limit=100"
    return list(demo.get(path, as_=carla).must(200).data["items"])


def root(demo: World) -> Person:
    sent = {"email": people.ROOT, "masterPassword": people.MASTER_PASSWORD}
    data = demo.post("/auth/admin/login", sent).must(200).data
    return Person(people.ROOT, token=data["token"], id=data["user"]["id"])


def line(match: Match, name: str) -> dict[str, Any]:
    (found,) = (line for line in match["criteria"] if line["name"] == name)
    return dict(found)


def has(match: Match, specialty: str) -> bool:
    return specialty in match["subject"]["specialty"]


def assert_the_quotes_are_of_the_profiles(demo: World, matches: list[Match]) -> None:
    """Fail unless each quote is a part of the named member of the profile, and quoted once."""
    ids = [Id(match["subject"]["id"]) for match in matches]
    with demo.application.app_state.database.reading() as tx:
        stored = dict(profiles.get_profiles(tx, ids))
    for match in matches:
        profile = {**stored[match["subject"]["id"]]._asdict(), "looking_for_mentor": "yes no"}
        quotes = [
            (found["member"], found["quote"])
            for criterion in match["criteria"]
            for found in criterion["found"]
        ]
        for member, quote in quotes:
            assert any(quote in text for text in texts(profile[to_snake(member)])), quote
        assert len(quotes) == len(set(quotes))


def texts(value: object) -> Iterator[str]:
    """Yield the texts in a member of a profile, with single spaces."""
    if isinstance(value, Mapping):
        for member in value.values():
            yield from texts(member)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif value is not None:
        yield (
            " ".join(f"{value:g}".split())
            if isinstance(value, float)
            else " ".join(str(value).split())
        )


@pytest.mark.parametrize(("role_needed", "specialty"), ROLES.items(), ids=ROLES)
def test_the_best_experts_for_a_role(demo: World, role_needed: str, specialty: str) -> None:
    matches = of_role(demo, role_needed)
    above = [match for match in matches if match["matchScore"] > CAP]
    assert has(matches[0], specialty)
    for match in above:
        assert has(match, specialty) == (line(match, "specialty")["outcome"] == "met")
        assert line(match, "specialty")["points"] > 0
    assert_the_quotes_are_of_the_profiles(demo, matches[:10])


@pytest.mark.parametrize(("role_needed", "specialty"), JOBS.items(), ids=JOBS)
def test_the_best_candidates_for_a_job(demo: World, role_needed: str, specialty: str) -> None:
    matches = of_job(demo, role_needed)
    having = [has(match, specialty) for match in matches]
    assert having[0]
    assert having == sorted(having, reverse=True)
    for match in matches:
        if not has(match, specialty):
            assert match["matchScore"] <= GATE_CAP
            assert line(match, "specialty")["outcome"] != "met"
            assert f"specialty ({specialty.casefold()})" in match["matchInsights"]
    assert not any("student" in match["subject"]["title"].casefold() for match in matches)
    assert_the_quotes_are_of_the_profiles(demo, matches[:10])


def test_experts_who_live_elsewhere_are_below_the_others_for_work_on_site(demo: World) -> None:
    matches = of_role(demo, "Endodontist, two days a week")
    above = [match for match in matches if match["matchScore"] > CAP]
    elsewhere = [match for match in matches if line(match, "place")["outcome"] == "not_met"]
    assert above
    assert elsewhere
    assert not [match for match in above if match in elsewhere]
    for match in elsewhere:
        assert "place (Chicago, Illinois)" in match["matchInsights"]


def test_words_that_tell_nothing_are_neither_counted_nor_missing(demo: World) -> None:
    for role_needed in (*ROLES, "Practice management consultant"):
        for match in of_role(demo, role_needed):
            said = " ".join(one["evidence"] for one in match["criteria"] if one["name"] == "need")
            missing = {text for one in match["criteria"] for text in one["missing"]}
            assert not {"refer", "molar", "teaches", "columns", "companion", "somebody"} & missing
            assert "Not found: refer" not in said
