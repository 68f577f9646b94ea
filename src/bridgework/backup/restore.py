"""Replacing this installation by an archive, whole or not at all, or trying that out.

The database is restored, compared and migrated where no server sees it. Then the files are stored,
which are not served as long as no row names them, and last the database is replaced. A process that
is killed before that leaves the former database in place.
"""

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bridgework import adapters, app
from bridgework.areas.accounts import account_deletion
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.sealing_anew import seal_anew
from bridgework.backup import databases, erased, files, secrets
from bridgework.kit import secret_file
from bridgework.kit.backup import erased_list
from bridgework.kit.backup.archive import Archive
from bridgework.kit.backup.errors import BackupRefused
from bridgework.kit.backup.manifest import Manifest
from bridgework.kit.backup.working_folder import must_have_room, working_folder
from bridgework.kit.clock import SystemClock
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.settings import PREFIX, Settings

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


@dataclass(slots=True)
class Restored:
    """What a restore did."""

    manifest: Manifest
    erased_again: list[Id] = field(default_factory=list)
    unreadable: str = ""
    """Why the replaced database could not name the erased accounts; empty if it could."""
    sealed_anew: int = 0
    """Entries of the audit log whose seals were made by secrets that are lost."""
    deleted_files: int = 0
    """Files that were uploaded after the backup."""


def restore(settings: Settings, archive: Archive, options: Options, now: datetime) -> Restored:
    """Replace this installation by an archive. Raises BackupRefused, and then nothing changed."""
    done = Restored(archive.manifest)
    _must_suit(archive.manifest, settings)
    held = secrets.fitting(archive, settings, new=options.new_secrets)
    keyring = Keyring(held)
    storage = adapters.storage(settings, keyring, SystemClock())
    gone = erased.Gone()
    gone.read(options.lists, beside=erased_list.beside(settings))
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    must_have_room(settings.data_dir, archive.room())
    with ExitStack() as stack:
        folder = stack.enter_context(working_folder(settings.data_dir, "files"))
        target = databases.target(settings, stack)
        has_files = storage.incoming is not None and any(files.stored(settings.files_dir))
        if not options.replace and (target.existing or target.unreadable or has_files):
            raise BackupRefused(_DATA_HERE)
        done.unreadable = target.unreadable or gone.ask(target.existing)
        addresses: set[str] = set()

        def settle(tx: Tx) -> None:
            files.must_be_complete(archive, tx)
            addresses.update(account_deletion.address_keys(tx, gone.erased))
            done.erased_again = erased.erase_again(tx, keyring, gone, now)
            if secrets.lost(archive, held):
                done.sealed_anew = seal_anew(tx, keyring)
            audit.note_from_command_line(tx, keyring, now, "backup.restore")

        target.fill(archive, folder)
        target.settle(settle)
        with files.restored(archive, storage, folder, gone.erased):
            if not settings.secret_keys and not settings.secret_file.exists():
                secret_file.put(settings.secret_file, held)
            files.restore_emails(archive, folder, settings.mail_dir, addresses)
            target.replace()
    if storage.incoming is not None:
        done.deleted_files = _delete_unnamed_files(settings, gone)
    storage.close()
    return done


def verify(settings: Settings, archive: Archive, scratch: Path | None) -> list[str]:
    """Raise BackupRefused unless the archive can be restored and is then what it says.

    Returns the names of the secrets that it needs and this installation lacks. `scratch` is a
    folder with room for all of it; for PostgreSQL the server of the settings has a schema made.
    """
    if archive.manifest.database == "sqlite":  # needs no server
        settings = settings.model_copy(update={"database_url": ""})
    _must_suit(archive.manifest, settings)
    where = scratch or Path(tempfile.gettempdir())
    must_have_room(where, archive.room())
    with ExitStack() as stack:
        folder = stack.enter_context(working_folder(where, "verify"))
        place = settings.model_copy(update={"data_dir": folder, "storage_url": None})
        storage = adapters.storage(place, Keyring((secret_file.made_up(),)), SystemClock())
        target = databases.target(place, stack, scratch=f"bridgework_verify_{os.getpid()}")
        target.fill(archive, folder)
        target.settle(lambda tx: files.must_be_complete(archive, tx))
        with files.restored(archive, storage, folder, ()):
            files.restore_emails(archive, folder, place.mail_dir, ())
    return secrets.lost(archive, secrets.here(settings))


def _delete_unnamed_files(settings: Settings, gone: erased.Gone) -> int:
    with closing(app.database(settings)) as database, database.reading() as tx:
        return files.delete_unnamed(settings.files_dir, tx, gone.erased)


def _must_suit(manifest: Manifest, settings: Settings) -> None:
    """Raise BackupRefused for an archive of another kind of database, or of a newer schema."""
    kind, newest = databases.kind(settings), databases.newest_schema()
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
