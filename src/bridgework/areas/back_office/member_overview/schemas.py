"""The response of the overview."""

from bridgework.areas.community.calendar.schemas import EventSummary
from bridgework.areas.history.notifications.schemas import NotificationCounts
from bridgework.areas.history.reviews.schemas import ChangeKind
from bridgework.areas.identity.accounts.change_requests.schemas import ChangesAsked
from bridgework.areas.people.profiles.schemas import Listing
from bridgework.areas.work.consultations.schemas import Consultation
from bridgework.areas.work.jobs.schemas import JobApplicationCounts
from bridgework.areas.work.roles.schemas import RoleApplicationCounts
from bridgework.kit.validation import ResponseModel, UtcDatetime, Uuid


class ApplicationTotals(ResponseModel):
    """Applications to jobs and roles by status."""

    jobs: JobApplicationCounts
    """Those to jobs."""
    roles: RoleApplicationCounts
    """Those to roles."""


class OpenConsultations(ResponseModel):
    """Consultations to come that the caller requested, or that name the caller."""

    requested: int
    """How many the caller requested that wait for an administrator."""
    scheduled: int
    """How many the caller requested that are scheduled."""
    to_answer: int
    """How many requests name the caller, as the expert, who has not answered yet."""
    newest: list[Consultation]
    """The newest five that are requested or scheduled. `asRole` says who requested them."""


class OpenInvitations(ResponseModel):
    """Events to come to which the caller is invited and has not replied."""

    unanswered: int
    """How many there are."""
    next: list[EventSummary]
    """The five events that start first."""


class OwnChange(ResponseModel):
    """A change by the caller that waits for an administrator."""

    kind: ChangeKind
    """`role_changed` of a role, or `identity_changed` of the caller's profile."""
    id: Uuid
    """The ID of the role, or of the caller's account."""
    title: str | None
    """The title of the role as it is now. Null for `identity_changed`."""
    since: UtcDatetime
    """Since when it waits."""
    members: list[str]
    """The names of the members that were changed, such as `firstName`."""


class MemberOverview(ResponseModel):
    """What waits for the caller."""

    notifications: NotificationCounts
    """The counts of `listNotifications`."""
    applications: ApplicationTotals
    """The caller's own applications."""
    received_applications: ApplicationTotals
    """Applications to the caller's postings."""
    consultations: OpenConsultations
    """Consultations that are requested or scheduled."""
    invitations: OpenInvitations
    """Invitations to events to come."""
    introductions_waiting: int
    """How many introductions wait for an answer of the caller."""
    changes_in_review: list[OwnChange]
    """The oldest five changes that wait for an administrator, that of the profile first."""
    changes_asked: ChangesAsked | None
    """What an administrator asked the caller to change, until an administrator decides about the
    account. Null if nothing was asked."""
    listing: Listing
    """As in the caller's profile."""
