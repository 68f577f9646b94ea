"""The order of the candidates of a job, and what the match says about it."""

from typing import Any

import pytest

from tests.areas.jobs import board
from tests.world import World

ORTHODONTIST: dict[str, Any] = {
    "specialty": "orthodontics",
    "requiredProcedures": [],
    "additionalLocations": [],
    "openToMentoring": False,
}


def ranked(world: World, people: board.Cast, **posting: Any) -> list[dict[str, Any]]:
    """Return the matches of a job of Carla's, best first."""
    job = board.post_approved(world, people, **posting)
    matches = world.get(f"/jobs/{job}/matches?limit=100", as_=people.carla).must(200)
    return list(matches.data["items"])


def ranked_as_is(world: World, people: board.Cast, posting: dict[str, Any]) -> list[str]:
    """Return the IDs of the candidates who match a job with these members alone."""
    job = world.post("/jobs", posting, as_=people.carla).must(201).data["id"]
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    matches = world.get(f"/jobs/{job}/matches?limit=100", as_=people.carla).must(200)
    return [match["subject"]["id"] for match in matches.data["items"]]


def line(match: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a criterion of a match."""
    (found,) = (line for line in match["criteria"] if line["name"] == name)
    return dict(found)


def names(matches: list[dict[str, Any]]) -> list[str]:
    return [match["subject"]["firstName"] for match in matches]


def test_a_candidate_without_the_named_specialty_is_below_all_who_have_it(world: World) -> None:
    people = board.sign_up_all(world)  # Cyrus is an endodontist in Austin with a licence for Texas
    far = {"location": "Boston, Massachusetts", "licenses": [], "availability": "full-time"}
    board.candidate(world, "Second", specialty=["General"], secondary_specialties=["Ortho"], **far)
    board.candidate(world, "First", specialty=["Orthodontics"], **far)
    board.candidate(world, "General", specialty=["General dentistry"], availability="part-time")
    matches = ranked(world, people, **ORTHODONTIST)
    assert names(matches) == ["First", "Second", "General", "Cyrus"]
    assert [match["matchScore"] <= 10 for match in matches] == [False, False, True, True]


def test_a_match_without_the_named_specialty_says_so(world: World) -> None:
    people = board.sign_up_all(world)
    (match,) = ranked(world, people, **ORTHODONTIST)
    assert line(match, "specialty")["outcome"] == "not_met"
    assert line(match, "must_have")["evidence"] == (
        "Missing: specialty (orthodontics). Without it the score is capped at 10."
    )
    assert (
        "A must-have is missing, so the score is capped at 10: specialty (orthodontics)."
        in (match["matchInsights"])
    )


def test_a_candidate_without_a_stated_specialty_is_below_all_who_have_it(world: World) -> None:
    people = board.sign_up_all(world)
    board.candidate(world, "Silent", specialty=[])
    board.candidate(world, "Distant", specialty=["Orthodontics"], location="Boise", licenses=[])
    assert names(ranked(world, people, **ORTHODONTIST))[0] == "Distant"


def test_a_missing_must_have_orders_those_who_have_the_specialty(world: World) -> None:
    people = board.sign_up_all(world)
    ohio = [{"license_number": "1", "licensed_state": "Ohio"}]
    shared = {"specialty": ["Orthodontics"], "availability": "part-time"}
    board.candidate(world, "Both", years_experience=1, licenses=ohio, **shared)
    board.candidate(world, "Licence", licenses=ohio, **shared)
    board.candidate(world, "Complete", **{**shared, "availability": "full-time"})
    experience = {"yearsOfExperience": "3-5", "experienceLevel": "required"}
    matches = ranked(world, people, **{**ORTHODONTIST, **experience})
    assert names(matches) == ["Complete", "Licence", "Both", "Cyrus"]
    assert [match["matchScore"] for match in matches[1:3]] == [40, 40]


def test_all_missing_must_haves_are_named(world: World) -> None:
    people = board.sign_up_all(world)
    ohio = [{"license_number": "1", "licensed_state": "Ohio"}]
    board.candidate(world, "General", specialty=["General"], licenses=ohio, years_experience=1)
    experience = {"yearsOfExperience": "3-5", "experienceLevel": "required"}
    match = ranked(world, people, **{**ORTHODONTIST, **experience})[-1]
    missing = (
        "specialty (orthodontics); licences (Texas); experience (3 years of experience or more)"
    )
    assert (match["subject"]["firstName"], match["matchScore"]) == ("General", 10)
    assert line(match, "must_have")["evidence"] == (
        f"Missing: {missing}. Without them the score is capped at 10."
    )
    assert (
        f"Must-haves are missing, so the score is capped at 10: {missing}."
        in (match["matchInsights"])
    )


def test_a_missing_must_have_is_named_below_the_cap_too(world: World) -> None:
    people = board.sign_up_all(world)
    ohio = [{"license_number": "1", "licensed_state": "Ohio"}]
    ortho = {"specialty": ["Ortho"], "licenses": ohio, "location": "Boise, Idaho"}
    board.candidate(world, "Weak", years_experience=1, **ortho)
    match = ranked(world, people, **ORTHODONTIST)[0]
    assert match["matchScore"] < 40
    assert "must_have" not in [line["name"] for line in match["criteria"]]
    assert (
        "so the score is capped at 40: licences (Texas); place (Austin, Texas)."
        in match["matchInsights"]
    )


def test_a_specialist_meets_a_post_of_a_general_dentist_partly(world: World) -> None:
    people = board.sign_up_all(world)
    wanted = {"roleNeeded": "Associate dentist", "roleType": "general"}
    job = board.post_required(world, people, location="Austin, Texas", **wanted)
    (cyrus,) = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    assert (line(cyrus, "profession")["outcome"], cyrus["matchScore"]) == ("partly", 68)


@pytest.mark.parametrize(
    ("title", "first", "criterion"),
    [
        ("Dental Office Manager", "Manager", "profession"),
        ("OM for 2 locations", "Manager", "profession"),
        ("Hygenist (not a dentist)", "Hygienist", "profession"),
        ("RDH needed ASAP $$$", "Hygienist", "profession"),
        ("Endodontist", "Cyrus", "specialty"),
        ("DDS/DMD associate", "Cyrus", "profession"),
    ],
)
def test_the_title_of_a_job_says_who_leads(
    world: World, title: str, first: str, criterion: str
) -> None:
    people = board.sign_up_all(world)
    near: dict[str, Any] = {
        "location": "Austin, Texas", "licenses": [], "specialty": [], "title": None
    }  # fmt: skip
    board.candidate(world, "Manager", **{**near, "title": "Practice manager"})
    board.candidate(world, "Hygienist", bio="I am a registered dental hygienist.", **near)
    student = {**near, "specialty": ["Endodontics"], "title": "Third-year dental student"}
    board.candidate(world, "Student", **student)
    job = board.post_required(world, people, roleNeeded=title, location="Austin, Texas")
    matches = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    assert matches[0]["subject"]["firstName"] == first
    assert line(matches[0], criterion)["outcome"] == "met"
    assert all(match["matchScore"] < matches[0]["matchScore"] for match in matches[1:])


@pytest.mark.parametrize(
    ("kind", "score"), [("part-time", 40), ("per-diem", 40), ("full-time", 80)]
)
def test_the_place_is_a_must_have_of_work_for_some_days(
    world: World, kind: str, score: int
) -> None:
    people = board.sign_up_all(world)
    far = {"location": "Boston, Massachusetts", "availability": kind}
    candidate = board.candidate(world, "Far", specialty=["Orthodontics"], **far)
    match = ranked(world, people, **{**ORTHODONTIST, "employmentType": kind})[0]
    assert match["subject"]["id"] == candidate
    assert match["matchScore"] == score
    assert ("must_have" in [line["name"] for line in match["criteria"]]) == (score == 40)


STUDENTS: dict[str, dict[str, Any]] = {
    "by account": {},
    "by title": {"title": "Dental student, fourth year"},
    "by credential": {"credential": "Dental student"},
}


@pytest.mark.parametrize("profile", STUDENTS.values(), ids=STUDENTS)
def test_a_student_without_a_licence_is_not_ranked_for_a_post_that_needs_one(
    world: World, profile: dict[str, Any]
) -> None:
    people = board.sign_up_all(world)
    licence = [{"license_number": "1", "licensed_state": "Texas"}]
    general = {"specialty": ["General dentistry"], "years_experience": 0, **profile}
    own = {"licenses": [], "desired_licensed_states": ["Texas"]}
    student = board.candidate(world, "Student", **{**general, **own})
    licensed = board.candidate(world, "Licensed", **{**general, "licenses": licence})
    if not profile:
        board.set_credential(world, student, "student")
        board.set_credential(world, licensed, "student")
    needing = {**board.POSTING, "roleType": "general", "yearsOfExperience": "0-2"}
    del needing["specialty"]
    needs = ranked_as_is(world, people, needing)
    assert licensed in needs
    assert student not in needs
    without = {**needing, "requiredLicenses": []}
    assert {student, licensed} <= {*ranked_as_is(world, people, without)}


def test_a_student_without_a_licence_gets_no_post_that_needs_one(world: World) -> None:
    people = board.sign_up_all(world)
    board.post_approved(world, people)
    board.post_approved(world, people, requiredLicenses=[])
    world.patch("/jobs/me", {"credential": "student"}, as_=people.cyrus).must(200)
    world.patch("/users/me/profile", {"profile": {"licenses": []}}, as_=people.cyrus).must(200)
    matches = world.get("/jobs/matches/mine", as_=people.cyrus).must(200).data["items"]
    assert len(matches) == 1
