"""The interface of a transaction, its begin and its end."""

from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.kit.core import Conflict
from bridgework.kit.data.db import Database, RetryInThread, Tx
from tests.kit.db import another
from tests.kit.db.notes import add, notes, numbers, prepared


class NotesFull(Conflict):
    """The limit of notes is reached."""


class NotesClosed(Conflict):
    """The notes are closed; earlier writes are committed."""

    commits = True


@pytest.fixture(autouse=True)
def _table(database: Database) -> None:
    prepared(database)


def write(database: Database, *wanted: int, then: BaseException | None = None) -> None:
    """Add notes in one transaction, then raise `then`."""
    with database.writing() as tx:
        for number in wanted:
            tx.execute(add(number))
        if then is not None:
            raise then


def write_within(tx: Tx, *wanted: int, then: Exception | None = None) -> None:
    """Add notes in a savepoint, then raise `then`."""
    with tx.savepoint():
        for number in wanted:
            tx.execute(add(number))
        if then is not None:
            raise then


def stored(url: str) -> list[int]:
    """Return the notes that another connection reads."""
    with another.connection(url) as connection:
        return list(connection.execute(numbers).scalars())


def test_a_block_without_an_error_commits(database: Database, database_url: str) -> None:
    with database.writing() as tx:
        tx.execute(add(1))
        assert stored(database_url) == []
    assert stored(database_url) == [1]


@pytest.mark.parametrize("error", [NotesFull(), RuntimeError(), KeyboardInterrupt(), SystemExit()])
def test_a_block_that_raises_rolls_back(
    database: Database, database_url: str, error: BaseException
) -> None:
    with pytest.raises(type(error)):
        write(database, 1, then=error)
    write(database, 2)
    assert stored(database_url) == [2]


def test_a_committing_error_commits_and_is_raised(database: Database, database_url: str) -> None:
    with pytest.raises(NotesClosed):
        write(database, 1, then=NotesClosed())
    assert stored(database_url) == [1]


def test_tx_has_no_methods_to_begin_or_end_the_transaction(database: Database) -> None:
    public = {name for name in dir(Tx) if not name.startswith("_")}
    assert public == {
        "after_commit", "before_commit", "dialect", "execute", "move_to_thread", "one",
        "record", "records", "row", "rows", "savepoint", "value", "values",
    }  # fmt: skip


def test_move_to_thread_raises_on_the_event_loop_only(database: Database) -> None:
    with database.reading() as tx:
        tx.move_to_thread()
    if database.reads_on_loop:
        with pytest.raises(RetryInThread), database.reading(on_loop=True) as tx:
            tx.move_to_thread()


def test_after_commit_runs_after_the_commit_once(database: Database, database_url: str) -> None:
    recorded: list[list[int]] = []
    with database.writing() as tx:
        tx.execute(add(1))
        tx.after_commit(lambda: recorded.append(stored(database_url)))
        assert recorded == []
    assert recorded == [[1]]
    with database.writing() as tx:
        tx.after_commit(lambda: recorded.append([7]))
    assert recorded == [[1], [7]]


def test_before_commit_runs_once_per_name_within_the_transaction(
    database: Database, database_url: str
) -> None:
    recorded: list[str] = []

    def note(tx: Tx, number: int) -> None:
        recorded.append(f"{number}")
        tx.execute(add(number))

    with database.writing() as tx:
        for name, number in (("b", 2), ("a", 1), ("b", 3)):
            tx.before_commit(name, partial(note, tx, number))
        tx.execute(add(7))
        assert recorded == []
    assert recorded == ["1", "3"]
    assert stored(database_url) == [1, 3, 7]


def test_an_error_in_before_commit_rolls_back_the_transaction(
    database: Database, database_url: str
) -> None:
    def write_twice() -> None:
        with database.writing() as tx:
            tx.execute(add(1))
            tx.before_commit("again", partial(tx.execute, add(1)))

    with pytest.raises(sa.exc.IntegrityError):
        write_twice()
    assert stored(database_url) == []
    write(database, 2)


