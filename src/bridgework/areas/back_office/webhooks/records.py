"""What the statements on webhooks and deliveries return."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.back_office.webhooks.fields import (
    DeliveryStatus,
    DeliverySubjectKind,
    DeliveryType,
    DisabledReason,
    WebhookType,
)
from bridgework.kit.core import Id


class StoredWebhook(NamedTuple):
    """A webhook with its encrypted secrets (table `webhooks`)."""

    id: Id
    url: str
    types: Sequence[WebhookType]
    description: str
    secret: str
    previous_secret: str | None
    previous_secret_expires_at: datetime | None
    enabled: bool
    disabled_reason: DisabledReason | None
    disabled_at: datetime | None
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


class StoredDelivery(NamedTuple):
    """A delivery with the body of its request (table `webhook_deliveries`)."""

    id: Id
    webhook_id: Id
    type: DeliveryType
    sequence: int
    subject_kind: DeliverySubjectKind
    subject_id: Id
    payload: str
    status: DeliveryStatus
    attempts: int
    due_at: datetime | None
    last_attempt_at: datetime | None
    response_status: int | None
    response_body: str | None
    error: str | None
    created_at: datetime
    finished_at: datetime | None


class Pair(NamedTuple):
    """A webhook and a subject. Their deliveries are sent one after the other."""

    webhook_id: Id
    subject_id: Id


class Waiting(NamedTuple):
    """The number of deliveries that wait, and the time of the oldest."""

    total: int
    oldest: datetime | None


class Administrator(NamedTuple):
    """An active administrator, who gets an e-mail when a webhook is disabled."""

    id: Id
    email: str
