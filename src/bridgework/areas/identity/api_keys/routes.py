"""The operations on API keys."""

from bridgework.areas.identity.api_keys import actions, errors, queries, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Partners",
    administrators=Tag("Partner keys", "Create, list and revoke the API keys of partners."),
)


@router.post("/admin/api-keys", who=admin.fresh(), status=201, returns_secret=True)
def admin_create_api_key(
    context: Context, body: schemas.AdminCreateApiKeyRequest
) -> schemas.CreatedApiKey:
    """Create an API key for a partner. Only this response contains `key`."""
    return actions.create(context, body)


@router.get("/admin/api-keys", who=admin)
def admin_list_api_keys(context: Context) -> list[schemas.ApiKey]:
    """List all API keys, newest first, including revoked ones.

    Each has the first 12 characters of its key as `prefix`.
    """
    return list(queries.list_all(context.tx))


@router.delete("/admin/api-keys/{id}", who=admin, not_found=errors.ApiKeyNotFound)
def admin_revoke_api_key(context: Context, key_id: Id) -> schemas.ApiKey:
    """Revoke an API key, effective immediately on every node."""
    return actions.revoke(context, key_id)
