"""The operations on roles, applications to them and matches: contract sections 3.6 and 5."""

from bridgework.areas.accounts.schemas import client, expert
from bridgework.areas.postings import applications, lifecycle, matches
from bridgework.areas.roles import actions, errors
from bridgework.areas.roles.role_type import EXPERTS, ROLE
from bridgework.areas.roles.schemas import (
    AdminListRolesQuery,
    AdminRolePostingPage,
    AdminRolePostingRequest,
    DecideRoleApplicationRequest,
    ExpertMatch,
    ExpertMatchPage,
    ListMyRoleApplicationsQuery,
    ListMyRoleMatchesQuery,
    ListMyRolesQuery,
    ListRoleApplicationsQuery,
    ListRoleMatchesQuery,
    ListRolesQuery,
    RoleApplication,
    RoleApplicationPage,
    RoleApplicationRequest,
    RoleMatch,
    RoleMatchPage,
    RolePosting,
    RolePostingPage,
    RolePostingRequest,
    RoleUpdateRequest,
)
from bridgework.kit.auth import admin, member
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import OK, Ok, WithVersion
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Roles")


@router.post("/roles", who=client, status=201, location="/roles/{id}")
def create_role(context: Context, body: RolePostingRequest) -> RolePosting:
    """Post a role. It is `pending` until an administrator makes it `active`.

    A `status` in the request is ignored.
    """
    return actions.create(context, body)


@router.get("/roles", who=member)
def list_roles(context: Context, query: ListRolesQuery) -> RolePostingPage:
    """List the active roles, the newest first.

    Every word of `search` must be in the role, the company, the challenge or a tag, the last one
    as a beginning. All `tags` must be there. Case and accents don't matter.
    """
    return lifecycle.list_open(context, ROLE, query, RolePostingPage)


@router.get("/roles/mine", who=client)
def list_my_roles(context: Context, query: ListMyRolesQuery) -> RolePostingPage:
    """List what one has posted, the newest first."""
    return lifecycle.list_mine(context, ROLE, query, RolePostingPage)


@router.get("/roles/{id}", who=member, not_found=errors.RoleNotFound)
def get_role(context: Context, role_id: Id) -> WithVersion[RolePosting]:
    """Read a role. Its contact is told to its owner, administrators and accepted applicants."""
    return WithVersion(*actions.get(context, role_id))


@router.patch(
    "/roles/{id}",
    who=member,
    not_found=errors.RoleNotFound,
    if_match=True,
    errors=(errors.NotTheClient, InvalidTransition),
)
def update_role(context: Context, role_id: Id, body: RoleUpdateRequest) -> WithVersion[RolePosting]:
    """Change a role that one posted, or move it on. An active one stays active."""
    return WithVersion(*actions.update(context, role_id, body))


@router.delete(
    "/roles/{id}",
    who=member,
    not_found=errors.RoleNotFound,
    if_match=True,
    errors=(errors.NotTheClient,),
)
def delete_role(context: Context, role_id: Id) -> Ok:
    """Take a role away. Whoever has an open application to it is told."""
    actions.delete(context, role_id)
    return OK


@router.post("/admin/roles", who=admin, status=201, location="/roles/{id}")
def admin_create_role(context: Context, body: AdminRolePostingRequest) -> RolePosting:
    """Post a role for a client, in any state; `active` unless said."""
    return actions.create_for(context, body)


@router.get("/admin/roles", who=admin)
def admin_list_roles(context: Context, query: AdminListRolesQuery) -> AdminRolePostingPage:
    """List all roles, the newest first."""
    return lifecycle.list_all(context, ROLE, query, AdminRolePostingPage)


@router.post(
    "/roles/{id}/applications",
    who=expert,
    status=201,
    location="/roles/applications/{id}",
    not_found=errors.RoleNotFound,
    errors=(errors.AlreadyApplied, errors.RoleNotOpen, errors.OwnRole),
)
def apply_to_role(context: Context, role_id: Id, body: RoleApplicationRequest) -> RoleApplication:
    """Apply once to an active role."""
    return actions.apply(context, role_id, body)


@router.get(
    "/roles/{id}/applications",
    who=member,
    not_found=errors.RoleNotFound,
    errors=(errors.NotTheClient,),
)
def list_role_applications(
    context: Context, role_id: Id, query: ListRoleApplicationsQuery
) -> RoleApplicationPage:
    """List who applied to a role that one posted, the newest first."""
    return applications.list_for_posting(context, ROLE, role_id, query, RoleApplicationPage)


@router.get("/roles/applications/mine", who=expert)
def list_my_role_applications(
    context: Context, query: ListMyRoleApplicationsQuery
) -> RoleApplicationPage:
    """List what one has applied to, the newest first."""
    return applications.list_mine(context, ROLE, query, RoleApplicationPage)


@router.get("/roles/applications/{id}", who=member, not_found=errors.RoleApplicationNotFound)
def get_role_application(context: Context, application_id: Id) -> RoleApplication:
    """Read an application. Open to its applicant, the role's owner and administrators."""
    return applications.get(context, ROLE, application_id)


@router.patch(
    "/roles/applications/{id}",
    who=member,
    not_found=errors.RoleApplicationNotFound,
    errors=(errors.NotTheClient, InvalidTransition),
)
def decide_role_application(
    context: Context, application_id: Id, body: DecideRoleApplicationRequest
) -> RoleApplication:
    """Shortlist, accept or decline whoever applied to one's role; or withdraw one's own."""
    return actions.decide(context, application_id, body)


@router.get(
    "/roles/{id}/matches",
    who=member,
    run_in_thread=True,
    not_found=errors.RoleNotFound,
    errors=(errors.NotTheClient,),
)
def list_role_matches(
    context: Context, role_id: Id, query: ListRoleMatchesQuery
) -> ExpertMatchPage:
    """List the experts who fit a role that one posted, the best first. It must be active.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has made the role active, `not_looking` once it is filled or closed or while its
    owner's account is disabled, `profile_incomplete` if it states nothing to match by,
    `no_matches` if no expert fits.
    """
    schemas = (ExpertMatch, ExpertMatchPage)
    return matches.for_posting(context, ROLE, role_id, query, EXPERTS, schemas)


@router.get("/experts/me/matches", who=expert, run_in_thread=True)
def list_my_role_matches(context: Context, query: ListMyRoleMatchesQuery) -> RoleMatchPage:
    """List the active roles that fit one, the best first. One must be in the directory.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has verified the expert, or after one has hidden the profile,
    `profile_incomplete` without a name, a title and a specialty, `no_matches` if no role fits.
    """
    return matches.for_person(context, ROLE, query, EXPERTS, (RoleMatch, RoleMatchPage))
