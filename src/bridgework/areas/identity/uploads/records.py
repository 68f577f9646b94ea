"""What the statements on assets return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.uploads.schemas import AssetState, Folder
from bridgework.kit.core import Id


class StoredAsset(NamedTuple):
    """An asset (table `assets`)."""

    id: Id
    account_id: Id
    object_path: str
    folder: Folder
    content_type: str
    file_size_bytes: int
    is_cover: bool
    feed_post_id: Id | None
    state: AssetState
    digest: str | None
    expires_at: datetime
    created_at: datetime
    ready_at: datetime | None
    file_name: str | None


class Usage(NamedTuple):
    """The storage that an account uses."""

    size: int
    open_count: int
    deleted_size: int


class DeletedAsset(NamedTuple):
    """An asset that was deleted, whose file is still to be deleted."""

    object_path: str
    account_id: Id
    file_size_bytes: int


class StoredFile(NamedTuple):
    """A file that may exist."""

    object_path: str
    file_size_bytes: int
    needed: bool
    """Whether it must exist. The others may be deleted at any time."""
    file_name: str | None
