"""CVs: audited links, protection while in use, and deletion."""

from typing import Any

import pytest
import sqlalchemy as sa

from tests import cast
from tests.areas.jobs import board
from tests.world import ANONYMOUS, World

DAYS = 180


def test_a_link_to_a_cv_is_audited(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    path = board.upload_cv(world, people.cyrus)
    application = board.apply(world, job, people.cyrus, cvObjectPath=path)
    link_path = f"/jobs/applications/{application}/cv-url"
    for person, status in (
        (ANONYMOUS, 401),
        (people.eli, 404),
        (people.dora, 404),
        (people.cyrus, 403),
        (people.root, 200),
    ):
        world.post(link_path, as_=person).must(status)
    link = world.post(link_path, as_=people.carla).must(200).data
    assert path in link["url"]
    entries = board.audit_entries(world, people, "job_application.open_cv")
    assert [(entry["actor"], entry["target"]) for entry in entries] == [
        (people.carla.id, application),
        (people.root.id, application),
    ]
    world.post(f"/jobs/applications/{board.UNKNOWN_ID}/cv-url", as_=people.carla).must(404)


def test_an_application_without_a_cv_has_no_link(world: World) -> None:
    people = board.sign_up_all(world)
    application = board.apply(world, board.post_approved(world, people), people.cyrus)
    refused = world.post(f"/jobs/applications/{application}/cv-url", as_=people.carla).must(404)
    assert refused.json["message"] == "This application has no CV, or its CV was deleted."
    assert board.audit_entries(world, people, "job_application.open_cv") == []


def test_a_withdrawn_application_has_no_link(world: World) -> None:
    people = board.sign_up_all(world)
    job, path = board.post_approved(world, people), board.upload_cv(world, people.cyrus)
    application = board.apply(world, job, people.cyrus, cvObjectPath=path)
    world.post(f"/jobs/applications/{application}/withdraw", as_=people.cyrus).must(200)
    for person in (people.carla, people.root):
        world.post(f"/jobs/applications/{application}/cv-url", as_=person).must(404)


def test_a_cv_in_use_cannot_be_deleted(world: World) -> None:
    people = board.sign_up_all(world)
    path, own = board.upload_cv(world, people.cyrus), board.upload_cv(world, people.cyrus)
    application = board.apply(
        world, board.post_approved(world, people), people.cyrus, cvObjectPath=path
    )
    world.patch("/jobs/me", {"cvObjectPath": own}, as_=people.cyrus).must(200)
    for object_path in (path, own):
        refused = world.post("/assets/delete", {"objectPath": object_path}, as_=people.cyrus).must(
            409
        )
        assert refused.error == "asset_in_use"
    board.decide(world, people, application, "declined")
    world.post("/assets/delete", {"objectPath": path}, as_=people.cyrus).must(200)
    world.post(f"/jobs/applications/{application}/cv-url", as_=people.carla).must(404)


def test_the_cv_of_a_declined_application_is_deleted_after_the_retention(world: World) -> None:
    people = board.sign_up_all(world)
    path, cv_in_use = board.upload_cv(world, people.cyrus), board.upload_cv(world, people.eli)
    job, other = board.post_approved(world, people), board.post_approved(world, people)
    declined = board.apply(world, job, people.cyrus, cvObjectPath=path)
    withdrawn = board.apply(world, other, people.cyrus, cvObjectPath=path)
    board.apply(world, job, people.eli, cvObjectPath=cv_in_use)
    board.decide(world, people, declined, "declined")
    world.post(f"/jobs/applications/{withdrawn}/withdraw", as_=people.cyrus).must(200)
    world.clock.advance(days=DAYS - 1)
    world.run_periodic_tasks()
    assert board.has_asset(world, path)
    world.clock.advance(days=2)
    world.run_periodic_tasks()
    assert not board.has_asset(world, path)
    assert board.has_asset(world, cv_in_use)
    cyrus = cast.sign_in(world, people.cyrus.email)
    own_applications = world.get("/jobs/applications/mine", as_=cyrus).must(200).data["items"]
    assert {entry["cvObjectPath"] for entry in own_applications} == {None}


def test_the_retention_of_a_cv_begins_with_the_decision(world: World) -> None:
    people = board.sign_up_all(world)
    path, job = board.upload_cv(world, people.cyrus), board.post_approved(world, people)
    application = board.apply(world, job, people.cyrus, cvObjectPath=path)
    world.clock.advance(days=60)
    carla = cast.sign_in(world, people.carla.email)
    declined = {"status": "declined"}
    world.patch(f"/jobs/applications/{application}", declined, as_=carla).must(200)
    world.clock.advance(days=DAYS, seconds=-1)
    world.run_periodic_tasks()
    assert board.has_asset(world, path)
    world.clock.advance(seconds=1)
    world.run_periodic_tasks()
    assert not board.has_asset(world, path)


def test_a_cv_with_another_reference_is_not_deleted(world: World) -> None:
    people = board.sign_up_all(world)
    in_account, in_open = board.upload_cv(world, people.cyrus), board.upload_cv(world, people.cyrus)
    jobs = [board.post_approved(world, people) for _ in range(3)]
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
def test_the_deletion_of_cvs_uses_indexes(world: World) -> None:
    people = board.sign_up_all(world)
    path, job = board.upload_cv(world, people.cyrus), board.post_approved(world, people)
    application = board.apply(world, job, people.cyrus, cvObjectPath=path)
    board.decide(world, people, application, "declined")
    world.clock.advance(days=DAYS + 1)
    engine = world.application.app_state.database.engine
    plans: list[str] = []

    def explain(_: Any, cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if "job_applications.cv_object_path" in statement and statement.startswith("SELECT"):
            plan = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            plans.append(" ".join(str(row) for row in plan))

    sa.event.listen(engine, "before_cursor_execute", explain)
    world.run_periodic_tasks()
    sa.event.remove(engine, "before_cursor_execute", explain)
    assert not board.has_asset(world, path)
    assert "ix_job_applications_ended" in " ".join(plans)
    assert "ix_job_applications_applicant_id" in " ".join(plans)
    assert "SCAN job_applications" not in " ".join(plans)
