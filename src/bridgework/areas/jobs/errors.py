"""The errors of jobs and of applications to them."""

from bridgework.kit.errors import Conflict, Forbidden, NotFound


class JobNotFound(NotFound):
    """There is no such job, or it is not open to you."""


class NotTheClinic(Forbidden):
    """Only whoever posted the job, or an administrator, may do this."""


class JobNotOpen(Conflict):
    """This job takes no applications now."""


class JobApplicationNotFound(NotFound):
    """There is no such application, or it is not yours to see."""

    NO_CV = "There is no CV with this application, or not any more."


class NotTheApplicant(Forbidden):
    """Only whoever sent the application may withdraw it."""


class JobAlreadyAppliedTo(Conflict):
    """You have applied to this job already."""


class AddressAlreadyApplied(Conflict):
    """Somebody has applied to this job with this e-mail address already."""


class OwnJob(Conflict):
    """You posted this job yourself."""
