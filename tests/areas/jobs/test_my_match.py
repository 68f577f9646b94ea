"""A candidate's own match with a job: the numbers that the clinic sees, and what could improve."""

from typing import Any

import pytest

from tests import cast
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.world import ANONYMOUS, Person, World


def my_match(world: World, job: str, person: Person) -> dict[str, Any]:
    return dict(world.get(f"/jobs/{job}/my-match", as_=person).must(200).data)


def test_a_candidate_sees_the_numbers_that_the_clinic_sees(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    (of_job,) = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    own = my_match(world, job, people.cyrus)
    shared = own.keys() & of_job.keys()
    assert "criteria" in shared
    assert {name: own[name] for name in shared - {"subject"}} == {
        name: of_job[name] for name in shared - {"subject"}
    }
    assert (own["subject"]["id"], own["emptyReason"]) == (job, None)
    assert "contactEmail" not in own["subject"]


def test_a_match_below_all_in_the_list_of_the_clinic_is_returned(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, requiredProcedures=["sedation-iv"])
    change = {
        "profile": {
            "specialty": ["Orthodontics"],
            "location": "Boise, Idaho",
            "licenses": [{"licenseNumber": "1", "licensedState": "Ohio"}],
            "yearsExperience": 0,
        }
    }
    world.patch("/users/me/profile", change, as_=people.cyrus).must(200)
    assert world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"] == []
    own = my_match(world, job, people.cyrus)
    assert own["matchScore"] == 0
    assert {line["name"]: line["outcome"] for line in own["criteria"]} == {
        "specialty": "not_met",
        "procedures": "not_met",
        "licences": "not_met",
        "place": "not_met",
        "experience": "not_met",
        "kind_of_work": "not_stated",
        "mentoring": "not_stated",
    }
    assert own["mustHaves"] == [
        {"name": "specialty", "met": False},
        {"name": "licences", "met": False},
        {"name": "place", "met": False},
    ]


def test_what_the_profile_does_not_state_could_improve_the_match(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    before = my_match(world, job, people.cyrus)
    gains = {one["member"]: one["gain"] for one in before["improve"]}
    assert gains["skills"] == 20
    assert "location" not in gains
    assert list(gains.values()) == sorted(gains.values(), reverse=True)
    assert len(gains) == 3
    world.patch("/jobs/me", {"lookingForMentor": True}, as_=people.cyrus).must(200)
    after = my_match(world, job, people.cyrus)
    assert after["matchScore"] == before["matchScore"] + 5
    world.patch("/users/me/profile", {"profile": {"availability": "Part-time"}}, as_=people.cyrus)
    after = my_match(world, job, people.cyrus)
    assert after["matchScore"] == before["matchScore"] + 15
    assert "availability" not in {one["member"] for one in after["improve"]}


def test_a_gain_includes_the_end_of_a_limit(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    silent: dict[str, Any] = {"profile": {"specialty": [], "skills": []}}
    world.patch("/users/me/profile", silent, as_=people.cyrus).must(200)
    before = my_match(world, job, people.cyrus)
    assert before["matchScore"] == 10
    gain = next(one["gain"] for one in before["improve"] if one["member"] == "specialty")
    change = {"profile": {"specialty": ["Endodontics"]}}
    world.patch("/users/me/profile", change, as_=people.cyrus).must(200)
    assert my_match(world, job, people.cyrus)["matchScore"] == before["matchScore"] + gain > 40


def test_a_student_sees_that_a_licence_would_rank_them(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    world.patch("/jobs/me", {"credential": "student"}, as_=people.cyrus).must(200)
    world.patch("/users/me/profile", {"profile": {"licenses": []}}, as_=people.cyrus).must(200)
    own = my_match(world, job, people.cyrus)
    assert own["matchScore"] == 0
    assert own["criteria"][-1]["evidence"] == (
        "Missing: licences (Texas). A student without a licence is not ranked."
    )
    assert own["improve"][0]["member"] == "licenses"


@pytest.mark.parametrize("intent", ["not_looking", "actively_looking"])
def test_a_candidate_who_is_not_matched_sees_why(world: World, intent: str) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    change = {"profile": {"jobSeekerIntent": intent}}
    world.patch("/users/me/profile", change, as_=people.cyrus).must(200)
    if intent == "actively_looking":
        bench.hide(world, people.root, people.carla, "profile", str(people.cyrus.id))
    own = my_match(world, job, people.cyrus)
    expected = "not_looking" if intent == "not_looking" else "not_verified"
    assert (own["matchScore"], own["criteria"], own["emptyReason"]) == (None, [], expected)
    assert own["subject"]["id"] == job


def test_a_member_who_is_no_candidate_has_no_match(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    assert my_match(world, job, people.eli)["emptyReason"] == "not_looking"


def test_a_job_that_is_not_open_has_no_match(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    world.post(f"/jobs/{job}/close", as_=people.carla).must(200)
    world.get(f"/jobs/{job}/my-match", as_=people.cyrus).must(404)
    assert my_match(world, job, people.carla)["emptyReason"] == "not_looking"
    pending = board.post(world, people.carla)
    assert my_match(world, pending, people.carla)["emptyReason"] == "not_verified"


def test_a_job_whose_title_is_not_understood_has_no_match(world: World) -> None:
    people = board.sign_up_all(world)
    title = "A superstar for our team!"
    job = board.post_required(world, people, roleNeeded=title, location="Austin, Texas")
    own = my_match(world, job, people.cyrus)
    assert (own["matchScore"], own["emptyReason"]) == (None, "profile_incomplete")


def test_a_job_that_the_caller_may_not_see_is_not_found(world: World) -> None:
    people = board.sign_up_all(world)
    pending = board.post(world, people.carla)
    for job in (pending, board.UNKNOWN_ID):
        refused = world.get(f"/jobs/{job}/my-match", as_=people.cyrus).must(404)
        assert refused.error == "job_not_found"
    world.get(f"/jobs/{pending}/my-match", as_=ANONYMOUS).must(401)
    newcomer = cast.sign_up(world, "new@example.com", jobsRole="candidate")
    job = board.post_approved(world, people)
    assert my_match(world, job, newcomer)["emptyReason"] == "not_verified"
