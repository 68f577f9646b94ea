"""The databases of the settings, as a backup is taken from them and put into them."""

from pathlib import Path
from typing import Literal

from bridgework import migrations
from bridgework.kit.backup.databases import Snapshot, Target
from bridgework.kit.backup.manifest import Manifest
from bridgework.kit.backup.refusals import BackupRefused
from bridgework.kit.backup.sqlite import SqliteSnapshot, SqliteTarget
from bridgework.kit.backup.telling import Told
from bridgework.settings import PREFIX, Settings

_SPELLED = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def snapshot(settings: Settings, folder: Path, told: Told) -> Snapshot:
    """The database as it is now; `folder` takes what a copy needs."""
    if settings.on_sqlite:
        return SqliteSnapshot(database_file(settings), folder, told)
    # psycopg takes a tenth of a second that an installation on SQLite never needs.
    from bridgework.kit.backup.postgres import PostgresSnapshot

    return PostgresSnapshot(settings.database_address)


def target(settings: Settings, *, scratch: str | None = None) -> Target:
    """Where the settings have their database; with `scratch` a schema of that name beside it."""
    if settings.on_sqlite:
        return SqliteTarget(database_file(settings), migrations.FOLDER)
    # As above.
    from bridgework.kit.backup.postgres import PostgresTarget

    return PostgresTarget(settings.database_address, migrations.FOLDER, scratch=scratch)


def database_file(settings: Settings) -> Path:
    """The file of a database on SQLite."""
    return Path(settings.database_address.removeprefix("sqlite:///"))


def kind(settings: Settings) -> Literal["sqlite", "postgresql"]:
    """What an archive of it is said to be of."""
    return "sqlite" if settings.on_sqlite else "postgresql"


def must_suit(manifest: Manifest, settings: Settings) -> None:
    """Raise BackupRefused for an archive of another kind of database, or of a newer schema."""
    if manifest.database != kind(settings):
        raise BackupRefused(
            f"the archive is of {_SPELLED[manifest.database]} and {PREFIX}DATABASE_URL is of "
            f"{_SPELLED[kind(settings)]}: it can only go back into the kind it was made of"
        )
    if manifest.schema_ > newest_schema():
        raise BackupRefused(
            f"the archive's schema ({manifest.schema_}) is newer than this program's "
            f"({newest_schema()}): use the Bridgework that made it ({manifest.bridgework})"
        )


def newest_schema() -> str:
    """The version of the schema that this program needs."""
    return max(file.name[:4] for file in migrations.FOLDER.glob("versions/[0-9]*_*.py"))
