"""Verifies uploaded bytes against what was declared, and makes the asset ready."""

import tempfile
from pathlib import Path
from typing import BinaryIO

from bridgework.areas.identity.uploads import errors, hooks, policies, queries, serializers
from bridgework.areas.identity.uploads.records import StoredAsset
from bridgework.areas.identity.uploads.transfer import scanning
from bridgework.context import Context
from bridgework.kit.data.db import Tx
from bridgework.kit.storage import Storage, UploadedObject
from bridgework.kit.storage.file_types import detection, picture_metadata


def complete_asset(context: Context, asset: StoredAsset) -> StoredAsset:
    """Make an asset ready, unless a concurrent request has done so. Opens its own transactions.

    Raises UploadMissing or ScannerUnavailable; or ContentMismatch, FileEncrypted, FileInfected or
    FileNotScannable after deleting the asset and its file.
    """
    storage = context.app.storage
    uploaded = storage.find_upload(asset.object_path)
    if uploaded is None:
        return _completed_meanwhile(context, asset)
    try:
        _must_be_acceptable(context, asset, uploaded)
    except (errors.ContentMismatch, errors.FileEncrypted, *scanning.REFUSALS):
        with context.write_transaction() as tx:
            queries.delete(tx, [asset.object_path], context.app.clock.now())
        storage.delete([asset.object_path])
        raise
    size = _publish(storage, asset, uploaded)
    with context.write_transaction() as tx:
        ready = queries.mark_ready(tx, asset.id, context.app.clock.now(), size=size)
        if ready is not None:
            notify_ready(tx, storage, ready)
    return ready or _completed_meanwhile(context, asset)


def notify_ready(tx: Tx, storage: Storage, asset: StoredAsset) -> None:
    """Call the hooks of an asset that has become ready in this transaction."""
    ready = hooks.ReadyAsset(
        object_path=asset.object_path,
        account_id=asset.account_id,
        folder=asset.folder,
        content_type=asset.content_type,
        file_url=serializers.public_url(storage, asset),
        feed_post_id=asset.feed_post_id,
    )
    hooks.notify_ready(tx, ready)


def _must_be_acceptable(context: Context, asset: StoredAsset, uploaded: UploadedObject) -> None:
    storage = context.app.storage
    refusal = _refusal(storage, asset, uploaded)
    if refusal is not None:
        raise refusal
    if context.app.scanner is not None:
        with storage.open_upload(asset.object_path, uploaded) as file:
            scanning.must_be_clean(context, asset, file)


def _refusal(
    storage: Storage, asset: StoredAsset, uploaded: UploadedObject
) -> type[errors.ContentMismatch | errors.FileEncrypted] | None:
    """Return why a file is refused: it is not what was declared, or a CV with a password."""
    spec = serializers.to_upload_spec(asset)
    min_size = spec.size if spec.exact else 1
    if not min_size <= uploaded.size <= spec.size:
        return errors.ContentMismatch
    if uploaded.media_type not in {None, asset.content_type}:
        return errors.ContentMismatch
    media_type, size = asset.content_type, uploaded.size
    with storage.open_upload(asset.object_path, uploaded) as file:
        is_match = is_picture_or_other(media_type, file, size)
        is_cv = asset.folder == policies.CV_FOLDER
        if (is_cv or not is_match) and detection.needs_password(media_type, file, size):
            return errors.FileEncrypted
    return None if is_match else errors.ContentMismatch


def is_picture_or_other(media_type: str, file: BinaryIO, size: int) -> bool:
    """Whether a file has its declared type and, if it is a picture, is not damaged."""
    if not detection.has_type(media_type, file, size):
        return False
    try:
        picture_metadata.pieces_without_metadata(media_type, file, size)
    except picture_metadata.PictureDamaged:
        return False
    return True


def _publish(storage: Storage, asset: StoredAsset, uploaded: UploadedObject) -> int:
    """Make the file available without the metadata of a picture. Returns its size.

    A local upload lost its metadata when it was received.
    """
    path, media_type, name = asset.object_path, asset.content_type, asset.file_name
    if storage.incoming is None:
        with storage.open_upload(path, uploaded) as file:
            pieces = picture_metadata.pieces_without_metadata(media_type, file, uploaded.size)
            if pieces is not None:
                with tempfile.TemporaryDirectory(prefix="bridgework-") as folder:
                    clean = Path(folder, "clean")
                    with clean.open("xb") as target:
                        picture_metadata.write(pieces, file, target)
                    storage.restore(clean, path, media_type, name)
                    return clean.stat().st_size
    storage.publish(path, media_type, name, uploaded)
    return uploaded.size


def _completed_meanwhile(context: Context, asset: StoredAsset) -> StoredAsset:
    """The asset, if a concurrent request completed it. Raises UploadMissing or AssetNotFound."""
    with context.read_transaction() as tx:
        current = queries.find_asset(tx, asset.object_path, context.app.clock.now())
    if current is None:
        # The asset was deleted during verification: delete the file that was stored meanwhile.
        context.app.storage.delete([asset.object_path])
        raise errors.AssetNotFound
    if current.state != "ready":
        raise errors.UploadMissing
    return current
