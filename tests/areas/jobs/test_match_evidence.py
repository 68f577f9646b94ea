"""The evidence of a job's matches: a reason of its own for each share of points."""

from typing import Any

from tests.areas.jobs import board
from tests.world import World

ENDO = {"requiredProcedures": ["endo-molar", "endo-retreatment"]}


def procedures(world: World, *skills: list[str], **posting: Any) -> list[tuple[int, str]]:
    """Return the points and the evidence for candidates with these skills."""
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, **{**ENDO, **posting})
    candidates = [
        board.candidate(world, "Lia Moreno", skills=[{"category": "Clinical", "items": items}])
        for items in skills
    ]
    matches = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    lines = {
        match["subject"]["id"]: line
        for match in matches
        for line in match["criteria"]
        if line["name"] == "procedures"
    }
    return [(lines[one]["points"], lines[one]["evidence"]) for one in candidates]


def test_each_number_of_points_has_evidence_of_its_own(world: World) -> None:
    found = procedures(
        world,
        ["Molar endodontics", "Retreatment"],
        ["Molar endodontics", "Endodontics"],
        ["Molar endodontics"],
        ["Endodontics"],
        ["Apicoectomy"],
    )
    assert found == [
        (20, "skills: Molar endodontics; skills: Retreatment (endodontic retreatment)."),
        (
            15,
            "skills: Molar endodontics. In part: skills: Endodontics (endodontic retreatment).",
        ),
        (10, "skills: Molar endodontics. Not found: endodontic retreatment."),
        (
            10,
            "In part: skills: Endodontics (molar endodontics, endodontic retreatment).",
        ),
        (
            10,
            "In part: skills: Apicoectomy (molar endodontics, endodontic retreatment).",
        ),
    ]


def test_the_evidence_quotes_the_profile_and_the_account(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    own = {"specialty": ["endodontics"], "lookingForMentor": True}
    world.patch("/jobs/me", own, as_=people.cyrus).must(200)
    change = {"profile": {"specialty": [], "desiredLicensedStates": ["Ohio"]}}
    world.patch("/users/me/profile", change, as_=people.cyrus).must(200)
    (match,) = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    evidence = {line["name"]: line["evidence"] for line in match["criteria"]}
    assert evidence["specialty"] == "specialty: endodontics."
    assert evidence["licences"] == "licence: Texas."
    assert evidence["place"] == "location: Austin, Texas (Austin, Texas or Round Rock, Texas)."
    assert evidence["experience"] == "years of experience: 4 (3 years of experience or more)."
    assert evidence["mentoring"] == "looking for a mentor: yes (interest in a mentor)."
    members = {found["member"] for line in match["criteria"] for found in line["found"]}
    assert {"jobsSpecialty", "licenses", "yearsExperience", "lookingForMentor"} <= members


def test_both_sides_read_the_same_evidence(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    (of_job,) = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    (own,) = world.get("/jobs/matches/mine", as_=people.cyrus).must(200).data["items"]
    assert [line["found"] for line in own["criteria"]] == [
        line["found"] for line in of_job["criteria"]
    ]
    assert any(line["found"] for line in own["criteria"])
