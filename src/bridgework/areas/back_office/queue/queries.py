"""The statements on claims and assignments."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.back_office.queue.fields import QueueKind
from bridgework.areas.back_office.queue.records import Assignment, Claim
from bridgework.areas.back_office.queue.tables import queue_assignments, queue_claims
from bridgework.areas.identity.accounts.tables import NAME_OR_EMAIL, accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, UtcDateTimeColumn, insert

_DELETED_AT_ONCE = 500

_now = sa.bindparam("now", type_=UtcDateTimeColumn)
_account = sa.bindparam("this_account", type_=IdColumn)
_is_item = sa.and_(
    queue_claims.c.kind == sa.bindparam("this_kind"),
    queue_claims.c.item_id == sa.bindparam("this_item", type_=IdColumn),
)
_is_own = queue_claims.c.account_id == _account
_is_valid = queue_claims.c.expires_at > _now
_claims = (
    sa.select(
        queue_claims.c.kind,
        queue_claims.c.item_id,
        queue_claims.c.expires_at,
        accounts.c.id,
        NAME_OR_EMAIL.label("name"),
    )
    .join_from(queue_claims, accounts, accounts.c.id == queue_claims.c.account_id)
    .where(_is_valid)
)
_claim = _claims.where(_is_item)
_claims_of_items = _claims.where(
    queue_claims.c.item_id.in_(sa.bindparam("items", type_=IdColumn, expanding=True))
)
_assignments = (
    sa.select(
        queue_assignments.c.kind,
        queue_assignments.c.item_id,
        accounts.c.id,
        NAME_OR_EMAIL.label("name"),
    )
    .join_from(queue_assignments, accounts, accounts.c.id == queue_assignments.c.account_id)
    .where(
        accounts.c.role == "admin",
        queue_assignments.c.item_id.in_(sa.bindparam("items", type_=IdColumn, expanding=True)),
    )
)
_administrator = sa.select(accounts.c.id).where(
    accounts.c.id == _account,
    accounts.c.role == "admin",
    accounts.c.disabled_at.is_(None),
    accounts.c.erases_at.is_(None),
)
_unassign = queue_assignments.delete().where(
    queue_assignments.c.kind == sa.bindparam("this_kind"),
    queue_assignments.c.item_id == sa.bindparam("this_item", type_=IdColumn),
)
_renew = queue_claims.update().where(_is_item, _is_own, _is_valid)
_release = queue_claims.delete().where(_is_item, _is_own, _is_valid)


def mark_renewed(
    tx: Tx, kind: QueueKind, item_id: Id, account_id: Id, now: datetime, until: datetime
) -> bool:
    """Extend a valid claim of an account; False if it has none on the item."""
    values = {**_item(kind, item_id), "this_account": account_id, "now": now}
    return tx.execute(_renew.values(expires_at=until), values).rowcount == 1


def take(
    tx: Tx, kind: QueueKind, item_id: Id, account_id: Id, now: datetime, until: datetime
) -> bool:
    """Claim an item for an account; False if another one has a valid claim.

    Of several accounts that claim it at the same time, one succeeds.
    """
    row = {"kind": kind, "item_id": item_id, "account_id": account_id, "expires_at": until}
    add = insert(tx.dialect, queue_claims).values(row)
    has_ended = queue_claims.c.expires_at <= now
    statement = add.on_conflict_do_update(
        index_elements=["kind", "item_id"],
        set_={"account_id": account_id, "expires_at": until},
        where=sa.or_(has_ended, queue_claims.c.account_id == account_id),
    )
    return tx.value(statement.returning(queue_claims.c.account_id)) is not None


def find(tx: Tx, kind: QueueKind, item_id: Id, now: datetime) -> Claim | None:
    """Return the valid claim on an item."""
    return tx.record(Claim, _claim, {**_item(kind, item_id), "now": now})


def list_for(tx: Tx, item_ids: Sequence[Id], now: datetime) -> Sequence[Claim]:
    """Return the valid claims on items."""
    values = {"items": item_ids, "now": now}
    return tx.records(Claim, _claims_of_items, values) if item_ids else []


def delete(tx: Tx, kind: QueueKind, item_id: Id, account_id: Id, now: datetime) -> bool:
    """Delete a valid claim of an account; False if it has none on the item."""
    values = {**_item(kind, item_id), "this_account": account_id, "now": now}
    return tx.execute(_release, values).rowcount == 1


def list_assignments(tx: Tx, item_ids: Sequence[Id]) -> Sequence[Assignment]:
    """Return the assignments of items."""
    return tx.records(Assignment, _assignments, {"items": item_ids}) if item_ids else []


def is_administrator(tx: Tx, account_id: Id) -> bool:
    """Return whether an account is that of an administrator, neither disabled nor to be erased."""
    return tx.value(_administrator, {"this_account": account_id}) is not None


def put_assignment(tx: Tx, kind: QueueKind, item_id: Id, account_id: Id) -> None:
    """Assign an item to an account, instead of the former one."""
    row = {"kind": kind, "item_id": item_id, "account_id": account_id}
    add = insert(tx.dialect, queue_assignments).values(row)
    tx.execute(
        add.on_conflict_do_update(
            index_elements=["kind", "item_id"], set_={"account_id": account_id}
        )
    )


def delete_assignment(tx: Tx, kind: QueueKind, item_id: Id) -> None:
    """End the assignment of an item, if there is one."""
    tx.execute(_unassign, _item(kind, item_id))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete some claims that have ended. A periodic task."""
    ended = sa.select(queue_claims.c.kind, queue_claims.c.item_id).where(
        queue_claims.c.expires_at <= now
    )
    key = sa.tuple_(queue_claims.c.kind, queue_claims.c.item_id)
    some = ended.limit(_DELETED_AT_ONCE)
    return tx.execute(
        queue_claims.delete().where(key.in_(some), queue_claims.c.expires_at <= now)
    ).rowcount


def _item(kind: QueueKind, item_id: Id) -> dict[str, str]:
    return {"this_kind": kind, "this_item": item_id}
