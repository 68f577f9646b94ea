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

    Each has the first 12 characters of its key as `prefix`. A key is refused while the
    administrator who is responsible for it is none, and valid again with the role; `suspension`
    has the reason.
    """
    return list(queries.list_all(context.tx))


@router.post(
    "/admin/api-keys/{id}/rotate",
    who=admin.fresh(),
    returns_secret=True,
    not_found=errors.ApiKeyNotFound,
    errors=(errors.ApiKeyEnded,),
)
def rotate_api_key(
    context: Context, key_id: Id, body: schemas.RotateApiKeyRequest
) -> schemas.CreatedApiKey:
    """Replace an API key. Only this response contains the new one as `key`.

    The present key stays valid for `keepHours`; the one before it ends at once. The ID, scopes and
    expiry stay. The caller becomes responsible for the key, so that a key of a former
    administrator is valid again.
    """
    return actions.rotate(context, key_id, body.keep_hours)


@router.delete("/admin/api-keys/{id}", who=admin, not_found=errors.ApiKeyNotFound)
def admin_revoke_api_key(context: Context, key_id: Id) -> schemas.ApiKey:
    """Revoke an API key, effective immediately on every node."""
    return actions.revoke(context, key_id)
