"""The requests and responses of roles, role applications and matches."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.people.directory.schemas import ExpertCard
from bridgework.areas.people.matching.schemas import MatchWith, OwnMatchWith
from bridgework.areas.people.profiles.schemas import ApplicantCard
from bridgework.areas.work.postings.schemas import (
    ApplicationToPosting,
    AppliedTo,
    OfferAnswer,
    OpenPostingsQuery,
    PostingOwner,
    PostingVisibility,
    PostingWarning,
)
from bridgework.kit.actions import Hidden
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.validation import (
    AtMost1000,
    Email,
    Filter,
    Filters,
    Line50,
    Line100,
    Line200,
    OneTo100,
    RequestBody,
    ResponseModel,
    Search,
    Text1000,
    Text2000,
    Text5000,
    UtcDatetime,
    Uuid,
    UuidText,
)

RoleStatus = TypeAliasType("RoleStatus", Literal["pending", "active", "filled", "closed"])
RoleApplicationStatus = TypeAliasType(
    "RoleApplicationStatus",
    Literal["submitted", "shortlisted", "accepted", "declined", "withdrawn"],
)
RoleApplicationDecision = TypeAliasType(
    "RoleApplicationDecision", Literal["shortlisted", "accepted", "declined", "withdrawn"]
)


RoleOwnerDecision = TypeAliasType(
    "RoleOwnerDecision", Literal["shortlisted", "accepted", "declined"]
)


class RoleUpdateRequest(RequestBody):
    """Changes of a role. Omitted members are unchanged."""

    company_name: Line200 | MISSING = MISSING
    healthcare_vertical: Line100 | MISSING = MISSING
    contact_person: Line100 | MISSING = MISSING
    contact_email: Email | MISSING = MISSING
    role_needed: Line200 | MISSING = MISSING
    working_preference: Line100 | MISSING = MISSING
    challenge: Text5000 | MISSING = MISSING
    timeline: Line100 | MISSING = MISSING
    budget_range: Line100 | MISSING = MISSING
    hours_per_week: Line50 | MISSING = MISSING
    location: Line200 | MISSING = MISSING
    tags: AtMost1000[Line50] | MISSING = MISSING
    status: RoleStatus | MISSING = MISSING
    """The next status. Only administrators set `active`."""


class RolePostingRequest(RoleUpdateRequest):
    """A new role. It is `pending` until an administrator activates it."""

    # The other members are those of an update.
    company_name: Line200
    healthcare_vertical: Line100
    contact_person: Line100
    contact_email: Email
    role_needed: Line200
    working_preference: Line100
    challenge: Text5000
    timeline: Line100
    budget_range: Line100
    status: RoleStatus | MISSING = MISSING
    """Without effect: a new role is `pending`."""


class AdminRolePostingRequest(RolePostingRequest):
    """A new role that an administrator posts for a client."""

    user_id: UuidText
    """The ID of the client, who owns the role."""
    status: RoleStatus | MISSING = MISSING
    """`active` by default."""


class RoleDecisionRequest(RequestBody):
    """The reason for a decision on a role. It is sent to the owner."""

    reason: Text1000 | MISSING = MISSING


class RoleCard(ResponseModel):
    """A role in a list of matches, without the contact."""

    id: Uuid
    company_name: str
    healthcare_vertical: str
    role_needed: str
    working_preference: str
    timeline: str
    budget_range: str
    hours_per_week: str | None
    location: str | None
    tags: list[str] | None
    is_owner_verified: bool
    """Whether the client is verified, and no change of the name or licenses waits for an
    administrator."""
    created_at: UtcDatetime


class RoleApplicationCounts(ResponseModel):
    """The number of applications to a role in each status."""

    submitted: int
    shortlisted: int
    accepted: int
    declined: int
    withdrawn: int


class OwnRoleApplication(ResponseModel):
    """The caller's own application to a role."""

    id: Uuid
    status: RoleApplicationStatus
    """The status of the application."""


