"""Each request runs in one transaction."""

from collections.abc import Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.settings import Settings
from tests.kit.db import another
from tests.kit.http import ledger as sample
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import World

pytestmark = pytest.mark.parametrize(
    (("database_url", "synchronous")),
    [("sqlite", "normal"), ("sqlite", "full"), ("postgresql", "normal")],
    indirect=["database_url"],
    ids=["SQLite, on the loop", "SQLite, in a thread", "PostgreSQL"],
)


@pytest.fixture
def ledger(settings: Settings, synchronous: str, loop: Loop) -> Iterator[World]:
    durable = settings.model_copy(update={"sqlite_synchronous": synchronous})
    with another.connection(settings.database_address) as connection:
        for statement in sample.ORPHANAGE:
            connection.exec_driver_sql(statement)
    world = stage.world(durable, sample.router.operations, loop)
    yield world
    world.close()


def stored(ledger: World) -> list[str]:
    """Return the entries that another connection reads."""
    with another.connection(ledger.application.app_state.settings.database_address) as connection:
        rows = connection.execute(sa.text("SELECT kind FROM samples ORDER BY id"))
        return list(rows.scalars())


def test_a_successful_request_is_committed(ledger: World) -> None:
    ledger.post("/entries/one").must(200)
    assert stored(ledger) == ["one"]
    assert ledger.get("/entries").must(200).data == {"names": ["one"]}


@pytest.mark.parametrize(
    ("end", "status"),
    [("refused", 409), ("broken", 500), ("unserializable", 500), ("orphaned", 500)],
)
def test_a_failed_request_is_rolled_back_and_holds_no_lock(
    ledger: World, end: str, status: int
) -> None:
    for _ in range(3):
        ledger.post(f"/entries/one/{end}").must(status)
    assert stored(ledger) == []
    with another.connection(ledger.application.app_state.settings.database_address) as connection:
        connection.execute(sa.text("DELETE FROM samples"))  # no lock is held
    ledger.post("/entries/two").must(200)
    ledger.post("/entries/three/slowly").must(200)
    assert stored(ledger) == ["two", "three"]


def test_a_committing_error_commits(ledger: World) -> None:
    assert ledger.post("/entries/one/noted").must(409).error == "entry_noted"
    assert stored(ledger) == ["one"]


def test_transactions_do_not_nest(ledger: World) -> None:
    ledger.post("/entries/one/nested").must(500)
    assert stored(ledger) == []
    ledger.post("/entries/two").must(200)


def test_a_threaded_operation_has_no_open_transaction(ledger: World) -> None:
    ledger.post("/entries/one/adrift").must(500)
    assert stored(ledger) == []


def test_seventeen_concurrent_threaded_requests_succeed(ledger: World) -> None:
    slow = [partial(ledger.sending, "POST", f"/entries/{n}/slowly") for n in range(17)]
    quick = [partial(ledger.sending, "GET", "/entries")] * 17
    responses = ledger.together([*slow, *quick])
    assert [response.status for response in responses] == [200] * 34
    assert sorted(stored(ledger), key=int) == [str(number) for number in range(17)]


def test_concurrent_writes_are_all_committed_once(ledger: World) -> None:
    responses = ledger.together(
        [partial(ledger.sending, "POST", f"/entries/{n}") for n in range(40)]
    )
    assert [response.status for response in responses] == [200] * 40
    assert sorted(stored(ledger), key=int) == [str(number) for number in range(40)]


def test_concurrent_writes_have_independent_results(ledger: World) -> None:
    ends = {"": 200, "/refused": 409, "/broken": 500, "/noted": 409, "/orphaned": 500}
    wanted = [(f"{number}{end}", status) for number in range(8) for end, status in ends.items()]
    responses = ledger.together(
        [partial(ledger.sending, "POST", f"/entries/{path}") for path, _ in wanted]
    )
    assert [response.status for response in responses] == [status for _, status in wanted]
    # Successful requests and committing errors are stored once, the others not at all.
    assert sorted(stored(ledger), key=int) == [str(number) for number in range(8) for _ in "ab"]
