"""Field types of changes."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from typing_extensions import TypeAliasType

from bridgework.kit.validation import parse_integer

ChangeTypeName = Literal[
    "account.registered",
    "account.verified",
    "account.disabled",
    "account.erased",
    "expert.listed",
    "expert.changed",
    "expert.unlisted",
    "vendor.listed",
    "vendor.changed",
    "vendor.unlisted",
    "blog.published",
    "content.reported",
    "content.hidden",
    "content.restored",
    "role.pending",
    "role.active",
    "role.filled",
    "role.closed",
    "role.deleted",
    "role_application.submitted",
    "role_application.shortlisted",
    "role_application.accepted",
    "role_application.declined",
    "role_application.withdrawn",
    "job.pending",
    "job.approved",
    "job.rejected",
    "job.closed",
    "job.expired",
    "job.deleted",
    "job_application.submitted",
    "job_application.reviewing",
    "job_application.interview",
    "job_application.offered",
    "job_application.hired",
    "job_application.declined",
    "job_application.withdrawn",
    "consultation.requested",
    "consultation.scheduled",
    "consultation.completed",
    "consultation.declined",
    "consultation.cancelled",
    "event_request.pending",
    "event_request.approved",
    "event_request.rejected",
    "event_request.withdrawn",
    "event.created",
    "event.changed",
    "event.cancelled",
    "queue.claimed",
    "queue.released",
    "queue.assigned",
]
ChangeType = TypeAliasType("ChangeType", ChangeTypeName)
"""All types. Types may be added, but never removed or renamed."""

ChangeTypes = Annotated[list[ChangeType], Field(max_length=50, default_factory=list)]

Sequence = Annotated[int, Field(ge=0, le=999_999_999_999_999), BeforeValidator(parse_integer)]
"""The number of a change, which JavaScript represents exactly."""
