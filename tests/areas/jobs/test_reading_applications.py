"""Who may read an application to a job."""

from tests import cast
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.same_record import without_actions
from tests.statements import noted
from tests.world import ANONYMOUS, Person, World


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


def test_an_application_names_its_job_as_it_was_and_as_it_is(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    application = board.apply(world, job, people.cyrus)
    path = f"/jobs/applications/{application}"

    def read(person: Person) -> object:
        return world.get(path, as_=person).must(200).data["job"]

    then = {
        "id": job,
        "title": board.POSTING["roleNeeded"],
        "companyName": board.POSTING["companyName"],
        "location": board.POSTING["location"],
    }
    as_it_was = {**then, "currentTitle": None, "status": "approved"}
    assert read(people.cyrus) == read(people.carla) == as_it_was
    change = {"roleNeeded": "Endodontist", "companyName": "New Gate", "location": "Waco, Texas"}
    world.patch(f"/jobs/{job}", change, as_=people.carla).must(200)
    assert read(people.carla) == {**then, "currentTitle": "Endodontist", "status": "pending"}
    # No administrator has seen the new title.
    assert read(people.cyrus) == {**then, "currentTitle": None, "status": "pending"}
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    assert read(people.cyrus) == {**then, "currentTitle": "Endodontist", "status": "approved"}
    world.clock.advance(days=90)
    cyrus, carla = (cast.sign_in(world, person.email) for person in (people.cyrus, people.carla))
    mine = world.get("/jobs/applications/mine", as_=cyrus).must(200).data["items"]
    listed = world.get(f"/jobs/{job}/applications", as_=carla).must(200).data["items"]
    assert mine[0]["job"] == {**then, "currentTitle": None, "status": "expired"}
    assert listed[0]["job"] == {**then, "currentTitle": "Endodontist", "status": "expired"}


def test_an_application_to_a_hidden_job_keeps_what_the_applicant_applied_to(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    application = board.apply(world, job, people.cyrus)
    change = {"roleNeeded": "An insult"}
    world.patch(f"/admin/jobs/{job}", change, as_=people.root).must(200)
    bench.hide(world, people.root, people.eli, "job", job)
    read = world.get(f"/jobs/applications/{application}", as_=people.cyrus).must(200).data["job"]
    assert (read["title"], read["currentTitle"]) == (board.POSTING["roleNeeded"], None)
    assert read["status"] is None


def test_a_page_of_applications_is_one_statement(world: World) -> None:
    people = board.sign_up_all(world)
    for _ in range(3):
        board.apply(world, board.post_approved(world, people), people.cyrus)
    with noted(world, "job_applications") as statements:
        page = world.get("/jobs/applications/mine", as_=people.cyrus).must(200).data
    assert (len(page["items"]), len(statements)) == (3, 1)
