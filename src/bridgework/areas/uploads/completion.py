"""Looking into what was brought, and making it ready if it is what was declared."""

from bridgework.areas.uploads import errors, hooks, queries, serializers
from bridgework.kit.db.transaction import Tx
from bridgework.kit.file_types import detection
from bridgework.kit.http.context import Context
from bridgework.kit.storage.storage import Brought, Storage


def finish(context: Context, row: queries.Row) -> queries.Row:
    """Make an asset ready, unless it is so by now. Opens its own transactions.

    Raises UploadMissing, or ContentMismatch when it is deleted, bytes and all.
    """
    storage = context.app.storage
    brought = storage.brought(row.object_path)
    if brought is None:
        return _ready_by_now(context, row)
    if not _is_as_declared(storage, row, brought):
        with context.write_transaction() as tx:
            queries.leave(tx, [row.object_path], context.app.clock.now())
        storage.drop([row.object_path])
        raise errors.ContentMismatch
    storage.keep(row.object_path, row.content_type, brought)
    with context.write_transaction() as tx:
        done = queries.mark_ready(tx, row.id, context.app.clock.now(), size=brought.size)
        if done is not None:
            tell(tx, storage, done)
    return done or _ready_by_now(context, row)


def tell(tx: Tx, storage: Storage, row: queries.Row) -> None:
    """Have the areas above follow an asset that has become ready in this transaction."""
    ready = hooks.ReadyAsset(
        object_path=row.object_path,
        account_id=row.account_id,
        folder=row.folder,
        content_type=row.content_type,
        file_url=serializers.public_address(storage, row),
        feed_post_id=row.feed_post_id,
    )
    hooks.tell_of_ready(tx, ready)


def _is_as_declared(storage: Storage, row: queries.Row, brought: Brought) -> bool:
    ordered = serializers.order(row)
    least = ordered.size if ordered.exact else 1
    if not least <= brought.size <= ordered.size or brought.media not in {None, row.content_type}:
        return False
    with storage.open(row.object_path, brought) as file:
        return detection.has_type(row.content_type, file, brought.size)


def _ready_by_now(context: Context, row: queries.Row) -> queries.Row:
    """The asset, if another completed it meanwhile. Raises UploadMissing, or AssetNotFound."""
    with context.read_transaction() as tx:
        found = queries.asset(tx, row.object_path, context.app.clock.now())
    if found is None:
        # It went while it was looked into: whatever was kept of it meanwhile goes too.
        context.app.storage.drop([row.object_path])
        raise errors.AssetNotFound
    if found.state != "ready":
        raise errors.UploadMissing
    return found
