"""A check of a file storage: a small object is written, read and deleted."""

import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from bridgework.kit.disk_errors import translate_disk_full
from bridgework.kit.errors import NoRoomLeft
from bridgework.kit.ids import new_id
from bridgework.kit.storage.storage import Storage, StorageUnavailable

_FOLDER = "storage-check"
_OWNER = "00000000-0000-0000-0000-000000000000"
_REMEDIES = {
    "NoSuchBucket": "the bucket does not exist: create it, or correct BRIDGEWORK_STORAGE_URL",
    "AccessDenied": "the key may not write, read and delete in the bucket: change its policy",
    "InvalidAccessKeyId": "the key is unknown: correct BRIDGEWORK_STORAGE_URL",
    "SignatureDoesNotMatch": "the secret is wrong: correct BRIDGEWORK_STORAGE_URL",
}


class StorageProblem(Exception):
    """The storage does not work; the text gives the reason."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.remedy = remedy


def check_storage(storage: Storage) -> None:
    """Write, read and delete a small object. Raises StorageProblem or OSError."""
    path, content = f"{_FOLDER}/{_OWNER}/{new_id()}.bin", secrets.token_bytes(32)
    try:
        with translate_disk_full(), tempfile.TemporaryDirectory() as folder:
            body = Path(folder) / "body"
            body.write_bytes(content)
            _store(storage, body, path)
        stored = storage.open_stored(path)
        if stored is None:
            raise StorageProblem("an object that was written is missing", "check the storage")
        with stored as file:
            if file.read() != content:
                raise StorageProblem("an object has other contents", "check the storage")
        _delete(storage, path)
    except NoRoomLeft:
        raise StorageProblem("no disk space is left", "free disk space") from None
    except StorageUnavailable as error:
        raise _to_problem(error) from error


def _store(storage: Storage, body: Path, path: str) -> None:
    if storage.incoming is None:
        storage.restore(body, path, "application/octet-stream")
        return
    # A local storage renames the body, which works only within one disk.
    storage.incoming.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = storage.incoming / f"check-{body.parent.name}"
    beside.write_bytes(body.read_bytes())
    try:
        storage.restore(beside, path, "application/octet-stream")
    finally:
        beside.unlink(missing_ok=True)


def _delete(storage: Storage, path: str) -> None:
    storage.delete([path])
    file = storage.local_path(path)
    if file is not None:
        with suppress(OSError):  # another check may use the directories
            file.parent.rmdir()
            file.parent.parent.rmdir()


def _to_problem(error: StorageUnavailable) -> StorageProblem:
    """The problem of an S3 storage, by the code in its response or the name of the error."""
    cause = error.__cause__
    response = getattr(cause, "response", None) or {}
    code = str(response.get("Error", {}).get("Code", "")) or type(cause).__name__
    remedy = _REMEDIES.get(code, "check the storage and BRIDGEWORK_STORAGE_URL")
    return StorageProblem(f"the storage responded with {code}", remedy)
