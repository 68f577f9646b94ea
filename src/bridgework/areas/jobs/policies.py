"""The states of jobs and job applications, and the constraints on their members."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Protocol

from bridgework.areas.jobs.schemas import JobApplicationStatus, JobStatus
from bridgework.kit.auth import Caller
from bridgework.kit.errors import FieldError
from bridgework.kit.ids import Id

LIFE = timedelta(days=90)
"""For how long an approved posting is open."""
UNSTATED = -1.0
"""The pay of a posting that states none: less than any that is stated."""

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

OPEN_APPLICATIONS: Sequence[JobApplicationStatus] = (
    "submitted",
    "reviewing",
    "interview",
    "offered",
)
ENDED_APPLICATIONS: Sequence[JobApplicationStatus] = ("declined", "withdrawn")
"""Their CVs are erased after a time."""

APPLICATION_MOVES: Mapping[str, Mapping[str, Sequence[JobApplicationStatus]]] = {
    "owner": {
        "submitted": ("reviewing", "declined"),
        "reviewing": ("interview", "declined"),
        "interview": ("offered", "declined"),
        "offered": ("hired", "declined"),
    },
    "applicant": dict.fromkeys(OPEN_APPLICATIONS, ("withdrawn",)),
}
"""Who may move an application where."""

CONTACT_FROM: Sequence[JobApplicationStatus] = ("offered", "hired")
"""The states of an application in which the applicant sees the contact of the posting."""

_MARK = r"[!$%&'()*+,\-.:;=@_~A-Za-z0-9]"
_REST = r"[/?#][!#-;=?-\[\]_a-z~]*"


class Dated(Protocol):
    """The members of a posting that its status depends on."""

    @property
    def status(self) -> str: ...
    @property
    def expires_at(self) -> datetime | None: ...


def status_of(job: Dated, now: datetime) -> str:
    """The status of a posting now: it expires at its time, whether that was noted or not."""
    if job.status == "approved" and job.expires_at is not None and job.expires_at <= now:
        return "expired"
    return job.status


def side(caller: Caller, owner_id: Id) -> str:
    """Whether a caller who may change a posting does so as its `owner` or as an `admin`."""
    return "owner" if owner_id == caller.account_id else "admin"


def comp(fields: Mapping[str, Any]) -> float:
    """The highest yearly pay that a posting states, or UNSTATED."""
    stated = fields.get("annual_comp_max", fields.get("annual_comp_min"))
    return UNSTATED if stated is None else float(stated)


def faults_of(fields: Mapping[str, Any]) -> list[FieldError]:
    """What does not fit between the members of a posting."""
    least, most = fields.get("annual_comp_min"), fields.get("annual_comp_max")
    if least is None or most is None or least <= most:
        return []
    return [FieldError("annualCompMax", "below_minimum", "Must not be below annualCompMin.")]


def faults_of_network(url: str, host: str) -> list[FieldError]:
    """What is wrong with the URL of a profile on the professional network at `host`."""
    if _profile_at(host).fullmatch(url):
        return []
    sentence = f"Must be the address of a profile: https://{host}/in/<handle>."
    return [FieldError("professionalNetworkUrl", "not_a_profile", sentence)]


def faults_of_referral(owner_id: str | None, applicant_id: str) -> list[FieldError]:
    """What is wrong with a referral code that belongs to `owner_id`, or to no account."""
    if owner_id is None:
        return [FieldError("referralCode", "unknown", "There is no such referral code.")]
    if owner_id == applicant_id:
        return [FieldError("referralCode", "own", "Nobody can refer themselves.")]
    return []


@lru_cache
def _profile_at(host: str) -> re.Pattern[str]:
    """Specification 2.10: `/in/<handle>`, `www.` or not, whatever path or query follows."""
    pattern = rf"https?://(?:www\.)?{re.escape(host)}/in/{_MARK}+(?:{_REST})?"
    # Without ASCII, IGNORECASE would also match letters such as a dotless i.
    return re.compile(pattern, re.IGNORECASE | re.ASCII)
