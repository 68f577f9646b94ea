"""Create an archive while the server runs: first the database, then the files it refers to."""

import io
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bridgework import __version__, migrations, providers
from bridgework.areas.history.audit import known_secrets
from bridgework.areas.identity.uploads import queries as uploads
from bridgework.backup import secrets
from bridgework.backup.database import take_snapshot
from bridgework.kit.core import SystemClock
from bridgework.kit.core.files import rename
from bridgework.kit.data.backup import (
    FILES,
    FORMAT,
    MAIL,
    SECRETS,
    BackupRefused,
    Files,
    Manifest,
    Progress,
    Snapshot,
    Writer,
    is_name,
    row_counts,
)
from bridgework.kit.data.backup.working_folder import working_folder
from bridgework.kit.data.db import Tx, tx_on
from bridgework.kit.data.migrations import known_versions, may_use_newer, schema_version
from bridgework.kit.security import Keyring, secret_file
from bridgework.settings import Settings


@dataclass(frozen=True, slots=True)
class Options:
    """How to create an archive."""

    with_files: bool = True
    with_secrets: bool = False


def create(
    settings: Settings, target: Path, options: Options, progress: Progress, now: datetime
) -> tuple[Manifest, list[str]]:
    """Create an archive with mode 0600 at `target`, atomically. Raises BackupRefused.

    Returns its manifest, and the paths of missing files to which the database refers.
    """
    _must_be_free(target)
    with (
        working_folder(target.parent, "backup") as folder,
        take_snapshot(settings, folder, progress) as snapshot,
    ):
        part, schema = folder / "archive.part", _known_schema(snapshot)
        _must_have_secrets(settings, tx_on(snapshot.connection))
        sizes = [
            stored.file_size_bytes for stored in uploads.list_files(tx_on(snapshot.connection))
        ]
        files = Files(location="bucket", count=len(sizes), size=sum(sizes), missing=0)
        length = snapshot.dump.stat().st_size + (files.size if options.with_files else 0)
        with progress("writing the archive", length) as advance, Writer(part, advance) as writer:
            result = _write(writer, settings, snapshot, schema, files, options, now)
        _must_be_free(target)
        rename(part, target)
    return result


def _write(
    writer: Writer,
    settings: Settings,
    snapshot: Snapshot,
    schema: str,
    files: Files,
    options: Options,
    now: datetime,
) -> tuple[Manifest, list[str]]:
    current, missing = secrets.current_secrets(settings), list[str]()
    with snapshot.dump.open("rb") as dump:
        writer.add(f"database/{snapshot.dump.name}", dump)
    if options.with_secrets and current:
        writer.add(SECRETS, io.BytesIO("".join(f"{secret}\n" for secret in current).encode()))
    if options.with_files:
        files, missing = _add_files(writer, settings, current, tx_on(snapshot.connection))
    manifest = Manifest(
        format=FORMAT,
        bridgework=__version__,
        schema=schema,
        database="sqlite" if settings.on_sqlite else "postgresql",
        made_at=now,
        tables=row_counts(snapshot.connection),
        database_size=snapshot.size,
        files=files,
        emails=_add_emails(writer, settings),
        secrets=secrets.fingerprints(current),
        with_secrets=options.with_secrets and bool(current),
    )
    writer.finish(manifest)
    return manifest, missing


def _must_be_free(target: Path) -> None:
    if target.exists():
        raise BackupRefused(f"{target} already exists: choose another name")


def _must_have_secrets(settings: Settings, tx: Tx) -> None:
    """Raise BackupRefused if the secrets are not those that the archive needs."""
    current = secrets.current_secrets(settings)
    if fault := known_secrets.find_fault(tx, current):
        raise BackupRefused(f"{secrets.describe_fault(settings, fault)}. {secrets.REMEDY}")


def _known_schema(snapshot: Snapshot) -> str:
    """The version of the schema. Raises BackupRefused if this program may not run with it."""
    version = schema_version(snapshot.connection)
    if version is None:
        raise BackupRefused("the database is empty: there is nothing to back up")
    newest = known_versions(migrations.FOLDER)[-1]
    if version > newest and not may_use_newer(snapshot.connection, newest):
        raise BackupRefused(
            f"the database's schema ({version}) is newer than this program: create the backup "
            "with the newer program"
        )
    return version


def _add_files(
    writer: Writer, settings: Settings, current: tuple[str, ...], tx: Tx
) -> tuple[Files, list[str]]:
    """Add the files to which the database refers. Returns their summary and the missing paths."""
    count, size, missing = 0, 0, list[str]()
    keyring = Keyring(current or (secret_file.generate(),))
    with closing(providers.storage(settings, keyring, SystemClock())) as storage:
        for stored in uploads.list_files(tx):
            if (opened := storage.open_stored(stored.object_path)) is not None:
                with opened as file:
                    size += writer.add(FILES + stored.object_path, file)
                count += 1
            elif stored.needed:
                missing.append(stored.object_path)
    return Files(location="archive", count=count, size=size, missing=len(missing)), missing


def _add_emails(writer: Writer, settings: Settings) -> int:
    """Add the e-mails in the mail directory, if there is no SMTP server. Returns their number."""
    added = 0
    if settings.smtp_url is None:
        for email in sorted(settings.mail_dir.glob("*.eml")):
            if is_name(MAIL + email.name):
                with suppress(FileNotFoundError), email.open("rb") as file:
                    writer.add(MAIL + email.name, file)
                    added += 1
    return added
