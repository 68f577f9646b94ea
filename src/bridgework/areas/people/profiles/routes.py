"""The operations on the caller's profile."""

from bridgework.areas.people.profiles import actions, errors, schemas
from bridgework.context import Context, RequestContext
from bridgework.kit.http.operations import Router, Tag, WithVersion
from bridgework.kit.security import member

router = Router(
    "Profiles",
    members=Tag("Profiles", "Your profile. That of an expert appears in the directory."),
)


@router.get("/users/me/profile", who=member)
def get_profile(context: Context) -> WithVersion[schemas.FullProfile]:
    """Return the caller's profile. A member that was never set is null."""
    return WithVersion(*actions.get_profile(context))


@router.patch(
    "/users/me/profile",
    who=member,
    if_match=True,
    errors=(errors.RoleNotSelfAssignable,),
)
def update_profile(
    context: RequestContext, body: schemas.FullProfileUpdateRequest
) -> WithVersion[schemas.FullProfile]:
    """Update the caller's names, picture and role, and the members of `profile` that are sent.

    An omitted member is unchanged; a list replaces the stored list. An empty `avatarUrl` removes
    the picture. An expert may become a client and vice versa; only administrators assign other
    roles. A profile is limited to 1 MiB.
    """
    return WithVersion(*actions.update_profile(context, body, context.check_version))


@router.patch("/users/me/profile/details", who=member, if_match=True)
def update_profile_details(
    context: RequestContext, body: schemas.AdditionalDetailUpdateRequest
) -> WithVersion[schemas.FullProfile]:
    """Update the members of the caller's profile that are sent. A list replaces the stored list."""
    return WithVersion(*actions.update_details(context, body, context.check_version))


@router.delete(
    "/users/me/profile/members/{name}",
    who=member,
    if_match=True,
    not_found=errors.ProfileMemberNotFound,
)
def clear_profile_member(context: RequestContext, name: str) -> WithVersion[schemas.FullProfile]:
    """Set a member of the caller's `profile` to null.

    Some members, such as `phoneNumber` and `yearsExperience`, take neither null nor an empty text
    in an update.
    """
    return WithVersion(*actions.clear_member(context, name, context.check_version))
