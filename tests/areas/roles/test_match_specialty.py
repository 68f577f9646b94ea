"""The specialty that a role names is not met by a related one."""

from typing import Any

from tests import make
from tests.areas.roles import desk
from tests.world import World

PERIODONTIST: dict[str, Any] = {
    "roleNeeded": "Periodontist for implant planning reviews",
    "challenge": "Six practices place their own implants.",
    "workingPreference": "Consulting, remote",
    "tags": ["Implant placement", "Bone grafting"],
}
SURGEON: dict[str, Any] = {
    "title": "Senior oral surgeon, implants",
    "specialty": ["Oral and Maxillofacial Surgery", "Dental implants"],
    "tags": ["Implant placement", "Bone grafting"],
    "availability": "10 hours, within 1 month",
    "engagement_type": "consulting",
    "bio": "Implants and planning are my week.",
}


def ranked(world: World, posting: dict[str, Any], **profiles: dict[str, Any]) -> list[Any]:
    """Return the matches of a role with these experts by their first names, best first."""
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, **posting)
    for name, profile in profiles.items():
        make.expert(world, f"{name} Marsh", **profile)
    path = f"/roles/{role}/matches?limit={len(profiles)}"
    return list(world.get(path, as_=people.ben).must(200).data["items"])


def specialty(match: dict[str, Any]) -> dict[str, Any]:
    (line,) = (line for line in match["criteria"] if line["name"] == "specialty")
    return dict(line)


def test_a_related_specialty_earns_no_points(world: World) -> None:
    (surgeon,) = ranked(world, PERIODONTIST, Surgeon=SURGEON)
    assert (specialty(surgeon)["points"], specialty(surgeon)["outcome"]) == (0, "not_met")
    assert specialty(surgeon)["evidence"] == "Not found: periodontist."


def test_an_expert_of_the_named_specialty_is_above_one_of_a_related_specialty(
    world: World,
) -> None:
    perio = {"title": "Periodontist", "specialty": ["Periodontics"], "tags": ["Bone grafting"]}
    matches = ranked(world, PERIODONTIST, Surgeon=SURGEON, Perio=perio)
    assert [match["subject"]["firstName"] for match in matches] == ["Perio", "Surgeon"]
    assert matches[1]["matchScore"] == 40
    assert "so the score is capped at 40: specialty (periodontist)." in matches[1]["matchInsights"]


def test_a_second_specialty_is_a_part_of_it(world: World) -> None:
    second = {**SURGEON, "secondary_specialties": ["Periodontics"]}
    (match,) = ranked(world, PERIODONTIST, Surgeon=second)
    assert specialty(match)["outcome"] == "partly"
    assert match["matchScore"] > 40


def test_a_role_that_names_no_specialty_has_no_such_must_have(world: World) -> None:
    advisor = {**PERIODONTIST, "roleNeeded": "Clinical advisor for implant planning reviews"}
    (match,) = ranked(world, advisor, Surgeon=SURGEON)
    assert specialty(match)["outcome"] == "met"


def test_another_profession_does_not_replace_a_licensed_one(world: World) -> None:
    posting = {**PERIODONTIST, "roleNeeded": "Dental hygienist for protocol writing"}
    hygienist = {"title": "Dental hygienist", "specialty": ["Dental hygiene"]}
    matches = ranked(world, posting, Surgeon=SURGEON, Hygienist=hygienist)
    assert [match["subject"]["firstName"] for match in matches] == ["Hygienist", "Surgeon"]
    assert matches[1]["matchScore"] <= 40
    assert matches[1]["mustHaves"][0]["met"] is False
