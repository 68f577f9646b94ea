"""The request and response models of the activity."""

from datetime import date

from bridgework.areas.back_office.administration.fields import ActivityDays
from bridgework.kit.validation import QueryParams, ResponseModel, UtcDatetime, Uuid


class AdminActivityQuery(QueryParams):
    days: ActivityDays = 30
    """The number of days, including today."""


class ActivityDay(ResponseModel):
    """What happened on one day, from midnight to midnight UTC."""

    date: date
    """The day, in UTC."""
    registrations: int
    """New accounts, including those that were erased since."""
    sign_ins: int
    """New sessions. They are stored for 120 days."""
    roles_posted: int
    """New roles, except those that were deleted since."""
    jobs_posted: int
    """New jobs, except those that were deleted or hidden since."""
    role_applications: int
    """New applications to roles."""
    job_applications: int
    """New applications to jobs."""
    emails_sent: int
    """E-mails that were sent. They are stored for 90 days."""


class ActivityFunnel(ResponseModel):
    """How far the accounts that registered on these days have come by now.

    Each number counts accounts by itself: an account can apply before it is verified. Of an erased
    account, only the registration counts.
    """

    registered: int
    """The accounts that registered on these days."""
    email_verified: int
    """Those of them with a verified e-mail address."""
    verified: int
    """Those of them that an administrator verified, on any platform."""
    listed: int
    """Those of them that the directory of experts, or that of vendors, lists."""
    applied: int
    """Those of them with an application to a role or a job, in any state."""
    hired: int
    """Those of them whose application was accepted for a role, or who were hired for a job."""


class AdministratorActivity(ResponseModel):
    """What an administrator did on these days."""

    id: Uuid
    """The ID of the administrator's account."""
    name: str
    """The administrator's name, or the e-mail address without one."""
    entries: int
    """The entries of the audit log, without refused and failed ones."""
    last_at: UtcDatetime | None
    """The time of the last of them. Null without one."""


class Activity(ResponseModel):
    """What happened on each day."""

    days: list[ActivityDay]
    """One entry for each day, oldest first, including today and days without activity."""
    funnel: ActivityFunnel
    """How far the accounts that registered on these days have come."""
    administrators: list[AdministratorActivity]
    """What each administrator did on these days, the most active first, at most 100."""
