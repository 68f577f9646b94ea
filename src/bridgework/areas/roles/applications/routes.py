"""The operations on applications to roles: contract section 3.6."""

from bridgework.areas.accounts.callers import expert
from bridgework.areas.roles.applications import actions, rules
from bridgework.areas.roles.applications.shapes import (
    DecideRoleApplicationRequest,
    ListMyRoleApplicationsQuery,
    ListRoleApplicationsQuery,
    RoleApplication,
    RoleApplicationPage,
    RoleApplicationRequest,
)
from bridgework.areas.roles.postings import rules as postings
from bridgework.kit.auth import member
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Roles")


@area.post(
    "/roles/{id}/applications",
    who=expert,
    status=201,
    location="/roles/applications/{id}",
    missing=postings.RoleNotFound,
    problems=(rules.AlreadyApplied, rules.RoleNotOpen, rules.OwnRole),
)
def apply_to_role(call: Call, role_id: Id, body: RoleApplicationRequest) -> RoleApplication:
    """Apply once to an active role."""
    return actions.apply(call, role_id, body)


@area.get(
    "/roles/{id}/applications",
    who=member,
    missing=postings.RoleNotFound,
    problems=(postings.NotTheClient,),
)
def list_role_applications(
    call: Call, role_id: Id, query: ListRoleApplicationsQuery
) -> RoleApplicationPage:
    """List who applied to a role that one posted, the newest first."""
    return actions.of_role(call, role_id, query)


@area.get("/roles/applications/mine", who=expert)
def list_my_role_applications(
    call: Call, query: ListMyRoleApplicationsQuery
) -> RoleApplicationPage:
    """List what one has applied to, the newest first."""
    return actions.mine(call, query)


@area.get("/roles/applications/{id}", who=member, missing=rules.RoleApplicationNotFound)
def get_role_application(call: Call, application_id: Id) -> RoleApplication:
    """Read an application. Open to its applicant, the role's owner and administrators."""
    return actions.shown(call, application_id)


@area.patch(
    "/roles/applications/{id}",
    who=member,
    missing=rules.RoleApplicationNotFound,
    problems=(postings.NotTheClient, InvalidTransition),
)
def decide_role_application(
    call: Call, application_id: Id, body: DecideRoleApplicationRequest
) -> RoleApplication:
    """Shortlist, accept or decline whoever applied to one's role; or withdraw one's own."""
    return actions.decide(call, application_id, body)
