"""The response of the overview."""

from bridgework.areas.community.calendar.schemas import EventSummary
from bridgework.areas.history.notifications.schemas import NotificationCounts
from bridgework.areas.people.profiles.schemas import Listing
from bridgework.areas.work.consultations.schemas import Consultation
from bridgework.kit.validation import ResponseModel


class JobApplicationTotals(ResponseModel):
    """The number of applications to jobs in each status."""

    submitted: int
    reviewing: int
    interview: int
    offered: int
    hired: int
    declined: int
    withdrawn: int


class RoleApplicationTotals(ResponseModel):
    """The number of applications to roles in each status."""

    submitted: int
    shortlisted: int
    accepted: int
    declined: int
    withdrawn: int


class ApplicationTotals(ResponseModel):
    """Applications to jobs and roles by status."""

    jobs: JobApplicationTotals
    roles: RoleApplicationTotals


class OpenConsultations(ResponseModel):
    """The caller's consultations to come."""

    requested: int
    scheduled: int
    newest: list[Consultation]
    """The newest five of them."""


class OpenInvitations(ResponseModel):
    """Events to come to which the caller is invited and has not replied."""

    unanswered: int
    next: list[EventSummary]
    """The five that start first."""


class MemberOverview(ResponseModel):
    """What waits for the caller."""

    notifications: NotificationCounts
    applications: ApplicationTotals
    """The caller's own applications."""
    received_applications: ApplicationTotals
    """Applications to the caller's postings."""
    consultations: OpenConsultations
    invitations: OpenInvitations
    listing: Listing
