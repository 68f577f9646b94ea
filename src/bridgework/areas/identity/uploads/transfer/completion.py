"""Verifies uploaded bytes against what was declared, and makes the asset ready."""

import tempfile
from pathlib import Path
from typing import BinaryIO

from bridgework.areas.identity.uploads import errors, hooks, policies, queries, serializers
from bridgework.areas.identity.uploads.transfer import scanning
from bridgework.context import Context
from bridgework.kit.data.db import Tx
from bridgework.kit.storage import Storage, UploadedObject
from bridgework.kit.storage.file_types import detection, picture_metadata


def complete_asset(context: Context, row: queries.Row) -> queries.Row:
    """Make an asset ready, unless a concurrent request has done so. Opens its own transactions.

    Raises UploadMissing or ScannerUnavailable; or ContentMismatch, FileEncrypted, FileInfected or
    FileNotScannable after deleting the asset and its file.
    """
    storage = context.app.storage
    uploaded = storage.find_upload(row.object_path)
    if uploaded is None:
        return _completed_meanwhile(context, row)
    try:
        _must_be_acceptable(context, row, uploaded)
    except (errors.ContentMismatch, errors.FileEncrypted, *scanning.REFUSALS):
        with context.write_transaction() as tx:
            queries.delete(tx, [row.object_path], context.app.clock.now())
        storage.delete([row.object_path])
        raise
    size = _publish(storage, row, uploaded)
    with context.write_transaction() as tx:
        ready = queries.mark_ready(tx, row.id, context.app.clock.now(), size=size)
        if ready is not None:
            notify_ready(tx, storage, ready)
    return ready or _completed_meanwhile(context, row)


def notify_ready(tx: Tx, storage: Storage, row: queries.Row) -> None:
    """Call the hooks of an asset that has become ready in this transaction."""
    ready = hooks.ReadyAsset(
        object_path=row.object_path,
        account_id=row.account_id,
        folder=row.folder,
        content_type=row.content_type,
        file_url=serializers.public_url(storage, row),
        feed_post_id=row.feed_post_id,
    )
    hooks.notify_ready(tx, ready)


def _must_be_acceptable(context: Context, row: queries.Row, uploaded: UploadedObject) -> None:
    storage = context.app.storage
    refusal = _refusal(storage, row, uploaded)
    if refusal is not None:
        raise refusal
    if context.app.scanner is not None:
        with storage.open_upload(row.object_path, uploaded) as file:
            scanning.must_be_clean(context, row, file)


def _refusal(
    storage: Storage, row: queries.Row, uploaded: UploadedObject
) -> type[errors.ContentMismatch | errors.FileEncrypted] | None:
    """Return why a file is refused: it is not what was declared, or a CV with a password."""
    spec = serializers.to_upload_spec(row)
    min_size = spec.size if spec.exact else 1
    if not min_size <= uploaded.size <= spec.size:
        return errors.ContentMismatch
    if uploaded.media_type not in {None, row.content_type}:
        return errors.ContentMismatch
    media_type, size = row.content_type, uploaded.size
    with storage.open_upload(row.object_path, uploaded) as file:
        is_match = is_picture_or_other(media_type, file, size)
        is_cv = row.folder == policies.CV_FOLDER
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


def _publish(storage: Storage, row: queries.Row, uploaded: UploadedObject) -> int:
    """Make the file available without the metadata of a picture. Returns its size.

    A local upload lost its metadata when it was received.
    """
    path, media_type, name = row.object_path, row.content_type, row.file_name
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


def _completed_meanwhile(context: Context, row: queries.Row) -> queries.Row:
    """The asset, if a concurrent request completed it. Raises UploadMissing or AssetNotFound."""
    with context.read_transaction() as tx:
        current = queries.find_asset(tx, row.object_path, context.app.clock.now())
    if current is None:
        # The asset was deleted during verification: delete the file that was stored meanwhile.
        context.app.storage.delete([row.object_path])
        raise errors.AssetNotFound
    if current.state != "ready":
        raise errors.UploadMissing
    return current
