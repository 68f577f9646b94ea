"""The operations on roles, applications to them and matches: contract sections 3.6 and 5."""

from bridgework.areas.accounts.callers import client, expert
from bridgework.areas.postings import applications, matches
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
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok, Versioned
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Roles")


@area.post("/roles", who=client, status=201, location="/roles/{id}")
def create_role(call: Call, body: RolePostingRequest) -> RolePosting:
    """Post a role. It is `pending` until an administrator makes it `active`.

    A `status` in the request is ignored.
    """
    return actions.create(call, body)


@area.get("/roles", who=member)
def list_roles(call: Call, query: ListRolesQuery) -> RolePostingPage:
    """List the active roles, the newest first.

    Every word of `search` must be in the role, the company, the challenge or a tag, the last one
    as a beginning. All `tags` must be there. Case and accents don't matter.
    """
    return actions.list_open(call, query)


@area.get("/roles/mine", who=client)
def list_my_roles(call: Call, query: ListMyRolesQuery) -> RolePostingPage:
    """List what one has posted, the newest first."""
    return actions.list_mine(call, query)


@area.get("/roles/{id}", who=member, missing=errors.RoleNotFound)
def get_role(call: Call, role_id: Id) -> Versioned[RolePosting]:
    """Read a role. Its contact is told to its owner, administrators and accepted applicants."""
    return Versioned(*actions.get(call, role_id))


@area.patch(
    "/roles/{id}",
    who=member,
    missing=errors.RoleNotFound,
    versioned=True,
    problems=(errors.NotTheClient, InvalidTransition),
)
def update_role(call: Call, role_id: Id, body: RoleUpdateRequest) -> Versioned[RolePosting]:
    """Change a role that one posted, or move it on. An active one stays active."""
    return Versioned(*actions.update(call, role_id, body))


@area.delete(
    "/roles/{id}",
    who=member,
    missing=errors.RoleNotFound,
    versioned=True,
    problems=(errors.NotTheClient,),
)
def delete_role(call: Call, role_id: Id) -> Ok:
    """Take a role away. Whoever has an open application to it is told."""
    actions.delete(call, role_id)
    return OK


@area.post("/admin/roles", who=admin, status=201, location="/roles/{id}")
def admin_create_role(call: Call, body: AdminRolePostingRequest) -> RolePosting:
    """Post a role for a client, in any state; `active` unless said."""
    return actions.create_for(call, body)


@area.get("/admin/roles", who=admin)
def admin_list_roles(call: Call, query: AdminListRolesQuery) -> AdminRolePostingPage:
    """List all roles, the newest first."""
    return actions.list_all(call, query)


@area.post(
    "/roles/{id}/applications",
    who=expert,
    status=201,
    location="/roles/applications/{id}",
    missing=errors.RoleNotFound,
    problems=(errors.AlreadyApplied, errors.RoleNotOpen, errors.OwnRole),
)
def apply_to_role(call: Call, role_id: Id, body: RoleApplicationRequest) -> RoleApplication:
    """Apply once to an active role."""
    return actions.apply(call, role_id, body)


@area.get(
    "/roles/{id}/applications",
    who=member,
    missing=errors.RoleNotFound,
    problems=(errors.NotTheClient,),
)
def list_role_applications(
    call: Call, role_id: Id, query: ListRoleApplicationsQuery
) -> RoleApplicationPage:
    """List who applied to a role that one posted, the newest first."""
    return applications.list_for_posting(call, ROLE, role_id, query, RoleApplicationPage)


@area.get("/roles/applications/mine", who=expert)
def list_my_role_applications(
    call: Call, query: ListMyRoleApplicationsQuery
) -> RoleApplicationPage:
    """List what one has applied to, the newest first."""
    return applications.list_mine(call, ROLE, query, RoleApplicationPage)


@area.get("/roles/applications/{id}", who=member, missing=errors.RoleApplicationNotFound)
def get_role_application(call: Call, application_id: Id) -> RoleApplication:
    """Read an application. Open to its applicant, the role's owner and administrators."""
    return applications.get(call, ROLE, application_id)


@area.patch(
    "/roles/applications/{id}",
    who=member,
    missing=errors.RoleApplicationNotFound,
    problems=(errors.NotTheClient, InvalidTransition),
)
def decide_role_application(
    call: Call, application_id: Id, body: DecideRoleApplicationRequest
) -> RoleApplication:
    """Shortlist, accept or decline whoever applied to one's role; or withdraw one's own."""
    return actions.decide(call, application_id, body)


@area.get(
    "/roles/{id}/matches",
    who=member,
    slow=True,
    missing=errors.RoleNotFound,
    problems=(errors.NotTheClient,),
)
def list_role_matches(call: Call, role_id: Id, query: ListRoleMatchesQuery) -> ExpertMatchPage:
    """List the experts who fit a role that one posted, the best first. It must be active.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has made the role active, `not_looking` once it is filled or closed or while its
    owner's account is disabled, `profile_incomplete` if it states nothing to match by,
    `no_matches` if no expert fits.
    """
    schemas = (ExpertMatch, ExpertMatchPage)
    return matches.for_posting(call, ROLE, role_id, query, EXPERTS, schemas)


@area.get("/experts/me/matches", who=expert, slow=True)
def list_my_role_matches(call: Call, query: ListMyRoleMatchesQuery) -> RoleMatchPage:
    """List the active roles that fit one, the best first. One must be in the directory.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has verified the expert, or after one has hidden the profile,
    `profile_incomplete` without a name, a title and a specialty, `no_matches` if no role fits.
    """
    return matches.for_person(call, ROLE, query, EXPERTS, (RoleMatch, RoleMatchPage))
