"""The statuses of jobs and job applications, and the validation of their members."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import Final, Protocol

from bridgework.areas.identity.accounts.schemas import clinic
from bridgework.areas.work.jobs import errors, schemas
from bridgework.areas.work.jobs.records import JobFields
from bridgework.areas.work.postings import policies as of_postings
from bridgework.areas.work.postings.policies import (
    ApplicationFacts,
    ApplicationRule,
    PostingRule,
)
from bridgework.kit.actions import Refusal
from bridgework.kit.core import FieldError
from bridgework.kit.security import Caller, admin, member

VALIDITY = timedelta(days=90)
"""How long an approved posting is open."""
OPEN_STATUS: Final = "approved"
CVS = "job-cvs"
"""The folder of CVs."""
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
    "admin": {
        "pending": ("approved", "rejected", "closed"),
        "approved": ("closed",),
        "rejected": ("pending",),
    },
}
"""The transitions of the owner and of administrators. Expiry needs none."""

APPLICATION_STATUSES = tuple(schemas.JobApplicationCounts.model_fields)
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

OFFERED: Final = "offered"
"""The status of an application with an offer, which the applicant answers."""
CONTACT_FROM: Sequence[schemas.JobApplicationStatus] = ("offered", "hired")
"""The statuses in which the applicant may see the contact of the posting."""

_in_charge = of_postings.of_posting_in_charge(errors.NotTheClinic)
_application_in_charge = of_postings.of_application_in_charge(errors.NotTheClinic)


def _may_open_cv(_: Caller, application: ApplicationFacts) -> Refusal | None:
    if application.has_cv and application.status != "withdrawn":
        return None
    return partial(errors.JobApplicationNotFound, errors.JobApplicationNotFound.NO_CV)


READ = PostingRule("getJob", member.or_partner("jobs:read"))
UPDATE = PostingRule("updateJob", clinic, by=_in_charge)
UPDATE_ANY = PostingRule("adminUpdateJob", admin)
CLOSE = PostingRule("closeJob", member, by=_in_charge, when=of_postings.may_move(MOVES, "closed"))
APPROVE = PostingRule("approveJob", admin, when=of_postings.may_decide(MOVES["admin"], "approved"))
REJECT = PostingRule("rejectJob", admin, when=of_postings.may_decide(MOVES["admin"], "rejected"))
REOPEN = PostingRule("reopenJob", admin, when=of_postings.may_decide(MOVES["admin"], "pending"))
APPLY = PostingRule(
    "applyToJob",
    member,
    when=of_postings.may_apply(
        OPEN_STATUS,
        own_posting=errors.OwnJob,
        not_open=errors.JobNotOpen,
        already_applied=errors.JobAlreadyAppliedTo,
    ),
)
LIST_APPLICATIONS = PostingRule("listJobApplications", member, by=_in_charge)
DECIDE_APPLICATIONS = PostingRule("decideJobApplications", member, by=_in_charge)
LIST_MATCHES = PostingRule("listJobMatches", member, by=_in_charge)
READ_MY_MATCH = PostingRule("getMyJobMatch", member)
RULES: Sequence[PostingRule] = (
    *(READ, UPDATE, UPDATE_ANY, CLOSE, APPROVE, REJECT, REOPEN),
    *(APPLY, LIST_APPLICATIONS, DECIDE_APPLICATIONS, LIST_MATCHES, READ_MY_MATCH),
)
"""The rules of the operations on a job."""

READ_APPLICATION = ApplicationRule("getJobApplication", member)
DECIDE_APPLICATION = ApplicationRule(
    "decideJobApplication",
    member,
    by=_application_in_charge,
    when=of_postings.may_decide_application(APPLICATION_MOVES["owner"]),
)
WITHDRAW_APPLICATION = ApplicationRule(
    "withdrawJobApplication",
    member,
    by=of_postings.is_applicant,
    when=of_postings.may_withdraw(APPLICATION_MOVES["applicant"]),
)
OPEN_CV = ApplicationRule(
    "getJobApplicationCv", member, by=_application_in_charge, when=_may_open_cv
)
ANSWER_OFFER = ApplicationRule(
    "answerOffer", member, by=of_postings.is_applicant, when=of_postings.may_answer(OFFERED)
)
APPLICATION_RULES: Sequence[ApplicationRule] = (
    *(READ_APPLICATION, DECIDE_APPLICATION, WITHDRAW_APPLICATION, OPEN_CV, ANSWER_OFFER),
)
"""The rules of the operations on an application to a job."""

_HANDLE_CHARACTER = r"[!$%&'()*+,\-.:;=@_~A-Za-z0-9]"
_PATH_OR_QUERY = r"[/?#][!#-;=?-\[\]_a-z~]*"


class Expirable(Protocol):
    """The columns of a posting that its current status depends on."""

    @property
    def status(self) -> schemas.JobStatus: ...
    @property
    def expires_at(self) -> datetime | None: ...


def status_of(job: Expirable, now: datetime) -> schemas.JobStatus:
    """Return the current status: `expired` from `expires_at` on, even if the row is not updated."""
    if job.status == "approved" and job.expires_at is not None and job.expires_at <= now:
        return "expired"
    return job.status


def end_of(job: Expirable) -> datetime:
    """Return when an approved job expires. Raises LookupError for a job that is not approved."""
    if job.expires_at is None:
        raise LookupError(f"a job that is {job.status} has no end")
    return job.expires_at


def max_compensation(fields: JobFields) -> float:
    """Return the maximum yearly compensation of a posting, or UNSTATED."""
    stated = fields.annual_comp_min if fields.annual_comp_max is None else fields.annual_comp_max
    return UNSTATED if stated is None else float(stated)


def validate_compensation(fields: JobFields) -> list[FieldError]:
    """Validate the members of a posting against one another."""
    minimum, maximum = fields.annual_comp_min, fields.annual_comp_max
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
