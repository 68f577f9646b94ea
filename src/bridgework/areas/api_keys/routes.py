"""The operations on partner keys: contract section 3.11."""

from bridgework.areas.api_keys import actions, errors, queries
from bridgework.areas.api_keys.schemas import AdminCreateApiKeyRequest, ApiKey, CreatedApiKey
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Context
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Partners")


@router.post("/admin/api-keys", who=admin, status=201, never_store_response=True)
def admin_create_api_key(context: Context, body: AdminCreateApiKeyRequest) -> CreatedApiKey:
    """Make a key for a partner's program. `key` is told this once."""
    return actions.create(context, body)


@router.get("/admin/api-keys", who=admin)
def admin_list_api_keys(context: Context) -> list[ApiKey]:
    """List the keys, revoked ones too, the newest first. None is shown whole."""
    return list(queries.keys(context.tx))


@router.delete("/admin/api-keys/{id}", who=admin, not_found=errors.ApiKeyNotFound)
def admin_revoke_api_key(context: Context, key_id: Id) -> ApiKey:
    """Revoke a key: it is refused from now on, on every node."""
    return actions.revoke(context, key_id)
