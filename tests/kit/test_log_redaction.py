"""Tracebacks in the log contain the location and constraint, but no personal data."""

import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter

from bridgework import app
from bridgework.kit.core import new_id
from bridgework.kit.core.observability import log_redaction
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.kit.delivery.outbox import TransportUnavailable
from bridgework.kit.delivery.outbox.tables import outbox_emails
from bridgework.kit.validation import Line50, ResponseModel
from bridgework.settings import Settings
from tests.kit.samples import create, samples

ADA = "ada@example.com"
WHO = "ada lovell of 12 high street"


class Card(ResponseModel):
    name: str
    number: int


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    create(settings)
    opened = app.database(settings)
    yield opened
    opened.close()


def raised(act: Callable[[], object]) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - any that comes
        act()
    return caught.value


def test_a_traceback_starts_with_the_first_cause() -> None:
    def deep() -> None:
        raise KeyError(ADA)

    def middle() -> None:
        try:
            deep()
        except KeyError:
            raise TransportUnavailable("the way is blocked") from None

    def top() -> None:
        try:
            try:
                middle()
            except TransportUnavailable as error:
                raise RuntimeError(WHO) from error
        except RuntimeError:
            dict[str, str]()[WHO]

    result = log_redaction.format_trace(raised(top))
    assert ADA not in result
    assert WHO not in result
    assert "KeyError\n" not in result  # suppressed by `raise … from None`
    lines = [line for line in result.splitlines() if not line.startswith(" ")]
    assert lines == [
        "Traceback (most recent call last):",
        "bridgework.kit.delivery.outbox.transport.TransportUnavailable: the way is blocked",
        "which caused:",
        "Traceback (most recent call last):",
        "RuntimeError",
        "while handling this, another error occurred:",
        "Traceback (most recent call last):",
        "KeyError",
    ]
    assert f'File "{__file__}", line' in result
    assert "in deep" not in result
    assert 'raise TransportUnavailable("the way is blocked")' in result


def test_cycles_and_groups_of_exceptions_are_formatted() -> None:
    one, two = ValueError(WHO), TypeError("of code")
    one.__cause__, two.__cause__ = two, one
    result = log_redaction.format_trace(
        ExceptionGroup(WHO, [one, OSError(28, "No space left", WHO)])
    )
    assert result.count("ValueError") == 1
    assert "TypeError: of code" in result
    assert "OSError: [Errno 28] No space left" in result
    assert WHO not in result


@pytest.mark.parametrize(
    ("error", "result"),
    [
        (ValueError(WHO), "ValueError"),
        (KeyError(ADA), "KeyError"),
        (
            AttributeError("'str' object has no attribute 'id'"),
            "'str' object has no attribute 'id'",
        ),
        (FileNotFoundError(2, "No such file or directory", f"/{WHO}"), "[Errno 2] No such file"),
        (OSError(WHO), "OSError"),
        (TimeoutError(), "TimeoutError"),
        (ssl.SSLError(1, "certificate verify failed"), "ssl.SSLError: [Errno 1] certificate"),
        (sqlite3.OperationalError("database is locked"), "database is locked"),
        (TransportUnavailable(f"530 <{ADA}> who?"), "TransportUnavailable: 530 <…@…> who?"),
        (sa.exc.TimeoutError("QueuePool limit of size 4"), "QueuePool limit of size 4"),
    ],
    ids=repr,
)
def test_the_messages_of_errors_are_redacted(error: Exception, result: str) -> None:
    assert result in log_redaction.format_error(error)
    assert WHO not in log_redaction.format_error(error)
    assert ADA not in log_redaction.format_error(error)


def test_a_validation_error_names_its_members() -> None:
    row = {"name": 7, "number": WHO}
    result = log_redaction.format_error(raised(lambda: Card.model_validate(row)))
    assert result.endswith("ValidationError: Card: name string_type, number int_type")
    text = log_redaction.format_error(raised(lambda: TypeAdapter(Line50).validate_python(WHO * 3)))
    assert "- string_too_long" in text
    assert WHO not in text


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        (f"550 <{ADA}>: no such user", "550 <…@…>: no such user"),
        ("redis://user:pass@cache.example:6379/0", "redis://user:…@…:6379/0"),
        ("GET https://api.example/v1?a=b%40c&d=e failed", "GET https://api.example/v1?… failed"),
        ("/bucket/key?X-Amz-Signature=abc' in time", "/bucket/key?…' in time"),
        ("Bearer eyJhbGciOi.eyJzdWIi.c2ln-bmF0", "Bearer …"),
        ("the key bwk_0a1b_0194-70_ffee is old", "the key … is old"),
        ("is it there? yes", "is it there? yes"),
        ("constraint fk_idempotency_keys_account", "constraint fk_idempotency_keys_account"),
    ],
)
def test_personal_data_is_replaced(text: str, hidden: str) -> None:
    assert log_redaction.redact(text) == hidden


def broken(database: Database, act: Callable[[Tx], object]) -> str:
    """The traceback of the exception that `act` raises in a transaction."""

    def whole() -> None:
        with database.writing() as tx:
            act(tx)

    return log_redaction.format_trace(raised(whole))


def event(**columns: object) -> dict[str, object]:
    return {"id": new_id(), "kind": WHO, "subject_id": new_id(), "version": 1, **columns}


def test_a_constraint_is_named_without_the_row(database: Database) -> None:
    result = broken(database, lambda tx: tx.execute(samples.insert(), event(at=None)))
    assert "IntegrityError" in result
    assert "INSERT INTO samples" in result
    named = {
        "sqlite": "samples.at",
        "postgresql": "23502, schema public, table samples",
    }
    assert named[database.dialect] in result
    assert WHO not in result


def test_a_check_constraint_is_named(database: Database) -> None:
    now = datetime.now(UTC)
    row: dict[str, object] = {
        "id": new_id(),
        "name": WHO,
        "recipient": ADA,
        "facts": {},
    }
    row |= {"state": WHO, "attempts": 0, "due_at": now, "created_at": now}
    result = broken(database, lambda tx: tx.execute(outbox_emails.insert(), row))
    assert "IntegrityError" in result
    assert "ck_outbox_emails_state" in result
    assert WHO not in result
    assert ADA not in result


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("statement", "state"),
    [
        ("SELECT CAST(:who AS uuid)", "22P02"),
        ("SELECT to_tsquery('simple', :who)", "42601"),
        ("SELECT CAST(:who AS varchar) ~ '(' || :who", "2201B"),
        ("SELECT 1 FROM there_is_none WHERE name = :who", 'relation "there_is_none"'),
    ],
)
def test_messages_of_postgresql_without_values_are_logged(
    database: Database, statement: str, state: str
) -> None:
    result = broken(database, lambda tx: tx.execute(sa.text(statement), {"who": WHO}))
    assert state in result
    assert WHO not in result


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_search_term_in_an_sqlite_error_is_not_logged(database: Database) -> None:
    def search(tx: Tx) -> None:
        tx.execute(sa.text("CREATE VIRTUAL TABLE found USING fts5(words)"))
        tx.execute(sa.text("SELECT * FROM found WHERE found MATCH :who"), {"who": f'"{WHO}'})

    result = broken(database, search)
    assert "SQLITE_ERROR" in result
    assert WHO not in result


def test_an_unreachable_server_is_logged(tmp_path: Path) -> None:
    address = "postgresql+psycopg://bridgework:not-told@127.0.0.1:1/nothing"
    result = log_redaction.format_error(raised(sa.create_engine(address).connect))
    assert "port 1 failed" in result
    assert "not-told" not in result
