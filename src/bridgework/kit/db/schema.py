"""The schema: which version the database has, which one this program needs, and the way there."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory


class SchemaUnfit(Exception):
    """The database's schema is not the one this program needs; the message says what to do."""


def config(folder: Path) -> Config:
    """Alembic's configuration for the migrations in `folder`."""
    made = Config()
    made.set_main_option("script_location", str(folder))
    made.set_main_option("path_separator", "os")
    return made


class Schema:
    """The schema of one database, by the migrations of one folder."""

    def __init__(self, engine: sa.Engine, folder: Path) -> None:
        self._engine = engine
        self._config = config(folder)
        self._script = ScriptDirectory.from_config(self._config)

    def current(self) -> str | None:
        """The version that the database has, None if it is empty."""
        with self._engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()

    def newest(self) -> str:
        """The version that this program needs."""
        head = self._script.get_current_head()
        if head is None:
            raise SchemaUnfit("the program has no migrations: it was not installed whole")
        return head

    def pending(self) -> Sequence[str]:
        """What `migrate` would do, a line each, oldest first. Raises SchemaUnfit if it can't."""
        current = self._known(self.current())
        steps = list(self._script.iterate_revisions(self.newest(), current))
        return [f"{step.revision}  {step.doc}" for step in reversed(steps)]

    def must_fit(self) -> None:
        """Raise SchemaUnfit unless the database has just the version that is needed."""
        if self._known(self.current()) != self.newest():
            raise SchemaUnfit(
                "the database's schema is older than this program: run `bridgework migrate`, "
                "or start with `bridgework serve --migrate`"
            )

    def migrate(self) -> None:
        """Bring the database to the newest version; all of it or, where it fails, nothing."""
        self._known(self.current())
        with self._engine.connect() as connection:
            plain = connection.execution_options(isolation_level="SERIALIZABLE")
            with plain.begin():
                self._config.attributes["connection"] = plain
                command.upgrade(self._config, "head")

    def _known(self, revision: str | None) -> str | None:
        if revision is not None and revision not in {
            step.revision for step in self._script.walk_revisions()
        }:
            raise SchemaUnfit(
                f"the database's schema ({revision}) is newer than this program: "
                "start the newer program, or restore the backup made before it"
            )
        return revision
