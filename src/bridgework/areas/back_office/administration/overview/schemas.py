"""The response models of the overview."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.validation import ResponseModel, UtcDatetime

QueueName = TypeAliasType(
    "QueueName",
    Literal[
        "roles",
        "jobs",
        "eventRequests",
        "consultations",
        "reports",
        "experts",
        "candidates",
        "vendors",
        "emails",
        "deadEmails",
    ],
)


class Queue(ResponseModel):
    """The number of waiting items, and the time and age of the oldest one."""

    name: QueueName
    """What waits: records that need a decision, accounts that are not verified, or e-mails."""
    waiting: int
    oldest_at: UtcDatetime | None
    oldest_seconds: int | None


class Overview(ResponseModel):
    """What waits for administrators."""

    queues: list[Queue]