class RolePosting(RoleCard):
    """A role for which a client seeks an expert."""

    user_id: Uuid
    owner: PostingOwner | None
    """Who posted the role. Null for partners."""
    application_counts: RoleApplicationCounts | None
    """For the owner and administrators; null for others."""
    my_application: OwnRoleApplication | None
    """The caller's own application. Null without one."""
    contact_person: str | None
    """The contact. Null for members who may not see it."""
    contact_email: str | None
    """The contact. Null for members who may not see it."""
    challenge: str
    status: RoleStatus
    """`active` roles are visible to all members. `pending` waits for an administrator."""
    allowed_actions: list[str]
    hidden: Hidden | None
    """Set for administrators if the account of the role's owner is disabled."""
    rejection_reason: str | None
    """Why the role was rejected. Only its owner and administrators see it; null otherwise."""
    warnings: list[PostingWarning] | None
    """What an employer must not demand of people. Null for callers other than the owner and
    administrators."""
    visibility: PostingVisibility | None
    """Whether members see the role, and why not. A rejected role has the status `closed` and the
    reason `rejected`. Null for callers other than its owner and administrators."""
    change_in_review_since: UtcDatetime | None
    """Since when a change of the active role by its owner waits for an administrator. Null if none
    does, and for callers other than the owner and administrators."""
    updated_at: UtcDatetime


class AdminRolePostingPage(OffsetPage[RolePosting]):
    """Role postings, newest first."""


class ListRolesQuery(OpenPostingsQuery):
    search: Search | None = None
    """Every word must occur in the role, company, challenge or tags; the last word may be the
    beginning of one."""
    tags: Filters
    healthcare_vertical: Filter | None = None


class RoleApplicationRequest(RequestBody):
    """The caller's application to a role."""

    message: Text2000 | MISSING = MISSING
    """A message to the owner of the role."""


class DecideRoleApplicationRequest(RequestBody):
    """A decision on an application to a role."""

    status: RoleApplicationDecision
    """The next status, which the owner sets. The applicant can set `withdrawn`: this is deprecated,
    use `withdrawRoleApplication`."""
    reason: Text1000 | MISSING = MISSING


class DecideRoleApplicationsRequest(RequestBody):
    """The same decision on several applications to one role."""

    ids: OneTo100[UuidText]
    """The IDs of the applications."""
    status: RoleOwnerDecision
    """The next status. An application moves one step at a time, or is declined."""
    reason: Text1000 | MISSING = MISSING
    """A message to each of the applicants."""


class AppliedRole(AppliedTo):
    """The role of an application, as the applicant applied to it, and its present state."""

    status: RoleStatus | None
    """The present status. Null after the role was deleted."""


class RoleApplication(ApplicationToPosting):
    """An application to a role, and its state."""

    id: Uuid
    role_id: Uuid
    role: AppliedRole
    """The role, also after it was changed, filled, closed or deleted."""
    message: str | None
    """The applicant's message. Null without one."""
    status: RoleApplicationStatus
    """`accepted`, `declined` and `withdrawn` are final. An accepted applicant sees the contact."""
    allowed_actions: list[str]
    reason: str | None
    """The reason for the decision. Null without one."""
    offer_answer: OfferAnswer | None
    """The applicant's answer to the offer. Null without one."""
    applicant: ApplicantCard
    created_at: UtcDatetime
    updated_at: UtcDatetime


class ExpertMatch(MatchWith[ExpertCard]):
    """An expert who matches a role."""

    application_id: Uuid | None
    """The ID of the expert's application to the role. Null without one."""
    application_status: RoleApplicationStatus | None
    """The status of that application. Null without one."""


class RoleMatch(MatchWith[RoleCard]):
    """A role that matches an expert."""

    application_id: Uuid | None
    """The ID of the caller's own application to the role. Null without one."""
    application_status: RoleApplicationStatus | None
    """The status of that application. Null without one."""


class OwnRoleMatch(OwnMatchWith[RoleCard]):
    """The caller's own match with a role, as its owner sees it."""
