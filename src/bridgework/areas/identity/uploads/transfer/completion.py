"""Verifies uploaded bytes against what was declared, and makes the asset ready."""

from bridgework.areas.identity.uploads import errors, hooks, queries, serializers
from bridgework.context import Context
from bridgework.kit.data.db import Tx
from bridgework.kit.storage import Storage, UploadedObject
from bridgework.kit.storage.file_types import detection


def complete_asset(context: Context, row: queries.Row) -> queries.Row:
    """Make an asset ready, unless a concurrent request has done so. Opens its own transactions.

    Raises UploadMissing, or ContentMismatch after deleting the asset and its file.
    """
    storage = context.app.storage
    uploaded = storage.find_upload(row.object_path)
    if uploaded is None:
        return _completed_meanwhile(context, row)
    if not _matches_declaration(storage, row, uploaded):
        with context.write_transaction() as tx:
            queries.delete(tx, [row.object_path], context.app.clock.now())
        storage.delete([row.object_path])
        raise errors.ContentMismatch
    storage.publish(row.object_path, row.content_type, row.file_name, uploaded)
    with context.write_transaction() as tx:
        ready = queries.mark_ready(tx, row.id, context.app.clock.now(), size=uploaded.size)
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


def _matches_declaration(storage: Storage, row: queries.Row, uploaded: UploadedObject) -> bool:
    spec = serializers.to_upload_spec(row)
    min_size = spec.size if spec.exact else 1
    if not min_size <= uploaded.size <= spec.size:
        return False
    if uploaded.media_type not in {None, row.content_type}:
        return False
    with storage.open_upload(row.object_path, uploaded) as file:
        return detection.has_type(row.content_type, file, uploaded.size)


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
