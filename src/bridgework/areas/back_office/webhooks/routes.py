"""The operations on webhooks and their deliveries."""

from bridgework.areas.back_office.webhooks import actions, errors, queries, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.http.operations import OK, Ok, Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Webhooks",
    administrators=Tag("Webhooks", "Send changes to other systems as signed HTTP requests."),
)


@router.post(
    "/admin/webhooks",
    who=admin.fresh(),
    status=201,
    returns_secret=True,
    errors=(errors.WebhookLimitReached,),
)
def admin_create_webhook(
    context: Context, body: schemas.AdminCreateWebhookRequest
) -> schemas.WebhookWithSecret:
    """Create a webhook. Only this response contains `secret`. There can be 250 webhooks.

    Each change of the types is sent to `url` as a POST request, signed by the Standard Webhooks
    specification: headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the body
    `{type, timestamp, data: {sequence, subject, …}}`, where `data` also has the members of the
    change's `data`. A response with a status from 200 to 299 within 15 seconds accepts the
    delivery. Otherwise it is sent again after 2 s, 10 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h,
    14 h, 20 h and 20 h, each ±10 %, with the same `webhook-id`. After twelve failures, or the
    status 410, the webhook is disabled, and administrators get an e-mail. Redirects are not
    followed. Deliveries about one record are sent in order; a delivery may arrive twice.

    The URL must use `https` in production. A refused address is a 422 at `url`; the addresses of a
    host name are checked at each attempt.
    """
    return actions.create(context, body)


@router.get("/admin/webhooks", who=admin)
def admin_list_webhooks(context: Context) -> list[schemas.Webhook]:
    """List all webhooks, newest first."""
    return [schemas.Webhook.from_row(each) for each in queries.list_all(context.tx)]


@router.patch(
    "/admin/webhooks/{id}",
    who=admin.fresh(only_for=lambda _, body: body.sends_elsewhere),
    not_found=errors.WebhookNotFound,
)
def admin_update_webhook(
    context: Context, webhook_id: Id, body: schemas.AdminUpdateWebhookRequest
) -> schemas.Webhook:
    """Change a webhook, or disable or enable it.

    A change of `url` or `types` needs a fresh sign-in. Changes that happen while it is disabled
    are not sent later. Deliveries that were pending wait, and continue when it is enabled.
    """
    return actions.update(context, webhook_id, body)


@router.delete("/admin/webhooks/{id}", who=admin, not_found=errors.WebhookNotFound)
def admin_delete_webhook(context: Context, webhook_id: Id) -> Ok:
    """Delete a webhook and its deliveries. Pending deliveries are not sent."""
    actions.delete(context, webhook_id)
    return OK


@router.post(
    "/admin/webhooks/{id}/rotate-secret",
    who=admin.fresh(),
    returns_secret=True,
    not_found=errors.WebhookNotFound,
)
def admin_rotate_webhook_secret(context: Context, webhook_id: Id) -> schemas.WebhookWithSecret:
    """Replace the secret of a webhook. Only this response contains the new one.

    For 24 hours requests have two signatures, one with each secret, so the receiver can change to
    the new one at any time. A second rotation ends the older secret at once.
    """
    return actions.rotate_secret(context, webhook_id)


@router.post(
    "/admin/webhooks/{id}/test",
    who=admin,
    status=202,
    not_found=errors.WebhookNotFound,
    errors=(errors.WebhookDisabled,),
)
def admin_test_webhook(context: Context, webhook_id: Id) -> schemas.Delivery:
    """Send a delivery of the type `webhook.test`, as any other delivery is sent.

    `adminListDeliveries` returns its outcome.
    """
    return actions.test(context, webhook_id)


@router.get("/admin/webhooks/{id}/deliveries", who=admin, not_found=errors.WebhookNotFound)
def admin_list_deliveries(
    context: Context, webhook_id: Id, query: schemas.AdminListDeliveriesQuery
) -> OffsetPage[schemas.Delivery]:
    """List the deliveries of a webhook, newest first.

    They are deleted 30 days after their end, unless the installation is configured otherwise.
    """
    return actions.list_deliveries(context, webhook_id, query)


@router.post(
    "/admin/deliveries/{id}/redeliver",
    who=admin,
    status=202,
    not_found=errors.DeliveryNotFound,
    errors=(errors.DeliveryPending, errors.WebhookDisabled),
)
def admin_redeliver(context: Context, delivery_id: Id) -> schemas.Delivery:
    """Send a delivery again that was accepted or given up, with the same `webhook-id`."""
    return actions.redeliver(context, delivery_id)
