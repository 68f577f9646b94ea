"""Applicants are notified once when a posting ends, and their applications keep what they had."""

import importlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from bridgework.areas.history.notifications.tables import notifications
from bridgework.areas.work.jobs.tables import applications as job_applications
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import applications as role_applications
from bridgework.kit.core import new_id
from tests import cast
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.notifications.leaving import page
from tests.areas.roles import desk
from tests.world import PUBLIC_URL, Person, Response, World

pytestmark = pytest.mark.postgresql("rows are updated under locks, and their ids returned")

TITLE = "Associate in the evening"


@dataclass(slots=True)
class Stage:
    """An open posting and its people."""

    world: World
    kind: str
    posting: str
    owner: Person
    applicant: Person
    other: Person
    root: Person

    @property
    def path(self) -> str:
        return f"/{self.kind}s/{self.posting}"

    def apply(self, person: Person | None = None) -> str:
        apply = board.apply if self.kind == "job" else desk.apply
        return apply(self.world, self.posting, person or self.applicant)

    def decide(self, application: str, *steps: str) -> None:
        for step in steps:
            path = f"/{self.kind}s/applications/{application}"
            self.world.patch(path, {"status": step}, as_=self.owner).must(200)

    def read(self, application: str, person: Person | None = None) -> Any:
        path = f"/{self.kind}s/applications/{application}"
        return self.world.get(path, as_=person or self.applicant).must(200).data

    def ended_at(self, application: str) -> Any:
        return self.read(application)["postingEndedAt"]

    def notified(self, person: Person | None = None) -> list[str]:
        """Return how the posting ended, as the notifications say it, oldest first."""
        items = page(self.world, person or self.applicant, "limit=100")["items"]
        return [one for item in items[::-1] if "posting_" in (one := item["kind"].split(".")[1])]

    def mailed(self, person: Person | None = None) -> list[str]:
        """Return the subjects of the e-mails about postings that ended."""
        mail = self.world.mail((person or self.applicant).email)
        return [one for each in mail if "you applied for" in (one := str(each["subject"]))]

    def act(self, act: str, by: Person, body: object = None, status: int = 200) -> Response:
        return self.world.post(f"{self.path}/{act}", body, as_=by).must(status)

    def approve(self) -> None:
        self.world.post(f"/admin{self.path}/approve", as_=self.root).must(200)


def to_stage(world: World, kind: str) -> Stage:
    if kind == "job":
        people = board.sign_up_all(world)
        job = board.post_approved(world, people, roleNeeded=TITLE)
        return Stage(world, kind, job, people.carla, people.cyrus, people.eli, people.root)
    cast_of = desk.sign_up_all(world)
    role = desk.post_active(world, cast_of, roleNeeded=TITLE)
    return Stage(world, kind, role, cast_of.ben, cast_of.ada, cast_of.eve, cast_of.root)


@pytest.fixture(params=["job", "role"])
def stage(request: pytest.FixtureRequest, world: World) -> Stage:
    return to_stage(world, request.param)


def close(stage: Stage) -> None:
    stage.act("close", stage.owner)


def close_as_administrator(stage: Stage) -> None:
    stage.act("close", stage.root)


def fill(stage: Stage) -> None:
    stage.world.patch(stage.path, {"status": "filled"}, as_=stage.owner).must(200)


def delete(stage: Stage) -> None:
    stage.world.delete(stage.path, as_=stage.owner).must(200)


def hide(stage: Stage) -> None:
    bench.hide(stage.world, stage.root, stage.other, "job", stage.posting)


def expire(stage: Stage) -> None:
    stage.world.clock.advance(days=90)
    stage.world.run_periodic_tasks()
    stage.applicant = cast.sign_in(stage.world, stage.applicant.email)
    stage.root = bench.again(stage.world, stage.root)


def reject_after_an_edit(stage: Stage) -> None:
    stage.world.patch(stage.path, {"challenge": "Now in the morning."}, as_=stage.owner).must(200)
    assert stage.notified() == []
    reason = {"reason": "A secret reason."}
    stage.world.post(f"/admin{stage.path}/reject", reason, as_=stage.root).must(200)


