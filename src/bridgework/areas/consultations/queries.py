"""Every statement on consultations; readers narrow by the caller."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.consultations import policies
from bridgework.areas.consultations.schemas import AdminListConsultationsQuery, Consultation
from bridgework.areas.consultations.tables import consultations
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice

_this = consultations.c.id == sa.bindparam("this_consultation", type_=IdColumn)
_owner = sa.bindparam("owner", type_=IdColumn)
_status = sa.bindparam("status", type_=sa.Text)

_told = sa.select(*(consultations.c[name] for name in Consultation.model_fields))
_one = _told.where(
    _this,
    sa.or_(sa.bindparam("is_admin", type_=sa.Boolean), consultations.c.user_id == _owner),
)
_mine = Keyset(consultations.c.created_at, consultations.c.id).pages(
    _told.where(
        consultations.c.user_id == _owner,
        sa.or_(_status.is_(None), consultations.c.status == _status),
    )
)
# Held until the transaction ends, so that two requests at once are counted one after the other.
_allowance = (
    sa.select(accounts.c.consultation_request_cap.label("cap"))
    .where(accounts.c.id == _owner)
    .with_for_update()
)
_open = sa.select(sa.func.count()).where(
    consultations.c.user_id == _owner, consultations.c.status.in_(policies.OPEN)
)
_add = consultations.insert()
_move = consultations.update().where(_this, consultations.c.status == sa.bindparam("state"))


class Allowance(NamedTuple):
    """How many an account may have open, None if nobody said, and how many it has."""

    cap: int | None
    open: int


def consultation(tx: Tx, caller: Caller, consultation_id: Id) -> Consultation | None:
    """A consultation that the caller may see."""
    reader = {"owner": caller.account(), "is_admin": caller.is_admin}
    row = tx.row(_one, {"this_consultation": consultation_id, **reader})
    return None if row is None else _consultation(row)


def mine(
    tx: Tx, owner: Id, status: str | None, page_request: PageRequest
) -> PageSlice[Consultation]:
    """A page of what somebody asked for, the newest first."""
    return _mine.read(tx, page_request, _consultation, {"owner": owner, "status": status})


def everyones(tx: Tx, query: AdminListConsultationsQuery) -> tuple[Sequence[Consultation], int]:
    """A page of all that fit, the newest first, and how many there are."""
    listed = _told
    if query.status is not None:
        listed = listed.where(consultations.c.status == query.status)
    order = [consultations.c.created_at.desc(), consultations.c.id.desc()]
    rows, total = offset.read(tx, query, listed, order)
    return [_consultation(row) for row in rows], total


def locked_allowance(tx: Tx, owner: Id) -> Allowance:
    """What an account may have and has, held until the transaction ends."""
    cap = tx.value(_allowance, {"owner": owner})
    return Allowance(cap, tx.value(_open, {"owner": owner}))


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Add a consultation."""
    tx.execute(_add, values)


def move(
    tx: Tx, consultation_id: Id, state: str, changes: Mapping[str, object], now: datetime
) -> bool:
    """Move a consultation on; False if it is in `state` no more."""
    this = {"this_consultation": consultation_id, "state": state}
    return tx.execute(_move.values(**changes, updated_at=now), this).rowcount == 1


def _consultation(row: sa.Row[tuple[object, ...]]) -> Consultation:
    return Consultation.model_validate(row._asdict(), by_name=True, by_alias=True, strict=False)
