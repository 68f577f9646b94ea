"""The statements on roles and role applications."""

from collections.abc import Sequence

import sqlalchemy as sa

from bridgework.areas.work.postings.queries import ApplicationQueries, PostingQueries
from bridgework.areas.work.postings.search import PostingSearch
from bridgework.areas.work.postings.visibility import Visibility
from bridgework.areas.work.postings.writes import EndingWrites, PostingWrites
from bridgework.areas.work.roles import policies, schemas, serializers
from bridgework.areas.work.roles.records import Application, Role
from bridgework.areas.work.roles.tables import applications, documents, index, roles
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
    tier="verification_tier",
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
endings = EndingWrites(
    applications,
    applications.c.role_id,
    visibility,
    open_statuses=policies.OPEN_APPLICATIONS,
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
