"""The version of the database's schema, and its migration to the version that this program needs.

Alembic takes 0.3 seconds to import, so it is imported only where it is used: a server whose
database is up to date starts without it.
"""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from bridgework.kit.data import lineage, schema_comparison
from bridgework.kit.data.db import metadata, no_personal_data
from bridgework.kit.data.db.engines import sqlite_library

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import Script, ScriptDirectory

schema_compatibility = sa.Table(
    "schema_compatibility",
    metadata,
    sa.Column("one", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("oldest_program", sa.Text, nullable=False),
    sa.Column("lineage", sa.Text, nullable=False, server_default=lineage.LINEAGE),
    sa.CheckConstraint("one = 1", name="one"),
    info=no_personal_data("the version of a schema"),
)
"""One row: the oldest schema whose program may run with this one, and the lineage of both."""

MIGRATION_LOCK = "SELECT pg_advisory_xact_lock(7236275904512)"
"""The statement by which a transaction that changes the schema locks it on PostgreSQL."""
_IS_VERSION = re.compile(r"[0-9]{4}")
_VERSION = sa.text("SELECT version_num FROM alembic_version")
_NODES = sa.text(
    "SELECT DISTINCT application_name FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND (application_name LIKE 'bridgework serve%' OR application_name LIKE 'bridgework worker%')"
    " ORDER BY 1"
)
"""The sessions of running nodes on PostgreSQL."""
_ENDING_SECONDS = 2.0
# Nodes that start at the same time wait here for the first one; the schema is then up to date.
_BEGIN = {
    "sqlite": ["BEGIN IMMEDIATE"],
    "postgresql": [
        "BEGIN",
        "SET LOCAL statement_timeout = 0",
        "SET LOCAL lock_timeout = 0",
        MIGRATION_LOCK,
        "SET LOCAL lock_timeout = 5000",
    ],
}


class SchemaMismatch(Exception):
    """The schema is not the one that this program needs; the message names the remedy."""


class NodesAreRunning(SchemaMismatch):
    """A migration would break running nodes; the message names them."""


class MigrationFailed(Exception):
    """A migration failed, and the schema is as before; the message gives the reason."""


class Schema:
    """The schema of a database, and the directory of its migrations: `versions/0001_….py`.

    A migration with `additive = True` only adds what the former program does not use. It runs
    beside nodes of that program, and that program also starts with the newer schema. Any other
    migration is refused while nodes run.
    """

    def __init__(self, engine: sa.Engine, folder: Path) -> None:
        self._engine = engine
        self._folder = folder
        self._versions = known_versions(folder)

    def current(self) -> str | None:
        """The version of the database; None if the database is empty.

        Raises SchemaMismatch if this program may not run with a newer version.
        """
        with self._engine.connect() as connection:
            revision = schema_version(connection)
            _must_be_of_lineage(connection, revision)
            is_usable = self._knows(revision) or may_use_newer(connection, self.newest())
        if not is_usable:
            raise SchemaMismatch(
                f"the database's schema ({revision}) is newer than this program: "
                "start the newer program, or restore the backup made before it"
            )
        return revision

    def database_version(self) -> str:
        """The name and version of the database system, as in `PostgreSQL 15.14`."""
        with self._engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                return f"SQLite {sqlite_library.describe()}"
            version: str = connection.execute(sa.text("SHOW server_version")).scalar_one()
        return f"PostgreSQL {version}"

    def newest(self) -> str:
        """The version that this program needs."""
        if not self._versions:
            raise SchemaMismatch("the program has no migrations: the installation is incomplete")
        return self._versions[-1]

    def is_current(self) -> bool:
        """Whether no migration is pending. Raises SchemaMismatch for a schema that is too new."""
        current = self.current()
        return current == self.newest() or not self._knows(current)

    def must_match(self) -> None:
        """Raise SchemaMismatch unless the schema is up to date."""
        if not self.is_current():
            raise SchemaMismatch(
                "the database's schema is older than this program: run `bridgework migrate`, "
                "or start with `bridgework serve --migrate`"
            )

    def pending(self) -> Sequence[str]:
        """The migrations that `migrate` would run, oldest first, one line each."""
        current = self.current()
        return [
            f"{step.revision}  {step.doc}"
            + ("" if current is None or _is_additive(step) else "  (stop all nodes first)")
            for step in self._pending_steps(current)
        ]

    def migrate(self, *, must_be_stopped: Callable[[], object] | None = None) -> None:
        """Upgrade to the newest version in one transaction.

        Before a migration that is not additive, `must_be_stopped` raises NodesAreRunning if nodes
        run; by default the sessions of PostgreSQL are searched for nodes. Raises MigrationFailed,
        and SchemaMismatch for a database of another lineage.
        """
        former = self.current()
        if self.is_current():
            return
        if former is not None and not all(map(_is_additive, self._pending_steps(former))):
            (must_be_stopped or self.must_have_no_nodes)()
        with self._engine.connect() as connection:
            self._must_contain_tables_of(connection, former)
            for statement in _BEGIN[connection.dialect.name]:
                connection.exec_driver_sql(statement)
            try:
                self.upgrade(connection, "head")
                self.record_compatibility(connection)
                connection.exec_driver_sql("COMMIT")
            except BaseException as error:
                _roll_back(connection)
                if isinstance(error, sa.exc.DBAPIError):
                    raise MigrationFailed(_failure(former, error)) from error
                raise

    def _must_contain_tables_of(self, connection: sa.Connection, former: str | None) -> None:
        """Raise SchemaMismatch if a database has not the tables that belong to its version."""
        if former is None:
            return
        expected = self._names_at(former)
        try:
            lineage.must_contain(schema_comparison.names(connection), expected, former)
        except lineage.OtherLineage:
            raise SchemaMismatch(_other_lineage(former)) from None

    def _names_at(self, revision: str) -> Mapping[str, frozenset[str]]:
        """Return the names of the columns by table that the migrations up to one lead to."""
        engine = sa.create_engine("sqlite://", module=sqlite_library.sqlite3)
        with engine.connect() as connection:
            Schema(engine, self._folder).upgrade(connection, revision)
            found = schema_comparison.names(connection)
        engine.dispose()
        return found

    def must_have_no_nodes(self) -> None:
        """Raise NodesAreRunning if servers or workers have sessions at PostgreSQL.

        PostgreSQL ends the sessions of a process a moment after the process, so this looks for
        them again for two seconds.
        """
        if self._engine.dialect.name != "postgresql":
            return
        deadline = time.monotonic() + _ENDING_SECONDS
        while nodes := self._nodes():
            if time.monotonic() > deadline:
                raise NodesAreRunning(nodes_are_running(", ".join(nodes)))
            time.sleep(0.1)

    def _nodes(self) -> Sequence[str]:
        with self._engine.connect() as connection:
            return connection.execute(_NODES).scalars().all()

    def upgrade(self, connection: sa.Connection, version: str) -> None:
        """Upgrade to a version, in the open transaction of the connection."""
        from alembic import command  # see above

        config = self._config()
        config.attributes["connection"] = connection
        command.upgrade(config, version)

    def record_compatibility(self, connection: sa.Connection) -> None:
        """Record the oldest schema whose program may run with the newest one.

        Called after each upgrade to the newest version.
        """
        if not sa.inspect(connection).has_table(schema_compatibility.name):
            return
        steps = list(self._scripts().walk_revisions())
        breaking = next(step for step in steps if not _is_additive(step))
        connection.execute(schema_compatibility.delete())
        row = {"one": 1, "oldest_program": breaking.revision}
        connection.execute(schema_compatibility.insert(), row)

    def _knows(self, revision: str | None) -> bool:
        return revision is None or revision in self._versions

    def _pending_steps(self, current: str | None) -> "Sequence[Script]":
        if not self._knows(current):
            return []
        steps = self._scripts().iterate_revisions(self.newest(), current or "base")
        return list(steps)[::-1]

    def _scripts(self) -> "ScriptDirectory":
        from alembic.script import ScriptDirectory  # see above

        return ScriptDirectory.from_config(self._config())

    def _config(self) -> "Config":
        from alembic.config import Config  # see above

        config = Config()
        config.set_main_option("script_location", str(self._folder))
        config.set_main_option("path_separator", "os")
        return config


def _must_be_of_lineage(connection: sa.Connection, revision: str | None) -> None:
    """Raise SchemaMismatch for a database of another lineage."""
    try:
        lineage.must_be_ours(connection, revision)
    except lineage.OtherLineage:
        raise SchemaMismatch(_other_lineage(str(revision))) from None


def _other_lineage(revision: str) -> str:
    return (
        f"the database's schema ({revision}) is of another lineage of migrations, that of a "
        "development version before this program: leave this database as it is, and copy its data "
        "into a new one with `bridgework migrate --copy-from`, as docs/runbook.md describes"
    )


def may_use_newer(connection: sa.Connection, newest: str) -> bool:
    """Whether the newer schema of a connection has all that a program uses.

    `newest` is the newest version that the program knows.
    """
    if not sa.inspect(connection).has_table(schema_compatibility.name):
        return False
    oldest = connection.execute(sa.select(schema_compatibility.c.oldest_program)).scalar()
    return oldest is not None and oldest <= newest


def nodes_are_running(nodes: str) -> str:
    """The message that names running nodes."""
    return (
        f"a pending migration changes what running nodes use: stop all servers and workers first "
        f"({nodes}), or, if none runs, run `bridgework migrate --nodes-are-stopped`"
    )


def _is_additive(step: "Script") -> bool:
    return getattr(step.module, "additive", False)


def known_versions(folder: Path) -> list[str]:
    """The versions of the migrations in a directory, oldest first."""
    return sorted(file.name[:4] for file in folder.glob("versions/[0-9]*_*.py"))


def schema_version(connection: sa.Connection) -> str | None:
    """The version of the schema of a connection; None if it has none.

    Raises SchemaMismatch if the table of the version was manipulated.
    """
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    versions = connection.execute(_VERSION).scalars().fetchmany(2)
    if not versions:
        return None
    if len(versions) > 1 or not _IS_VERSION.fullmatch(str(versions[0])):
        raise SchemaMismatch(
            "the table alembic_version is damaged: it must have one row with the four digits of a "
            "version; restore a backup"
        )
    return str(versions[0])


def _roll_back(connection: sa.Connection) -> None:
    """Roll back; a lost connection has already done so."""
    try:
        connection.exec_driver_sql("ROLLBACK")
    except sa.exc.DBAPIError:
        connection.invalidate()


def _failure(former: str | None, error: sa.exc.DBAPIError) -> str:
    state = "the database is still empty" if former is None else f"the schema is still {former}"
    lines = str(error.orig).strip().splitlines() or [type(error.orig).__name__]
    return (
        f"the migration failed and was rolled back completely, so {state}: {lines[0]}. Start the "
        "former version of the program, or remove the cause and run `bridgework migrate` again"
    )
