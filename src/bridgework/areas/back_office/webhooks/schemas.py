"""Requests and responses of webhooks and their deliveries."""

from pydantic import MISSING

from bridgework.areas.back_office.webhooks.fields import (
    DeliveryStatus,
    DeliverySubjectKind,
    DeliveryType,
    DisabledReason,
    WebhookType,
    WebhookTypes,
)
from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.validation import (
    Line200,
    RequestBody,
    ResponseModel,
    Url2048,
    UtcDatetime,
    Uuid,
)


class AdminCreateWebhookRequest(RequestBody):
    """A new webhook."""

    url: Url2048
    """Where deliveries are sent, by POST. It must use `https`, and may have neither a user name nor
    a fragment."""
    types: WebhookTypes
    """The types of changes to send. `*` sends all, also those of later versions."""
    description: Line200 | MISSING = MISSING
    """A note for administrators, such as the name of the receiver."""


class AdminUpdateWebhookRequest(RequestBody):
    """The members of a webhook to change."""

    url: Url2048 | MISSING = MISSING
    """Where deliveries are sent, by POST. Pending deliveries are sent there too."""
    types: WebhookTypes | MISSING = MISSING
    """The types of changes to send from now on."""
    description: Line200 | MISSING = MISSING
    """A note for administrators. An empty text removes it."""
    enabled: bool | MISSING = MISSING
    """Whether changes are sent. Changes that happen while a webhook is disabled are not sent
    later."""

    @property
    def sends_elsewhere(self) -> bool:
        """Whether other data is sent, or to another address."""
        return self.url is not MISSING or self.types is not MISSING


class Webhook(ResponseModel):
    """A webhook, without its secret."""

    id: Uuid
    url: str
    """Where deliveries are sent, by POST."""
    types: list[WebhookType]
    """The types of changes that are sent."""
    description: str
    """A note for administrators. Empty if there is none."""
    enabled: bool
    """Whether changes are sent."""
    disabled_reason: DisabledReason | None
    """Why it is disabled: by an administrator, because the receiver responded 410 (`gone`), or
    because a delivery failed twelve times (`failing`)."""
    disabled_at: UtcDatetime | None
    previous_secret_expires_at: UtcDatetime | None
    """Until when deliveries are also signed with the secret before the last rotation."""
    created_at: UtcDatetime
    updated_at: UtcDatetime


class WebhookWithSecret(Webhook):
    """A webhook with its secret, which no other response contains."""

    secret: str
    """The key of the signatures: `whsec_` and 32 bytes in base64."""


class DeliverySubject(ResponseModel):
    """The record that changed; of a test, the webhook itself."""

    kind: DeliverySubjectKind
    """The kind of the record."""
    id: Uuid
    """The ID of the record."""


class AdminListDeliveriesQuery(OffsetQuery):
    status: DeliveryStatus | None = None


class Delivery(ResponseModel):
    """A change that is sent to a webhook. Its ID is the header `webhook-id` of each attempt."""

    id: Uuid
    webhook_id: Uuid
    """The webhook to which it is sent."""
    type: DeliveryType
    """The type of the change."""
    sequence: int
    """The number of the change; 0 for a test."""
    subject: DeliverySubject
    status: DeliveryStatus
    """`pending` until the receiver accepts it, or until the last attempt has failed."""
    attempts: int
    """Attempts so far, of at most twelve."""
    next_attempt_at: UtcDatetime | None
    """When the next attempt is due. Null while an earlier delivery about the same record is
    pending, and at the end."""
    last_attempt_at: UtcDatetime | None
    """When the last attempt began. Null before the first one."""
    response_status: int | None
    """The HTTP status of the last response. Null if there was none."""
    response_body: str | None
    """The first 1 KiB of the last response."""
    error: str | None
    """Why the last attempt failed. Null if it did not."""
    created_at: UtcDatetime
    finished_at: UtcDatetime | None
    """When it was accepted or given up."""
