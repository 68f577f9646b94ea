"""Optional members that are not nullable: null is refused, and the empty text clears a text."""

from typing import Any

import pytest

from tests.architecture import published_schemas as published
from tests.areas.jobs import board
from tests.world import World


def optional(name: str) -> dict[str, Any]:
    """The schemas of a shape's members, those left out that are required."""
    schema = published.document()["components"]["schemas"][name]
    required = schema.get("required", ())
    return {member: each for member, each in schema["properties"].items() if member not in required}


def free_texts(name: str) -> list[str]:
    """Optional texts without a minimum length, list of values or format."""
    return [
        member
        for member, schema in optional(name).items()
        if schema.get("type") == "string"
        and not schema.keys() & {"minLength", "enum", "format"}
        and "2-9" not in schema["pattern"]
    ]


def test_null_is_refused_for_every_optional_member_of_a_posting(world: World) -> None:
    people = board.cast_of(world)
    sent = {**board.LEAST, **dict.fromkeys(optional("JobPostingRequest"))}
    refused = world.post("/jobs", sent, as_=people.carla).must(422)
    assert set(refused.faults) == set(optional("JobPostingRequest"))
    job = board.approved(world, people)
    change = dict.fromkeys(optional("AdminJobUpdateRequest"))
    refused = world.patch(f"/jobs/{job}", change, as_=people.carla).must(422)
    assert set(refused.faults) == set(change)


def test_null_is_refused_for_every_optional_member_of_an_application(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    sent = {**board.APPLICATION, **dict.fromkeys(optional("JobApplicationRequest"))}
    refused = world.post(f"/jobs/{job}/applications", sent, as_=people.cyrus).must(422)
    assert set(refused.faults) == set(optional("JobApplicationRequest"))


@pytest.mark.parametrize("path", ["/jobs", "/admin/jobs"])
def test_the_empty_text_clears_a_text_of_a_posting(world: World, path: str) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
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
    people = board.cast_of(world)
    for member in ("companyName", "contactPerson", "roleNeeded", "location"):
        sent = {**board.POSTING, member: f"Orchard{separator}Gate"}
        refused = world.post("/jobs", sent, as_=people.carla).must(422)
        assert refused.faults == {member: "control_character"}


def test_a_primary_location_may_have_line_breaks(world: World) -> None:
    people = board.cast_of(world)
    address = "1 Mill Lane\nAustin, Texas"
    path, sent = "/jobs/me/clinic-profile", {"primaryLocation": address}
    changed = world.put(path, sent, as_=people.carla).must(200).data
    assert changed["primaryLocation"] == address
