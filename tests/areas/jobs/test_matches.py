"""Matches of jobs and candidates."""

import pytest

from tests import cast, make
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.world import ANONYMOUS, Person, World

MINE = "/jobs/matches/mine"


def subjects(world: World, people: board.Cast, job: str) -> list[str]:
    """Return the IDs of the candidates who match a job of Carla's."""
    matches = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    return [match["subject"]["id"] for match in matches]


def test_candidates_are_listed_best_first(world: World) -> None:
    people = board.sign_up_all(world)
    distant = board.candidate(
        world, "Lia Moreno", specialty=["Orthodontics"], location="Boise, Idaho", licenses=[]
    )
    job = board.post_approved(world, people)
    answer = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200)
    matches = answer.data["items"]
    assert [match["subject"]["id"] for match in matches][:1] == [people.cyrus.id]
    for match in matches:
        assert match["matchScore"] == sum(line["points"] for line in match["criteria"])
    assert distant in [match["subject"]["id"] for match in matches] or len(matches) == 1
    for private in ("cyrus@example.com", "5125550164", "TX-D33907", "job-cvs"):
        assert private not in answer.body.decode()


def test_a_match_has_the_same_score_for_both_sides(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    own = {"credential": "specialist", "specialty": ["endodontics"], "lookingForMentor": True}
    world.patch("/jobs/me", own, as_=people.cyrus).must(200)
    (of_job,) = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    (of_candidate,) = world.get(MINE, as_=people.cyrus).must(200).data["items"]
    assert of_candidate == {**of_job, "subject": of_candidate["subject"]}
    assert of_candidate["subject"]["id"] == job
    assert "contactEmail" not in of_candidate["subject"]
    card = of_job["subject"]
    members = (card["jobsCredential"], card["jobsSpecialty"], card["lookingForMentor"])
    assert members == ("specialist", ["endodontics"], True)


def test_any_one_of_several_locations_is_required(world: World) -> None:
    people = board.sign_up_all(world)
    houston = board.candidate(world, "Lia Moreno", location="Houston, Texas")
    job = board.post_approved(world, people, yearsOfExperience="0-2")
    matches = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    lines = {
        (match["subject"]["id"], line["name"]): (line["evidence"], line["outcome"])
        for match in matches
        for line in match["criteria"]
    }
    wanted = "(Austin, Texas or Round Rock, Texas)"
    assert lines[people.cyrus.id, "place"] == (f"location: Austin, Texas {wanted}.", "met")
    evidence = f"In part: location: Houston, Texas {wanted}."
    assert lines[houston, "place"] == (evidence, "partly")
    evidence = "years of experience: 4."
    assert lines[houston, "experience"] == (evidence, "met")


def test_matches_of_a_job_are_visible_to_its_owner_and_administrators(world: World) -> None:
    people = board.sign_up_all(world)
    job, pending = board.post_approved(world, people), board.post(world, people.carla)
    path = f"/jobs/{job}/matches"
    for person, status in (
        (ANONYMOUS, 401),
        (people.cyrus, 403),
        (people.dora, 403),
        (people.carla, 200),
        (people.root, 200),
    ):
        world.get(path, as_=person).must(status)
    world.get(f"/jobs/{pending}/matches", as_=people.dora).must(404)
    world.get(f"/jobs/{board.UNKNOWN_ID}/matches", as_=people.carla).must(404)
    world.get(MINE, as_=ANONYMOUS).must(401)
    assert world.get(MINE, as_=people.eli).must(200).data["items"] == []
    for wrong, person in ((path, people.carla), (MINE, people.cyrus)):
        world.get(f"{wrong}?limit=101", as_=person).must(422)


def test_only_approved_jobs_match(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post(world, people.carla)
    assert subjects(world, people, job) == []
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    assert subjects(world, people, job) == [people.cyrus.id]
    world.patch(f"/jobs/{job}", {"headcount": 5}, as_=people.carla).must(200)
    assert subjects(world, people, job) == []
    assert world.get(MINE, as_=people.cyrus).must(200).data["items"] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"jobs_verification_tier": "not-verified"},
        {"jobs_role": "recruiter"},
        {"jobs_role": None},
        {"is_email_verified": False},
        {"disabled_at": "now"},
        {"erases_at": "now"},
        {"hidden_at": "now"},
    ],
    ids="-".join,
)
def test_only_verified_active_candidates_match(world: World, changes: dict[str, object]) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    assert subjects(world, people, job) == [people.cyrus.id]
    columns = {name: world.clock.now() if to == "now" else to for name, to in changes.items()}
    make.change_account(world, people.cyrus.id, **columns)
    assert subjects(world, people, job) == []