def disable_the_owner(stage: Stage) -> None:
    reason = {"reason": "A secret reason."}
    path = f"/admin/users/{stage.owner.id}/disable"
    stage.world.post(path, reason, as_=stage.root).must(200)


def request_erasure(stage: Stage) -> None:
    stage.world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=stage.owner).must(202)


ENDINGS: list[tuple[str, Callable[[Stage], None], str]] = [
    *((kind, close, "closed") for kind in ("job", "role")),
    *((kind, close_as_administrator, "closed") for kind in ("job", "role")),
    ("role", fill, "filled"),
    ("role", delete, "removed"),
    ("job", hide, "removed"),
    ("job", expire, "expired"),
    ("job", reject_after_an_edit, "removed"),
    *((kind, disable_the_owner, "removed") for kind in ("job", "role")),
    *((kind, request_erasure, "removed") for kind in ("job", "role")),
]
VERBS = {"closed": "was closed", "filled": "was filled", "expired": "has expired"}


@pytest.mark.parametrize(("kind", "end", "how"), ENDINGS)
def test_an_applicant_is_notified_once_how_a_posting_ended(
    world: World, kind: str, end: Callable[[Stage], None], how: str
) -> None:
    stage = to_stage(world, kind)
    application = stage.apply()
    assert stage.ended_at(application) is None
    end(stage)
    verb = VERBS.get(how, "was removed")
    assert stage.notified() == [f"posting_{how}"]
    [newest, *_] = page(world, stage.applicant)["items"]
    assert newest["text"] == f"The {kind} {TITLE}, to which you applied, {verb}."
    assert newest["subject"]["id"] == application
    list_path = "/app/applications"
    assert newest["path"] == (list_path if how == "removed" else f"{list_path}/{application}")
    assert stage.mailed() == [f"A {kind} you applied for {verb}: {TITLE}"]
    assert "secret" not in str([part.as_string() for part in world.mail(stage.applicant.email)])
    read = stage.read(application)
    assert read["postingEndedAt"] is not None
    assert f"withdraw{kind.capitalize()}Application" in read["allowedActions"]
    world.run_periodic_tasks()
    assert stage.notified() == [f"posting_{how}"]


def test_the_email_says_what_ended_and_what_to_do_next(stage: Stage) -> None:
    application = stage.apply()
    stage.act("close", stage.owner)
    stage.mailed()
    subject, text = board.last_email(stage.world, stage.applicant)
    company = (board.POSTING if stage.kind == "job" else desk.POSTING)["companyName"]
    noun = stage.kind
    assert subject == f"A {noun} you applied for was closed: {TITLE}"
    paragraphs = text.split("\n\n")[:4]
    assert paragraphs == [
        (
            f"The {noun} {TITLE} of {company} was closed. You applied for it, and your application "
            "was still open."
        ),
        (
            f"It takes no more applications. {company} can still answer yours; you can also "
            "withdraw it."
        ),
        f"See the {noun}s that match you <{PUBLIC_URL}/app/{noun}s/matching>",
        f"Open your applications:\n{PUBLIC_URL}/app/applications/{application}",
    ]
    assert f"because you applied for this {noun}" in text


def test_a_second_ending_is_not_announced_again(stage: Stage) -> None:
    application = stage.apply()
    stage.act("close", stage.owner)
    first = stage.ended_at(application)
    stage.world.clock.advance(minutes=5)
    disable_the_owner(stage)
    assert stage.notified() == ["posting_closed"]
    assert len(stage.mailed()) == 1
    assert stage.ended_at(application) == first


