"""What the tables of roles store."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.work.postings.records import PostingThen
from bridgework.areas.work.postings.schemas import OfferReply
from bridgework.areas.work.roles.schemas import RoleApplicationStatus, RoleStatus
from bridgework.kit.core import Id
from bridgework.kit.data.db import UNKNOWN


class RoleFields(NamedTuple):
    """The members of a role that its owner writes. One that was not sent is None."""

    company_name: str
    healthcare_vertical: str
    contact_person: str
    contact_email: str
    role_needed: str
    working_preference: str
    challenge: str
    timeline: str
    budget_range: str
    hours_per_week: str | None = None
    location: str | None = None
    tags: Sequence[str] | None = None
    unknown: Mapping[str, object] = UNKNOWN


class Role(NamedTuple):
    """A role (table `roles`)."""

    id: Id
    user_id: Id
    fields: RoleFields
    status: RoleStatus
    version: int
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    rejected_at: datetime | None
    """When a closed role was rejected. None after its status changed."""
    rejection_reason: str | None


class Application(NamedTuple):
    """An application to a role (table `role_applications`)."""

    id: Id
    role_id: Id
    applicant_id: Id
    message: str | None
    applied_to: PostingThen
    status: RoleApplicationStatus
    reason: str | None
    created_at: datetime
    updated_at: datetime
    posting_ended_at: datetime | None
    offer_answer: OfferReply | None = None
    offer_note: str | None = None
    offer_answered_at: datetime | None = None
