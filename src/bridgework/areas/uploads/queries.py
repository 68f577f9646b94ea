"""Every statement on assets and on the files that outlive them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.uploads.tables import assets, left_files
from bridgework.kit.db import array_param
from bridgework.kit.db.columns import IdColumn, UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

Row = sa.Row[Any]

_AT_ONCE = 100

_asset_id = sa.bindparam("this_asset", type_=IdColumn)
_account_id = sa.bindparam("this_account", type_=IdColumn)
_path = sa.bindparam("this_path", type_=sa.Text)
_paths = sa.bindparam("these_paths", type_=sa.Text, expanding=True)
_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_counts = sa.or_(assets.c.state == "ready", assets.c.expires_at > _now)
_is_open = sa.and_(assets.c.state != "ready", assets.c.expires_at > _now)
_has_died = sa.and_(assets.c.state != "ready", assets.c.expires_at <= _now)

_by_path = sa.select(assets).where(assets.c.object_path == _path, _counts)
_held_by_path = _by_path.with_for_update()
_by_id = sa.select(assets).where(assets.c.id == _asset_id)
_ready = sa.select(assets).where(assets.c.object_path == _path, assets.c.state == "ready")
_good = {
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
_left_size = (
    sa.select(sa.func.coalesce(sa.func.sum(left_files.c.file_size_bytes), 0))
    .where(left_files.c.account_id == _account_id)
    .scalar_subquery()
)
_used = sa.select(
    sa.func.coalesce(sa.func.sum(assets.c.file_size_bytes), 0).label("size"),
    sa.func.coalesce(sa.func.sum(sa.case((_is_open, 1), else_=0)), 0).label("open_count"),
    _left_size.label("left_size"),
).where(assets.c.account_id == _account_id, _counts)
_add = assets.insert().returning(*assets.c)
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
_took = (assets.c.object_path, assets.c.account_id, assets.c.file_size_bytes)
_delete = assets.delete().where(assets.c.object_path.in_(_paths)).returning(*_took)
_delete_all = assets.delete().where(assets.c.account_id == _account_id).returning(*_took)
_leave = left_files.insert()
_dead = (
    sa.select(assets.c.object_path)
    .where(_has_died)
    .order_by(assets.c.expires_at)
    .limit(_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_first_seen = left_files.update().where(left_files.c.goes_at.is_(None)).values(goes_at=_goes_at)
_let_go = left_files.update().where(left_files.c.account_id == _account_id).values(goes_at=_now)
_due = (
    sa.select(left_files.c.object_path)
    .where(left_files.c.goes_at <= _now)
    .order_by(left_files.c.goes_at)
    .limit(_AT_ONCE)
)
_every_file = sa.union_all(
    sa.select(
        assets.c.object_path,
        assets.c.file_size_bytes,
        (assets.c.state == "ready").label("needed"),
    ),
    sa.select(left_files.c.object_path, left_files.c.file_size_bytes, sa.false()),
).subquery()
_forget = left_files.delete().where(left_files.c.object_path.in_(_paths))


def asset(tx: Tx, object_path: str, now: datetime) -> Row | None:
    """The asset at a path, ready or still to be; who asks sees to whose it is."""
    return tx.row(_by_path, {"this_path": object_path, "now": now})


def locked_asset(tx: Tx, object_path: str, now: datetime) -> Row | None:
    """The same, held until the transaction ends."""
    return tx.row(_held_by_path, {"this_path": object_path, "now": now})


def asset_by_id(tx: Tx, asset_id: str) -> Row | None:
    """The asset with this id, in whatever state; a ticket proves that it may be asked for."""
    return tx.row(_by_id, {"this_asset": asset_id})


def ready_asset(tx: Tx, object_path: str) -> Row | None:
    """The asset at a path, if it is ready."""
    return tx.row(_ready, {"this_path": object_path})


def open_cover(tx: Tx, account_id: Id, object_path: str, now: datetime) -> Row | None:
    """The cover of this account at this path, if it is not ready yet."""
    place = {"this_path": object_path, "this_account": account_id, "now": now}
    return tx.row(_open_cover, place)


def good_paths(tx: Tx, account_id: Id, folder: str, paths: Iterable[str]) -> Sequence[str]:
    """Those of the paths that are ready assets of this account in this folder.

    They can't be deleted before the transaction ends.
    """
    place = {"these_paths": list(paths), "this_account": account_id, "this_folder": folder}
    return [row.object_path for row in tx.rows(_good[tx.dialect], place)]


def used_by(tx: Tx, account_id: Id, now: datetime) -> Row:
    """What an account takes up; nobody else orders for it before the transaction ends."""
    tx.execute(_account, {"this_account": account_id})
    return tx.one(_used, {"this_account": account_id, "now": now})


def add(tx: Tx, values: Mapping[str, object]) -> Row:
    """Add an asset."""
    return tx.one(_add, values)


def mark_stored(
    tx: Tx, asset_id: str, now: datetime, *, digest: str, size: int, ready: bool
) -> Row | None:
    """Note that the bytes are there; None if something was stored before, or the ticket expired."""
    values = {"new_digest": digest, "new_size": size, "new_state": "ready" if ready else "stored"}
    place = {"this_asset": asset_id, "now": now, "new_ready_at": now if ready else None}
    return tx.row(_store, {**values, **place})


def mark_ready(tx: Tx, asset_id: str, now: datetime, *, size: int) -> Row | None:
    """Note that an asset is what it says; None if it was noted before, or its ticket expired."""
    return tx.row(_make_ready, {"this_asset": asset_id, "now": now, "new_size": size})


def leave(tx: Tx, object_paths: Iterable[str], goes_at: datetime) -> int:
    """Delete assets; their files stay until then. Returns how many there were."""
    return _left(tx, tx.rows(_delete, {"these_paths": list(object_paths)}), goes_at)


def leave_all(tx: Tx, account_id: Id) -> int:
    """Delete every asset of an account; the sweep will say when their files go."""
    return _left(tx, tx.rows(_delete_all, {"this_account": account_id}), None)


def dead(tx: Tx, now: datetime) -> Sequence[str]:
    """Some of the assets that were not completed in time."""
    return tx.execute(_dead, {"now": now}).scalars().all()


def give_first_seen(tx: Tx, goes_at: datetime) -> None:
    """Let the files that nobody has said it of yet go at that time."""
    tx.execute(_first_seen, {"goes_at": goes_at})


def let_go(tx: Tx, account_ids: Iterable[Id], now: datetime) -> None:
    """Let the files that these accounts left go now."""
    for account_id in account_ids:
        tx.execute(_let_go, {"this_account": account_id, "now": now})


def due(tx: Tx, now: datetime) -> Sequence[str]:
    """Some of the files whose time has come."""
    return tx.execute(_due, {"now": now}).scalars().all()


def files(tx: Tx) -> Iterator[Row]:
    """The files there should be, by path: of assets, and of those that are gone for a day.

    `needed` are those that must exist; the others may go at any moment. A thousand are read at a
    time.
    """
    after, path = "", _by_bytes(_every_file.c.object_path, tx.dialect)
    while rows := tx.rows(sa.select(_every_file).where(path > after).order_by(path).limit(1000)):
        yield from rows
        after = rows[-1].object_path


def forget(tx: Tx, object_paths: Iterable[str]) -> None:
    """Forget files that are deleted."""
    tx.execute(_forget, {"these_paths": list(object_paths)})


def _by_bytes(path: sa.ColumnElement[str], dialect: str) -> sa.ColumnElement[str]:
    """In one order on every server, which is that of the bytes."""
    return path if dialect == "sqlite" else sa.collate(path, "C")


def _left(tx: Tx, gone: Sequence[Row], goes_at: datetime | None) -> int:
    if gone:
        tx.execute(_leave, [{**row._asdict(), "goes_at": goes_at} for row in gone])
    return len(gone)
