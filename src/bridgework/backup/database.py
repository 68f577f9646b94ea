"""The database that the settings name, as a source and as a target of archives."""

from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from bridgework import migrations
from bridgework.kit.data.backup import (
    BackupRefused,
    Progress,
    Snapshot,
    SqliteTarget,
    sqlite_snapshot,
)
from bridgework.kit.data.backup.postgres import PostgresTarget, postgres_snapshot
from bridgework.settings import Settings


def take_snapshot(
    settings: Settings, folder: Path, progress: Progress
) -> AbstractContextManager[Snapshot]:
    """Copy the database to `folder`. Raises BackupRefused."""
    if settings.on_sqlite:
        return sqlite_snapshot(settings.sqlite_file, folder, progress)
    return postgres_snapshot(_server_url(settings), folder, progress)


def open_target(
    settings: Settings, scratch: str, stack: ExitStack
) -> SqliteTarget | PostgresTarget:
    """Open the database that an archive replaces. Raises BackupRefused.

    To check an archive, restore to a new schema `scratch` of PostgreSQL, or to another SQLite file.
    """
    if settings.on_sqlite:
        return SqliteTarget(settings.sqlite_file, migrations.FOLDER, stack)
    return PostgresTarget(_server_url(settings), migrations.FOLDER, scratch, stack)


def _server_url(settings: Settings) -> str:
    if settings.database_pooler == "transaction":
        raise BackupRefused(
            "a backup cannot use a pooler in transaction mode: set BRIDGEWORK_DATABASE_URL to the "
            "address of the server and BRIDGEWORK_DATABASE_POOLER=none for this command"
        )
    return settings.database_address
