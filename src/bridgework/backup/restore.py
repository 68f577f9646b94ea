"""Replaces the installation by an archive atomically, or verifies that this is possible.

The database is restored, compared and migrated in a temporary place. Then the files are stored,
which are not served as long as no row refers to them. Finally the database is replaced. If the
process is killed before that, the former database remains in place.
"""

import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bridgework import event_handlers, migrations, providers
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit import known_secrets
from bridgework.areas.history.audit.rekey import reseal
from bridgework.areas.identity.accounts.lifecycle import account_deletion
from bridgework.backup import erased, files, secrets
from bridgework.backup.database import open_target
from bridgework.kit.core import Id, SystemClock
from bridgework.kit.data.backup import (
    FILES,
    MAIL,
    Archive,
    BackupRefused,
    Damaged,
    Manifest,
    error_of,
)
from bridgework.kit.data.backup.working_folder import working_folder
from bridgework.kit.data.db import Tx
from bridgework.kit.data.migrations import known_versions
from bridgework.kit.security import Keyring, secret_file
from bridgework.settings import PREFIX, Settings

_RESERVED_BYTES = 64 * 1024**2
_HAS_DATA = (
    "this installation contains data: restore into an empty one, or use --replace, which deletes "
    "the existing data"
)


@dataclass(frozen=True, slots=True)
class Options:
    """How to restore an archive."""

    replace: bool = False
    """Whether the data of this installation may be replaced."""
    new_secrets: bool = False
    """Whether to continue if the secrets do not match."""
    lists: Sequence[Path] = ()
    """Lists of erased accounts, in addition to the installation's list."""
    scratch: str = ""
    """The PostgreSQL schema for a verification, which does not replace the database."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore."""

    manifest: Manifest
    erased_again: list[Id]
    unreadable: str
    """Why the erased accounts of the replaced database are unknown; empty if they are known."""
    sealed_anew: int
    """Entries of the audit log that were sealed again, since their secrets are lost."""
    secrets_are_new: bool
    """Whether secrets of the archive are lost, so that data encrypted with them cannot be read."""
    deleted_files: int
    """Files that were uploaded after the backup."""


def restore(settings: Settings, archive: Archive, options: Options, now: datetime) -> Restored:
    """Replace the installation by an archive. Raises BackupRefused without changing anything."""
    event_handlers.connect()  # accounts are erased again
    _must_suit(archive.manifest, settings)
    held = secrets.choose_secrets(archive, settings, allow_new=options.new_secrets)
    erasures = erased.read_lists(settings, options.lists)
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    _must_have_space(settings.data_dir, archive.restored_size())
    storage = providers.storage(settings, Keyring(held), SystemClock())
    with ExitStack() as stack:
        stack.enter_context(closing(storage))
        folder = stack.enter_context(working_folder(settings.data_dir, "restore"))
        target = open_target(settings, options.scratch, stack)
        is_local = storage.incoming is not None
        if not options.replace and (
            target.existing or (is_local and files.list_paths(settings.files_dir))
        ):
            raise BackupRefused(_HAS_DATA)
        unreadable = error_of(target.existing, erasures.add_database) if target.existing else ""
        dump, unpacked = archive.unpack(folder), folder / FILES
        with target.restored(dump, archive.manifest) as tx:
            secrets_are_new = _are_secrets_new(tx, held, archive, options)
            referenced = files.referenced_files(archive.manifest, unpacked, tx)
            addresses = account_deletion.address_keys(tx, erasures.erased)
            erased_again = erased.erase_again(tx, Keyring(held), erasures, now)
            sealed_anew = reseal(tx, Keyring(held)) if secrets_are_new else 0
            audit.note_from_command_line(tx, Keyring(held), now, "backup.restore")
        with files.restore_files(unpacked, storage, referenced, erasures.erased):
            if not settings.secret_keys and not settings.secret_file.exists():
                secret_file.create(settings.secret_file, held)
            files.restore_emails(folder / MAIL, settings.mail_dir, addresses)
            if not options.scratch:
                target.replace()
        deleted = 0
        if is_local:
            deleted = files.delete_unreferenced(settings.files_dir, referenced, erasures.erased)
    return Restored(
        archive.manifest, erased_again, unreadable, sealed_anew, secrets_are_new, deleted
    )


def verify(settings: Settings, archive: Archive, scratch: Path | None) -> list[str]:
    """Raise BackupRefused unless the archive can be restored and matches its manifest.

    Returns the fingerprints of the required secrets that this installation lacks. `scratch` is a
    directory with enough space for the whole backup; PostgreSQL backups also use a temporary schema
    in the configured database.
    """
    held = secrets.current_secrets(settings)
    with working_folder(scratch or Path(tempfile.gettempdir()), "verify") as folder:
        temporary = settings.model_copy(
            update={"data_dir": folder, "storage_url": None, "secret_keys": held}
        )
        if archive.manifest.database == "sqlite":  # requires no server
            temporary = temporary.model_copy(update={"database_url": ""})
        options = Options(new_secrets=True, scratch=f"bridgework_verify_{os.getpid()}")
        restore(temporary, archive, options, SystemClock().now())
    return secrets.missing_secrets(archive, held)


def _are_secrets_new(tx: Tx, held: Sequence[str], archive: Archive, options: Options) -> bool:
    """Whether secrets of the archive are lost.

    Raises BackupRefused for an archive created without its secret, unless it is to be used.
    """
    fault = known_secrets.find_fault(tx, held)
    if fault and not archive.manifest.secrets and (options.scratch or not options.new_secrets):
        raise BackupRefused(
            "the archive does not name the secret that its data needs: it was created while the "
            "secret was lost. Use an older archive, or `restore --new-secrets`"
        )
    return bool(fault or secrets.missing_secrets(archive, held))


def _must_have_space(folder: Path, required: int) -> None:
    """Raise BackupRefused if the disk has not enough free space, including a reserve."""
    free = shutil.disk_usage(folder).free
    if free < required + _RESERVED_BYTES:
        raise BackupRefused(
            f"{folder} has {free:,} bytes of free space; {required + _RESERVED_BYTES:,} are "
            f"required: {required:,} for the data, and a reserve of {_RESERVED_BYTES:,}"
        )


def _must_suit(manifest: Manifest, settings: Settings) -> None:
    """Raise BackupRefused for an archive of another database system or a newer schema."""
    kind = "sqlite" if settings.on_sqlite else "postgresql"
    versions = known_versions(migrations.FOLDER)
    newest = versions[-1]
    if manifest.database != kind:
        raise BackupRefused(
            f"the archive is from {manifest.database}, but {PREFIX}DATABASE_URL is {kind}: an "
            "archive can only be restored into the same database system"
        )
    if manifest.schema_ > newest:
        raise BackupRefused(
            f"the archive's schema ({manifest.schema_}) is newer than this program's ({newest}): "
            "use a version of Bridgework that has this schema; the archive was created with "
            f"{manifest.bridgework}"
        )
    if manifest.schema_ not in versions:
        raise Damaged(f"its schema ({manifest.schema_}) does not exist")