def test_after_commit_does_not_run_after_a_rollback(database: Database) -> None:
    recorded: list[str] = []

    def write_and_refuse() -> None:
        with database.writing() as tx:
            tx.execute(add(1))
            tx.after_commit(lambda: recorded.append("committed"))
            raise NotesFull

    with pytest.raises(NotesFull):
        write_and_refuse()
    write(database, 2)
    assert recorded == []


def test_a_connection_that_cannot_roll_back_is_discarded(
    database: Database, database_url: str
) -> None:
    def write_and_lose_the_connection() -> None:
        with database.writing() as tx:
            tx.execute(add(1))
            tx._transaction.begun().driver.close()
            raise NotesFull

    for _ in range(3):
        with pytest.raises(NotesFull):
            write_and_lose_the_connection()
    write(database, 2)
    assert stored(database_url) == [2]


def test_a_failed_statement_rolls_back_the_transaction(
    database: Database, database_url: str
) -> None:
    with pytest.raises(sa.exc.IntegrityError):
        write(database, 1, 1)
    assert stored(database_url) == []


def test_a_failed_statement_in_a_savepoint_undoes_only_the_savepoint(
    database: Database, database_url: str
) -> None:
    with database.writing() as tx:
        tx.execute(add(1))
        with pytest.raises(sa.exc.IntegrityError):
            write_within(tx, 2, 1)
        write_within(tx, 3)
        tx.execute(add(4))
    assert stored(database_url) == [1, 3, 4]


def test_savepoints_nest(database: Database, database_url: str) -> None:
    with database.writing() as tx:
        with tx.savepoint():
            tx.execute(add(1))
            with pytest.raises(sa.exc.IntegrityError):
                write_within(tx, 1)
            tx.execute(add(2))
        with pytest.raises(NotesFull):
            write_within(tx, 3, then=NotesFull())
    assert stored(database_url) == [1, 2]


def test_a_savepoint_may_be_the_first_statement(database: Database, database_url: str) -> None:
    with database.writing() as tx, tx.savepoint():
        tx.execute(add(1))
    assert stored(database_url) == [1]


def test_rows_row_and_value_return_what_they_promise(database: Database) -> None:
    with database.writing() as tx:
        tx.execute(notes.insert(), [{"id": 1, "text": "a"}, {"id": 2, "text": "b"}])
        response = tx.rows(sa.select(notes).order_by(notes.c.id))
        assert [tuple(row) for row in response] == [(1, "a"), (2, "b")]
        one = sa.select(notes.c.text).where(notes.c.id == sa.bindparam("number"))
        assert tx.row(one, {"number": 1}) == ("a",)
        assert tx.value(one, {"number": 2}) == "b"
        assert tx.row(one, {"number": 3}) is None
        assert tx.value(one, {"number": 3}) is None
        with pytest.raises(sa.exc.MultipleResultsFound):
            tx.row(sa.select(notes))


def test_the_transaction_begins_with_the_first_statement(database: Database) -> None:
    for _ in range(50):  # more than there are connections
        open_all_the_while = database.writing()
        open_all_the_while.__enter__()
    with database.writing() as tx:
        tx.execute(add(1))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("on_loop", [True, False])
def test_on_sqlite_a_read_sees_one_snapshot(
    database: Database, database_url: str, on_loop: bool
) -> None:
    with another.connection(database_url) as other, database.reading(on_loop=on_loop) as tx:
        assert tx.rows(numbers) == []
        other.execute(add(1))
        assert tx.rows(numbers) == []
    with database.reading(on_loop=on_loop) as tx:
        assert tx.rows(numbers) == [(1,)]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_on_postgresql_each_statement_of_a_read_sees_the_latest_commits(
    database: Database, database_url: str
) -> None:
    with another.connection(database_url) as other, database.reading() as tx:
        assert tx.rows(numbers) == []
        other.execute(add(1))
        assert tx.rows(numbers) == [(1,)]


def test_an_error_contains_the_statement_without_personal_data(database: Database) -> None:
    with database.writing() as tx:
        tx.execute(add(1, "first"))
    with pytest.raises(sa.exc.IntegrityError) as raised, database.writing() as tx:
        tx.execute(add(1, "ada@example.com"))
    assert "INSERT INTO notes" in str(raised.value)
    assert "ada@example.com" not in str(raised.value)
