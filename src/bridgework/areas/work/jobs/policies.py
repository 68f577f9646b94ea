"""The statuses of jobs and job applications, and the validation of their members."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Protocol

from bridgework.areas.work.jobs import schemas
from bridgework.kit.core import FieldError

VALIDITY = timedelta(days=90)
"""How long an approved posting is open."""
UNSTATED = -1.0
"""The sort key of a posting without compensation: it comes last."""

MOVES: Mapping[str, Mapping[str, Sequence[schemas.JobStatus]]] = {
    "owner": {
        "pending": ("closed",),
        "approved": ("pending", "closed"),
        "rejected": ("pending",),
        "closed": ("pending",),
        "expired": ("pending",),
    },
    "admin": {"pending": ("approved", "rejected", "closed"), "approved": ("closed",)},
}
"""The transitions of the owner and of administrators. Expiry needs none."""

OPEN_APPLICATIONS: Sequence[schemas.JobApplicationStatus] = (
    "submitted",
    "reviewing",
    "interview",
    "offered",
)
ENDED_APPLICATIONS: Sequence[schemas.JobApplicationStatus] = ("declined", "withdrawn")
"""Statuses after which the CV is deleted when the retention is over."""

APPLICATION_MOVES: Mapping[str, Mapping[str, Sequence[schemas.JobApplicationStatus]]] = {
    "owner": {
        "submitted": ("reviewing", "declined"),
        "reviewing": ("interview", "declined"),
        "interview": ("offered", "declined"),
        "offered": ("hired", "declined"),
    },
    "applicant": dict.fromkeys(OPEN_APPLICATIONS, ("withdrawn",)),
}
"""The transitions of the posting's owner and of the applicant."""

CONTACT_FROM: Sequence[schemas.JobApplicationStatus] = ("offered", "hired")
"""The statuses in which the applicant may see the contact of the posting."""

_HANDLE_CHARACTER = r"[!$%&'()*+,\-.:;=@_~A-Za-z0-9]"
_PATH_OR_QUERY = r"[/?#][!#-;=?-\[\]_a-z~]*"


class Expirable(Protocol):
    """The columns of a posting that its current status depends on."""

    @property
    def status(self) -> str: ...
    @property
    def expires_at(self) -> datetime | None: ...


def status_of(job: Expirable, now: datetime) -> str:
    """Return the current status: `expired` from `expires_at` on, even if the row is not updated."""
    if job.status == "approved" and job.expires_at is not None and job.expires_at <= now:
        return "expired"
    return job.status


def max_compensation(fields: Mapping[str, Any]) -> float:
    """Return the maximum yearly compensation of a posting, or UNSTATED."""
    stated = fields.get("annual_comp_max", fields.get("annual_comp_min"))
    return UNSTATED if stated is None else float(stated)


def validate_compensation(fields: Mapping[str, Any]) -> list[FieldError]:
    """Validate the members of a posting against one another."""
    minimum, maximum = fields.get("annual_comp_min"), fields.get("annual_comp_max")
    if minimum is None or maximum is None or minimum <= maximum:
        return []
    return [FieldError("annualCompMax", "below_minimum", "Must not be below annualCompMin.")]


def validate_profile_url(url: str, host: str) -> list[FieldError]:
    """Validate the URL of a profile on the professional network at `host`."""
    if _profile_pattern(host).fullmatch(url):
        return []
    sentence = f"Must be the URL of a profile: https://{host}/in/<handle>."
    return [FieldError("professionalNetworkUrl", "not_a_profile", sentence)]


def validate_referral_code(owner_id: str | None, applicant_id: str) -> list[FieldError]:
    """Validate a referral code; `owner_id` is None if it belongs to no account."""
    if owner_id is None:
        return [FieldError("referralCode", "unknown", "There is no such referral code.")]
    if owner_id == applicant_id:
        return [FieldError("referralCode", "own", "You cannot use your own referral code.")]
    return []


@lru_cache
def _profile_pattern(host: str) -> re.Pattern[str]:
    """Match `/in/<handle>` with an optional `www.`, further path segments and query."""
    pattern = rf"https?://(?:www\.)?{re.escape(host)}/in/{_HANDLE_CHARACTER}+(?:{_PATH_OR_QUERY})?"
    # Without ASCII, IGNORECASE would also match letters such as a dotless i.
    return re.compile(pattern, re.IGNORECASE | re.ASCII)
