"""What the statements on candidates and on the attempts to create any return."""

from datetime import datetime
from typing import Literal, NamedTuple

from bridgework.kit.core import Id


class Attempt(NamedTuple):
    """An attempt to create a candidate (table `recruiting_attempts`)."""

    id: Id
    person: str | None
    made_under: str | None
    state: Literal["begun", "unknown", "known", "made here"]
    held_until: datetime | None
    sent_at: datetime | None
    candidate_id: str | None
    open_to_work: bool | None
    created_by: Id
    created_at: datetime


class Source(NamedTuple):
    """What is stored here of a candidate of another recruiting system."""

    candidate_id: str
    open_to_work: bool | None
    source: str | None
    """The e-mail address of the account that added the candidate; None after its erasure."""


class Candidate(NamedTuple):
    """A candidate of the built-in provider, with its source."""

    id: str
    first_name: str
    last_name: str
    email: str | None
    secondary_email: str | None
    phone: str | None
    city: str | None
    state: str | None
    current_job_title: str | None
    experience_in_years: int | None
    skill_set: str | None
    professional_network_url: str | None
    open_to_work: bool
    created_at: datetime
    source: str | None


class Posting(NamedTuple):
    """What an opening shows of a posting."""

    id: Id
    role_needed: str
    company_name: str
    location: str | None


class Association(NamedTuple):
    """The status of a candidate's application to a posting."""

    application_status: str


class AssociatedPosting(NamedTuple):
    """A posting that a candidate is associated with."""

    posting: Posting
    association: Association
