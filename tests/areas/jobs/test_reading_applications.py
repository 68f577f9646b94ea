"""Who may read an application to a job."""

from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.same_record import without_actions
from tests.world import ANONYMOUS, World


def test_an_application_is_visible_to_the_applicant_the_owner_and_administrators(
    world: World,
) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    body = {**board.APPLICATION, "cvObjectPath": board.upload_cv(world, people.cyrus)}
    created = world.post(f"/jobs/{job}/applications", body, as_=people.cyrus)
    application = created.must(201).data
    path = f"/jobs/applications/{application['id']}"
    assert created.headers["location"] == f"https://api.example.com{path}"
    for person in (people.cyrus, people.carla, people.root):
        read = world.get(path, as_=person).must(200).data
        assert without_actions(read) == without_actions(application)
    missing = world.get(f"/jobs/applications/{board.UNKNOWN_ID}", as_=people.eli).must(404)
    for person, status in ((ANONYMOUS, 401), (people.eli, 404), (people.dora, 404)):
        answer = world.get(path, as_=person).must(status)
        assert status == 401 or answer.json == missing.json
    board.decide(world, people, application["id"], "reviewing")
    assert world.get(path, as_=people.cyrus).must(200).data["status"] == "reviewing"
    world.post(f"{path}/withdraw", as_=people.cyrus).must(200)
    for person in (people.cyrus, people.carla):
        assert world.get(path, as_=person).must(200).data["status"] == "withdrawn"


def test_an_application_to_a_hidden_job_is_visible_only_to_the_applicant(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    application = board.apply(world, job, people.cyrus)
    bench.hide(world, people.root, people.eli, "job", job)
    for person, status in ((people.cyrus, 200), (people.carla, 404), (people.root, 404)):
        world.get(f"/jobs/applications/{application}", as_=person).must(status)
