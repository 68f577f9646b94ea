"""The errors of jobs and job applications."""

from bridgework.kit.core import Conflict, Forbidden, NotFound


class JobNotFound(NotFound):
    """There is no such job, or you may not see it."""


class NotTheClinic(Forbidden):
    """Only the owner of the job or an administrator may do this."""


class JobNotOpen(Conflict):
    """This job does not accept applications."""


class JobApplicationNotFound(NotFound):
    """There is no such application, or you may not see it."""

    NO_CV = "This application has no CV, or its CV was deleted."


class JobAlreadyAppliedTo(Conflict):
    """You have already applied to this job."""


class AddressAlreadyApplied(Conflict):
    """An application with this e-mail address already exists for this job."""


class OwnJob(Conflict):
    """You cannot apply to your own job."""
