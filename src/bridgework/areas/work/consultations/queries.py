"""The statements on consultations. Clients and experts read only their own.

An expert reads neither the note to the client nor who has chosen the expert, and a client reads no
answer: the statements select null in their place.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.people.directory.tables import experts
from bridgework.areas.work.consultations import policies, schemas
from bridgework.areas.work.consultations.records import (
    ReadConsultation,
    StoredAnswer,
    StoredConsultation,
)
from bridgework.areas.work.consultations.tables import answers, consultations
from bridgework.kit.actions import allowed_actions
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice, offset
from bridgework.kit.security import Caller

_is_this = consultations.c.id == sa.bindparam("this_consultation", type_=IdColumn)
_owner = sa.bindparam("owner", type_=IdColumn)
_reader = sa.bindparam("reader", type_=IdColumn)
_is_admin = sa.bindparam("is_admin", type_=sa.Boolean)
_status = sa.bindparam("status", type_=sa.Text)
_as_role = sa.bindparam("as_role", type_=sa.Text)

_is_client = consultations.c.user_id == _reader
_is_expert = consultations.c.expert_id == _reader
_takes_part = sa.or_(_is_client, _is_expert)
_of_client = sa.or_(_is_admin, _is_client)
_of_expert = sa.or_(_is_admin, _is_expert)
_has_not_declined = sa.or_(answers.c.answer.is_(None), answers.c.answer != "declined")
_READERS: Mapping[str, sa.ColumnElement[bool]] = {
    **dict.fromkeys(("curated_by", "note"), _of_client),
    **dict.fromkeys(
        ("start_at", "timezone", "location", "meeting_url"), sa.or_(_of_client, _has_not_declined)
    ),
    **dict.fromkeys(("answer", "answer_note", "slots"), _of_expert),
}
"""The condition under which a column is read, of those that some readers do not read."""


def _read(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    condition = _READERS.get(column.name)
    return column if condition is None else sa.case((condition, column)).label(column.name)


_is_active = sa.and_(accounts.c.disabled_at.is_(None), accounts.c.erases_at.is_(None))
_select = (
    sa.select(
        *map(_read, consultations.c),
        *map(_read, (answers.c.answer, answers.c.answer_note, answers.c.slots)),
        answers.c.answered_at,
        sa.case((_is_active, accounts.c.first_name)).label("expert_first_name"),
        sa.case((_is_active, accounts.c.last_name)).label("expert_last_name"),
        experts.c.id.is_not(None).label("is_expert_listed"),
    )
    # One expression, since a count of the rows replaces the columns and keeps what they are from.
    .select_from(
        consultations.outerjoin(answers, answers.c.consultation_id == consultations.c.id)
        .outerjoin(accounts, accounts.c.id == consultations.c.expert_id)
        .outerjoin(experts, experts.c.id == consultations.c.expert_id)
    )
)
_by_id = _select.where(_is_this, sa.or_(_is_admin, _takes_part))
_mine = Keyset(consultations.c.created_at, consultations.c.id).pages(
    _select.where(
        _takes_part,
        sa.or_(_status.is_(None), consultations.c.status == _status),
        sa.or_(
            _as_role.is_(None),
            sa.and_(_as_role == "client", _is_client),
            sa.and_(_as_role == "expert", _is_expert),
        ),
    ),
    ReadConsultation,
)
_open = (
    _select.where(_takes_part, consultations.c.status.in_(policies.OPEN))
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
_forget_expert = (
    consultations.update().where(consultations.c.expert_id == _owner).values(expert_id=None)
)
_has_declined = sa.select(answers.c.consultation_id).where(
    answers.c.consultation_id == sa.bindparam("this_consultation", type_=IdColumn),
    answers.c.answer == "declined",
)
_add_answer = answers.insert()
_delete_answer = answers.delete().where(
    answers.c.consultation_id == sa.bindparam("this_consultation", type_=IdColumn)
)
_lock = sa.select(consultations.c.id).where(_is_this).with_for_update()
_change = consultations.update().where(_is_this)


class Allowance(NamedTuple):
    """How many consultations an account may have open (None: the default), and how many it has."""

    cap: int | None
    open: int


def find(tx: Tx, caller: Caller, consultation_id: Id) -> schemas.Consultation | None:
    """Return a consultation that the caller may read."""
    parameters = {"this_consultation": consultation_id, **_as(caller)}
    read = tx.record(ReadConsultation, _by_id, parameters)
    return None if read is None else _consultation(caller, read)


def list_mine(
    tx: Tx, caller: Caller, query: schemas.ListMyConsultationsQuery, page_request: PageRequest
) -> PageSlice[schemas.Consultation]:
    """Return a page of the caller's consultations, newest first."""
    parameters = {**_as(caller), "status": query.status, "as_role": query.as_role}
    return _mine.read(tx, page_request, partial(_consultation, caller), parameters)


