"""Migrations say whether they are additive, and their statements agree.

An additive migration runs beside nodes of the former program, so it may only add what these do not
use, and on PostgreSQL it may not lock a table that they write to for long.
"""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory

from bridgework import migrations
from tests.newer_migrations import ADDITIVE, BREAKING, LATER, Step, newer

_REFERENCE = re.compile(r"REFERENCES \w+ ?\([^)]*\)(?! ON DELETE (CASCADE|SET NULL))")
"""A reference that would refuse a deletion by a program that does not know the table."""
STEPS = [
    step
    for step in ScriptDirectory(str(migrations.FOLDER)).walk_revisions()
    if step.down_revision is not None
]
"""All but the first schema."""
SAMPLES = (ADDITIVE, BREAKING, LATER)
_ADDED = re.compile(
    r"CREATE TABLE (?P<table>\w+) "
    r"|CREATE (UNIQUE )?INDEX \w+ ON (?P<indexed>\w+)"
    r"|INSERT INTO (?P<filled>\w+) "
    r"|ALTER TABLE \w+ ADD COLUMN (.* DEFAULT |(?!.* NOT NULL))"
)
_RULES_OF_THE_DATABASE = (
    "prefer-text-field,prefer-bigint-over-int,prefer-bigint-over-smallint,prefer-robust-stmts,"
    "require-timeout-settings"
)
"""Rules about types and repetition; timeouts are set before the first migration."""


def sql_of(step: Script, dialect: str) -> list[str]:
    """Return the statements of a migration, without running it."""
    buffer = io.StringIO()
    options = {"as_sql": True, "output_buffer": buffer}
    context = MigrationContext.configure(dialect_name=dialect, opts=options)
    with Operations.context(context):
        step.module.upgrade()
    statements = buffer.getvalue().split(";")
    return [" ".join(statement.split()) for statement in statements if statement.strip()]


def is_additive(statements: list[str]) -> bool:
    """Whether statements only add tables, columns with a value, and indexes of new tables."""
    matches = [_ADDED.match(statement) for statement in statements]
    if not all(matches) or any(map(_REFERENCE.search, statements)):
        return False
    tables = {match["table"] for match in matches if match}
    used = {match["indexed"] or match["filled"] for match in matches if match}
    return used - {None} <= tables


@pytest.fixture
def samples(tmp_path: Path) -> list[Script]:
    """The migrations of a later version."""
    folder = newer(tmp_path / "newer", *SAMPLES)
    return list(ScriptDirectory(str(folder)).walk_revisions())[: len(SAMPLES)]


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_a_migration_declares_whether_it_is_additive(samples: list[Script], dialect: str) -> None:
    for step in [*STEPS, *samples]:
        assert step.module.additive is is_additive(sql_of(step, dialect)), step.revision


@pytest.mark.parametrize(
    ("statement", "is_allowed"),
    [
        ("CREATE TABLE samples ( id TEXT NOT NULL )", True),
        ("ALTER TABLE accounts ADD COLUMN nickname TEXT", True),
        ("ALTER TABLE accounts ADD COLUMN level INTEGER DEFAULT '1' NOT NULL", True),
        ("ALTER TABLE accounts ADD COLUMN level INTEGER NOT NULL", False),
        ("CREATE INDEX CONCURRENTLY ix ON accounts (nickname)", False),
        ("CREATE TABLE samples ( id TEXT REFERENCES accounts (id) ON DELETE CASCADE )", True),
        ("CREATE TABLE samples ( id TEXT REFERENCES accounts (id) )", False),
        ("CREATE INDEX ix ON accounts (nickname)", False),
        ("INSERT INTO accounts (id) VALUES ('1')", False),
        ("UPDATE accounts SET nickname = ''", False),
        ("ALTER TABLE accounts DROP COLUMN nickname", False),
        ("ALTER TABLE accounts RENAME COLUMN nickname TO name", False),
        ("DROP TABLE samples", False),
    ],
)
def test_additive_statements_are_recognized(statement: str, is_allowed: bool) -> None:
    assert is_additive([statement]) is is_allowed


def test_additive_migrations_take_no_long_locks_on_postgresql(
    samples: list[Script], tmp_path: Path
) -> None:
    for step in [*STEPS, *samples]:
        if step.module.additive:  # nodes are stopped for the others
            checked = complaints(step, tmp_path)
            assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_long_lock_is_found(tmp_path: Path) -> None:
    index = Step(
        """
    op.create_index("ix_accounts_first_name", "accounts", ["first_name"])
""",
        additive=True,
    )
    step = next(iter(ScriptDirectory(str(newer(tmp_path / "newer", index))).walk_revisions()))
    assert "require-concurrent-index-creation" in complaints(step, tmp_path).stdout


def complaints(step: Script, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run the linter on the statements of a migration for PostgreSQL."""
    file = tmp_path / f"{step.revision}.sql"
    file.write_text("".join(f"{statement};\n" for statement in sql_of(step, "postgresql")))
    squawk = Path(sys.executable).with_name("squawk")
    command = [
        str(squawk),
        "--assume-in-transaction",
        "--exclude",
        _RULES_OF_THE_DATABASE,
        str(file),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_file_of_a_migration_is_known() -> None:
    steps = ScriptDirectory(str(migrations.FOLDER)).walk_revisions()
    assert {step.revision for step in steps} == {
        file.name[:4] for file in migrations.FOLDER.glob("versions/[0-9]*_*.py")
    }
