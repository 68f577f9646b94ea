"""The statements on assets, and on the files of deleted assets."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.uploads.records import (
    DeletedAsset,
    StoredAsset,
    StoredFile,
    Usage,
)
from bridgework.areas.identity.uploads.tables import assets, left_files
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, UtcDateTimeColumn, array_param

_BATCH_SIZE = 100

_asset_id = sa.bindparam("this_asset", type_=IdColumn)
_account_id = sa.bindparam("this_account", type_=IdColumn)
_path = sa.bindparam("this_path", type_=sa.Text)
_paths = sa.bindparam("these_paths", type_=sa.Text, expanding=True)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_counts = sa.or_(assets.c.state == "ready", assets.c.expires_at > _now)
_is_open = sa.and_(assets.c.state != "ready", assets.c.expires_at > _now)
_has_expired = sa.and_(assets.c.state != "ready", assets.c.expires_at <= _now)

_by_path = sa.select(assets).where(assets.c.object_path == _path, _counts)
_locked_by_path = _by_path.with_for_update()
_by_id = sa.select(assets).where(assets.c.id == _asset_id)
_ready = sa.select(assets).where(assets.c.object_path == _path, assets.c.state == "ready")
_ready_paths = {
    dialect: (
        sa.select(assets.c.object_path)
        .where(
            assets.c.object_path == array_param.values("these_paths", sa.Text(), dialect),
            assets.c.account_id == _account_id,
            assets.c.folder == sa.bindparam("this_folder"),
            assets.c.state == "ready",
        )
        .with_for_update(of=assets, read=True)
    )
    for dialect in ("sqlite", "postgresql")
}
_open_cover = _by_path.where(
    assets.c.account_id == _account_id, assets.c.is_cover, assets.c.state != "ready"
)
_account = (
    sa.select(accounts.c.id).where(accounts.c.id == _account_id).with_for_update(key_share=True)
)
_deleted_size = (
    sa.select(sa.func.coalesce(sa.func.sum(left_files.c.file_size_bytes), 0))
    .where(left_files.c.account_id == _account_id)
    .scalar_subquery()
)
_usage = sa.select(
    sa.func.coalesce(sa.func.sum(assets.c.file_size_bytes), 0).label("size"),
    sa.func.coalesce(sa.func.sum(sa.case((_is_open, 1), else_=0)), 0).label("open_count"),
    _deleted_size.label("deleted_size"),
).where(assets.c.account_id == _account_id, _counts)
_add = assets.insert()
_store = (
    assets.update()
    .where(assets.c.id == _asset_id, assets.c.state == "issued", assets.c.expires_at > _now)
    .values(
        state=sa.bindparam("new_state"),
        digest=sa.bindparam("new_digest"),
        file_size_bytes=sa.bindparam("new_size"),
        ready_at=sa.bindparam("new_ready_at", type_=UtcDateTimeColumn),
    )
    .returning(*assets.c)
)
_make_ready = (
    assets.update()
    .where(assets.c.id == _asset_id, assets.c.state != "ready", assets.c.expires_at > _now)
    .values(state="ready", ready_at=_now, file_size_bytes=sa.bindparam("new_size"))
    .returning(*assets.c)
)
_goes_at = sa.bindparam("goes_at", type_=UtcDateTimeColumn)
_deleted_columns = [assets.c[name] for name in DeletedAsset._fields]
_delete = assets.delete().where(assets.c.object_path.in_(_paths)).returning(*_deleted_columns)
_delete_all = assets.delete().where(assets.c.account_id == _account_id).returning(*_deleted_columns)
_add_deleted_file = left_files.insert()
_expired = (
    sa.select(assets.c.object_path)
    .where(_has_expired)
    .order_by(assets.c.expires_at)
    .limit(_BATCH_SIZE)
    .with_for_update(skip_locked=True)
)
_schedule_deletion = (
    left_files.update().where(left_files.c.goes_at.is_(None)).values(goes_at=_goes_at)
)
_delete_files_now = (
    left_files.update().where(left_files.c.account_id == _account_id).values(goes_at=_now)
)
_due_files = (
    sa.select(left_files.c.object_path)
    .where(left_files.c.goes_at <= _now)
    .order_by(left_files.c.goes_at)
    .limit(_BATCH_SIZE)
)
_all_files = sa.union_all(
    sa.select(
        assets.c.object_path,
        assets.c.file_size_bytes,
        (assets.c.state == "ready").label("needed"),
        assets.c.file_name,
    ),
    sa.select(left_files.c.object_path, left_files.c.file_size_bytes, sa.false(), sa.null()),
).subquery()
_remove_file_records = left_files.delete().where(left_files.c.object_path.in_(_paths))


def find_asset(tx: Tx, object_path: str, now: datetime) -> StoredAsset | None:
    """The asset at a path, ready or not; None if it has expired. The caller checks its owner."""
    return tx.record(StoredAsset, _by_path, {"this_path": object_path, "now": now})


def lock_asset(tx: Tx, object_path: str, now: datetime) -> StoredAsset | None:
    """The same, locked until the transaction ends."""
    return tx.record(StoredAsset, _locked_by_path, {"this_path": object_path, "now": now})


def find_asset_by_id(tx: Tx, asset_id: str) -> StoredAsset | None:
    """The asset with this ID, in any state."""
    return tx.record(StoredAsset, _by_id, {"this_asset": asset_id})


def find_ready_asset(tx: Tx, object_path: str) -> StoredAsset | None:
    """The ready asset at a path."""
    return tx.record(StoredAsset, _ready, {"this_path": object_path})


def find_open_cover(tx: Tx, account_id: Id, object_path: str, now: datetime) -> StoredAsset | None:
    """The cover image of an account at a path, if it is not ready."""
    params = {"this_path": object_path, "this_account": account_id, "now": now}
    return tx.record(StoredAsset, _open_cover, params)


def list_ready_paths(tx: Tx, account_id: Id, folder: str, paths: Iterable[str]) -> Sequence[str]:
    """Those of the paths that are ready assets of the account in the folder.

    They are locked: no transaction can delete them before this one ends.
    """
    params = {"these_paths": list(paths), "this_account": account_id, "this_folder": folder}
    return tx.values(_ready_paths[tx.dialect], params)


def lock_usage(tx: Tx, account_id: Id, now: datetime) -> Usage:
    """The storage that an account uses. Locks the account until the transaction ends."""
    tx.execute(_account, {"this_account": account_id})
    (usage,) = tx.records(Usage, _usage, {"this_account": account_id, "now": now})
    return usage


def add(tx: Tx, asset: StoredAsset) -> None:
    tx.execute(_add, asset._asdict())


def mark_stored(
    tx: Tx, asset_id: str, now: datetime, *, digest: str, size: int, ready: bool
) -> StoredAsset | None:
    """Mark an asset as uploaded; None if it was already uploaded or its ticket has expired."""
    values = {"new_digest": digest, "new_size": size, "new_state": "ready" if ready else "stored"}
    params = {"this_asset": asset_id, "now": now, "new_ready_at": now if ready else None}
    return tx.record(StoredAsset, _store, {**values, **params})


def mark_ready(tx: Tx, asset_id: str, now: datetime, *, size: int) -> StoredAsset | None:
    """Mark an asset as ready; None if it already was or its ticket has expired."""
    return tx.record(
        StoredAsset, _make_ready, {"this_asset": asset_id, "now": now, "new_size": size}
    )


def delete(tx: Tx, object_paths: Iterable[str], delete_files_at: datetime) -> int:
    """Delete assets, and schedule the deletion of their files. Returns the number of assets."""
    deleted = tx.records(DeletedAsset, _delete, {"these_paths": list(object_paths)})
    return _add_deleted_files(tx, deleted, delete_files_at)


def delete_all(tx: Tx, account_id: Id) -> int:
    """Delete all assets of an account; `update_deletion_time` sets when their files are deleted."""
    deleted = tx.records(DeletedAsset, _delete_all, {"this_account": account_id})
    return _add_deleted_files(tx, deleted, None)


def list_expired(tx: Tx, now: datetime) -> Sequence[str]:
    """The paths of a batch of assets that were not completed in time."""
    return tx.execute(_expired, {"now": now}).scalars().all()


def update_deletion_time(tx: Tx, delete_at: datetime) -> None:
    """Set the time of deletion of files that have none."""
    tx.execute(_schedule_deletion, {"goes_at": delete_at})


def delete_files_now(tx: Tx, account_ids: Iterable[Id], now: datetime) -> None:
    """Make the files of the accounts' deleted assets due for deletion."""
    for account_id in account_ids:
        tx.execute(_delete_files_now, {"this_account": account_id, "now": now})


