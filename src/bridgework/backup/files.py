"""The files of an archive: those that a database names, back to where they belong."""

import hashlib
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from email import message_from_binary_file, policy
from email.utils import getaddresses
from pathlib import Path
from typing import BinaryIO

from bridgework.areas.uploads import rules
from bridgework.areas.uploads import store as uploads
from bridgework.kit.backup.manifest import FILES, MAIL
from bridgework.kit.backup.reading import Archive, Member
from bridgework.kit.backup.refusals import BackupRefused, Damaged
from bridgework.kit.backup.telling import Told
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.storage.storage import Storage

_CHUNK = 256 * 1024
_AT_ONCE = 500
_PLACED = "placed.txt"
_SPARE = 64 * 1024**2


def every_file(tx: Tx) -> Iterator[uploads.Row]:
    """What the database says of files, by path; it is asked for some at a time."""
    after = ""
    while rows := uploads.files(tx, after=after):
        yield from rows
        after = rows[-1].object_path


def must_have_room(folder: Path, need: int) -> None:
    """Raise BackupRefused if so many bytes do not fit where `folder` is."""
    free = shutil.disk_usage(folder).free
    if free < need + _SPARE:
        raise BackupRefused(f"{folder} has room for {free:,} bytes, and {need:,} are needed")


def must_be_complete(archive: Archive, tx: Tx) -> None:
    """Raise Damaged if a file is missing that the database names, and was not missing before."""
    if archive.manifest.files.kept == "elsewhere":
        return
    there = (member.name.removeprefix(FILES) for member in archive.members(FILES))
    missing = 0
    at = next(there, None)
    for row in every_file(tx):
        while at is not None and at < row.object_path:
            at = next(there, None)
        missing += bool(row.needed) and at != row.object_path
    if missing != archive.manifest.files.missing:
        raise Damaged("it lacks files that its database names")


def bring(
    archive: Archive, storage: Storage, folder: Path, gone: Collection[str], told: Told
) -> None:
    """Unpack the files into `folder`, or bring them to a store that lies elsewhere.

    Those of accounts that are `gone` stay out, and what is in its place already stays there.
    """
    told.begin("restoring the files", archive.manifest.files.size)
    for member in archive.members(FILES):
        path = member.name.removeprefix(FILES)
        if path.split("/")[1] in gone or _is_there(storage, path, member):
            told.more(member.size)
            continue
        body = folder / path
        body.parent.mkdir(parents=True, exist_ok=True)
        _write(member, body, told)
        if storage.incoming is None:
            storage.put_back(body, path, rules.media_at(path))
            body.unlink()
    told.end()


@contextmanager
def placed(archive: Archive, storage: Storage, folder: Path) -> Iterator[None]:
    """Put what was unpacked to its place, and take it away again if the block fails."""
    note = folder / _PLACED
    try:
        with note.open("x") as noted:
            for member in archive.members(FILES):
                path = member.name.removeprefix(FILES)
                if (folder / path).exists():
                    noted.write(f"{path}\n")
                    storage.put_back(folder / path, path, rules.media_at(path))
        yield
    except BaseException:
        with note.open() as noted:
            storage.drop(line.rstrip("\n") for line in noted)
        raise


def must_be_as_written(archive: Archive, folder: Path) -> None:
    """Raise Damaged unless what was unpacked can be read again as it was written."""
    for member in archive.members(FILES):
        with (folder / member.name.removeprefix(FILES)).open("rb") as file:
            if _digest(file) != member.line.sha256:
                raise Damaged(f"{member.name} did not come out as it went in")


def bring_mail(archive: Archive, folder: Path, gone: Collection[str]) -> None:
    """Unpack the letters into `folder`, but for those to addresses (their keys) that are gone."""
    for member in archive.members(MAIL):
        body = folder / member.name.removeprefix(MAIL)
        with body.open("xb") as file:
            for part in member.plain():
                file.write(part)
        if any(address in gone for address in _recipients(body)):
            body.unlink()


def place_mail(folder: Path, mail: Path) -> None:
    """Put the letters that were unpacked into the folder; one that is there already stays."""
    for letter in folder.iterdir():
        mail.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (mail / letter.name).exists():
            letter.rename(mail / letter.name)


def sweep(folder: Path, tx: Tx, gone: Collection[str]) -> int:
    """Delete files that no row names, which came after the backup was made. Returns how many.

    Those of accounts that are gone do not wait for their day either.
    """
    swept = 0
    some: list[str] = []
    for file in _below(folder):
        if file.parent.name in gone:
            file.unlink()
            continue
        some.append(str(file.relative_to(folder)))
        if len(some) == _AT_ONCE:
            swept += _swept(folder, tx, some)
            some = []
    return swept + _swept(folder, tx, some)


def is_empty(folder: Path) -> bool:
    """Whether nothing that somebody stored lies there."""
    return next(_below(folder), None) is None


def _swept(folder: Path, tx: Tx, paths: list[str]) -> int:
    unnamed = set(paths) - uploads.named(tx, paths) if paths else set()
    for path in unnamed:
        (folder / path).unlink()
    return len(unnamed)


def _below(folder: Path) -> Iterator[Path]:
    """Every file but those on their way in."""
    return (
        file
        for file in folder.glob("*/*/*")
        if file.relative_to(folder).parts[0] != "incoming" and file.is_file()
    )


def _is_there(storage: Storage, path: str, member: Member) -> bool:
    opened = storage.kept(path)
    if opened is None:
        return False
    with opened as file:
        return _digest(file) == member.line.sha256


def _digest(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while part := file.read(_CHUNK):
        digest.update(part)
    return digest.hexdigest()


def _write(member: Member, body: Path, told: Told) -> None:
    with body.open("xb") as file:
        for part in member.plain():
            file.write(part)
            told.more(len(part))


def _recipients(letter: Path) -> set[str]:
    with letter.open("rb") as file:
        headers = message_from_binary_file(file, policy=policy.compat32)
    return {email_key(address) for _, address in getaddresses([str(headers["To"] or "")])}
