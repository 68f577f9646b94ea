"""Entries are numbered without gaps, also under concurrent writers and sealers."""

import threading

import pytest
import sqlalchemy as sa

from bridgework import app
from bridgework.areas.history.audit import actions, policies
from bridgework.areas.history.audit.schemas import AuditChange
from bridgework.areas.history.audit.tables import entries, head
from bridgework.areas.history.audit.verification import Verification
from bridgework.context import Context
from bridgework.kit.actions import Client
from bridgework.kit.core import ApiError, BadRequest, Id
from bridgework.kit.security import Keyring, secret_file
from bridgework.settings import Settings
from tests import cast
from tests.areas.audit import log
from tests.loop import Loop
from tests.world import Person, World

WRITERS = 200


class CommittedError(BadRequest):
    """The request is refused, and its entry is committed."""

    commits = True


class RolledBackError(BadRequest):
    """The request is refused, and its entry is rolled back."""


def numbers(world: World) -> list[int]:
    with world.application.app_state.database.reading() as tx:
        statement = sa.select(entries.c.number).order_by(entries.c.number)
        return list(tx.execute(statement).scalars())


def new_context(world: World) -> Context:
    return Context(
        world.application.app_state,
        world.clock.now(),
        "a-request",
        Client("198.51.100.1", "a program"),
    )


@pytest.mark.postgresql("concurrent requests")
def test_two_hundred_writers_and_two_sealers_leave_no_gap(world: World) -> None:
    written = threading.Event()
    failures: list[BaseException] = []

    def seal_repeatedly() -> None:
        try:
            while not written.is_set():
                world.run_periodic_tasks()
        except BaseException as error:
            failures.append(error)
            raise

    sealers = [threading.Thread(target=seal_repeatedly) for _ in range(2)]
    for sealer in sealers:
        sealer.start()
    requests = [
        lambda n=n: world.sending(
            "POST",
            "/auth/resend-otp",
            {"email": f"nobody{n}@example.com"},
            as_=Person("x@example.com", address=f"203.0.113.{n}"),
        )
        for n in range(WRITERS)
    ]
    responses = world.together(requests)
    written.set()
    for sealer in sealers:
        sealer.join()
    world.run_periodic_tasks()
    assert failures == []
    assert {response.status for response in responses} == {404}
    assert numbers(world) == list(range(1, WRITERS + 1))
    assert log.findings(world) == []


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_an_entry_that_is_committed_late_gets_a_later_number(world: World) -> None:
    """SQLite has one writer at a time, so this can't happen there."""
    slow, quick = new_context(world), new_context(world)
    with slow.write_transaction():
        actions.note(slow, "account.disable")
        with quick.write_transaction():
            actions.note(quick, "account.enable")
        world.run_periodic_tasks()
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        by_number = sa.select(entries.c.action).order_by(entries.c.number)
        assert list(tx.execute(by_number).scalars()) == ["account.enable", "account.disable"]
    assert log.findings(world) == []


def test_an_entry_is_pending_while_no_sealer_runs(world: World) -> None:
    log.sealed(world, 2)
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    world.clock.advance(hours=1)
    assert log.findings(world) == []
    world.run_periodic_tasks()
    assert log.findings(world) == []


def test_an_unsealed_entry_may_be_older_than_a_sealed_one_for_a_minute(world: World) -> None:
    first = new_context(world)
    world.clock.advance(seconds=1)
    log.sealed(world, 1)
    with first.write_transaction():
        actions.note(first, "account.disable")
    assert log.findings(world) == []
    world.clock.advance(minutes=1)
    [(kind, message)] = log.findings(world)
    assert kind == "unsealed"
    assert message.endswith("is not sealed, although a newer entry is sealed")
    world.run_periodic_tasks()
    assert log.findings(world) == []


