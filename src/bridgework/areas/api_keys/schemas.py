"""What is asked of and told about partner keys: contract sections 9 and 10."""

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
    """With the key itself, this once."""

    key: str
