"""Replacing this installation by an archive, whole or not at all, or trying that out.

The database is restored, compared and migrated where no server sees it. Then the files are stored,
which are not served as long as no row names them, and last the database is replaced. A process that
is killed before that leaves the former database in place.
"""

import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bridgework import migrations, providers
from bridgework.areas.accounts import account_deletion
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.rekey import reseal
from bridgework.backup import erased, files, secrets
from bridgework.kit import secret_file
from bridgework.kit.backup.archive import FILES, MAIL, Archive, BackupRefused, Manifest
from bridgework.kit.backup.postgres import PostgresTarget
from bridgework.kit.backup.sqlite import SqliteTarget
from bridgework.kit.backup.working_folder import working_folder
from bridgework.kit.clock import SystemClock
from bridgework.kit.db.borrowed_transaction import refusal
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.kit.migration import known_versions
from bridgework.settings import PREFIX, Settings

_SPARE = 64 * 1024**2
_DATA_HERE = (
    "there is data here already: restore into an empty place, or say --replace, by which what is "
    "here goes for good"
)


@dataclass(frozen=True, slots=True)
class Options:
    """How to restore an archive."""

    replace: bool = False
    """Whether the data of this installation may be replaced."""
    new_secrets: bool = False
    """Whether to go on where the secrets do not fit."""
    lists: Sequence[Path] = ()
    """Lists of erased accounts, beside those that this installation has."""
    scratch: str = ""
    """Names a schema of PostgreSQL for a trial, after which the database is not replaced."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did."""

    manifest: Manifest
    erased_again: list[Id]
    unreadable: str
    """Why the replaced database could not name the erased accounts; empty if it could."""
    sealed_anew: int
    """Entries of the audit log whose seals were made by secrets that are lost."""
    deleted_files: int
    """Files that were uploaded after the backup."""


def restore(settings: Settings, archive: Archive, options: Options, now: datetime) -> Restored:
    """Replace this installation by an archive. Raises BackupRefused, and then nothing changed."""
    _must_suit(archive.manifest, settings)
    held = secrets.fitting(archive, settings, new=options.new_secrets)
    gone = erased.listed(settings, options.lists)
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    _must_have_room(settings.data_dir, archive.room())
    storage = providers.storage(settings, Keyring(held), SystemClock())
    with ExitStack() as stack:
        stack.enter_context(closing(storage))
        folder = stack.enter_context(working_folder(settings.data_dir, "restore"))
        kind = SqliteTarget if settings.on_sqlite else PostgresTarget
        target = kind(settings, migrations.FOLDER, options.scratch, stack)
        is_local = storage.incoming is not None
        if not options.replace and (
            target.existing or (is_local and files.stored(settings.files_dir))
        ):
            raise BackupRefused(_DATA_HERE)
        unreadable = refusal(target.existing, gone.add_database) if target.existing else ""
        dump, unpacked = archive.unpack(folder), folder / FILES
        with target.restored(dump, archive.manifest) as tx:
            named = files.named(archive.manifest, unpacked, tx)
            addresses = account_deletion.address_keys(tx, gone.erased)
            erased_again = erased.erase_again(tx, Keyring(held), gone, now)
            sealed_anew = reseal(tx, Keyring(held)) if secrets.lost(archive, held) else 0
            audit.note_from_command_line(tx, Keyring(held), now, "backup.restore")
        with files.restored(unpacked, storage, gone.erased):
            if not settings.secret_keys and not settings.secret_file.exists():
                secret_file.put(settings.secret_file, held)
            files.restore_emails(folder / MAIL, settings.mail_dir, addresses)
            if not options.scratch:
                target.replace()
        deleted = files.delete_unnamed(settings.files_dir, named, gone.erased) if is_local else 0
    return Restored(archive.manifest, erased_again, unreadable, sealed_anew, deleted)


def verify(settings: Settings, archive: Archive, scratch: Path | None) -> list[str]:
    """Raise BackupRefused unless the archive can be restored and is then what it says.

    Returns the names of the secrets that it needs and this installation lacks. `scratch` is a
    folder with room for all of it; for PostgreSQL the server of the settings has a schema made.
    """
    held = secrets.here(settings)
    with working_folder(scratch or Path(tempfile.gettempdir()), "verify") as folder:
        place = settings.model_copy(
            update={"data_dir": folder, "storage_url": None, "secret_keys": held}
        )
        if archive.manifest.database == "sqlite":  # needs no server
            place = place.model_copy(update={"database_url": ""})
        options = Options(new_secrets=True, scratch=f"bridgework_verify_{os.getpid()}")
        restore(place, archive, options, SystemClock().now())
    return secrets.lost(archive, held)


def _must_have_room(folder: Path, need: int) -> None:
    """Raise BackupRefused if `need` bytes, and some more, do not fit where `folder` is."""
    free = shutil.disk_usage(folder).free
    if free < need + _SPARE:
        raise BackupRefused(f"{folder} has room for {free:,} bytes, and {need:,} are needed")


def _must_suit(manifest: Manifest, settings: Settings) -> None:
    """Raise BackupRefused for an archive of another kind of database, or of a newer schema."""
    kind = "sqlite" if settings.on_sqlite else "postgresql"
    newest = known_versions(migrations.FOLDER)[-1]
    if manifest.database != kind:
        raise BackupRefused(
            f"the archive is of {manifest.database} and {PREFIX}DATABASE_URL is of {kind}: it can "
            "only go back into the kind it was made of"
        )
    if manifest.schema_ > newest:
        raise BackupRefused(
            f"the archive's schema ({manifest.schema_}) is newer than this program's ({newest}): "
            f"use the Bridgework that made it ({manifest.bridgework})"
        )