def test_an_entry_that_a_running_sealer_skips_for_a_minute_is_found(world: World) -> None:
    log.sealed(world, 2)
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    database = world.application.app_state.database
    world.clock.advance(seconds=60)
    with database.writing() as tx:
        actions.record_overdue(tx, world.clock.now())
    world.clock.advance(seconds=1)
    assert log.findings(world) == []
    with database.writing() as tx:
        actions.record_overdue(tx, world.clock.now())
    [(kind, message)] = log.findings(world)
    assert kind == "unsealed"
    assert "although a sealer has run for over a minute" in message
    world.run_periodic_tasks()
    assert log.findings(world) == []
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    world.clock.advance(hours=1)
    assert log.findings(world) == []


def test_a_server_records_that_its_sealer_fails(world: World) -> None:
    log.sealed(world, 2)
    with world.application.app_state.database.writing() as tx:
        tx.execute(head.update().values(seal="0" * 64))
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    world.clock.advance(minutes=2)
    with pytest.raises(policies.HeadMismatch):
        world.run_periodic_tasks()
    assert [kind for kind, _ in log.findings(world)] == ["head", "unsealed"]


def test_an_entry_changed_before_it_was_sealed_is_found_before_and_after(world: World) -> None:
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    with world.application.app_state.database.writing() as tx:
        tx.execute(entries.update().values(outcome="ok"))
    assert [kind for kind, _ in log.findings(world)] == ["changed"]
    world.run_periodic_tasks()
    assert [kind for kind, _ in log.findings(world)] == ["changed"]


def test_erasing_personal_values_leaves_the_chain_intact(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    world.post("/auth/login", {"email": ada.email, "password": "wrong horse"}).must(401)
    world.run_periodic_tasks()
    assert ada.id is not None
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        erased = actions.erase_personal_values(tx, Id(ada.id))
        assert actions.erase_personal_values(tx, Id(ada.id)) == 0
    verification = Verification(app_state.database, app_state.keyring, world.clock.now())
    assert list(verification.findings()) == []
    assert verification.without_personal == erased > 0
    for entry in log.page(world, root, limit=100)["items"]:
        concerns_ada = ada.id in {entry["actor"], entry["target"]}
        assert (entry["ip"] is None) == (entry["userAgent"] is None) == concerns_ada


def test_an_entry_is_committed_or_rolled_back_with_its_transaction(world: World) -> None:
    def recorded_actions() -> list[str]:
        with world.application.app_state.database.reading() as tx:
            return list(tx.execute(sa.select(entries.c.action)).scalars())

    def note_and_raise(error: type[ApiError]) -> None:
        context = new_context(world)
        with context.write_transaction():
            actions.note(context, "account.enable")
            raise error

    with pytest.raises(RolledBackError):
        note_and_raise(RolledBackError)
    assert recorded_actions() == []
    with pytest.raises(CommittedError):
        note_and_raise(CommittedError)
    assert recorded_actions() == ["account.enable"]


def test_a_value_of_a_member_that_may_only_be_named_is_refused(world: World) -> None:
    context = new_context(world)
    change = AuditChange(field="email", before="ada@example.com", after="ben@example.com")
    with pytest.raises(policies.ValueNotAllowed), context.write_transaction():
        actions.note(context, "account.change", changes=[change])
    assert numbers(world) == []


def test_entries_sealed_with_an_older_secret_stay_valid_while_the_secret_is_configured(
    world: World, settings: Settings, loop: Loop
) -> None:
    log.sealed(world, 3)
    secret_file.rotate(settings.secret_file)
    later = World(app.create_app(settings, world.clock), world.clock, loop)
    log.sealed(later, 3)
    assert log.findings(later) == []
    later.close()
    newest = secret_file.read_or_create(settings.secret_file)[0]
    verification = Verification(
        world.application.app_state.database, Keyring((newest,)), world.clock.now()
    )
    messages = [finding.message for finding in verification.findings() if finding.kind == "changed"]
    assert [message.partition(" (")[0] for message in messages] == ["entry 1", "entry 2", "entry 3"]
