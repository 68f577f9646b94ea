"""The files of an archive: those that its database names, and the e-mails of the mail folder."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext
from email import message_from_binary_file, policy
from email.utils import getaddresses
from pathlib import Path

from bridgework.areas.uploads import rules
from bridgework.areas.uploads import store as uploads
from bridgework.kit.backup.archive import FILES, MAIL, Archive
from bridgework.kit.backup.errors import Damaged
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.storage.storage import Storage


def every_file(tx: Tx) -> Iterator[uploads.Row]:
    """The files that the database names, by path, read a thousand at a time."""
    after = ""
    while rows := uploads.files(tx, after=after):
        yield from rows
        after = rows[-1].object_path


def must_be_complete(archive: Archive, tx: Tx) -> None:
    """Raise Damaged if a file is missing that the database names and that existed before."""
    said, inside = archive.manifest.files, set(archive.names(FILES))
    needed = (FILES + row.object_path for row in every_file(tx) if row.needed)
    if said.kept == "archive" and sum(name not in inside for name in needed) != said.missing:
        raise Damaged("it lacks files that its database names")


@contextmanager
def restored(
    archive: Archive, storage: Storage, folder: Path, erased: Collection[str]
) -> Iterator[None]:
    """Store the files of an archive; if the block fails, delete those that were not there before.

    Those of erased accounts are left out. No row names the files before the database is replaced,
    so nobody sees them before.
    """
    fresh: list[str] = []
    body = folder / "body"
    archive.progress.begin("restoring the files", archive.manifest.files.size)
    try:
        for name in archive.names(FILES):
            path = name.removeprefix(FILES)
            if path.split("/")[1] in erased:
                continue
            with storage.kept(path) or nullcontext() as before:
                fresh += [path] if before is None else []
            archive.extract(name, body)
            storage.put_back(body, path, rules.media_at(path))
            body.unlink(missing_ok=True)
        archive.progress.end()
        yield
    except BaseException:
        storage.drop(fresh)
        raise


def restore_emails(archive: Archive, folder: Path, mail: Path, erased: Collection[str]) -> None:
    """Put the e-mails into the mail folder, except those to erased addresses, given by their keys.

    One that is there already stays.
    """
    for name in archive.names(MAIL):
        place, body = mail / name.removeprefix(MAIL), folder / "email"
        archive.extract(name, body)
        if place.exists() or not _recipients(body).isdisjoint(erased):
            body.unlink()
        else:
            mail.mkdir(mode=0o700, parents=True, exist_ok=True)
            body.rename(place)


def delete_unnamed(folder: Path, tx: Tx, erased: Collection[str]) -> int:
    """Delete files that no row names, and those of erased accounts. Returns how many."""
    named = {row.object_path for row in every_file(tx)}
    deleted = 0
    for file in list(stored(folder)):
        path = str(file.relative_to(folder))
        if path not in named or path.split("/")[1] in erased:
            file.unlink()
            deleted += path not in named
    return deleted


def stored(folder: Path) -> Iterator[Path]:
    """Every file except those that are being uploaded."""
    return (
        file
        for file in folder.glob("*/*/*")
        if file.relative_to(folder).parts[0] != "incoming" and file.is_file()
    )


def _recipients(email: Path) -> set[str]:
    with email.open("rb") as file:
        headers = message_from_binary_file(file, policy=policy.compat32)
    return {email_key(address) for _, address in getaddresses([str(headers["To"] or "")])}
