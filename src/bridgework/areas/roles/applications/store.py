"""Every statement on applications to roles; readers narrow by the caller."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.profiles.shapes import CARD_OF_ACCOUNT, ApplicantCard
from bridgework.areas.profiles.tables import profiles
from bridgework.areas.roles.applications import rules
from bridgework.areas.roles.applications.shapes import RoleApplication
from bridgework.areas.roles.shapes import Addressee
from bridgework.areas.roles.tables import applications, roles
from bridgework.kit.auth import Caller
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination.keyset import Keyset, PageRequest, PageSlice

Row = sa.Row[Any]

_application_id = sa.bindparam("this_application", type_=IdColumn)
_role_id = sa.bindparam("this_role", type_=IdColumn)
_reader = sa.bindparam("reader", type_=IdColumn)
_reader_is_admin = sa.bindparam("reader_is_admin", type_=sa.Boolean)
_status = sa.bindparam("status", type_=sa.Text)

_told = (
    sa.select(
        applications,
        *(accounts.c[name] for name in CARD_OF_ACCOUNT),
        profiles.c.fields,
        roles.c.user_id.label("client_id"),
        roles.c.role_needed,
        roles.c.company_name,
    )
    .join_from(applications, roles, roles.c.id == applications.c.role_id)
    .join(accounts, accounts.c.id == applications.c.applicant_id)
    .outerjoin(profiles, profiles.c.account_id == applications.c.applicant_id)
)
_is_readers = sa.or_(
    _reader_is_admin, roles.c.user_id == _reader, applications.c.applicant_id == _reader
)
_one = _told.where(applications.c.id == _application_id, _is_readers)
_newest = Keyset(applications.c.created_at, applications.c.id)
_in_state = sa.or_(_status.is_(None), applications.c.status == _status)
_of_role = _newest.pages(_told.where(applications.c.role_id == _role_id, _in_state))
_of_applicant = _newest.pages(_told.where(applications.c.applicant_id == _reader, _in_state))
_open_of = (
    sa.select(accounts.c.id, accounts.c.email)
    .join_from(applications, accounts, accounts.c.id == applications.c.applicant_id)
    .where(applications.c.role_id == _role_id, applications.c.status.in_(rules.OPEN))
    .order_by(applications.c.created_at)
)
_add = applications.insert()
_move = (
    applications.update()
    .where(applications.c.id == _application_id, applications.c.status == sa.bindparam("state"))
    .values(
        status=sa.bindparam("to"),
        reason=sa.bindparam("why"),
        updated_at=sa.bindparam("now", type_=applications.c.updated_at.type),
    )
)


def application(tx: Tx, caller: Caller, application_id: Id) -> Row | None:
    """An application that the caller may see, with whose role it is for."""
    return tx.row(_one, {"this_application": application_id, **_of(caller)})


def of_role(
    tx: Tx, role_id: Id, status: str | None, page_request: PageRequest
) -> PageSlice[RoleApplication]:
    """A page of the applications to a role, the newest first."""
    return _of_role.read(tx, page_request, shown, {"this_role": role_id, "status": status})


def of_applicant(
    tx: Tx, caller: Caller, status: str | None, page_request: PageRequest
) -> PageSlice[RoleApplication]:
    """A page of what the caller has applied to, the newest first."""
    return _of_applicant.read(
        tx, page_request, shown, {"reader": caller.account(), "status": status}
    )


def open_of(tx: Tx, role_id: Id) -> Sequence[Addressee]:
    """Who has an open application to a role."""
    return [Addressee(row.id, row.email) for row in tx.rows(_open_of, {"this_role": role_id})]


def add(tx: Tx, values: Mapping[str, object]) -> bool:
    """Add an application; False if there is one of that applicant already."""
    try:
        with tx.savepoint():
            tx.execute(_add, values)
    except sa.exc.IntegrityError:
        return False
    return True


def move(tx: Tx, application_id: Id, state: str, to: str, why: str | None, now: datetime) -> bool:
    """Move an application on; False if it is in `state` no more."""
    given = {"this_application": application_id, "state": state, "to": to, "why": why, "now": now}
    return tx.execute(_move, given).rowcount == 1


def shown(row: Row) -> RoleApplication:
    """An application as it is told."""
    members = row._asdict()
    applicant = ApplicantCard.of(row.applicant_id, members, row.fields)
    return RoleApplication.model_validate(
        {**members, "applicant": applicant}, by_name=True, by_alias=False, strict=False
    )


def _of(caller: Caller) -> dict[str, object]:
    return {"reader": caller.account(), "reader_is_admin": caller.is_admin}
