"""One call, one transaction: what stands, what is undone, and what the next call finds."""

from collections.abc import Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.settings import Settings
from tests.kit.db import another
from tests.kit.http import ledger as made_up
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
        for statement in made_up.ORPHANAGE:
            connection.exec_driver_sql(statement)
    world = stage.world(durable, made_up.router.operations, loop)
    yield world
    world.close()


def stored(ledger: World) -> list[str]:
    """What another connection finds in the ledger."""
    with another.connection(ledger.application.app_state.settings.database_address) as connection:
        rows = connection.execute(sa.text("SELECT kind FROM domain_events ORDER BY id"))
        return list(rows.scalars())


def test_what_ends_well_stands(ledger: World) -> None:
    ledger.post("/entries/one").must(200)
    assert stored(ledger) == ["one"]
    assert ledger.get("/entries").must(200).data == {"names": ["one"]}


@pytest.mark.parametrize(
    ("end", "status"), [("refused", 409), ("broken", 500), ("untellable", 500), ("orphaned", 500)]
)
def test_what_does_not_is_undone_and_holds_nobody_up(ledger: World, end: str, status: int) -> None:
    for _ in range(3):
        ledger.post(f"/entries/one/{end}").must(status)
    assert stored(ledger) == []
    with another.connection(ledger.application.app_state.settings.database_address) as connection:
        connection.execute(sa.text("DELETE FROM domain_events"))  # nobody holds a lock
    ledger.post("/entries/two").must(200)
    ledger.post("/entries/three/slowly").must(200)
    assert stored(ledger) == ["two", "three"]


def test_a_problem_that_keeps_lets_it_stand(ledger: World) -> None:
    assert ledger.post("/entries/one/noted").must(409).error == "entry_noted"
    assert stored(ledger) == ["one"]


def test_transactions_don_t_nest(ledger: World) -> None:
    ledger.post("/entries/one/nested").must(500)
    assert stored(ledger) == []
    ledger.post("/entries/two").must(200)


def test_a_slow_call_is_given_none(ledger: World) -> None:
    ledger.post("/entries/one/adrift").must(500)
    assert stored(ledger) == []


def test_seventeen_slow_calls_at_once_all_get_through(ledger: World) -> None:
    slow = [partial(ledger.sending, "POST", f"/entries/{n}/slowly") for n in range(17)]
    quick = [partial(ledger.sending, "GET", "/entries")] * 17
    answers = ledger.together([*slow, *quick])
    assert [answer.status for answer in answers] == [200] * 34
    assert sorted(stored(ledger), key=int) == [str(number) for number in range(17)]


def test_many_writes_at_once_all_stand_once(ledger: World) -> None:
    answers = ledger.together([partial(ledger.sending, "POST", f"/entries/{n}") for n in range(40)])
    assert [answer.status for answer in answers] == [200] * 40
    assert sorted(stored(ledger), key=int) == [str(number) for number in range(40)]


def test_of_writes_at_once_each_ends_as_it_would_alone(ledger: World) -> None:
    ends = {"": 200, "/refused": 409, "/broken": 500, "/noted": 409, "/orphaned": 500}
    wanted = [(f"{number}{end}", status) for number in range(8) for end, status in ends.items()]
    answers = ledger.together(
        [partial(ledger.sending, "POST", f"/entries/{path}") for path, _ in wanted]
    )
    assert [answer.status for answer in answers] == [status for _, status in wanted]
    # What ended well, and what is kept with a refusal: each once, and nothing of the others.
    assert sorted(stored(ledger), key=int) == [str(number) for number in range(8) for _ in "ab"]
