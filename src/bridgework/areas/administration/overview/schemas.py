"""What waits: contract section 3.11."""

from typing import Literal

from bridgework.kit.fields import UtcDatetime
from bridgework.kit.schemas import ResponseModel

QueueName = Literal[
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
]


class Queue(ResponseModel):
    """One queue: how many wait in it, and since when the first of them does."""

    name: QueueName
    waiting: int
    oldest_at: UtcDatetime | None
    oldest_seconds: int | None


class Overview(ResponseModel):
    queues: list[Queue]
