"""Conversions of an asset's row to its response and to the upload that the storage accepts."""

from typing import Any

from bridgework.areas.identity.uploads import policies
from bridgework.areas.identity.uploads.schemas import Asset
from bridgework.kit.storage import Storage, UploadSpec


def to_asset(storage: Storage, row: Any) -> Asset:
    """The response for the owner of an asset."""
    return Asset(
        object_path=row.object_path,
        file_url=public_url(storage, row),
        folder=row.folder,
        content_type=row.content_type,
        file_size_bytes=row.file_size_bytes,
        state=row.state,
        created_at=row.created_at,
    )


def public_url(storage: Storage, row: Any) -> str | None:
    """The public URL of an asset once it is ready; None in a private folder."""
    return storage.public_url(row.object_path) if row.folder in policies.PUBLIC_FOLDERS else None


def to_upload_spec(row: Any) -> UploadSpec:
    """The path, type, size and expiry that the ticket of an asset allows."""
    return UploadSpec(
        id=row.id,
        path=row.object_path,
        media_type=row.content_type,
        size=policies.MAX_COVER_BYTES if row.is_cover else row.file_size_bytes,
        exact=not row.is_cover,
        expires=row.expires_at,
    )
