"""The response of the overview."""

from bridgework.areas.community.calendar.schemas import EventSummary
from bridgework.areas.history.notifications.schemas import NotificationCounts
from bridgework.areas.people.profiles.schemas import Listing
from bridgework.areas.work.consultations.schemas import Consultation
from bridgework.areas.work.jobs.schemas import JobApplicationCounts
from bridgework.areas.work.roles.schemas import RoleApplicationCounts
from bridgework.kit.validation import ResponseModel


class ApplicationTotals(ResponseModel):
    """Applications to jobs and roles by status."""

    jobs: JobApplicationCounts
    """Those to jobs."""
    roles: RoleApplicationCounts
    """Those to roles."""


class OpenConsultations(ResponseModel):
    """The caller's consultations to come."""

    requested: int
    """How many wait for an administrator."""
    scheduled: int
    """How many are scheduled."""
    newest: list[Consultation]
    """The newest five that are requested or scheduled."""


class OpenInvitations(ResponseModel):
    """Events to come to which the caller is invited and has not replied."""

    unanswered: int
    """How many there are."""
    next: list[EventSummary]
    """The five events that start first."""


class MemberOverview(ResponseModel):
    """What waits for the caller."""

    notifications: NotificationCounts
    """The counts of `listNotifications`."""
    applications: ApplicationTotals
    """The caller's own applications."""
    received_applications: ApplicationTotals
    """Applications to the caller's postings."""
    consultations: OpenConsultations
    """The caller's consultations that are requested or scheduled."""
    invitations: OpenInvitations
    """Invitations to events to come."""
    listing: Listing
    """As in the caller's profile."""
