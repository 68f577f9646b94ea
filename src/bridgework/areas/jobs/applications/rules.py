"""What holds for applications to jobs (contract sections 3.9 and 4)."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from bridgework.areas.jobs.applications.shapes import JobApplicationStatus
from bridgework.kit.errors import Conflict, FieldError, Forbidden, NotFound

OPEN: Sequence[JobApplicationStatus] = ("submitted", "reviewing", "interview", "offered")
ENDED: Sequence[JobApplicationStatus] = ("declined", "withdrawn")
"""Nobody needs the CV of such a one for ever."""

MOVES: Mapping[str, Mapping[str, Sequence[JobApplicationStatus]]] = {
    "clinic": {
        "submitted": ("reviewing", "declined"),
        "reviewing": ("interview", "declined"),
        "interview": ("offered", "declined"),
        "offered": ("hired", "declined"),
    },
    "applicant": dict.fromkeys(OPEN, ("withdrawn",)),
}
"""Who may move an application where."""

KNOW_CONTACT = ("offered", "hired")
"""From then on the applicant is told whom to call."""

NO_CV = "There is no CV with this application, or not any more."

_MARK = r"[!$%&'()*+,\-.:;=@_~A-Za-z0-9]"
_REST = r"[/?#][!#-;=?-\[\]_a-z~]*"


class JobApplicationNotFound(NotFound):
    """There is no such application, or it is not yours to see."""


class NotTheApplicant(Forbidden):
    """Only whoever sent the application may withdraw it."""


class JobAlreadyAppliedTo(Conflict):
    """You have applied to this job already."""


class AddressAlreadyApplied(Conflict):
    """Somebody has applied to this job with this e-mail address already."""


class OwnJob(Conflict):
    """You posted this job yourself."""


def faults_of_network(url: str, host: str) -> list[FieldError]:
    """What is wrong with the address of a profile on the professional network at `host`."""
    if _profile_at(host).fullmatch(url):
        return []
    sentence = f"Must be the address of a profile: https://{host}/in/<handle>."
    return [FieldError("professionalNetworkUrl", "not_a_profile", sentence)]


def faults_of_referral(owner_id: str | None, applicant_id: str) -> list[FieldError]:
    """What is wrong with a referral code that is `owner_id`'s, or nobody's."""
    if owner_id is None:
        return [FieldError("referralCode", "unknown", "There is no such referral code.")]
    if owner_id == applicant_id:
        return [FieldError("referralCode", "own", "Nobody can refer themselves.")]
    return []


@lru_cache
def _profile_at(host: str) -> re.Pattern[str]:
    """Specification 2.10: `/in/<handle>`, `www.` or not, whatever path or query follows."""
    pattern = rf"https?://(?:www\.)?{re.escape(host)}/in/{_MARK}+(?:{_REST})?"
    # Without ASCII a dotless i would be one without regard to case.
    return re.compile(pattern, re.IGNORECASE | re.ASCII)
