"""The version of the database's schema, and its migration to the version that this program needs.

Alembic takes 0.3 seconds to import, so it is imported only where it is used: a server whose
database is up to date starts without it.
"""

import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATION_LOCK = "SELECT pg_advisory_xact_lock(7236275904512)"
"""The statement by which a transaction that changes the schema locks it on PostgreSQL."""
_IS_VERSION = re.compile(r"[0-9]{4}")
_VERSION = sa.text("SELECT version_num FROM alembic_version")
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


class MigrationFailed(Exception):
    """A migration failed, and the schema is as before; the message gives the reason."""


class Schema:
    """The schema of a database, and the directory of its migrations: `versions/0001_….py`."""

    def __init__(self, engine: sa.Engine, folder: Path) -> None:
        self._engine = engine
        self._folder = folder
        self._versions = known_versions(folder)

    def current(self) -> str | None:
        """The version of the database; None if the database is empty.

        Raises SchemaMismatch if this program does not know the version.
        """
        with self._engine.connect() as connection:
            revision = schema_version(connection)
        if revision is not None and revision not in self._versions:
            raise SchemaMismatch(
                f"the database's schema ({revision}) is newer than this program: "
                "start the newer program, or restore the backup made before it"
            )
        return revision

    def database_version(self) -> str:
        """The name and version of the database system, as in `SQLite 3.51.3`."""
        with self._engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                return f"SQLite {sqlite3.sqlite_version}"
            version: str = connection.execute(sa.text("SHOW server_version")).scalar_one()
        return f"PostgreSQL {version}"

    def newest(self) -> str:
        """The version that this program needs."""
        if not self._versions:
            raise SchemaMismatch("the program has no migrations: the installation is incomplete")
        return self._versions[-1]

    def is_current(self) -> bool:
        """Whether no migration is pending. Raises SchemaMismatch for a newer schema."""
        return self.current() == self.newest()

    def must_match(self) -> None:
        """Raise SchemaMismatch unless the schema is up to date."""
        if not self.is_current():
            raise SchemaMismatch(
                "the database's schema is older than this program: run `bridgework migrate`, "
                "or start with `bridgework serve --migrate`"
            )

    def pending(self) -> Sequence[str]:
        """The migrations that `migrate` would run, oldest first, one line each."""
        from alembic.script import ScriptDirectory  # see above

        script = ScriptDirectory.from_config(self._config())
        steps = list(script.iterate_revisions(self.newest(), self.current() or "base"))
        return [f"{step.revision}  {step.doc}" for step in reversed(steps)]

    def migrate(self) -> None:
        """Upgrade to the newest version in one transaction. Raises MigrationFailed."""
        former = self.current()
        if former == self.newest():
            return
        with self._engine.connect() as connection:
            for statement in _BEGIN[connection.dialect.name]:
                connection.exec_driver_sql(statement)
            try:
                self.upgrade(connection, "head")
                connection.exec_driver_sql("COMMIT")
            except BaseException as error:
                _roll_back(connection)
                if isinstance(error, sa.exc.DBAPIError):
                    raise MigrationFailed(_failure(former, error)) from error
                raise

    def upgrade(self, connection: sa.Connection, version: str) -> None:
        """Upgrade to a version, in the open transaction of the connection."""
        from alembic import command  # see above

        config = self._config()
        config.attributes["connection"] = connection
        command.upgrade(config, version)

    def _config(self) -> "Config":
        from alembic.config import Config  # see above

        config = Config()
        config.set_main_option("script_location", str(self._folder))
        config.set_main_option("path_separator", "os")
        return config


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
