"""The files of an archive: those that its database names, and the e-mails of the mail folder."""

from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from email import message_from_bytes, policy
from email.utils import getaddresses
from pathlib import Path

from bridgework.areas.uploads import policies
from bridgework.areas.uploads import queries as uploads
from bridgework.kit.backup.archive import Damaged, Manifest
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.storage.storage import Storage


def named(manifest: Manifest, folder: Path, tx: Tx) -> set[str]:
    """The files that the database names. Raises Damaged if one is missing that existed before."""
    paths, missing = set[str](), 0
    for row in uploads.files(tx):
        paths.add(row.object_path)
        missing += row.needed and not (folder / row.object_path).exists()
    if manifest.files.kept == "archive" and missing != manifest.files.missing:
        raise Damaged("it lacks files that its database names")
    return paths


@contextmanager
def restored(folder: Path, storage: Storage, erased: Collection[str]) -> Iterator[None]:
    """Store the files in a folder; if the block fails, delete those that were not there before.

    Those of erased accounts are left out. No row names the files before the database is replaced,
    so they are not served before.
    """
    with ExitStack() as undo:
        for path in stored(folder):
            if not _is_of(path, erased):
                with storage.kept(path) or nullcontext() as before:
                    if before is None:
                        undo.callback(storage.drop, [path])
                storage.put_back(folder / path, path, policies.media_at(path))
        yield
        undo.pop_all()


def restore_emails(folder: Path, mail: Path, erased: Collection[str]) -> None:
    """Put the e-mails into the mail folder, except those to erased addresses, given by their keys.

    One that is there already stays.
    """
    for email in folder.glob("*.eml"):
        headers = message_from_bytes(email.read_bytes(), policy=policy.compat32)
        recipients = getaddresses([str(headers["To"] or "")])
        is_erased = any(email_key(address) in erased for _, address in recipients)
        if not is_erased and not (mail / email.name).exists():
            mail.mkdir(mode=0o700, parents=True, exist_ok=True)
            email.rename(mail / email.name)


def delete_unnamed(folder: Path, named: Collection[str], erased: Collection[str]) -> int:
    """Delete files that no row names, and those of erased accounts. Returns how many had no row."""
    paths = stored(folder)
    for path in paths:
        if path not in named or _is_of(path, erased):
            (folder / path).unlink()
    return sum(path not in named for path in paths)


def stored(folder: Path) -> list[str]:
    """The paths of all files except those that are being uploaded."""
    files = (file for file in folder.glob("*/*/*") if file.is_file())
    paths = (file.relative_to(folder).as_posix() for file in files)
    return [path for path in paths if not path.startswith("incoming/")]


def _is_of(path: str, accounts: Collection[str]) -> bool:
    return path.split("/")[1] in accounts
