"""Making an archive, whoever writes meanwhile: the database first, then the files it names."""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bridgework import __version__
from bridgework.backup import files, places, secrets
from bridgework.kit.backup import archive
from bridgework.kit.backup.archive import Writer
from bridgework.kit.backup.databases import Snapshot
from bridgework.kit.backup.manifest import FILES, MAIL, SECRETS, Files, Manifest, is_name
from bridgework.kit.backup.refusals import BackupRefused
from bridgework.kit.backup.telling import Nobody, Told
from bridgework.kit.storage.storage import Storage
from bridgework.settings import Settings


@dataclass(frozen=True, slots=True)
class Made:
    """What became of a backup."""

    manifest: Manifest
    missing: list[str]
    """Files that the database names and that are not there."""


@dataclass(slots=True)
class _Taken:
    count: int = 0
    size: int = 0
    missing: list[str] = field(default_factory=list)

    def told(self, *, inside: bool) -> Files:
        """As the manifest has it."""
        return Files(
            kept="archive" if inside else "elsewhere",
            count=self.count,
            size=self.size,
            missing=len(self.missing),
        )


class Making:
    """One backup, being made. What it raises is BackupRefused."""

    def __init__(self, settings: Settings, storage: Storage, told: Told) -> None:
        self._settings = settings
        self._storage = storage
        self._told = told

    def make(
        self, target: Path, now: datetime, *, with_files: bool = True, with_secrets: bool = False
    ) -> Made:
        """Make an archive at `target`, readable by us alone, whole or not at all."""
        with archive.draft(target) as folder:
            part = folder / "archive.part"
            part.touch(mode=0o600)
            with part.open("r+b") as file, (folder / "contents").open("w+b") as listing:
                writer = Writer(file, listing)
                with places.snapshot(self._settings, folder, self._told) as snapshot:
                    version = _version(snapshot)
                    dump = snapshot.write(writer, self._told)
                    taken = self._files(writer, snapshot, inside=with_files)
                letters = self._mail(writer)
                held = self._secrets(writer, inside=with_secrets)
                manifest = Manifest(
                    bridgework=__version__,
                    schema=version,
                    database=places.kind(self._settings),
                    made_at=now,
                    tables=dict(dump.tables),
                    columns=dict(dump.columns),
                    sequences=dict(dump.sequences),
                    files=taken.told(inside=with_files),
                    letters=letters,
                    secrets=held,
                    with_secrets=with_secrets and bool(held),
                    members=writer.members,
                    contents=writer.contents,
                )
                writer.finish(manifest)
            archive.publish(part, target)
        return Made(manifest, taken.missing)

    def _files(self, writer: Writer, snapshot: Snapshot, *, inside: bool) -> _Taken:
        """Write the files that the database names; those that may go at any moment if they can."""
        taken = _Taken()
        tx = snapshot.tx
        length = sum(row.file_size_bytes for row in files.every_file(tx))
        self._told.begin("writing the files" if inside else "counting the files", length)
        for row in files.every_file(tx):
            size = self._file(writer, row.object_path) if inside else row.file_size_bytes
            if size is None:
                taken.missing += [row.object_path] if row.needed else []
                continue
            taken.count += 1
            taken.size += size
        self._told.end()
        return taken

    def _file(self, writer: Writer, path: str) -> int | None:
        """How many bytes of a file were written, None if it isn't there."""
        opened = self._storage.kept(path)
        if opened is None:
            return None
        with opened as file, writer.member(FILES + path) as sink:
            return sink.pour(file, self._told)

    def _mail(self, writer: Writer) -> int:
        """Write the letters that lie in the folder, where letters go there."""
        folder = self._settings.mail_dir
        if self._settings.smtp_url is not None or not folder.is_dir():
            return 0
        written = 0
        for name in sorted(file.name for file in folder.glob("*.eml")):
            if not is_name(MAIL + name):
                continue  # nothing that we put there
            with suppress(FileNotFoundError), (folder / name).open("rb") as file:
                with writer.member(MAIL + name) as sink:
                    sink.pour(file, Nobody())
                written += 1
        return written

    def _secrets(self, writer: Writer, *, inside: bool) -> list[str]:
        """The names of the secrets that belong to the data, and the secrets themselves if asked."""
        held = secrets.here(self._settings)
        if inside and held:
            with writer.member(SECRETS) as sink:
                sink.write("".join(f"{secret}\n" for secret in held).encode())
        return secrets.names(held)


def _version(snapshot: Snapshot) -> str:
    version = snapshot.version()
    if version > places.newest_schema():
        raise BackupRefused(
            f"the database's schema ({version}) is newer than this program: make the backup with "
            "the newer one"
        )
    return version
