"""The operations on matches of roles and experts: contract sections 3.6 and 5."""

from bridgework.areas.accounts.callers import expert
from bridgework.areas.roles.matches import actions
from bridgework.areas.roles.matches.shapes import (
    ExpertMatchPage,
    ListMyRoleMatchesQuery,
    ListRoleMatchesQuery,
    RoleMatchPage,
)
from bridgework.areas.roles.postings import rules
from bridgework.kit.auth import member
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Roles")


@area.get(
    "/roles/{id}/matches",
    who=member,
    slow=True,
    missing=rules.RoleNotFound,
    problems=(rules.NotTheClient,),
)
def list_role_matches(call: Call, role_id: Id, query: ListRoleMatchesQuery) -> ExpertMatchPage:
    """List the experts who fit a role that one posted, the best first. It must be active.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has made the role active, `not_looking` once it is filled or closed or while its
    owner's account is disabled, `profile_incomplete` if it states nothing to match by,
    `no_matches` if no expert fits.
    """
    return actions.for_role(call, role_id, query)


@area.get("/experts/me/matches", who=expert, slow=True)
def list_my_role_matches(call: Call, query: ListMyRoleMatchesQuery) -> RoleMatchPage:
    """List the active roles that fit one, the best first. One must be in the directory.

    `emptyReason` says why the list is empty, null if it is not: `not_verified` while no
    administrator has verified the expert, or after one has hidden the profile,
    `profile_incomplete` without a name, a title and a specialty, `no_matches` if no role fits.
    """
    return actions.for_expert(call, query)
