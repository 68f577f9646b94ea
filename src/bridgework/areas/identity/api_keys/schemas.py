"""Requests and responses of API keys."""

from pydantic import MISSING

from bridgework.areas.identity.api_keys.fields import Scope, Scopes
from bridgework.kit.validation import Name100, RequestBody, ResponseModel, UtcDatetime, Uuid


class AdminCreateApiKeyRequest(RequestBody):
    """A new API key for a partner."""

    name: Name100
    """The name for administrators, such as that of the partner."""
    scopes: Scopes
    expires_at: UtcDatetime | None | MISSING = MISSING
    """Null for a key that does not expire."""


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


class CreatedApiKey(ApiKey):
    """An API key with its secret `key`, which no other response contains."""

    key: str
