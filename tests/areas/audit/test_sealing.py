"""Sealing: entries are numbered without gaps, whoever writes and seals at once."""

import threading

import pytest
import sqlalchemy as sa

from bridgework import app
from bridgework.areas.audit import actions, policies
from bridgework.areas.audit.schemas import AuditChange
from bridgework.areas.audit.tables import entries, head
from bridgework.areas.audit.verification import Verification
from bridgework.kit import secret_file
from bridgework.kit.errors import ApiError, BadRequest
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.settings import Settings
from tests import cast
from tests.areas.audit import log
from tests.loop import Loop
from tests.world import Person, World

WRITERS = 200


class ToothPulled(BadRequest):
    """The tooth is out, and that is noted."""

    commits = True


class ToothKept(BadRequest):
    """The tooth was never out."""


def numbers(world: World) -> list[int]:
    with world.application.app_state.database.reading() as tx:
        statement = sa.select(entries.c.number).order_by(entries.c.number)
        return list(tx.execute(statement).scalars())


def call_of(world: World) -> Context:
    return Context(
        world.application.app_state, world.clock.now(), "a-request", "198.51.100.1", "a program"
    )


def test_two_hundred_writers_and_two_sealers_leave_no_gap(world: World) -> None:
    written = threading.Event()
    failures: list[BaseException] = []

    def go_on_sealing() -> None:
        try:
            while not written.is_set():
                world.run_periodic_tasks()
        except BaseException as error:
            failures.append(error)
            raise

    sealers = [threading.Thread(target=go_on_sealing) for _ in range(2)]
    for sealer in sealers:
        sealer.start()
    asked = [
        lambda n=n: world.sending(
            "POST",
            "/auth/resend-otp",
            {"email": f"nobody{n}@example.com"},
            as_=Person("x@example.com", address=f"203.0.113.{n}"),
        )
        for n in range(WRITERS)
    ]
    answers = world.together(asked)
    written.set()
    for sealer in sealers:
        sealer.join()
    world.run_periodic_tasks()
    assert failures == []
    assert {answer.status for answer in answers} == {404}
    assert numbers(world) == list(range(1, WRITERS + 1))
    assert log.findings(world) == []


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_an_entry_that_is_committed_late_gets_a_later_number(world: World) -> None:
    """On SQLite nobody can write while another has not committed."""
    slow, quick = call_of(world), call_of(world)
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


def test_an_entry_that_no_sealer_reached_is_pending(world: World) -> None:
    log.sealed(world, 2)
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    world.clock.advance(hours=1)
    assert log.findings(world) == []
    world.run_periodic_tasks()
    assert log.findings(world) == []


def test_an_unsealed_entry_older_than_a_sealed_one_has_a_minute(world: World) -> None:
    first = call_of(world)
    world.clock.advance(seconds=1)
    log.sealed(world, 1)
    with first.write_transaction():
        actions.note(first, "account.disable")
    assert log.findings(world) == []
    world.clock.advance(minutes=1)
    [(kind, sentence)] = log.findings(world)
    assert kind == "unsealed"
    assert sentence.endswith("is not sealed, though a newer entry is")
    world.run_periodic_tasks()
    assert log.findings(world) == []


def test_an_entry_that_a_running_sealer_leaves_for_a_minute_is_named(world: World) -> None:
    log.sealed(world, 2)
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    database = world.application.app_state.database
    world.clock.advance(seconds=60)
    with database.writing() as tx:
        actions.note_overdue(tx, world.clock.now())
    world.clock.advance(seconds=1)
    assert log.findings(world) == []
    with database.writing() as tx:
        actions.note_overdue(tx, world.clock.now())
    [(kind, sentence)] = log.findings(world)
    assert kind == "unsealed"
    assert "though the sealer has run for over a minute" in sentence
    world.run_periodic_tasks()
    assert log.findings(world) == []
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    world.clock.advance(hours=1)
    assert log.findings(world) == []


def test_a_server_whose_sealer_fails_records_that(world: World) -> None:
    log.sealed(world, 2)
    with world.application.app_state.database.writing() as tx:
        tx.execute(head.update().values(seal="0" * 64))
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    world.clock.advance(minutes=2)
    with pytest.raises(policies.HeadUnfit):
        world.run_periodic_tasks()
    assert [kind for kind, _ in log.findings(world)] == ["head", "unsealed"]


def test_an_entry_changed_before_it_was_sealed_is_named_then_and_later(world: World) -> None:
    world.post("/auth/resend-otp", {"email": "nobody@example.com"}).must(404)
    with world.application.app_state.database.writing() as tx:
        tx.execute(entries.update().values(outcome="ok"))
    assert [kind for kind, _ in log.findings(world)] == ["changed"]
    world.run_periodic_tasks()
    assert [kind for kind, _ in log.findings(world)] == ["changed"]


def test_erasing_what_is_personal_leaves_the_chain_whole(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    world.post("/auth/login", {"email": ada.email, "password": "wrong horse"}).must(401)
    world.run_periodic_tasks()
    assert ada.id is not None
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        dropped = actions.forget(tx, Id(ada.id))
        assert actions.forget(tx, Id(ada.id)) == 0
    walk = Verification(app_state.database, app_state.keyring, world.clock.now())
    assert list(walk.findings()) == []
    assert walk.without_personal == dropped > 0
    for entry in log.page(world, root, limit=100)["items"]:
        is_theirs = ada.id in {entry["actor"], entry["target"]}
        assert (entry["ip"] is None) == (entry["userAgent"] is None) == is_theirs


def test_an_entry_goes_with_its_transaction(world: World) -> None:
    def actions_noted() -> list[str]:
        with world.application.app_state.database.reading() as tx:
            return list(tx.execute(sa.select(entries.c.action)).scalars())

    def note_and_raise(problem: type[ApiError]) -> None:
        context = call_of(world)
        with context.write_transaction():
            actions.note(context, "account.enable")
            raise problem

    with pytest.raises(ToothKept):
        note_and_raise(ToothKept)
    assert actions_noted() == []
    with pytest.raises(ToothPulled):
        note_and_raise(ToothPulled)
    assert actions_noted() == ["account.enable"]


def test_a_value_that_may_only_be_named_is_refused(world: World) -> None:
    context = call_of(world)
    told = AuditChange(field="email", before="ada@example.com", after="ben@example.com")
    with pytest.raises(policies.ValueNotTold), context.write_transaction():
        actions.note(context, "account.change", changes=[told])
    assert numbers(world) == []


def test_what_an_older_secret_sealed_holds_as_long_as_the_secret_is_there(
    world: World, settings: Settings, loop: Loop
) -> None:
    log.sealed(world, 3)
    secret_file.rotate(settings.secret_file)
    later = World(app.create_app(settings, world.clock), world.clock, loop)
    log.sealed(later, 3)
    assert log.findings(later) == []
    later.close()
    newest = secret_file.read_or_create(settings.secret_file)[0]
    walk = Verification(world.application.app_state.database, Keyring((newest,)), world.clock.now())
    named = [finding.sentence for finding in walk.findings() if finding.kind == "changed"]
    assert [sentence.partition(" (")[0] for sentence in named] == ["entry 1", "entry 2", "entry 3"]
