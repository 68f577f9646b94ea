"""A link to the CV of an application is valid while the application provides the CV."""

import pytest

from bridgework.areas.work.jobs.tables import jobs
from tests import cast
from tests.areas.jobs import board
from tests.areas.jobs.board import Cast
from tests.areas.moderation import bench
from tests.areas.uploads import samples, upload_client
from tests.world import Person, World


def upload_pdf(world: World, person: Person) -> str:
    """Upload a CV through the API and return its path."""
    asset = upload_client.upload(world, person, samples.PDF, "application/pdf", folder="job-cvs")
    return str(asset["objectPath"])


def create_link(world: World, application: str, person: Person) -> str:
    response = world.post(f"/jobs/applications/{application}/cv-url", as_=person).must(200).data
    return upload_client.to_path(response["url"])


def apply(world: World, people: Cast) -> tuple[str, str, str]:
    """Apply with a CV; return the application, the job and the path of the CV."""
    job, path = board.post_approved(world, people), upload_pdf(world, people.cyrus)
    return board.apply(world, job, people.cyrus, cvObjectPath=path), job, path


def test_a_withdrawal_ends_the_links(world: World) -> None:
    people = board.sign_up_all(world)
    application, _, path = apply(world, people)
    links = [create_link(world, application, person) for person in (people.carla, people.root)]
    for link in links:
        assert world.get(link).must(200).body == samples.PDF
    own_link = upload_client.to_path(
        upload_client.create_link(world, people.cyrus, path).must(200).data["url"]
    )
    world.post(f"/jobs/applications/{application}/withdraw", as_=people.cyrus).must(200)
    for link in links:
        assert world.get(link).must(404).error == "file_not_found"
        assert world.send("HEAD", link).status == 404
    assert world.get(own_link).must(200).body == samples.PDF  # the owner's own link stays valid


def test_a_withdrawal_keeps_the_links_of_other_applications(world: World) -> None:
    people = board.sign_up_all(world)
    first, _, path = apply(world, people)
    second = board.apply(world, board.post_approved(world, people), people.cyrus, cvObjectPath=path)
    links = [create_link(world, application, people.carla) for application in (first, second)]
    world.post(f"/jobs/applications/{first}/withdraw", as_=people.cyrus).must(200)
    assert [world.get(link).status for link in links] == [404, 200]
    swapped = links[0].replace(first, second)
    assert swapped != links[0]
    world.get(swapped).must(404)
    world.get(links[1].replace(f"&for={second}", "")).must(404)


def test_the_link_of_a_declined_application_ends_with_its_cv(world: World) -> None:
    people = board.sign_up_all(world)
    application, _, path = apply(world, people)
    link = create_link(world, application, people.carla)
    board.decide(world, people, application, "declined")
    world.get(link).must(200)
    upload_client.delete(world, people.cyrus, path).must(200)
    world.get(link).must(404)


def test_hiding_a_job_ends_the_link(world: World) -> None:
    people = board.sign_up_all(world)
    application, job, _ = apply(world, people)
    link = create_link(world, application, people.carla)
    report = bench.report(world, people.eli, "job", job)
    bench.decide(world, people.root, report, "hide").must(200)
    world.get(link).must(404)


def test_a_link_ends_after_five_minutes(world: World) -> None:
    people = board.sign_up_all(world)
    application, _, _ = apply(world, people)
    link = create_link(world, application, people.carla)
    world.clock.advance(minutes=4, seconds=59)
    world.get(link).must(200)
    world.clock.advance(seconds=1)
    world.get(link).must(404)


@pytest.mark.parametrize("erased", ["cyrus", "carla"])
def test_the_erasure_of_the_applicant_or_the_clinic_ends_the_link(
    world: World, erased: str
) -> None:
    people = board.sign_up_all(world)
    application, job, _ = apply(world, people)
    person: Person = getattr(people, erased)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=person).must(202)
    world.clock.advance(days=14)
    link = create_link(world, application, cast.root_again(world, people.root.email))
    world.get(link).must(200)
    world.run_periodic_tasks()
    world.get(link).must(404)
    with world.application.app_state.database.reading() as tx:
        remaining = tx.rows(jobs.select().where(jobs.c.id == job))
    assert len(remaining) == (0 if erased == "carla" else 1)
