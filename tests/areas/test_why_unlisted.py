"""The owner of a posting and administrators read whether members see it, and otherwise why not."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from bridgework.areas.work.roles.tables import roles
from tests import cast
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.roles import desk
from tests.world import Person, World

REASON = "It names no pay."


@dataclass(frozen=True, slots=True)
class Stage:
    """A pending posting and its people."""

    world: World
    kind: str
    posting: str
    owner: Person
    reader: Person
    """A member who may read open postings."""
    root: Person

    def decide(self, act: str, reason: str | None = None, status: int = 200) -> Any:
        body = {} if reason is None else {"reason": reason}
        path = f"/admin/{self.kind}s/{self.posting}/{act}"
        return self.world.post(path, body, as_=self.root).must(status).data

    def close(self) -> None:
        self.world.post(f"/{self.kind}s/{self.posting}/close", as_=self.owner).must(200)

    def read(self, person: Person | None = None, status: int = 200) -> Any:
        path = f"/{self.kind}s/{self.posting}"
        return self.world.get(path, as_=person or self.root).must(status).data

    def why(self, person: Person | None = None) -> list[str]:
        """Return the reasons that administrators read."""
        visibility = self.read(person)["visibility"]
        assert visibility["listed"] is (visibility["reasons"] == [])
        reasons: list[str] = visibility["reasons"]
        return reasons

    def is_listed(self) -> bool:
        page = self.world.get(f"/{self.kind}s", as_=self.reader).must(200).data
        return self.posting in {each["id"] for each in page["items"]}


@pytest.fixture(params=["role", "job"])
def stage(request: pytest.FixtureRequest, world: World) -> Stage:
    if request.param == "role":
        of_roles = desk.sign_up_all(world)
        posting = desk.post(world, of_roles.ben)
        return Stage(world, "role", posting, of_roles.ben, of_roles.ada, of_roles.root)
    people = board.sign_up_all(world)
    posting = board.post(world, people.carla)
    return Stage(world, "job", posting, people.carla, people.cyrus, people.root)


def disable(stage: Stage) -> None:
    stage.decide("approve")
    path = f"/admin/users/{stage.owner.id}/disable"
    stage.world.post(path, {"reason": "A test."}, as_=stage.root).must(200)


def schedule_erasure(stage: Stage) -> None:
    stage.decide("approve")
    body = {"reason": "They asked for it."}
    stage.world.post(f"/admin/users/{stage.owner.id}/erase", body, as_=stage.root).must(202)


def close(stage: Stage) -> None:
    stage.decide("approve")
    stage.close()


CAUSES: Mapping[str, tuple[Callable[[Stage], object], list[str]]] = {
    "it waits": (lambda _: None, ["pending"]),
    "it is approved": (lambda stage: stage.decide("approve"), []),
    "it was rejected": (lambda stage: stage.decide("reject", REASON), ["rejected"]),
    "it is closed": (close, ["closed"]),
    "the owner is disabled": (disable, ["owner_disabled"]),
    "the owner is to be erased": (schedule_erasure, ["owner_to_be_erased"]),
}


@pytest.mark.postgresql("the time of the erasure is read by a statement inside another")
@pytest.mark.parametrize("cause", CAUSES)
def test_the_reasons_state_why_members_do_not_see_a_posting(stage: Stage, cause: str) -> None:
    act, reasons = CAUSES[cause]
    act(stage)
    assert stage.why() == reasons
    assert stage.is_listed() is (reasons == [])


def test_several_reasons_are_stated_at_once(stage: Stage) -> None:
    disable(stage)
    stage.world.post(f"/{stage.kind}s/{stage.posting}/close", as_=stage.root).must(200)
    assert stage.why() == ["closed", "owner_disabled"]


def test_the_owner_reads_the_reasons_and_other_members_do_not(stage: Stage) -> None:
    stage.decide("approve")
    assert stage.why(stage.owner) == []
    assert stage.read(stage.reader)["visibility"] is None
    [listed] = stage.world.get(f"/{stage.kind}s", as_=stage.reader).must(200).data["items"]
    assert (listed["visibility"], listed["rejectionReason"]) == (None, None)
    stage.close()
    assert stage.why(stage.owner) == ["closed"]


def test_a_hidden_and_an_expired_job_state_it(world: World) -> None:
    people = board.sign_up_all(world)
    hidden, expired = (board.post_approved(world, people) for _ in range(2))
    bench.hide(world, people.root, people.cyrus, "job", hidden)
    world.clock.advance(days=91)
    root = cast.root_again(world)
    for job, reasons in ((hidden, ["expired", "hidden"]), (expired, ["expired"])):
        found = world.get(f"/jobs/{job}", as_=root).must(200).data["visibility"]
        assert found == {"listed": False, "reasons": reasons}


def test_a_filled_role_states_it(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    world.patch(f"/roles/{role}", {"status": "filled"}, as_=people.ben).must(200)
    found = world.get(f"/roles/{role}", as_=people.ben).must(200).data["visibility"]
    assert found == {"listed": False, "reasons": ["filled"]}


def test_the_owner_reads_the_reason_of_a_rejection_until_the_posting_is_reviewed_again(
    stage: Stage,
) -> None:
    stage.decide("reject", REASON)
    assert stage.read(stage.owner)["rejectionReason"] == REASON
    assert "reopen" in " ".join(stage.read()["allowedActions"])
    reopened = stage.decide("reopen", "We read it again.")
    assert (reopened["status"], reopened["rejectionReason"]) == ("pending", None)
    assert stage.why(stage.owner) == ["pending"]
    stage.decide("approve")
    assert stage.is_listed()


def test_the_owner_is_notified_that_a_rejected_posting_is_reviewed_again(stage: Stage) -> None:
    stage.decide("reject", REASON)
    stage.decide("reopen", "We read it again.")
    subject, text = board.last_email(stage.world, stage.owner)
    assert "reviewed again" in subject
    assert "We read it again." in text
    [newest, *_] = stage.world.get("/notifications", as_=stage.owner).must(200).data["items"]
    assert (newest["kind"], newest["subject"]["id"]) == (f"{stage.kind}.pending", stage.posting)
    logs = stage.world.get(f"/admin/logs?action={stage.kind}.reopen", as_=stage.root).must(200)
    assert [entry["target"] for entry in logs.data["items"]] == [stage.posting]


def test_only_what_was_decided_is_reopened_and_only_in_the_version_that_was_read(
    stage: Stage,
) -> None:
    assert (
        "decidedBy"
        in stage.world.post(f"/admin/{stage.kind}s/{stage.posting}/reopen", {}, as_=stage.root)
        .must(409)
        .json
    )
    stage.decide("reject", REASON)
    path = f"/admin/{stage.kind}s/{stage.posting}/reopen"
    stale = {"if-match": '"1"'}
    stage.world.post(path, {}, as_=stage.root, headers=stale).must(412)
    stage.world.post(path, {}, as_=stage.owner).must(403)
    unknown = path.replace(stage.posting, bench.UNKNOWN_ID)
    stage.world.post(unknown, {}, as_=stage.root).must(404)
    assert stage.why() == ["rejected"]


def test_a_role_that_is_activated_after_its_rejection_is_not_rejected_when_it_closes(
    world: World,
) -> None:
    people = desk.sign_up_all(world)
    role = desk.post(world, people.ben)
    world.post(f"/admin/roles/{role}/reject", {"reason": REASON}, as_=people.root).must(200)
    world.patch(f"/roles/{role}", {"status": "active"}, as_=people.root).must(200)
    closed = world.post(f"/roles/{role}/close", as_=people.ben).must(200).data
    assert closed["visibility"]["reasons"] == ["closed"]
    assert closed["rejectionReason"] is None


@pytest.mark.postgresql("the statement of the migration compares a UUID with a text")
def test_the_migration_marks_the_roles_that_were_rejected(world: World) -> None:
    people = desk.sign_up_all(world)
    rejected, activated, closed = (desk.post(world, people.ben) for _ in range(3))
    for role in (rejected, activated):
        world.post(f"/admin/roles/{role}/reject", as_=people.root).must(200)
    world.clock.advance(seconds=1)
    world.patch(f"/roles/{activated}", {"status": "active"}, as_=people.root).must(200)
    for role in (activated, closed):
        world.post(f"/roles/{role}/close", as_=people.ben).must(200)
    database = world.application.app_state.database
    with database.writing() as tx:
        tx.execute(roles.update().values(rejected_at=None))
    migration = importlib.import_module("bridgework.migrations.versions.0021_rejected_roles")
    engine = sa.create_engine(database.engine.url)
    configured = MigrationContext.configure
    with engine.begin() as connection, Operations.context(configured(connection)):
        migration.mark_rejected()
    engine.dispose()
    reasons = {
        role: world.get(f"/roles/{role}", as_=people.root).must(200).data["visibility"]["reasons"]
        for role in (rejected, activated, closed)
    }
    assert reasons == {rejected: ["rejected"], activated: ["closed"], closed: ["closed"]}
