"""The database of the settings, as a backup reads it and a restore replaces it."""

from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bridgework import migrations
from bridgework.kit.backup.progress import Progress
from bridgework.kit.backup.snapshot import Snapshot
from bridgework.kit.backup.sqlite import SqliteTarget, sqlite_snapshot
from bridgework.settings import Settings

if TYPE_CHECKING:
    from bridgework.kit.backup.postgres import PostgresTarget


def snapshot(
    settings: Settings, folder: Path, progress: Progress
) -> AbstractContextManager[Snapshot]:
    """The database as it is now; `folder` takes the dump."""
    if settings.on_sqlite:
        return sqlite_snapshot(settings.sqlite_file, folder, progress)
    # psycopg takes a tenth of a second to import, which SQLite does not need.
    from bridgework.kit.backup.postgres import postgres_snapshot

    return postgres_snapshot(settings.database_address, folder, progress)


def target(
    settings: Settings, closing: ExitStack, scratch: str = ""
) -> "SqliteTarget | PostgresTarget":
    """The database to restore into; `scratch` names a schema of PostgreSQL for a trial."""
    if settings.on_sqlite:
        return SqliteTarget(settings.sqlite_file, migrations.FOLDER, closing)
    from bridgework.kit.backup.postgres import PostgresTarget  # as above

    return PostgresTarget(settings.database_address, migrations.FOLDER, closing, scratch)


def kind(settings: Settings) -> Literal["sqlite", "postgresql"]:
    """The kind of database, as a manifest names it."""
    return "sqlite" if settings.on_sqlite else "postgresql"


def newest_schema() -> str:
    """The version of the schema that this program needs."""
    return max(file.name[:4] for file in migrations.FOLDER.glob("versions/[0-9]*_*.py"))
