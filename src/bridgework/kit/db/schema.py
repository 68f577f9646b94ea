"""The schema: which version the database has, which one this program needs, and the way there.

Alembic takes a third of a second to import, so only what migrates does; a server whose database
is up to date reads one row and begins.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATING = "SELECT pg_advisory_xact_lock(7236275904512)"
"""Held on PostgreSQL by whoever changes the schema, until their transaction ends."""
_VERSION = sa.text("SELECT version_num FROM alembic_version")
# Begun by hand, since the driver of SQLite would leave the schema's changes outside. Who comes
# while another migrates, as the nodes of a fleet do that start together, waits and finds it done.
_BEGIN = {
    "sqlite": ["BEGIN IMMEDIATE"],
    "postgresql": [
        "BEGIN",
        "SET LOCAL statement_timeout = 0",
        "SET LOCAL lock_timeout = 0",
        MIGRATING,
        "SET LOCAL lock_timeout = 5000",
    ],
}


class SchemaUnfit(Exception):
    """The database's schema is not the one this program needs; the message says what to do."""


class Schema:
    """The schema of one database, by the migrations of one folder: `versions/0001_….py`."""

    def __init__(self, engine: sa.Engine, folder: Path) -> None:
        self._engine = engine
        self._folder = folder
        self._known = sorted(file.name[:4] for file in folder.glob("versions/[0-9]*_*.py"))

    def current(self) -> str | None:
        """The version that the database has, None if it is empty. Raises SchemaUnfit if unknown."""
        with self._engine.connect() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return None
            revision: str | None = connection.execute(_VERSION).scalar_one_or_none()
        if revision is not None and revision not in self._known:
            raise SchemaUnfit(
                f"the database's schema ({revision}) is newer than this program: "
                "start the newer program, or restore the backup made before it"
            )
        return revision

    def newest(self) -> str:
        """The version that this program needs."""
        if not self._known:
            raise SchemaUnfit("the program has no migrations: it was not installed whole")
        return self._known[-1]

    def is_current(self) -> bool:
        """Whether there is nothing to migrate. Raises SchemaUnfit for a newer schema."""
        return self.current() == self.newest()

    def must_fit(self) -> None:
        """Raise SchemaUnfit unless the database has just the version that is needed."""
        if not self.is_current():
            raise SchemaUnfit(
                "the database's schema is older than this program: run `bridgework migrate`, "
                "or start with `bridgework serve --migrate`"
            )

    def pending(self) -> Sequence[str]:
        """What `migrate` would do, a line each, oldest first. Raises SchemaUnfit if it can't."""
        from alembic.script import ScriptDirectory  # start-up cost, see above

        script = ScriptDirectory.from_config(self._config())
        steps = list(script.iterate_revisions(self.newest(), self.current() or "base"))
        return [f"{step.revision}  {step.doc}" for step in reversed(steps)]

    def migrate(self) -> None:
        """Bring the database to the newest version; all of it or, where it fails, nothing."""
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
        """Bring what an open connection sees to this version, in the transaction that is on it."""
        from alembic import command  # start-up cost, see above

        config = self._config()
        config.attributes["connection"] = connection
        command.upgrade(config, version)

    def _config(self) -> "Config":
        from alembic.config import Config  # start-up cost, see above

        config = Config()
        config.set_main_option("script_location", str(self._folder))
        config.set_main_option("path_separator", "os")
        return config
