"""Who fits a job, and which jobs fit a candidate: the same score from either side."""

import pytest

from tests import cast, make
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.world import ANONYMOUS, Person, World

MINE = "/jobs/matches/mine"


def subjects(world: World, people: board.Cast, job: str) -> list[str]:
    """The ids of the candidates who fit a job of Carla's."""
    found = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    return [one["subject"]["id"] for one in found]


def test_a_clinic_sees_who_fits_the_best_first(world: World) -> None:
    people = board.cast_of(world)
    far = board.candidate(
        world, "Lia Moreno", specialty=["Orthodontics"], location="Boise, Idaho", licenses=[]
    )
    job = board.approved(world, people)
    answer = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200)
    found = answer.data["items"]
    assert [one["subject"]["id"] for one in found][:1] == [people.cyrus.id]
    for one in found:
        assert one["matchScore"] == sum(line["points"] for line in one["criteria"])
    assert far in [one["subject"]["id"] for one in found] or len(found) == 1
    for private in ("cyrus@example.com", "5125550164", "TX-D33907", "job-cvs"):
        assert private not in answer.body.decode()


def test_a_pair_scores_the_same_from_either_side(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    own = {"credential": "specialist", "specialty": ["endodontics"], "lookingForMentor": True}
    world.patch("/jobs/me", own, as_=people.cyrus).must(200)
    (there,) = world.get(f"/jobs/{job}/matches", as_=people.carla).must(200).data["items"]
    (back,) = world.get(MINE, as_=people.cyrus).must(200).data["items"]
    assert back == {**there, "subject": back["subject"]}
    assert back["subject"]["id"] == job
    assert "contactEmail" not in back["subject"]
    card = there["subject"]
    told = (card["jobsCredential"], card["jobsSpecialty"], card["lookingForMentor"])
    assert told == ("specialist", ["endodontics"], True)


def test_matches_are_the_owners_the_candidates_and_the_administrators(world: World) -> None:
    people = board.cast_of(world)
    job, waiting = board.approved(world, people), board.post(world, people.carla)
    path = f"/jobs/{job}/matches"
    for person, status in (
        (ANONYMOUS, 401),
        (people.cyrus, 403),
        (people.dora, 403),
        (people.carla, 200),
        (people.root, 200),
    ):
        world.get(path, as_=person).must(status)
    world.get(f"/jobs/{waiting}/matches", as_=people.dora).must(404)
    world.get(f"/jobs/{board.SOMETHING}/matches", as_=people.carla).must(404)
    world.get(MINE, as_=ANONYMOUS).must(401)
    assert world.get(MINE, as_=people.eli).must(200).data["items"] == []
    for wrong, person in ((path, people.carla), (MINE, people.cyrus)):
        world.get(f"{wrong}?limit=101", as_=person).must(422)


def test_only_approved_jobs_match(world: World) -> None:
    people = board.cast_of(world)
    job = board.post(world, people.carla)
    assert subjects(world, people, job) == []
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    assert subjects(world, people, job) == [people.cyrus.id]
    world.patch(f"/jobs/{job}", {"headcount": 5}, as_=people.carla).must(200)
    assert subjects(world, people, job) == []
    assert world.get(MINE, as_=people.cyrus).must(200).data["items"] == []


@pytest.mark.parametrize(
    "column",
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
def test_only_verified_candidates_in_good_standing_match(
    world: World, column: dict[str, object]
) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    assert subjects(world, people, job) == [people.cyrus.id]
    columns = {name: world.clock.now() if to == "now" else to for name, to in column.items()}
    make.change_account(world, people.cyrus.id, **columns)
    assert subjects(world, people, job) == []


def test_who_does_not_look_matches_nothing(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    away = board.candidate(world, "Lia Moreno", job_seeker_intent="not_looking")
    open_to = board.candidate(world, "Noor Haddad", job_seeker_intent="open_to_opportunities")
    found = subjects(world, people, job)
    assert away not in found
    assert open_to in found


def test_what_a_candidate_says_of_themselves_shows_in_the_next_match(world: World) -> None:
    people = board.cast_of(world)
    board.approved(world, people, openToMentoring=True)

    def mentoring() -> str:
        (match,) = world.get(MINE, as_=people.cyrus).must(200).data["items"]
        (line,) = (one for one in match["criteria"] if one["name"] == "mentoring")
        return str(line["outcome"])

    outcomes = [mentoring()]
    for is_looking in (True, False):
        world.patch("/jobs/me", {"lookingForMentor": is_looking}, as_=people.cyrus).must(200)
        outcomes.append(mentoring())
    assert outcomes == ["not_stated", "met", "not_met"]


def test_another_role_ends_the_matching(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    world.patch("/jobs/me", {"jobsRole": "recruiter"}, as_=people.cyrus).must(200)
    assert subjects(world, people, job) == []
    assert world.get(MINE, as_=people.cyrus).must(200).data["items"] == []


def test_matches_go_on_by_cursor(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    made = [board.candidate(world, name) for name in ("Gil One", "Gil Two", "Gil Three")]
    path, seen = f"/jobs/{job}/matches?limit=2", list[str]()
    while True:
        page = world.get(path, as_=people.carla).must(200).data
        seen += [one["subject"]["id"] for one in page["items"]]
        if not page["hasMore"]:
            break
        path = f"/jobs/{job}/matches?limit=2&cursor={page['nextCursor']}"
    assert sorted(seen) == sorted([str(people.cyrus.id), *made])


def test_worn_ones_are_compiled_anew(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    board.wear(world)
    world.run_periodic_tasks()
    assert board.worn(world) == 0
    assert subjects(world, people, job) == [people.cyrus.id]


def reason(world: World, path: str, person: Person) -> str | None:
    """The `emptyReason` of a list, which is null if the list has items and only then."""
    page = world.get(path, as_=person).must(200).data
    assert (page["emptyReason"] is None) == bool(page["items"])
    found: str | None = page["emptyReason"]
    return found


def test_an_empty_list_of_candidates_says_why(world: World) -> None:
    people = board.cast_of(world)
    job = board.post(world, people.carla)
    path = f"/jobs/{job}/matches"
    assert reason(world, path, people.carla) == "not_verified"
    world.post(f"/admin/jobs/{job}/reject", as_=people.root).must(200)
    assert reason(world, path, people.carla) == "not_verified"
    world.patch(f"/jobs/{job}", {}, as_=people.carla).must(200)
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    assert reason(world, path, people.carla) is None
    gone = {"profile": {"jobSeekerIntent": "not_looking"}}
    world.patch("/users/me/profile", gone, as_=people.cyrus).must(200)
    assert reason(world, path, people.carla) == "no_matches"
    world.post(f"/jobs/{job}/close", as_=people.carla).must(200)
    assert reason(world, path, people.carla) == "not_looking"


def test_an_expired_job_is_not_looking(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    world.clock.advance(days=90)
    carla = cast.sign_in(world, people.carla.email)
    assert reason(world, f"/jobs/{job}/matches", carla) == "not_looking"


def test_a_job_that_states_nothing_is_incomplete(world: World) -> None:
    people = board.cast_of(world)
    job = board.least(world, people)
    assert reason(world, f"/jobs/{job}/matches", people.carla) == "profile_incomplete"


def test_an_empty_list_of_jobs_says_why(world: World) -> None:
    people = board.cast_of(world)
    assert reason(world, MINE, people.eli) == "not_looking"
    assert reason(world, MINE, people.carla) == "not_looking"
    new = cast.sign_up(world, "new@example.com", jobsRole="candidate")
    assert reason(world, MINE, new) == "not_verified"
    tier = {"jobsVerificationTier": "verified"}
    world.patch(f"/admin/users/{new.id}", tier, as_=people.root).must(200)
    assert reason(world, MINE, new) == "profile_incomplete"

    def intend(intent: str) -> str | None:
        sent = {"profile": {"jobSeekerIntent": intent, "location": "Austin, Texas"}}
        world.patch("/users/me/profile", sent, as_=new).must(200)
        return reason(world, MINE, new)

    assert intend("not_looking") == "not_looking"
    assert intend("actively_looking") == "no_matches"
    board.approved(world, people)
    assert reason(world, MINE, new) is None
    bench.hide(world, people.root, people.carla, "profile", str(new.id))
    assert reason(world, MINE, new) == "not_verified"
