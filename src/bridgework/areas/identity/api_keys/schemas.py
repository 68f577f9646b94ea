"""Requests and responses of API keys."""

from pydantic import MISSING

from bridgework.areas.identity.api_keys.fields import KeepHours, KeySuspension, Scope, Scopes
from bridgework.kit.validation import Name100, RequestBody, ResponseModel, UtcDatetime, Uuid


class AdminCreateApiKeyRequest(RequestBody):
    """A new API key for a partner."""

    name: Name100
    """The name for administrators, such as that of the partner."""
    scopes: Scopes
    expires_at: UtcDatetime | None | MISSING = MISSING
    """Null for a key that does not expire."""


class RotateApiKeyRequest(RequestBody):
    """How long the present key stays valid."""

    keep_hours: KeepHours
    """Hours for which the present key stays valid beside the new one; 0 ends it at once."""


class ApiKey(ResponseModel):
    """An API key, without its secret."""

    id: Uuid
    name: str
    """The name for administrators, such as that of the partner."""
    prefix: str
    scopes: list[Scope]
    expires_at: UtcDatetime | None
    """When the key expires. Null if it does not."""
    last_used_at: UtcDatetime | None
    created_at: UtcDatetime
    revoked_at: UtcDatetime | None
    previous_until: UtcDatetime | None
    """Until when the key from before the last rotation is valid. Null if there was no rotation."""
    suspension: KeySuspension | None
    """Why the key is refused because of the administrator who is responsible for it: the one who
    created it, or rotated it last. Null if it is not."""


class CreatedApiKey(ApiKey):
    """An API key with its secret `key`, which no other response contains."""

    key: str
