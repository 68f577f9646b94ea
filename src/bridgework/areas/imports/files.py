"""The files of imports, on the machine that received them."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from bridgework.kit import durable_files
from bridgework.kit.ids import Id
from bridgework.settings import Settings


def path_of(settings: Settings, import_id: Id, file_format: str) -> Path:
    """Return the path of the file of an import."""
    return settings.imports_dir / f"{import_id}.{file_format}"


def store(received: Path, target: Path) -> None:
    """Move a received file to its path durably."""
    durable_files.rename(received, target)


def delete(settings: Settings, import_id: Id) -> None:
    """Delete the file of an import, if it is on this machine."""
    for path in settings.imports_dir.glob(f"{import_id}.*"):
        path.unlink(missing_ok=True)


def delete_old(settings: Settings, before: datetime, keep: frozenset[str]) -> None:
    """Delete the files that were received before a time, except those of the ids in `keep`."""
    for path in settings.imports_dir.glob("*"):
        # Another process of this machine may delete it at the same time.
        with suppress(FileNotFoundError):
            if path.stem not in keep and path.stat().st_mtime < before.timestamp():
                path.unlink()