def test_a_posting_that_is_open_again_has_not_ended_and_its_next_ending_is_notified(
    stage: Stage,
) -> None:
    application = stage.apply()
    stage.act("close", stage.owner)
    if stage.kind == "job":
        stage.world.patch(stage.path, {}, as_=stage.owner).must(200)
        assert stage.ended_at(application) is not None, "it waits for an administrator"
        stage.approve()
    else:
        stage.world.patch(stage.path, {"status": "active"}, as_=stage.root).must(200)
    assert stage.ended_at(application) is None
    stage.act("close", stage.owner)
    assert stage.notified() == ["posting_closed"] * 2
    assert len(stage.mailed()) == 2


def test_only_open_applications_are_notified(stage: Stage) -> None:
    withdrawn, declined = stage.apply(), stage.apply(stage.other)
    path = f"/{stage.kind}s/applications/{withdrawn}/withdraw"
    stage.world.post(path, as_=stage.applicant).must(200)
    stage.decide(declined, "declined")
    stage.act("close", stage.owner)
    for application, person in ((withdrawn, stage.applicant), (declined, stage.other)):
        assert stage.read(application, person)["postingEndedAt"] is None
        assert (stage.notified(person), stage.mailed(person)) == ([], [])


def test_one_who_is_hired_or_accepted_is_not_notified(stage: Stage) -> None:
    application = stage.apply()
    is_job = stage.kind == "job"
    steps = ["reviewing", "interview", "offered", "hired"] if is_job else ["shortlisted"]
    stage.decide(application, *(steps if is_job else [*steps, "accepted"]))
    stage.act("close", stage.owner)
    assert (stage.ended_at(application), stage.notified(), stage.mailed()) == (None, [], [])


@pytest.mark.parametrize("act", ["disable", "erase"])
def test_an_applicant_who_is_disabled_or_to_be_erased_is_not_notified(
    stage: Stage, act: str
) -> None:
    application, notified = stage.apply(), stage.apply(stage.other)
    user = f"/admin/users/{stage.applicant.id}"
    answer = stage.world.post(f"{user}/{act}", {"reason": "Asked by letter."}, as_=stage.root)
    answer.must(200 if act == "disable" else 202)
    stage.act("close", stage.owner)
    with stage.world.application.app_state.database.reading() as tx:
        of_applicant = notifications.c.account_id == board.id_of(stage.applicant)
        is_ending = notifications.c.kind.like("%.posting_%")
        assert tx.rows(sa.select(notifications).where(of_applicant, is_ending)) == []
    assert stage.mailed() == []
    assert stage.notified(stage.other) == ["posting_closed"]
    assert stage.read(notified, stage.other)["postingEndedAt"] is not None
    assert stage.read(application, stage.owner)["postingEndedAt"] is not None


def test_an_owner_who_is_enabled_again_has_open_postings(stage: Stage) -> None:
    application = stage.apply()
    disable_the_owner(stage)
    request = f"/admin/users/{stage.owner.id}/erase"
    stage.world.post(request, {"reason": "Asked by letter."}, as_=stage.root).must(202)
    stage.world.post(f"/admin/users/{stage.owner.id}/enable", as_=stage.root).must(200)
    assert stage.ended_at(application) is not None, "its erasure is still scheduled"
    cast.sign_in(stage.world, stage.owner.email)
    assert stage.ended_at(application) is None
    assert stage.notified() == ["posting_removed"]


def test_a_closed_posting_stays_ended_when_its_owner_is_enabled(stage: Stage) -> None:
    application = stage.apply()
    stage.act("close", stage.owner)
    disable_the_owner(stage)
    stage.world.post(f"/admin/users/{stage.owner.id}/enable", as_=stage.root).must(200)
    assert stage.ended_at(application) is not None


def test_a_job_that_is_restored_has_not_ended(world: World) -> None:
    stage = to_stage(world, "job")
    application = stage.apply()
    report = bench.hide(world, stage.root, stage.other, "job", stage.posting)
    bench.decide(world, stage.root, report, "restore").must(200)
    assert stage.ended_at(application) is None


