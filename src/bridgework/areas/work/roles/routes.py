"""The operations on roles, role applications and matches."""

from datetime import date

from bridgework.areas.identity.accounts.lifecycle.decisions import REFUSALS, ChangedMeanwhile
from bridgework.areas.identity.accounts.schemas import client, expert
from bridgework.areas.people.matching.schemas import MatchPage
from bridgework.areas.work.postings.errors import NoOffer, NotTheApplicant, OfferAnswered
from bridgework.areas.work.postings.schemas import (
    AllPostingsQuery,
    AnswerOfferRequest,
    DecidedApplications,
    MatchesQuery,
    StatusQuery,
)
from bridgework.areas.work.roles import actions, errors, role_applications, schemas
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id, InvalidTransition
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.http.operations import OK, Deprecation, Ok, Router, Tag, WithVersion
from bridgework.kit.security import admin, member

router = Router(
    "Roles",
    members=Tag(
        "Roles",
        "Roles for experts: post, find and match them, apply, and decide on applications.",
    ),
    administrators=Tag("Role administration", "All roles, and roles created for a client."),
)


@router.post("/roles", who=client, status=201, location="/roles/{id}")
def create_role(context: Context, body: schemas.RolePostingRequest) -> schemas.RolePosting:
    """Create a role. It is `pending` until an administrator sets it to `active`.

    A `status` in the request is ignored.
    """
    return actions.create(context, body)


@router.get("/roles", who=member)
def list_roles(context: Context, query: schemas.ListRolesQuery) -> CursorPage[schemas.RolePosting]:
    """List active roles, newest first.

    Every word of `search` must match the role, the company, the challenge or a tag; the last word
    also matches as a prefix. All `tags` must match. Case and accents are ignored.
    """
    return actions.list_open(context, query)


@router.get("/roles/mine", who=client)
def list_my_roles(
    context: Context, query: StatusQuery[schemas.RoleStatus]
) -> CursorPage[schemas.RolePosting]:
    """List the caller's own roles, newest first."""
    return actions.list_mine(context, query)


@router.get("/roles/{id}", who=member, not_found=errors.RoleNotFound)
def get_role(context: Context, role_id: Id) -> WithVersion[schemas.RolePosting]:
    """Return a role.

    The contact is included for the owner, administrators and accepted applicants. Administrators
    also read a role whose owner's account is disabled, with `hidden`.
    """
    return WithVersion(*actions.get(context, role_id))


@router.patch(
    "/roles/{id}",
    who=member,
    not_found=errors.RoleNotFound,
    if_match=True,
    errors=(errors.NotTheClient, *REFUSALS),
)
def update_role(
    context: RequestContext, role_id: Id, body: schemas.RoleUpdateRequest
) -> WithVersion[schemas.RolePosting]:
    """Change one of the caller's own roles or its status. An active role stays active."""
    return WithVersion(*actions.update(context, role_id, body, context.check_version))


@router.post(
    "/roles/{id}/close",
    who=member,
    not_found=errors.RoleNotFound,
    if_match=True,
    errors=(errors.NotTheClient, *REFUSALS),
)
def close_role(context: RequestContext, role_id: Id) -> WithVersion[schemas.RolePosting]:
    """Close a pending or active role. Allowed for its owner and administrators."""
    return WithVersion(*actions.close(context, role_id, context.check_version))


@router.delete(
    "/roles/{id}",
    who=member,
    not_found=errors.RoleNotFound,
    if_match=True,
    errors=(errors.NotTheClient, ChangedMeanwhile),
)
def delete_role(context: RequestContext, role_id: Id) -> Ok:
    """Delete a role. Applicants with an open application are notified."""
    actions.delete(context, role_id, context.check_version)
    return OK


@router.post("/admin/roles", who=admin, status=201, location="/roles/{id}")
def admin_create_role(
    context: Context, body: schemas.AdminRolePostingRequest
) -> schemas.RolePosting:
    """Create a role for a client, in any status; the default is `active`."""
    return actions.create_for(context, body)


