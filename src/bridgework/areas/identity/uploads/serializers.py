"""Conversions of an asset to its response and to the upload that the storage accepts."""

from bridgework.areas.identity.uploads import policies
from bridgework.areas.identity.uploads.records import StoredAsset
from bridgework.areas.identity.uploads.schemas import Asset
from bridgework.kit.storage import Storage, UploadSpec


def to_asset(storage: Storage, asset: StoredAsset) -> Asset:
    """The response for the owner of an asset."""
    return Asset(
        object_path=asset.object_path,
        file_url=public_url(storage, asset),
        folder=asset.folder,
        content_type=asset.content_type,
        file_size_bytes=asset.file_size_bytes,
        state=asset.state,
        created_at=asset.created_at,
    )


def public_url(storage: Storage, asset: StoredAsset) -> str | None:
    """The public URL of an asset once it is ready; None in a private folder."""
    is_public = asset.folder in policies.PUBLIC_FOLDERS
    return storage.public_url(asset.object_path) if is_public else None


def to_upload_spec(asset: StoredAsset) -> UploadSpec:
    """The path, type, size and expiry that the ticket of an asset allows."""
    return UploadSpec(
        id=asset.id,
        path=asset.object_path,
        media_type=asset.content_type,
        size=policies.MAX_COVER_BYTES if asset.is_cover else asset.file_size_bytes,
        exact=not asset.is_cover,
        expires=asset.expires_at,
    )
