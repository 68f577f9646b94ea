"""The operations of profiles: contract section 3.2."""

from bridgework.areas.profiles import actions, rules
from bridgework.areas.profiles.shapes import (
    AdditionalDetailUpdateRequest,
    FullProfile,
    FullProfileUpdateRequest,
)
from bridgework.kit.auth import member
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import Versioned
from bridgework.kit.http.router import Area

area = Area("Profiles")


@area.get("/users/me/profile", who=member)
def get_profile(call: Call) -> Versioned[FullProfile]:
    """Read one's own profile. What was never said is null."""
    return Versioned(*actions.shown(call))


@area.patch(
    "/users/me/profile",
    who=member,
    versioned=True,
    problems=(rules.RoleNotSelfAssignable,),
)
def update_profile(call: Call, body: FullProfileUpdateRequest) -> Versioned[FullProfile]:
    """Change one's own profile: names, picture, role, and the members of `profile` that are sent.

    A member that is left out stays as it is; a list is replaced whole. An empty `avatarUrl` takes
    the picture away. An expert may become a client and the reverse; other roles are given by
    administrators. A profile holds 1 MiB in all.
    """
    return Versioned(*actions.update(call, body))


@area.patch("/users/me/profile/details", who=member, versioned=True)
def update_profile_details(
    call: Call, body: AdditionalDetailUpdateRequest
) -> Versioned[FullProfile]:
    """Change those members of one's own profile that are sent; a list is replaced whole."""
    return Versioned(*actions.update_details(call, body))
