"""From a row to what is told of it, and to what the storage is asked for."""

from typing import Any

from bridgework.areas.uploads import policies
from bridgework.areas.uploads.schemas import Asset
from bridgework.kit.storage.storage import Order, Storage


def asset(storage: Storage, row: Any) -> Asset:
    """An asset as its owner sees it."""
    return Asset(
        object_path=row.object_path,
        file_url=public_address(storage, row),
        folder=row.folder,
        content_type=row.content_type,
        file_size_bytes=row.file_size_bytes,
        state=row.state,
        created_at=row.created_at,
    )


def public_address(storage: Storage, row: Any) -> str | None:
    """Where anybody fetches it once it is ready, None for a private one."""
    return storage.address(row.object_path) if row.folder in policies.PUBLIC else None


def order(row: Any) -> Order:
    """What the ticket of an asset is good for."""
    return Order(
        id=row.id,
        path=row.object_path,
        media=row.content_type,
        size=policies.LARGEST_COVER if row.is_cover else row.file_size_bytes,
        exact=not row.is_cover,
        expires=row.expires_at,
    )
