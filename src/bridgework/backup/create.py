"""Creating an archive while the server runs: the database first, then the files it names."""

import io
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from bridgework import __version__
from bridgework.backup import databases, files, secrets
from bridgework.kit.backup.archive import FILES, MAIL, SECRETS, Writer, is_name
from bridgework.kit.backup.errors import BackupRefused
from bridgework.kit.backup.manifest import Files, Manifest
from bridgework.kit.backup.progress import Progress
from bridgework.kit.backup.snapshot import Snapshot, row_counts, schema_version
from bridgework.kit.backup.working_folder import publish, working_folder
from bridgework.kit.db.borrowed_transaction import tx_on
from bridgework.kit.db.transaction import Tx
from bridgework.kit.storage.storage import Storage
from bridgework.settings import Settings


@dataclass(frozen=True, slots=True)
class Options:
    """How to create an archive."""

    with_files: bool = True
    with_secrets: bool = False


def create(
    settings: Settings,
    storage: Storage,
    target: Path,
    options: Options,
    progress: Progress,
    now: datetime,
) -> tuple[Manifest, list[str]]:
    """Create an archive with mode 0600 at `target`, whole or not at all. Raises BackupRefused.

    Returns its manifest, and the paths of files that the database names and that do not exist.
    """
    if target.exists():
        raise BackupRefused(f"{target} is there already: choose another name")
    with (
        working_folder(target.parent, "backup") as folder,
        databases.snapshot(settings, folder, progress) as snapshot,
    ):
        part = folder / "archive.part"
        with closing(Writer(part, progress)) as writer:
            written = _write(writer, settings, storage, snapshot, options, now)
        publish(part, target)
    return written


def _write(
    writer: Writer,
    settings: Settings,
    storage: Storage,
    snapshot: Snapshot,
    options: Options,
    now: datetime,
) -> tuple[Manifest, list[str]]:
    version, held = _known_schema(snapshot), secrets.here(settings)
    with_secrets = options.with_secrets and bool(held)
    with snapshot.dump.open("rb") as dump:
        writer.progress.begin("writing the database", snapshot.dump.stat().st_size)
        writer.add(snapshot.name, dump)
        writer.progress.end()
    if with_secrets:
        writer.add(SECRETS, io.BytesIO("".join(f"{one}\n" for one in held).encode()))
    added, missing = _add_files(writer, storage, tx_on(snapshot.connection), options)
    manifest = Manifest(
        bridgework=__version__,
        schema=version,
        database=databases.kind(settings),
        made_at=now,
        tables=row_counts(snapshot.connection),
        database_size=snapshot.size,
        files=added,
        emails=_add_emails(writer, settings),
        secrets=secrets.names(held),
        with_secrets=with_secrets,
    )
    writer.finish(manifest)
    return manifest, missing


def _known_schema(snapshot: Snapshot) -> str:
    """The version of the schema. Raises BackupRefused if this program does not know it."""
    version = schema_version(snapshot.connection)
    if version is None:
        raise BackupRefused("the database is empty: there is nothing to back up")
    if version > databases.newest_schema():
        raise BackupRefused(
            f"the database's schema ({version}) is newer than this program: make the backup "
            "with the newer one"
        )
    return version


def _add_files(
    writer: Writer, storage: Storage, tx: Tx, options: Options
) -> tuple[Files, list[str]]:
    """Add the files that the database names, or only count them. Returns which are missing too."""
    count, size, missing = 0, 0, list[str]()
    length = sum(row.file_size_bytes for row in files.every_file(tx))
    what = "writing the files" if options.with_files else "counting the files"
    writer.progress.begin(what, length)
    for row in files.every_file(tx):
        if not options.with_files:
            size += row.file_size_bytes
        elif (opened := storage.kept(row.object_path)) is not None:
            with opened as file:
                size += writer.add(FILES + row.object_path, file)
        else:
            missing += [row.object_path] if row.needed else []
            continue
        count += 1
    writer.progress.end()
    kept: Literal["archive", "elsewhere"] = "archive" if options.with_files else "elsewhere"
    return Files(kept=kept, count=count, size=size, missing=len(missing)), missing


def _add_emails(writer: Writer, settings: Settings) -> int:
    """Add the e-mails in the folder, where they are written to a folder. Returns their number."""
    added = 0
    if settings.smtp_url is None:
        for email in sorted(settings.mail_dir.glob("*.eml")):
            if is_name(MAIL + email.name):
                with suppress(FileNotFoundError), email.open("rb") as file:
                    writer.add(MAIL + email.name, file)
                    added += 1
    return added
