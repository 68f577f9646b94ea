"""The operations on role postings: contract section 3.6."""

from bridgework.areas.accounts.callers import client
from bridgework.areas.roles.postings import actions, rules
from bridgework.areas.roles.postings.shapes import (
    AdminListRolesQuery,
    AdminRolePostingPage,
    AdminRolePostingRequest,
    ListMyRolesQuery,
    ListRolesQuery,
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
    return actions.listed(call, query)


@area.get("/roles/mine", who=client)
def list_my_roles(call: Call, query: ListMyRolesQuery) -> RolePostingPage:
    """List what one has posted, the newest first."""
    return actions.mine(call, query)


@area.get("/roles/{id}", who=member, missing=rules.RoleNotFound)
def get_role(call: Call, role_id: Id) -> Versioned[RolePosting]:
    """Read a role. Its contact is told to its owner, administrators and accepted applicants."""
    return Versioned(*actions.shown(call, role_id))


@area.patch(
    "/roles/{id}",
    who=member,
    missing=rules.RoleNotFound,
    versioned=True,
    problems=(rules.NotTheClient, InvalidTransition),
)
def update_role(call: Call, role_id: Id, body: RoleUpdateRequest) -> Versioned[RolePosting]:
    """Change a role that one posted, or move it on. An active one stays active."""
    return Versioned(*actions.update(call, role_id, body))


@area.delete(
    "/roles/{id}",
    who=member,
    missing=rules.RoleNotFound,
    versioned=True,
    problems=(rules.NotTheClient,),
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
    return actions.everyones(call, query)