def list_due_files(tx: Tx, now: datetime) -> Sequence[str]:
    """The paths of a batch of files that are due for deletion."""
    return tx.execute(_due_files, {"now": now}).scalars().all()


def list_files(tx: Tx) -> Iterator[StoredFile]:
    """All files that may exist, by path: of assets, and of deleted assets.

    They are read in batches of 1,000.
    """
    after, path = "", _in_byte_order(_all_files.c.object_path, tx.dialect)
    in_order = sa.select(_all_files).order_by(path).limit(1000)
    while files := tx.records(StoredFile, in_order.where(path > after)):
        yield from files
        after = files[-1].object_path


def delete_file_records(tx: Tx, object_paths: Iterable[str]) -> None:
    """Delete the records of files that have been deleted."""
    tx.execute(_remove_file_records, {"these_paths": list(object_paths)})


def _in_byte_order(path: sa.ColumnElement[str], dialect: str) -> sa.ColumnElement[str]:
    """Sorts by bytes, which is the same order on every server."""
    return path if dialect == "sqlite" else sa.collate(path, "C")


def _add_deleted_files(tx: Tx, deleted: Sequence[DeletedAsset], delete_at: datetime | None) -> int:
    if deleted:
        rows = [{**asset._asdict(), "goes_at": delete_at} for asset in deleted]
        tx.execute(_add_deleted_file, rows)
    return len(deleted)
