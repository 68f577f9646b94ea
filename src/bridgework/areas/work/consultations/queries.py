"""The statements on consultations. Members read only their own."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.consultations import policies, schemas
from bridgework.areas.work.consultations.records import StoredConsultation
from bridgework.areas.work.consultations.tables import consultations
from bridgework.kit.actions import allowed_actions
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice, offset
from bridgework.kit.security import Caller

_is_this = consultations.c.id == sa.bindparam("this_consultation", type_=IdColumn)
_owner = sa.bindparam("owner", type_=IdColumn)
_status = sa.bindparam("status", type_=sa.Text)

_select = sa.select(consultations)
_by_id = _select.where(
    _is_this,
    sa.or_(sa.bindparam("is_admin", type_=sa.Boolean), consultations.c.user_id == _owner),
)
_mine = Keyset(consultations.c.created_at, consultations.c.id).pages(
    _select.where(
        consultations.c.user_id == _owner,
        sa.or_(_status.is_(None), consultations.c.status == _status),
    ),
    StoredConsultation,
)
_open = (
    _select.where(consultations.c.user_id == _owner, consultations.c.status.in_(policies.OPEN))
    .order_by(consultations.c.created_at.desc(), consultations.c.id.desc())
    .limit(sa.bindparam("limit", type_=sa.Integer))
)
# The lock lasts until the transaction ends: concurrent requests are counted one after the other.
_allowance = (
    sa.select(accounts.c.consultation_request_cap.label("cap"))
    .where(accounts.c.id == _owner)
    .with_for_update()
)
_count_open = sa.select(sa.func.count()).where(
    consultations.c.user_id == _owner, consultations.c.status.in_(policies.OPEN)
)
_add = consultations.insert()
_lock = sa.select(consultations.c.id).where(_is_this).with_for_update()
_change = consultations.update().where(_is_this)


class Allowance(NamedTuple):
    """How many consultations an account may have open (None: the default), and how many it has."""

    cap: int | None
    open: int


def find(tx: Tx, caller: Caller, consultation_id: Id) -> schemas.Consultation | None:
    """Return a consultation that the caller may read."""
    reader = {"owner": caller.account(), "is_admin": caller.is_admin}
    parameters = {"this_consultation": consultation_id, **reader}
    stored = tx.record(StoredConsultation, _by_id, parameters)
    return None if stored is None else _consultation(caller, stored)


def list_mine(
    tx: Tx, caller: Caller, status: str | None, page_request: PageRequest
) -> PageSlice[schemas.Consultation]:
    """Return a page of the caller's consultations, newest first."""
    parameters = {"owner": caller.account(), "status": status}
    return _mine.read(tx, page_request, partial(_consultation, caller), parameters)


def list_open(tx: Tx, caller: Caller, limit: int) -> Sequence[schemas.Consultation]:
    """Return the newest of the caller's consultations that are requested or scheduled."""
    parameters = {"owner": caller.account(), "limit": limit}
    found = tx.records(StoredConsultation, _open, parameters)
    return [_consultation(caller, stored) for stored in found]


def list_all(
    tx: Tx, caller: Caller, query: schemas.AdminListConsultationsQuery
) -> tuple[Sequence[schemas.Consultation], int]:
    """Return a page of the matching consultations, newest first, and their total number."""
    statement = _select
    if query.status is not None:
        statement = statement.where(consultations.c.status == query.status)
    order = [consultations.c.created_at.desc(), consultations.c.id.desc()]
    found, total = offset.read(tx, query, StoredConsultation, statement, order)
    return [_consultation(caller, stored) for stored in found], total


def list_versions(tx: Tx, consultation_ids: Sequence[Id]) -> Mapping[Id, int]:
    """Return the versions of consultations, without those that do not exist."""
    found = tx.records(StoredConsultation, _select.where(consultations.c.id.in_(consultation_ids)))
    return {stored.id: policies.version_of(stored) for stored in found}


def lock_allowance(tx: Tx, owner: Id) -> Allowance:
    """Read and lock an account's allowance until the transaction ends."""
    cap = tx.value(_allowance, {"owner": owner})
    return Allowance(cap, tx.value(_count_open, {"owner": owner}))


def add(tx: Tx, consultation: StoredConsultation) -> None:
    tx.execute(_add, consultation._asdict())


def lock(tx: Tx, consultation_id: Id) -> None:
    """Lock a consultation until the transaction ends."""
    tx.execute(_lock, {"this_consultation": consultation_id})


def update(tx: Tx, consultation_id: Id, changes: Mapping[str, object], now: datetime) -> None:
    """Change a locked consultation."""
    this = {"this_consultation": consultation_id}
    tx.execute(_change.values(**changes, updated_at=now), this)


def _consultation(caller: Caller, stored: StoredConsultation) -> schemas.Consultation:
    actions = allowed_actions(policies.RULES, caller, stored)
    version = policies.version_of(stored)
    return schemas.Consultation.from_row(stored, allowed_actions=actions, version=version)