def test_an_account_that_is_erased_at_once_is_not_named(stage: Stage) -> None:
    stage.apply()
    body = {"reason": "You asked for it by telephone.", "now": True}
    stage.world.post(f"/admin/users/{stage.owner.id}/erase", body, as_=stage.root).must(202)
    assert stage.notified() == ["posting_removed"]
    [newest, *_] = page(stage.world, stage.applicant)["items"]
    assert newest["text"] == (
        f"The {stage.kind} an erased record, to which you applied, was removed."
    )
    assert stage.mailed() == [f"A {stage.kind} you applied for was removed"]
    _, text = board.last_email(stage.world, stage.applicant)
    assert TITLE not in text
    assert "Your application to it was deleted." in text
    stage.world.get(
        newest["path"].replace("/app", f"/{stage.kind}s") + "/mine", as_=stage.applicant
    )


def test_an_application_keeps_the_contact_of_the_posting(stage: Stage) -> None:
    application, waiting = stage.apply(), stage.apply(stage.other)
    posted = board.POSTING if stage.kind == "job" else desk.POSTING
    contact = (posted["contactPerson"], posted["contactEmail"])

    def shown(application: str, person: Person) -> tuple[Any, Any]:
        read = stage.read(application, person)
        return read["contactPerson"], read["contactEmail"]

    assert shown(application, stage.applicant) == (None, None)
    is_job = stage.kind == "job"
    stage.decide(
        application, *(["reviewing", "interview", "offered"] if is_job else ["shortlisted"])
    )
    if not is_job:
        stage.decide(application, "accepted")
    assert shown(application, stage.applicant) == contact
    stage.act("close", stage.owner)
    assert shown(application, stage.applicant) == contact
    disable_the_owner(stage)
    assert shown(application, stage.applicant) == contact
    assert shown(waiting, stage.other) == (None, None)
    assert shown(waiting, stage.root) == (None, None)


def test_lists_of_the_applicant_and_of_the_owner_say_that_the_posting_ended(stage: Stage) -> None:
    stage.apply()
    stage.act("close", stage.owner)
    lists = (
        (f"/{stage.kind}s/applications/mine", stage.applicant),
        (
            f"{stage.path}/applications",
            stage.owner,
        ),
    )
    for path, reader in lists:
        [item] = stage.world.get(path, as_=reader).must(200).data["items"]
        assert item["postingEndedAt"] is not None


def test_many_jobs_that_expire_are_notified_one_after_another(world: World) -> None:
    people = board.sign_up_all(world)
    for n in range(3):
        job = board.post_approved(world, people, roleNeeded=f"Dentist {n}")
        board.apply(world, job, people.cyrus)
    world.clock.advance(days=90)
    scheduler = world.application.scheduler
    [task] = [each for each in scheduler.tasks if each.name == "expire jobs"]
    assert task.action is not None
    with world.application.app_state.database.writing() as tx:
        assert task.action(tx, world.clock.now()) == 1
    with world.application.app_state.database.reading() as tx:
        is_expiry = notifications.c.kind == "job_application.posting_expired"
        left = tx.rows(sa.select(notifications.c.id).where(is_expiry))
    assert len(left) == 1
    world.run_periodic_tasks()
    cyrus = cast.sign_in(world, people.cyrus.email)
    items = page(world, cyrus, "limit=100")["items"]
    assert sorted(each["subject"]["title"] for each in items) == [f"Dentist {n}" for n in range(3)]


@pytest.mark.postgresql("an application and a closing lock the same posting")
def test_an_application_that_arrives_while_a_posting_closes_is_notified_or_refused(
    stage: Stage,
) -> None:
    body = {**board.APPLICATION, "email": stage.applicant.email} if stage.kind == "job" else {}
    path = f"{stage.path}/applications"
    sender, closing = stage.applicant, f"{stage.path}/close"
    applied, closed = stage.world.together(
        [
            lambda: stage.world.sending("POST", path, body, as_=sender),
            lambda: stage.world.sending("POST", closing, as_=stage.owner),
        ]
    )
    closed.must(200)
    if applied.status == 201:
        assert stage.notified() == ["posting_closed"]
        assert stage.ended_at(applied.data["id"]) is not None
    else:
        assert applied.status in {404, 409}
        assert stage.notified() == []


