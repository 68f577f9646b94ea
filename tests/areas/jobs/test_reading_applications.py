"""Who reads a single application to a job."""

from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.world import ANONYMOUS, World


def test_an_application_is_read_by_its_two_sides_and_administrators(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    sent = {**board.APPLICATION, "cvObjectPath": board.cv(world, people.cyrus)}
    made = world.post(f"/jobs/{job}/applications", sent, as_=people.cyrus)
    told = made.must(201).data
    path = f"/jobs/applications/{told['id']}"
    assert made.headers["location"] == f"https://api.example.com{path}"
    for person in (people.cyrus, people.carla, people.root):
        assert world.get(path, as_=person).must(200).data == told
    missing = world.get(f"/jobs/applications/{board.SOMETHING}", as_=people.eli).must(404)
    for person, status in ((ANONYMOUS, 401), (people.eli, 404), (people.dora, 404)):
        answer = world.get(path, as_=person).must(status)
        assert status == 401 or answer.json == missing.json
    board.decide(world, people, told["id"], "reviewing")
    assert world.get(path, as_=people.cyrus).must(200).data["status"] == "reviewing"
    world.post(f"{path}/withdraw", as_=people.cyrus).must(200)
    for person in (people.cyrus, people.carla):
        assert world.get(path, as_=person).must(200).data["status"] == "withdrawn"


def test_an_application_to_a_hidden_job_is_the_applicants_alone(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    application = board.apply(world, job, people.cyrus)
    bench.hide(world, people.root, people.eli, "job", job)
    for person, status in ((people.cyrus, 200), (people.carla, 404), (people.root, 404)):
        world.get(f"/jobs/applications/{application}", as_=person).must(status)
