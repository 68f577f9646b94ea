"""What holds for job postings: who may see, change and move them (contract sections 3.9 and 4)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from bridgework.areas.jobs.postings.shapes import JobStatus
from bridgework.areas.matching.shapes import EmptyReason
from bridgework.kit.auth import Caller
from bridgework.kit.errors import Conflict, FieldError, Forbidden, NotFound
from bridgework.kit.ids import Id

LIFE = timedelta(days=90)
"""For how long an approved posting is open."""
UNSTATED = -1.0
"""What a posting pays that does not say: less than any that does."""

MOVES: Mapping[str, Mapping[str, Sequence[JobStatus]]] = {
    "owner": {
        "pending": ("closed",),
        "approved": ("pending", "closed"),
        "rejected": ("pending",),
        "closed": ("pending",),
        "expired": ("pending",),
    },
    "admin": {"pending": ("approved", "rejected", "closed"), "approved": ("closed",)},
}
"""Who may move a posting where; it expires by itself."""


class Dated(Protocol):
    """As much of a posting as says how it stands."""

    @property
    def status(self) -> str: ...
    @property
    def expires_at(self) -> datetime | None: ...


class JobNotFound(NotFound):
    """There is no such job, or it is not open to you."""


class NotTheClinic(Forbidden):
    """Only whoever posted the job, or an administrator, may do this."""


class JobNotOpen(Conflict):
    """This job takes no applications now."""


def status_of(job: Dated, now: datetime) -> str:
    """How a posting stands: it expires at its time, whether that was noted or not."""
    if job.status == "approved" and job.expires_at is not None and job.expires_at <= now:
        return "expired"
    return job.status


def why_not_matched(status: str) -> EmptyReason:
    """Why a job that is not open has no matches."""
    return "not_verified" if status in {"pending", "rejected"} else "not_looking"


def must_be_open_to(caller: Caller, owner_id: Id) -> None:
    """Raise NotTheClinic if the caller may not change what `owner_id` posted."""
    if not caller.is_admin and owner_id != caller.account_id:
        raise NotTheClinic


def side(caller: Caller, owner_id: Id) -> str:
    """Whether somebody who may change a posting does so as its `owner` or as an `admin`."""
    return "owner" if owner_id == caller.account_id else "admin"


def comp(fields: Mapping[str, Any]) -> float:
    """What a posting pays a year at the most, as far as it says."""
    stated = fields.get("annual_comp_max", fields.get("annual_comp_min"))
    return UNSTATED if stated is None else float(stated)


def faults_of(fields: Mapping[str, Any]) -> list[FieldError]:
    """What does not fit between the members of a posting."""
    least, most = fields.get("annual_comp_min"), fields.get("annual_comp_max")
    if least is None or most is None or least <= most:
        return []
    return [FieldError("annualCompMax", "below_minimum", "Must not be below annualCompMin.")]
