"""Null is refused for most optional members; an empty string clears a text."""

from typing import Any

import pytest

from tests.architecture import published_schemas as published
from tests.areas.jobs import board
from tests.world import World

TAKEN_BACK = {"profession"}
"""Members that null takes back."""


def optional(name: str) -> dict[str, Any]:
    """Return the schemas of the optional members of a component."""
    schema = published.document()["components"]["schemas"][name]
    required = schema.get("required", ())
    return {
        member: value for member, value in schema["properties"].items() if member not in required
    }


def free_texts(name: str) -> list[str]:
    """Return the optional texts without a minimum length, enum or format."""
    return [
        member
        for member, schema in optional(name).items()
        if schema.get("type") == "string"
        and not schema.keys() & {"minLength", "enum", "format"}
        and "2-9" not in schema["pattern"]
    ]


def test_null_is_refused_for_the_optional_members_of_a_posting(world: World) -> None:
    people = board.sign_up_all(world)
    body = {**board.REQUIRED, **dict.fromkeys(optional("JobPostingRequest"))}
    refused = world.post("/jobs", body, as_=people.carla).must(422)
    assert set(refused.faults) == set(optional("JobPostingRequest")) - TAKEN_BACK
    job = board.post_approved(world, people)
    change = dict.fromkeys(optional("AdminJobUpdateRequest"))
    refused = world.patch(f"/jobs/{job}", change, as_=people.carla).must(422)
    assert set(refused.faults) == set(change) - TAKEN_BACK


def test_null_is_refused_for_every_optional_member_of_an_application(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    body = {**board.APPLICATION, **dict.fromkeys(optional("JobApplicationRequest"))}
    refused = world.post(f"/jobs/{job}/applications", body, as_=people.cyrus).must(422)
    assert set(refused.faults) == set(optional("JobApplicationRequest"))


@pytest.mark.parametrize("path", ["/jobs", "/admin/jobs"])
def test_an_empty_string_clears_a_text_of_a_posting(world: World, path: str) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    texts = free_texts("AdminJobUpdateRequest")
    assert {"location", "startDate", "officeDescription", "requiredDaysHours"} <= set(texts)
    caller = people.root if path.startswith("/admin") else people.carla
    changed = world.patch(f"{path}/{job}", dict.fromkeys(texts, ""), as_=caller).must(200).data
    assert {member: changed[member] for member in texts} == dict.fromkeys(texts, "")
    for member in ("companyName", "contactPerson", "roleNeeded", "challenge"):
        refused = world.patch(f"{path}/{job}", {member: ""}, as_=caller).must(422)
        assert refused.faults == {member: "too_short"}


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069"])
def test_names_of_one_line_refuse_separators_and_directional_characters(
    world: World, separator: str
) -> None:
    people = board.sign_up_all(world)
    for member in ("companyName", "contactPerson", "roleNeeded", "location"):
        body = {**board.POSTING, member: f"Orchard{separator}Gate"}
        refused = world.post("/jobs", body, as_=people.carla).must(422)
        assert refused.faults == {member: "control_character"}


def test_a_primary_location_may_have_line_breaks(world: World) -> None:
    people = board.sign_up_all(world)
    address = "1 Mill Lane\nAustin, Texas"
    path, body = "/jobs/me/clinic-profile", {"primaryLocation": address}
    changed = world.put(path, body, as_=people.carla).must(200).data
    assert changed["primaryLocation"] == address