def test_an_application_that_arrives_while_a_job_expires_is_notified(world: World) -> None:
    stage = to_stage(world, "job")
    first = stage.apply(stage.other)
    world.clock.advance(days=90)
    scheduler = world.application.scheduler
    [task] = [each for each in scheduler.tasks if each.name == "expire jobs"]
    expiring = threading.Thread(target=scheduler.run_task, args=(task, threading.Event()))
    with world.application.app_state.database.writing() as tx:
        locked = sa.select(jobs.c.id).where(jobs.c.id == stage.posting)
        tx.execute(locked.with_for_update(read=True))  # as applying does
        expiring.start()
        expiring.join(0.3)
        [row] = tx.rows(sa.select(job_applications).where(job_applications.c.id == first))
        applicant_id = board.id_of(stage.applicant)
        new = {"id": new_id(), "applicant_id": applicant_id, "email_key": stage.applicant.email}
        tx.execute(job_applications.insert(), {**row._asdict(), **new})
    expiring.join()
    world.run_periodic_tasks()
    for person in (stage.applicant, stage.other):
        assert stage.notified(cast.sign_in(world, person.email)) == ["posting_expired"]


def migrate(world: World, step: str, *arguments: str) -> None:
    """Run a step of the migration."""
    migration = importlib.import_module("bridgework.migrations.versions.0023_ended_postings")
    engine = world.application.app_state.database.engine
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        getattr(migration, step)(*arguments)


def forget_endings(stage: Stage) -> None:
    """Remove the marks of all applications, as before the migration."""
    table = job_applications if stage.kind == "job" else role_applications
    with stage.world.application.app_state.database.writing() as tx:
        tx.execute(table.update().values(posting_ended_at=None))


def test_the_migration_marks_what_ended_before_without_notifications(stage: Stage) -> None:
    waiting, other = stage.apply(), stage.apply(stage.other)
    stage.world.clock.advance(minutes=5)
    stage.act("close", stage.owner)
    closed_at = stage.ended_at(waiting)
    forget_endings(stage)
    stage.world.clock.advance(minutes=5)
    migrate(stage.world, "mark_ended", stage.kind)
    assert stage.ended_at(waiting) == closed_at
    assert stage.read(other, stage.other)["postingEndedAt"] == closed_at
    assert stage.notified() == ["posting_closed"]


def test_the_migration_leaves_open_postings_and_final_applications(stage: Stage) -> None:
    application, declined = stage.apply(), stage.apply(stage.other)
    stage.decide(declined, "declined")
    migrate(stage.world, "mark_ended", stage.kind)
    assert stage.ended_at(application) is None
    disable_the_owner(stage)
    disabled_at = stage.ended_at(application)
    forget_endings(stage)
    stage.world.clock.advance(minutes=5)
    migrate(stage.world, "mark_ended", stage.kind)
    assert stage.ended_at(application) == disabled_at
    assert stage.read(declined, stage.other)["postingEndedAt"] is None


@pytest.mark.parametrize("end", [hide, expire])
def test_the_migration_knows_when_a_job_was_hidden_or_expired(
    world: World, end: Callable[[Stage], None]
) -> None:
    stage = to_stage(world, "job")
    application = stage.apply()
    end(stage)
    ended_at = stage.ended_at(application)
    forget_endings(stage)
    world.clock.advance(minutes=5)
    migrate(world, "mark_ended", "job")
    assert stage.ended_at(application) == ended_at


def test_the_migration_renames_the_notifications_of_deleted_roles(world: World) -> None:
    stage = to_stage(world, "role")
    stage.apply()
    delete(stage)
    before = page(world, stage.applicant)["items"]
    with world.application.app_state.database.writing() as tx:
        old = {"kind": "role.withdrawn", "subject_id": stage.posting}
        is_ending = notifications.c.kind == "role_application.posting_removed"
        tx.execute(notifications.update().where(is_ending).values(old))
    migrate(world, "rename_notifications")
    assert page(world, stage.applicant)["items"] == before