def test_a_candidate_who_does_not_look_for_a_job_is_not_matched(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    not_looking = board.candidate(world, "Lia Moreno", job_seeker_intent="not_looking")
    open_to = board.candidate(world, "Noor Haddad", job_seeker_intent="open_to_opportunities")
    matches = subjects(world, people, job)
    assert not_looking not in matches
    assert open_to in matches


def test_a_change_of_a_candidate_changes_the_matches_at_once(world: World) -> None:
    people = board.sign_up_all(world)
    board.post_approved(world, people, openToMentoring=True)

    def mentoring() -> str:
        (match,) = world.get(MINE, as_=people.cyrus).must(200).data["items"]
        (line,) = (line for line in match["criteria"] if line["name"] == "mentoring")
        return str(line["outcome"])

    outcomes = [mentoring()]
    for is_looking in (True, False):
        world.patch("/jobs/me", {"lookingForMentor": is_looking}, as_=people.cyrus).must(200)
        outcomes.append(mentoring())
    assert outcomes == ["not_stated", "met", "not_met"]


def test_a_changed_role_ends_the_matching(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    world.patch("/jobs/me", {"jobsRole": "recruiter"}, as_=people.cyrus).must(200)
    assert subjects(world, people, job) == []
    assert world.get(MINE, as_=people.cyrus).must(200).data["items"] == []


def test_a_cursor_continues_the_matches(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    candidates = [board.candidate(world, name) for name in ("Gil One", "Gil Two", "Gil Three")]
    path, ids = f"/jobs/{job}/matches?limit=2", list[str]()
    while True:
        page = world.get(path, as_=people.carla).must(200).data
        ids += [match["subject"]["id"] for match in page["items"]]
        if not page["hasMore"]:
            break
        path = f"/jobs/{job}/matches?limit=2&cursor={page['nextCursor']}"
    assert sorted(ids) == sorted([str(people.cyrus.id), *candidates])


def test_data_of_an_older_formula_is_compiled_again(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    board.make_stale(world)
    world.run_periodic_tasks()
    assert board.count_stale(world) == 0
    assert subjects(world, people, job) == [people.cyrus.id]


def reason(world: World, path: str, person: Person) -> str | None:
    """Return the `emptyReason` of a list, and check that it is null exactly if there are items."""
    page = world.get(path, as_=person).must(200).data
    assert (page["emptyReason"] is None) == bool(page["items"])
    empty_reason: str | None = page["emptyReason"]
    return empty_reason


def test_an_empty_list_of_candidates_has_a_reason(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post(world, people.carla)
    path = f"/jobs/{job}/matches"
    assert reason(world, path, people.carla) == "not_verified"
    world.post(f"/admin/jobs/{job}/reject", as_=people.root).must(200)
    assert reason(world, path, people.carla) == "not_verified"
    world.patch(f"/jobs/{job}", {}, as_=people.carla).must(200)
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    assert reason(world, path, people.carla) is None
    change = {"profile": {"jobSeekerIntent": "not_looking"}}
    world.patch("/users/me/profile", change, as_=people.cyrus).must(200)
    assert reason(world, path, people.carla) == "no_matches"
    world.post(f"/jobs/{job}/close", as_=people.carla).must(200)
    assert reason(world, path, people.carla) == "not_looking"


def test_an_expired_job_has_no_matches(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    world.clock.advance(days=90)
    carla = cast.sign_in(world, people.carla.email)
    assert reason(world, f"/jobs/{job}/matches", carla) == "not_looking"


def test_a_job_without_criteria_is_incomplete(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_required(world, people, roleNeeded="A superstar for our team!")
    assert reason(world, f"/jobs/{job}/matches", people.carla) == "profile_incomplete"


def test_an_empty_list_of_jobs_has_a_reason(world: World) -> None:
    people = board.sign_up_all(world)
    assert reason(world, MINE, people.eli) == "not_looking"
    assert reason(world, MINE, people.carla) == "not_looking"
    new = cast.sign_up(world, "new@example.com", jobsRole="candidate")
    assert reason(world, MINE, new) == "not_verified"
    tier = {"jobsVerificationTier": "verified"}
    world.patch(f"/admin/users/{new.id}", tier, as_=people.root).must(200)
    assert reason(world, MINE, new) == "profile_incomplete"

    def intend(intent: str) -> str | None:
        body = {"profile": {"jobSeekerIntent": intent, "location": "Austin, Texas"}}
        world.patch("/users/me/profile", body, as_=new).must(200)
        return reason(world, MINE, new)

    assert intend("not_looking") == "not_looking"
    assert intend("actively_looking") == "no_matches"
    board.post_approved(world, people)
    assert reason(world, MINE, new) is None
    bench.hide(world, people.root, people.carla, "profile", str(new.id))
    assert reason(world, MINE, new) == "not_verified"
