"""`allowedActions` lists what the caller may call on a record, and nothing else.

For each kind of record, each of its states and each kind of caller, every operation on the record
is called: a listed one succeeds, any other is refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import world as worlds
from tests.areas.jobs import board
from tests.rights import acting, acting_of_admins
from tests.rights.acting import Kind, People
from tests.rights.allowed import ACTING
from tests.rights.reading import find, get
from tests.world import World

KINDS: Mapping[str, Kind] = {**acting.KINDS, **acting_of_admins.KINDS}
REFUSED = {401, 403, 404, 409}


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """A server with a rate limit of thousands of requests per minute."""
    many = {
        "rate_limit": Rule("default", 1_000_000, 60),
        "admin_rate_limit": Rule("admin", 1_000_000, 60),
    }
    return worlds.settings(tmp_path, database_url=database_url, **many)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of an operation on a record, and its outcome."""

    operation_id: str
    where: str
    """The state of the record and the caller."""
    is_listed: bool
    status: int

    @property
    def is_as_listed(self) -> bool:
        return 200 <= self.status < 300 if self.is_listed else self.status in REFUSED


def calls(world: World, people: People, name: str) -> Iterator[Call]:
    """Call every operation on a kind of record, in each state and by each caller."""
    kind = KINDS[name]
    for state, make_record in kind.states.items():
        record_id = make_record(world, people)
        for caller, person in people.each():
            record = kind.read(world, person, record_id)
            listed = [] if record is None else record["allowedActions"]
            for operation in ACTING[name].operations():
                is_listed = operation.operation_id in listed
                # A refused call changes nothing, so these need no record of their own.
                target = make_record(world, people) if is_listed else record_id
                body_of = kind.bodies.get(operation.operation_id, acting.always({}))
                body = None if operation.body is None else body_of(state, caller)
                path = operation.path.replace("{id}", target)
                response = world.send(operation.method, path, body, as_=person)
                where = f"{state}, {caller}"
                yield Call(operation.operation_id, where, is_listed, response.status)


@pytest.mark.slow("every operation in every state by every caller")
@pytest.mark.parametrize("name", KINDS)
def test_listed_operations_succeed_and_all_others_are_refused(world: World, name: str) -> None:
    made = [*calls(world, acting.sign_up_all(world), name)]
    assert [call for call in made if not call.is_as_listed] == []
    operations = {operation.operation_id for operation in ACTING[name].operations()}
    for is_listed in (True, False):
        assert {call.operation_id for call in made if call.is_listed is is_listed} == operations


def test_lists_have_the_same_actions_as_the_single_record(world: World) -> None:
    people = acting.sign_up_all(world)
    job_id, role_id = acting.applied_job(world, people), acting.applied_role(world, people)
    for path, record_id, callers in (
        ("/jobs", job_id, ("applicant", "other", "owner")),
        ("/jobs/mine", job_id, ("owner",)),
        ("/admin/jobs", job_id, ("admin",)),
        ("/roles", role_id, ("applicant", "other", "owner")),
        ("/admin/roles", role_id, ("admin",)),
        ("/calendar/events", acting.event(world, people), ("other", "admin")),
    ):
        single = path.removeprefix("/admin").removesuffix("/mine")
        for caller in callers:
            person = getattr(people, caller)
            listed = find(path, world, person, record_id)["allowedActions"]
            record = get(f"{single}/{{id}}", world, person, record_id)
            assert listed == record["allowedActions"] != []


def test_a_partner_may_only_read(world: World) -> None:
    people = acting.sign_up_all(world)
    for scope, path, record_id, read in (
        ("jobs:read", "/jobs", acting.job(world, people, "approve"), "getJob"),
        (
            "events:read",
            "/calendar/events",
            acting.event(world, people, visibility="public"),
            "getEvent",
        ),
    ):
        headers = board.partner_headers(world, people.admin, scope)
        record = world.get(f"{path}/{record_id}", headers=headers).must(200).data
        assert record["allowedActions"] == [read]


def test_a_repeated_read_of_another_caller_has_the_actions_of_that_caller(world: World) -> None:
    """No response of one caller is stored for another, not even with the same ETag."""
    people = acting.sign_up_all(world)
    path = f"/jobs/{acting.job(world, people, 'approve')}"
    of_owner = world.get(path, as_=people.owner).must(200)
    headers = {"if-none-match": of_owner.headers["etag"]}
    of_other = world.get(path, as_=people.other, headers=headers).must(200)
    assert "closeJob" in of_owner.data["allowedActions"]
    assert "closeJob" not in of_other.data["allowedActions"]
    headers = {"if-none-match": of_other.headers["etag"]}
    world.get(path, as_=people.other, headers=headers).must(304)
    board.apply(world, path.removeprefix("/jobs/"), people.other)
    changed = world.get(path, as_=people.other, headers=headers).must(200)
    assert "applyToJob" not in changed.data["allowedActions"]