@router.get("/admin/roles", who=admin)
def admin_list_roles(
    context: Context, query: AllPostingsQuery[schemas.RoleStatus]
) -> schemas.AdminRolePostingPage:
    """List all roles, newest first."""
    return actions.list_all(context, query)


@router.post(
    "/admin/roles/{id}/approve",
    who=admin,
    not_found=errors.RoleNotFound,
    if_match=True,
    errors=REFUSALS,
)
def approve_role(
    context: RequestContext, role_id: Id, body: schemas.RoleDecisionRequest
) -> WithVersion[schemas.RolePosting]:
    """Approve a pending role, which becomes `active`. Its owner is notified."""
    return WithVersion(*actions.approve(context, role_id, body, context.check_version))


@router.post(
    "/admin/roles/{id}/reject",
    who=admin,
    not_found=errors.RoleNotFound,
    if_match=True,
    errors=REFUSALS,
)
def reject_role(
    context: RequestContext, role_id: Id, body: schemas.RoleDecisionRequest
) -> WithVersion[schemas.RolePosting]:
    """Reject a pending role, which becomes `closed`. Its owner is notified.

    Its `visibility` has the reason `rejected` until its status changes.
    """
    return WithVersion(*actions.reject(context, role_id, body, context.check_version))


@router.post(
    "/admin/roles/{id}/reopen",
    who=admin,
    not_found=errors.RoleNotFound,
    if_match=True,
    errors=REFUSALS,
)
def reopen_role(
    context: RequestContext, role_id: Id, body: schemas.RoleDecisionRequest
) -> WithVersion[schemas.RolePosting]:
    """Set a rejected or closed role back to pending. Its owner is notified."""
    return WithVersion(*actions.reopen(context, role_id, body, context.check_version))


@router.post(
    "/roles/{id}/applications",
    who=expert,
    status=201,
    location="/roles/applications/{id}",
    not_found=errors.RoleNotFound,
    errors=(errors.AlreadyApplied, errors.RoleNotOpen, errors.OwnRole),
)
def apply_to_role(
    context: Context, role_id: Id, body: schemas.RoleApplicationRequest
) -> schemas.RoleApplication:
    """Apply once to an active role."""
    return role_applications.apply(context, role_id, body)


@router.get(
    "/roles/{id}/applications",
    who=member,
    not_found=errors.RoleNotFound,
    errors=(errors.NotTheClient,),
)
def list_role_applications(
    context: Context, role_id: Id, query: StatusQuery[schemas.RoleApplicationStatus]
) -> CursorPage[schemas.RoleApplication]:
    """List the applications to one of the caller's own roles, newest first."""
    return role_applications.list_for_role(context, role_id, query)


@router.get("/roles/applications/mine", who=expert)
def list_my_role_applications(
    context: Context, query: StatusQuery[schemas.RoleApplicationStatus]
) -> CursorPage[schemas.RoleApplication]:
    """List the caller's own applications, newest first."""
    return role_applications.list_mine(context, query)


@router.get("/roles/applications/{id}", who=member, not_found=errors.RoleApplicationNotFound)
def get_role_application(context: Context, application_id: Id) -> schemas.RoleApplication:
    """Return an application.

    Allowed for the applicant, the owner of the role and administrators.
    """
    return role_applications.get(context, application_id)


@router.post(
    "/roles/{id}/applications/decide",
    who=member,
    pool="computing",
    not_found=errors.RoleNotFound,
    errors=(errors.NotTheClient,),
)
def decide_role_applications(
    context: Context, role_id: Id, body: schemas.DecideRoleApplicationsRequest
) -> DecidedApplications:
    """Make the same decision on up to 100 applications to one of the caller's own roles.

    Each is decided on its own, as by `decideRoleApplication`, and its applicant is notified. An
    application that cannot have the status fails with the error of that operation; the others are
    decided all the same.
    """
    return role_applications.decide_many(context, role_id, body)


