"""CVs: given out by a link that is noted, kept while they are needed, and erased."""

from typing import Any

import pytest
import sqlalchemy as sa

from tests import cast
from tests.areas.jobs import board
from tests.world import ANONYMOUS, World

DAYS = 180


def test_a_cv_is_given_out_by_a_link_that_is_noted(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    path = board.cv(world, people.cyrus)
    application = board.apply(world, job, people.cyrus, cvObjectPath=path)
    asked = f"/jobs/applications/{application}/cv-url"
    for person, status in (
        (ANONYMOUS, 401),
        (people.eli, 404),
        (people.dora, 404),
        (people.cyrus, 403),
        (people.root, 200),
    ):
        world.post(asked, as_=person).must(status)
    link = world.post(asked, as_=people.carla).must(200).data
    assert path in link["url"]
    noted = board.audited(world, people, "job_application.open_cv")
    assert [(one["actor"], one["target"]) for one in noted] == [
        (people.carla.id, application),
        (people.root.id, application),
    ]
    world.post(f"/jobs/applications/{board.SOMETHING}/cv-url", as_=people.carla).must(404)


def test_an_application_without_a_cv_has_none(world: World) -> None:
    people = board.cast_of(world)
    application = board.apply(world, board.approved(world, people), people.cyrus)
    refused = world.post(f"/jobs/applications/{application}/cv-url", as_=people.carla).must(404)
    assert refused.json["message"] == "There is no CV with this application, or not any more."
    assert board.audited(world, people, "job_application.open_cv") == []


def test_a_withdrawn_application_gives_its_cv_to_nobody(world: World) -> None:
    people = board.cast_of(world)
    job, path = board.approved(world, people), board.cv(world, people.cyrus)
    application = board.apply(world, job, people.cyrus, cvObjectPath=path)
    world.post(f"/jobs/applications/{application}/withdraw", as_=people.cyrus).must(200)
    for person in (people.carla, people.root):
        world.post(f"/jobs/applications/{application}/cv-url", as_=person).must(404)


def test_a_cv_that_is_needed_can_not_be_deleted(world: World) -> None:
    people = board.cast_of(world)
    path, own = board.cv(world, people.cyrus), board.cv(world, people.cyrus)
    application = board.apply(world, board.approved(world, people), people.cyrus, cvObjectPath=path)
    world.patch("/jobs/me", {"cvObjectPath": own}, as_=people.cyrus).must(200)
    for one in (path, own):
        refused = world.post("/assets/delete", {"objectPath": one}, as_=people.cyrus).must(409)
        assert refused.error == "asset_in_use"
    board.decide(world, people, application, "declined")
    world.post("/assets/delete", {"objectPath": path}, as_=people.cyrus).must(200)
    world.post(f"/jobs/applications/{application}/cv-url", as_=people.carla).must(404)


def test_a_declined_applications_cv_is_erased_after_its_time(world: World) -> None:
    people = board.cast_of(world)
    path, kept = board.cv(world, people.cyrus), board.cv(world, people.eli)
    job, other = board.approved(world, people), board.approved(world, people)
    declined = board.apply(world, job, people.cyrus, cvObjectPath=path)
    withdrawn = board.apply(world, other, people.cyrus, cvObjectPath=path)
    board.apply(world, job, people.eli, cvObjectPath=kept)
    board.decide(world, people, declined, "declined")
    world.post(f"/jobs/applications/{withdrawn}/withdraw", as_=people.cyrus).must(200)
    world.clock.advance(days=DAYS - 1)
    world.run_periodic_tasks()
    assert board.has_asset(world, path)
    world.clock.advance(days=2)
    world.run_periodic_tasks()
    assert not board.has_asset(world, path)
    assert board.has_asset(world, kept)
    cyrus = cast.sign_in(world, people.cyrus.email)
    mine = world.get("/jobs/applications/mine", as_=cyrus).must(200).data["items"]
    assert {one["cvObjectPath"] for one in mine} == {None}


def test_a_cv_that_something_else_needs_outlives_a_declined_application(world: World) -> None:
    people = board.cast_of(world)
    in_account, in_open = board.cv(world, people.cyrus), board.cv(world, people.cyrus)
    jobs = [board.approved(world, people) for _ in range(3)]
    for job, path in zip(jobs, (in_account, in_open), strict=False):
        board.decide(
            world, people, board.apply(world, job, people.cyrus, cvObjectPath=path), "declined"
        )
    board.apply(world, jobs[2], people.cyrus, cvObjectPath=in_open)
    world.patch("/jobs/me", {"cvObjectPath": in_account}, as_=people.cyrus).must(200)
    world.clock.advance(days=DAYS + 1)
    world.run_periodic_tasks()
    assert board.has_asset(world, in_account)
    assert board.has_asset(world, in_open)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_no_application_is_looked_at_but_those_that_may_name_a_cv(world: World) -> None:
    people = board.cast_of(world)
    path, job = board.cv(world, people.cyrus), board.approved(world, people)
    application = board.apply(world, job, people.cyrus, cvObjectPath=path)
    board.decide(world, people, application, "declined")
    world.clock.advance(days=DAYS + 1)
    engine = world.application.app_state.database.engine
    plans: list[str] = []

    def explain(_: Any, cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if "job_applications.cv_object_path" in statement and statement.startswith("SELECT"):
            asked = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            plans.append(" ".join(str(row) for row in asked))

    sa.event.listen(engine, "before_cursor_execute", explain)
    world.run_periodic_tasks()
    sa.event.remove(engine, "before_cursor_execute", explain)
    assert not board.has_asset(world, path)
    assert "ix_job_applications_ended" in " ".join(plans)
    assert "ix_job_applications_applicant_id" in " ".join(plans)
    assert "SCAN job_applications" not in " ".join(plans)
