"""The operations on partner keys: contract section 3.11."""

from bridgework.areas.partners import actions, rules, store
from bridgework.areas.partners.shapes import AdminCreateApiKeyRequest, ApiKey, CreatedApiKey
from bridgework.kit.auth import admin
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Partners")


@area.post("/admin/api-keys", who=admin, status=201, secret=True)
def admin_create_api_key(call: Call, body: AdminCreateApiKeyRequest) -> CreatedApiKey:
    """Make a key for a partner's program. `key` is told this once."""
    return actions.create(call, body)


@area.get("/admin/api-keys", who=admin)
def admin_list_api_keys(call: Call) -> list[ApiKey]:
    """List the keys, revoked ones too, the newest first. None is shown whole."""
    return list(store.keys(call.tx))


@area.delete("/admin/api-keys/{id}", who=admin, missing=rules.ApiKeyNotFound)
def admin_revoke_api_key(call: Call, key_id: Id) -> ApiKey:
    """Revoke a key: it is refused from now on, on every node."""
    return actions.revoke(call, key_id)
