"""What matches say about applications, and applications about matches."""

from typing import Any

import pytest

from tests.areas.jobs import board
from tests.statements import noted
from tests.world import Person, World

MINE = "/jobs/matches/mine"


def match_of(world: World, path: str, reader: Person, subject_id: str | None) -> Any:
    """Return the match with a person or a job in a list."""
    items = world.get(path, as_=reader).must(200).data["items"]
    [match] = [one for one in items if one["subject"]["id"] == subject_id]
    return match


def test_a_match_names_the_application_to_the_job(world: World) -> None:
    people = board.sign_up_all(world)
    other = board.candidate(world, "Lia Moreno")
    job = board.post_approved(world, people)
    path = f"/jobs/{job}/matches"
    for reader, at, subject in ((people.carla, path, people.cyrus.id), (people.cyrus, MINE, job)):
        match = match_of(world, at, reader, subject)
        assert (match["applicationId"], match["applicationStatus"]) == (None, None)
    application = board.apply(world, job, people.cyrus)
    world.patch(
        f"/jobs/applications/{application}", {"status": "reviewing"}, as_=people.carla
    ).must(200)
    for reader, at, subject in (
        (people.carla, path, people.cyrus.id),
        (people.root, path, people.cyrus.id),
        (people.cyrus, MINE, job),
    ):
        match = match_of(world, at, reader, subject)
        named = (match["applicationId"], match["applicationStatus"])
        assert named == (application, "reviewing")
    assert match_of(world, path, people.carla, other)["applicationId"] is None


def test_a_match_names_no_application_to_another_job(world: World) -> None:
    people = board.sign_up_all(world)
    board.apply(world, board.post_approved(world, people), people.cyrus)
    other = board.post_approved(world, people)
    match = match_of(world, f"/jobs/{other}/matches", people.carla, people.cyrus.id)
    assert match["applicationId"] is None
    assert match_of(world, MINE, people.cyrus, other)["applicationId"] is None


def test_matches_are_limited_to_some_people_of_the_list(world: World) -> None:
    people = board.sign_up_all(world)
    lia = board.candidate(world, "Lia Moreno")
    board.candidate(world, "Tom Adeyemi")
    silent: dict[str, object] = {"specialty": [], "location": None, "licenses": []}
    weak = board.candidate(world, "Una Petrova", title="Bookkeeper", years_experience=0, **silent)
    job = board.post_approved(world, people)
    path = f"/jobs/{job}/matches"

    def of(query: str) -> list[str]:
        items = world.get(f"{path}?{query}", as_=people.carla).must(200).data["items"]
        return [one["subject"]["id"] for one in items]

    everybody = of("limit=100")
    assert weak not in everybody
    chosen = [one for one in everybody if one in {people.cyrus.id, lia}]
    assert len(chosen) == 2
    asked = "&".join(f"ids={each}" for each in (lia, weak, people.cyrus.id))
    assert of(asked) == chosen
    first = world.get(f"{path}?{asked}&limit=1", as_=people.carla).must(200).data
    following = of(f"{asked}&limit=1&cursor={first['nextCursor']}")
    assert [first["items"][0]["subject"]["id"], *following] == chosen
    assert of(f"ids={board.UNKNOWN_ID}") == []
    assert of(f"ids={weak}") == []
    assert of(f"ids={people.eli.id}") == []
    world.get(f"{path}?ids=nobody", as_=people.carla).must(422)
    world.get(f"{path}?ids={lia}", as_=people.dora).must(403)


def test_an_application_has_the_score_of_the_match(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    score = match_of(world, f"/jobs/{job}/matches", people.carla, people.cyrus.id)["matchScore"]
    application = board.apply(world, job, people.cyrus)
    [in_list] = world.get(f"/jobs/{job}/applications", as_=people.carla).must(200).data["items"]
    [mine] = world.get("/jobs/applications/mine", as_=people.cyrus).must(200).data["items"]
    path = f"/jobs/applications/{application}"
    one = world.get(path, as_=people.carla).must(200).data
    decided = world.patch(path, {"status": "reviewing"}, as_=people.carla).must(200).data
    assert {each["matchScore"] for each in (in_list, mine, one, decided)} == {score}
    world.patch("/users/me/profile", {"profile": {"location": "Boise, Idaho"}}, as_=people.cyrus)
    assert world.get(path, as_=people.carla).must(200).data["matchScore"] < score
    world.post(f"/jobs/{job}/close", as_=people.carla).must(200)
    assert world.get(path, as_=people.carla).must(200).data["matchScore"] is None


def test_an_applicant_who_is_not_matched_has_no_score(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    applied = {**board.APPLICATION, "email": people.eli.email}
    created = world.post(f"/jobs/{job}/applications", applied, as_=people.eli).must(201)
    assert created.data["matchScore"] is None


@pytest.mark.parametrize(
    ("path", "table"),
    [
        ("/jobs/{job}/matches", "job_applications"),
        ("/jobs/{job}/applications", "match"),
        ("/jobs/{job}/applications", "SELECT"),
    ],
)
def test_more_people_need_no_more_statements(world: World, path: str, table: str) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    board.apply(world, job, people.cyrus)

    def statements() -> int:
        with noted(world, table) as sent:
            world.get(path.format(job=job), as_=people.carla).must(200)
        return len(sent)

    one = statements()
    board.apply(world, job, people.eli, email=people.eli.email)
    for number in range(5):
        board.candidate(world, f"Lia Moreno{number}")
    assert statements() == one > 0
