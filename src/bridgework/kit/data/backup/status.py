"""The record of the last backup and its verification: `backup-status.json` in the data directory.

{"created_at": "2026-11-21T03:00:00+00:00", "verified_at": null, "path": "/backups/….tar"}
"""

import json
from datetime import datetime
from pathlib import Path

from pydantic import AwareDatetime, BaseModel, ValidationError

from bridgework.kit.core.files import write_private

_NAME = "backup-status.json"


class BackupStatus(BaseModel):
    """The newest backup."""

    created_at: AwareDatetime
    verified_at: AwareDatetime | None
    """When it was last verified; None if it never was."""
    last_verification: AwareDatetime | None = None
    """When this or an earlier backup was last verified; None if none ever was."""
    path: str


def path_in(data_dir: Path) -> Path:
    """The file in a data directory."""
    return data_dir / _NAME


def read(data_dir: Path) -> BackupStatus | None:
    """The newest backup; None if none is recorded, or the record cannot be read."""
    try:
        return BackupStatus.model_validate_json(path_in(data_dir).read_bytes())
    except (OSError, ValidationError):
        return None


def record_created(data_dir: Path, archive: Path, created_at: datetime) -> None:
    """Record a new backup, which is not verified yet. Raises OSError."""
    former = read(data_dir)
    _write(
        data_dir,
        BackupStatus(
            created_at=created_at,
            verified_at=None,
            last_verification=former and former.last_verification,
            path=_text(archive),
        ),
    )


def record_verified(
    data_dir: Path, archive: Path, created_at: datetime, verified_at: datetime
) -> None:
    """Record the verification of a backup, unless a newer one is recorded. Raises OSError."""
    last = read(data_dir)
    if last is None or created_at >= last.created_at:
        _write(
            data_dir,
            BackupStatus(
                created_at=created_at,
                verified_at=verified_at,
                last_verification=verified_at,
                path=_text(archive),
            ),
        )


def _text(archive: Path) -> str:
    return str(archive.absolute())


def _write(data_dir: Path, status: BackupStatus) -> None:
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_private(path_in(data_dir), json.dumps(status.model_dump(mode="json")) + "\n")