def list_open(tx: Tx, caller: Caller, limit: int) -> Sequence[schemas.Consultation]:
    """Return the newest consultations of the caller, in any role, that are to come."""
    found = tx.records(ReadConsultation, _open, {**_as(caller), "limit": limit})
    return [_consultation(caller, read) for read in found]


def list_all(
    tx: Tx, caller: Caller, query: schemas.AdminListConsultationsQuery
) -> tuple[Sequence[schemas.Consultation], int]:
    """Return a page of the matching consultations, newest first, and their total number."""
    statement = _select
    if query.status is not None:
        statement = statement.where(consultations.c.status == query.status)
    order = [consultations.c.created_at.desc(), consultations.c.id.desc()]
    found, total = offset.read(tx, query, ReadConsultation, statement, order, _as(caller))
    return [_consultation(caller, read) for read in found], total


def list_versions(tx: Tx, consultation_ids: Sequence[Id]) -> Mapping[Id, int]:
    """Return the versions that administrators read, without those that do not exist."""
    these = _select.where(consultations.c.id.in_(consultation_ids))
    found = tx.records(ReadConsultation, these, {"reader": None, "is_admin": True})
    return {read.id: policies.version_of(read) for read in found}


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


def put_answer(tx: Tx, answer: StoredAnswer) -> None:
    """Add an answer in place of a former one. The consultation must be locked."""
    tx.execute(_delete_answer, {"this_consultation": answer.consultation_id})
    tx.execute(_add_answer, answer._asdict())


def has_declined(tx: Tx, consultation_id: Id) -> bool:
    """Return whether the expert whom a consultation names has declined."""
    return tx.value(_has_declined, {"this_consultation": consultation_id}) is not None


def delete_expert(tx: Tx, account_id: Id) -> None:
    """Remove an account as the expert whom consultations name."""
    tx.execute(_forget_expert, {"owner": account_id})


def _as(caller: Caller) -> Mapping[str, object]:
    return {"reader": caller.account(), "is_admin": caller.is_admin}


def _consultation(caller: Caller, read: ReadConsultation) -> schemas.Consultation:
    return schemas.Consultation.from_row(
        read,
        as_role=policies.role_of(caller, read),
        expert=_expert(read),
        expert_answered_at=read.answered_at,
        expert_answer=_answer(read),
        allowed_actions=allowed_actions(policies.RULES, caller, read),
        version=policies.version_of(read),
    )


def _expert(read: ReadConsultation) -> schemas.NamedExpert | None:
    if read.expert_id is None:
        return None
    return schemas.NamedExpert(
        first_name=read.expert_first_name,
        last_name=read.expert_last_name,
        is_listed=read.is_expert_listed,
    )


def _answer(read: ReadConsultation) -> schemas.ExpertAnswer | None:
    if read.answer is None:
        return None
    members = {"note": read.answer_note, "at": read.answered_at}
    return schemas.ExpertAnswer.from_row(members, answer=read.answer, slots=read.slots)
