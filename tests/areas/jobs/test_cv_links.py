"""A link to the CV of an application is good as long as the application gives the CV."""

import pytest

from bridgework.areas.jobs.tables import jobs
from tests import cast
from tests.areas.jobs import board
from tests.areas.jobs.board import Cast
from tests.areas.moderation import bench
from tests.areas.uploads import samples, upload_client
from tests.world import Person, World


def uploaded(world: World, person: Person) -> str:
    """The path of a CV that was really uploaded."""
    asset = upload_client.upload(world, person, samples.PDF, "application/pdf", folder="job-cvs")
    return str(asset["objectPath"])


def cv_link(world: World, application: str, person: Person) -> str:
    given = world.post(f"/jobs/applications/{application}/cv-url", as_=person).must(200).data
    return upload_client.to_path(given["url"])


def applied(world: World, people: Cast) -> tuple[str, str, str]:
    """An application, the job, and the path of the CV."""
    job, path = board.approved(world, people), uploaded(world, people.cyrus)
    return board.apply(world, job, people.cyrus, cvObjectPath=path), job, path


def test_a_withdrawal_ends_the_links_that_were_given_out(world: World) -> None:
    people = board.cast_of(world)
    application, _, path = applied(world, people)
    links = [cv_link(world, application, person) for person in (people.carla, people.root)]
    for link in links:
        assert world.get(link).must(200).body == samples.PDF
    own = upload_client.to_path(
        upload_client.create_link(world, people.cyrus, path).must(200).data["url"]
    )
    world.post(f"/jobs/applications/{application}/withdraw", as_=people.cyrus).must(200)
    for link in links:
        assert world.get(link).must(404).error == "file_not_found"
        assert world.send("HEAD", link).status == 404
    assert world.get(own).must(200).body == samples.PDF  # the owner's own stays good


def test_a_withdrawal_leaves_the_link_of_another_application_alone(world: World) -> None:
    people = board.cast_of(world)
    first, _, path = applied(world, people)
    second = board.apply(world, board.approved(world, people), people.cyrus, cvObjectPath=path)
    links = [cv_link(world, one, people.carla) for one in (first, second)]
    world.post(f"/jobs/applications/{first}/withdraw", as_=people.cyrus).must(200)
    assert [world.get(link).status for link in links] == [404, 200]
    swapped = links[0].replace(first, second)
    assert swapped != links[0]
    world.get(swapped).must(404)
    world.get(links[1].replace(f"&for={second}", "")).must(404)


def test_a_declined_applications_link_ends_with_its_cv(world: World) -> None:
    people = board.cast_of(world)
    application, _, path = applied(world, people)
    link = cv_link(world, application, people.carla)
    board.decide(world, people, application, "declined")
    world.get(link).must(200)
    upload_client.delete(world, people.cyrus, path).must(200)
    world.get(link).must(404)


def test_a_link_ends_where_its_job_is_hidden(world: World) -> None:
    people = board.cast_of(world)
    application, job, _ = applied(world, people)
    link = cv_link(world, application, people.carla)
    report = bench.report(world, people.eli, "job", job)
    bench.decide(world, people.root, report, "hide").must(200)
    world.get(link).must(404)


def test_a_link_ends_by_itself_after_five_minutes(world: World) -> None:
    people = board.cast_of(world)
    application, _, _ = applied(world, people)
    link = cv_link(world, application, people.carla)
    world.clock.advance(minutes=4, seconds=59)
    world.get(link).must(200)
    world.clock.advance(seconds=1)
    world.get(link).must(404)


@pytest.mark.parametrize("leaving", ["cyrus", "carla"])
def test_the_erasure_of_the_applicant_or_the_clinic_ends_the_link(
    world: World, leaving: str
) -> None:
    people = board.cast_of(world)
    application, job, _ = applied(world, people)
    who: Person = getattr(people, leaving)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=who).must(202)
    world.clock.advance(days=14)
    link = cv_link(world, application, cast.root_again(world, people.root.email))
    world.get(link).must(200)
    world.run_periodic_tasks()
    world.get(link).must(404)
    with world.application.app_state.database.reading() as tx:
        left = tx.rows(jobs.select().where(jobs.c.id == job))
    assert len(left) == (0 if leaving == "carla" else 1)
