"""Requests and responses of API keys."""

from pydantic import MISSING

from bridgework.areas.api_keys.fields import Scope, Scopes
from bridgework.kit.fields import Name100, UtcDatetime, Uuid
from bridgework.kit.schemas import RequestBody, ResponseModel


class AdminCreateApiKeyRequest(RequestBody):
    name: Name100
    scopes: Scopes
    expires_at: UtcDatetime | None | MISSING = MISSING


class ApiKey(ResponseModel):
    id: Uuid
    name: str
    prefix: str
    scopes: list[Scope]
    expires_at: UtcDatetime | None
    last_used_at: UtcDatetime | None
    created_at: UtcDatetime
    revoked_at: UtcDatetime | None


class CreatedApiKey(ApiKey):
    """An API key with its secret `key`, which no other response contains."""

    key: str