@router.patch(
    "/roles/applications/{id}",
    who=member,
    not_found=errors.RoleApplicationNotFound,
    errors=(errors.NotTheClient, InvalidTransition),
    deprecation=Deprecation(
        date(2026, 11, 26),
        sunset=date(2027, 11, 26),
        only_for=lambda _, body: body.status == "withdrawn",
    ),
)
def decide_role_application(
    context: Context, application_id: Id, body: schemas.DecideRoleApplicationRequest
) -> schemas.RoleApplication:
    """Shortlist, accept or decline an application to the caller's own role.

    The applicant is notified.

    An applicant can set `withdrawn` here, which is deprecated: the response has the headers
    `Deprecation` and `Sunset`. Use `withdrawRoleApplication` instead.
    """
    return role_applications.decide(context, application_id, body)


@router.post(
    "/roles/applications/{id}/offer-answer",
    who=member,
    not_found=errors.RoleApplicationNotFound,
    errors=(NotTheApplicant, NoOffer, OfferAnswered),
)
def answer_role_offer(
    context: Context, application_id: Id, body: AnswerOfferRequest
) -> schemas.RoleApplication:
    """Say, once, whether the caller takes the role after the client accepted the application.

    The client is notified. The application stays `accepted`.
    """
    return role_applications.answer_offer(context, application_id, body)


@router.post(
    "/roles/applications/{id}/withdraw",
    who=member,
    not_found=errors.RoleApplicationNotFound,
    errors=(NotTheApplicant, InvalidTransition),
)
def withdraw_role_application(context: Context, application_id: Id) -> schemas.RoleApplication:
    """Withdraw one of the caller's own applications. The client is notified."""
    return role_applications.withdraw(context, application_id)


@router.get(
    "/roles/{id}/matches",
    who=member,
    pool="computing",
    not_found=errors.RoleNotFound,
    errors=(errors.NotTheClient,),
)
def list_role_matches(
    context: Context, role_id: Id, query: MatchesQuery
) -> MatchPage[schemas.ExpertMatch]:
    """List the experts who match one of the caller's own roles, best first.

    The role must be active.

    `applicationId` and `applicationStatus` are those of an expert's application to the role.
    `ids` limits the list to some of the experts in it.

    `emptyReason` says why the list is empty; it is null if the list is not empty. `not_verified`:
    no administrator has set the role to `active`. `not_looking`: the role is filled or closed, or
    its owner's account is disabled. `profile_incomplete`: the role states no criteria.
    `no_matches`: no expert matches.
    """
    return actions.list_experts(context, role_id, query)


@router.get("/experts/me/matches", who=expert, pool="computing")
def list_my_role_matches(context: Context, query: CursorQuery) -> MatchPage[schemas.RoleMatch]:
    """List the active roles that match the caller, best first.

    The caller must be listed in the directory.

    `emptyReason` says why the list is empty; it is null if the list is not empty. `not_verified`:
    no administrator has verified the expert, or an administrator has hidden the profile.
    `profile_incomplete`: the profile has no name, no title or no specialty. `no_matches`: no role
    matches.
    """
    return actions.list_matches(context, query)


@router.get("/roles/{id}/my-match", who=expert, not_found=errors.RoleNotFound)
def get_my_role_match(context: Context, role_id: Id) -> schemas.OwnRoleMatch:
    """Return the caller's own match with a role: the numbers and the evidence that the client sees.

    It is returned even if it is too weak for the client's list. `improve` names what the profile
    does not state, and the points that it could add at most.

    `emptyReason` says why there is no match; it is null if there is one. `not_verified`: no
    administrator has verified the expert, or an administrator has hidden the profile.
    `profile_incomplete`: the profile has no name, no title or no specialty, or the role states no
    criteria. A role that is not active is found by its owner alone, who gets `not_verified` or
    `not_looking`.
    """
    return actions.get_my_match(context, role_id)
