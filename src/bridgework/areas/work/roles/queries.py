"""The statements on roles and role applications."""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.postings.notifications import Addressee
from bridgework.areas.work.postings.queries import ApplicationQueries, PostingQueries
from bridgework.areas.work.postings.search import PostingSearch
from bridgework.areas.work.postings.visibility import Visibility
from bridgework.areas.work.postings.writes import PostingWrites
from bridgework.areas.work.roles import policies, schemas, serializers
from bridgework.areas.work.roles.records import Application, Role
from bridgework.areas.work.roles.tables import applications, documents, index, roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.data.search import Condition, Documents, query
from bridgework.kit.text import sort_key


def _filters(params: schemas.ListRolesQuery) -> Sequence[Condition]:
    vertical = params.healthcare_vertical
    return [
        *query.all_of(serializers.TAG, [sort_key(tag) for tag in params.tags]),
        *query.any_of(serializers.VERTICAL, [sort_key(vertical)] if vertical else []),
    ]


visibility = Visibility(
    Role,
    roles,
    applications.c.role_id,
    removed_at=roles.c.deleted_at,
    open_status=policies.OPEN_STATUS,
    application_statuses=policies.APPLICATION_STATUSES,
    contact_from=["accepted"],
    accepted_may_read=True,
)
postings = PostingQueries(
    visibility,
    has_status=lambda status: roles.c.status == status,
    to_schema=serializers.to_schema,
    to_card=serializers.to_card,
)
search = PostingSearch(
    visibility,
    index,
    documents.c.role_id,
    to_schema=serializers.to_schema,
    filters=_filters,
)
posting_writes = PostingWrites(
    Role,
    roles,
    Documents(index, documents, "role_id"),
    removed_at=roles.c.deleted_at,
    to_document=serializers.to_document,
)
role_applications = ApplicationQueries(
    Application,
    applications,
    applications.c.role_id,
    visibility,
    kind="role",
    may_decide=visibility.is_in_charge,
    has_cv=sa.false(),
    schema=schemas.RoleApplication,
    rules=policies.APPLICATION_RULES,
)

_open_applicants = (
    sa.select(accounts.c.id, accounts.c.email)
    .join_from(applications, accounts, accounts.c.id == applications.c.applicant_id)
    .where(
        applications.c.role_id == sa.bindparam("this_role", type_=IdColumn),
        applications.c.status.in_(policies.OPEN_APPLICATIONS),
    )
    .order_by(applications.c.created_at)
)


class _Applicant(NamedTuple):
    id: Id
    email: str


def list_open_applicants(tx: Tx, role_id: Id, owner_id: Id) -> Sequence[Addressee]:
    """Return the accounts that have an open application to a role of an owner."""
    found = tx.records(_Applicant, _open_applicants, {"this_role": role_id})
    return [Addressee(applicant.id, applicant.email, owner_id) for applicant in found]
