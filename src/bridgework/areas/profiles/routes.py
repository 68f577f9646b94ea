"""The operations of profiles: contract section 3.2."""

from bridgework.areas.profiles import actions, errors
from bridgework.areas.profiles.schemas import (
    AdditionalDetailUpdateRequest,
    FullProfile,
    FullProfileUpdateRequest,
)
from bridgework.kit.auth import member
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import WithVersion
from bridgework.kit.http.router import Router

router = Router("Profiles")


@router.get("/users/me/profile", who=member)
def get_profile(context: Context) -> WithVersion[FullProfile]:
    """Read one's own profile. What was never said is null."""
    return WithVersion(*actions.shown(context))


@router.patch(
    "/users/me/profile",
    who=member,
    if_match=True,
    errors=(errors.RoleNotSelfAssignable,),
)
def update_profile(context: Context, body: FullProfileUpdateRequest) -> WithVersion[FullProfile]:
    """Change one's own profile: names, picture, role, and the members of `profile` that are sent.

    A member that is left out stays as it is; a list is replaced whole. An empty `avatarUrl` takes
    the picture away. An expert may become a client and the reverse; other roles are given by
    administrators. A profile holds 1 MiB in all.
    """
    return WithVersion(*actions.update(context, body))


@router.patch("/users/me/profile/details", who=member, if_match=True)
def update_profile_details(
    context: Context, body: AdditionalDetailUpdateRequest
) -> WithVersion[FullProfile]:
    """Change those members of one's own profile that are sent; a list is replaced whole."""
    return WithVersion(*actions.update_details(context, body))
