"""The version of the database's schema, and its migration to the one that this program needs.

Alembic takes 0.3 seconds to import, so it is imported only where it is used: a server whose
database is up to date starts without it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config

LOCK_FOR_MIGRATION = "SELECT pg_advisory_xact_lock(7236275904512)"
"""Taken on PostgreSQL by each transaction that changes the schema."""
_VERSION = sa.text("SELECT version_num FROM alembic_version")
# Nodes that start together wait here for the first one, and then find the schema up to date.
_BEGIN = {
    "sqlite": ["BEGIN IMMEDIATE"],
    "postgresql": [
        "BEGIN",
        "SET LOCAL statement_timeout = 0",
        "SET LOCAL lock_timeout = 0",
        LOCK_FOR_MIGRATION,
        "SET LOCAL lock_timeout = 5000",
    ],
}


class SchemaMismatch(Exception):
    """The schema is not the one that this program needs; the message says what to do."""


class Schema:
    """The schema of a database, and the folder of its migrations: `versions/0001_….py`."""

    def __init__(self, engine: sa.Engine, folder: Path) -> None:
        self._engine = engine
        self._folder = folder
        self._known = known_versions(folder)

    def current(self) -> str | None:
        """The version that the database has, None if it is empty.

        Raises SchemaMismatch if this program does not know the version.
        """
        with self._engine.connect() as connection:
            revision = schema_version(connection)
        if revision is not None and revision not in self._known:
            raise SchemaMismatch(
                f"the database's schema ({revision}) is newer than this program: "
                "start the newer program, or restore the backup made before it"
            )
        return revision

    def newest(self) -> str:
        """The version that this program needs."""
        if not self._known:
            raise SchemaMismatch("the program has no migrations: it was not installed whole")
        return self._known[-1]

    def is_current(self) -> bool:
        """Whether there is nothing to migrate. Raises SchemaMismatch for a newer schema."""
        return self.current() == self.newest()

    def must_match(self) -> None:
        """Raise SchemaMismatch unless the database has the version that is needed."""
        if not self.is_current():
            raise SchemaMismatch(
                "the database's schema is older than this program: run `bridgework migrate`, "
                "or start with `bridgework serve --migrate`"
            )

    def pending(self) -> Sequence[str]:
        """The migrations that `migrate` would run, oldest first, a line each."""
        from alembic.script import ScriptDirectory  # see above

        script = ScriptDirectory.from_config(self._config())
        steps = list(script.iterate_revisions(self.newest(), self.current() or "base"))
        return [f"{step.revision}  {step.doc}" for step in reversed(steps)]

    def migrate(self) -> None:
        """Upgrade to the newest version in one transaction."""
        if self.is_current():
            return
        with self._engine.connect() as connection:
            for word in _BEGIN[connection.dialect.name]:
                connection.exec_driver_sql(word)
            try:
                self.bring(connection, "head")
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                connection.exec_driver_sql("ROLLBACK")
                raise

    def bring(self, connection: sa.Connection, version: str) -> None:
        """Upgrade to this version in the open transaction of the connection."""
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
    """The versions that the migrations in a folder lead to, oldest first."""
    return sorted(file.name[:4] for file in folder.glob("versions/[0-9]*_*.py"))


def schema_version(connection: sa.Connection) -> str | None:
    """The version of the schema that a connection sees, None if it has none."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(_VERSION).scalar_one_or_none()
    return revision
