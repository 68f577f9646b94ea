"""The files of an archive: uploads to which its database refers, and e-mails."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from bridgework.areas.identity.uploads import policies
from bridgework.areas.identity.uploads import queries as uploads
from bridgework.kit.data.backup import Damaged, Manifest
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery.outbox import recipient_keys
from bridgework.kit.storage import Storage


def referenced_files(manifest: Manifest, folder: Path, tx: Tx) -> Mapping[str, str | None]:
    """The files to which the database refers, with their names for downloads.

    Raises Damaged if one of them is missing.
    """
    names, missing = dict[str, str | None](), 0
    for stored in uploads.list_files(tx):
        names[stored.object_path] = stored.file_name
        missing += stored.needed and not (folder / stored.object_path).exists()
    if manifest.files.location == "archive" and missing != manifest.files.missing:
        raise Damaged("files to which its database refers are missing")
    return names


@contextmanager
def restore_files(
    folder: Path, storage: Storage, names: Mapping[str, str | None], erased: Collection[str]
) -> Iterator[None]:
    """Store the files in a directory, except those of erased accounts.

    If the block fails, files that did not exist before are deleted. Before the database is
    replaced, no row refers to the files, so they are not served.
    """
    with ExitStack() as undo:
        for path in list_paths(folder):
            if not _belongs_to(path, erased):
                with storage.open_stored(path) or nullcontext() as existing:
                    if existing is None:
                        undo.callback(storage.delete, [path])
                media_type = policies.media_type_of(path)
                storage.restore(folder / path, path, media_type, names.get(path))
        yield
        undo.pop_all()


def restore_emails(folder: Path, mail: Path, erased: Collection[str]) -> None:
    """Move the e-mails into the mail directory, except those to erased addresses (keys).

    Existing e-mails are not replaced.
    """
    for email in folder.glob("*.eml"):
        is_erased = not recipient_keys(email).isdisjoint(erased)
        if not is_erased and not (mail / email.name).exists():
            mail.mkdir(mode=0o700, parents=True, exist_ok=True)
            email.rename(mail / email.name)


def delete_unreferenced(folder: Path, referenced: Collection[str], erased: Collection[str]) -> int:
    """Delete unreferenced files and those of erased accounts. Returns the number of the former."""
    paths = list_paths(folder)
    for path in paths:
        if path not in referenced or _belongs_to(path, erased):
            (folder / path).unlink()
    return sum(path not in referenced for path in paths)


def list_paths(folder: Path) -> list[str]:
    """The paths of all files except those that are being uploaded."""
    files = (file for file in folder.glob("*/*/*") if file.is_file())
    paths = (file.relative_to(folder).as_posix() for file in files)
    return [path for path in paths if not path.startswith("incoming/")]


def _belongs_to(path: str, accounts: Collection[str]) -> bool:
    return path.split("/")[1] in accounts
