"""Bytes that come in by a ticket, and files that go out, where the storage is a folder of ours."""

from datetime import datetime

from bridgework.areas.uploads import completion, errors, hooks, policies, queries, serializers
from bridgework.areas.uploads.schemas import Asset, FileQuery
from bridgework.kit import signed_links
from bridgework.kit.db.transaction import Tx
from bridgework.kit.file_types import detection
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from bridgework.kit.storage.bodies import Elsewhere, File, Received, Room, disposition
from bridgework.kit.storage.storage import Storage

_NOT_KEPT = "private, no-store"


def room(context: Context, ticket: str) -> Room:
    """What the body has to be like that a ticket is good for.

    Raises UploadTicketInvalid or UploadTicketUsed.
    """
    storage = context.app.storage
    row = _ordered(context.tx, storage, ticket, context.now)
    if storage.incoming is None:
        raise errors.UploadTicketInvalid
    ordered = serializers.order(row)
    least = ordered.size if ordered.exact else 1
    return Room(
        storage.incoming, ordered.media, least, ordered.size, ticket=row.id, account=row.account_id
    )


def store_body(context: Context, ticket: str, body: Received) -> Asset:
    """Put what came by a ticket to its place; a cover is looked into and ready by that.

    Raises UploadTicketInvalid, UploadTicketUsed or CoverMismatch. Of two that come at once the
    one that is noted first stays.
    """
    storage = context.app.storage
    with context.read_transaction() as tx:
        row = _ordered(tx, storage, ticket, context.now)
    if row.is_cover:
        with body.file.open("rb") as file:
            if not detection.has_type(row.content_type, file, body.size):
                raise errors.CoverMismatch
    storage.make_room(body.file, row.object_path)
    with context.write_transaction() as tx:
        now = context.app.clock.now()
        stored = queries.mark_stored(
            tx, row.id, now, digest=body.digest, size=body.size, ready=row.is_cover
        )
        if stored is None:
            raise errors.UploadTicketUsed
        # Under the row's lock: nobody else is at that place.
        storage.take(body.file, row.object_path)
        if row.is_cover:
            completion.tell(tx, storage, stored)
    return serializers.asset(storage, stored)


def fetch(context: Context, object_path: str, query: FileQuery) -> File | Elsewhere:
    """A file for whoever asks: of a public folder, or by a good link. Raises FileNotFound."""
    storage = context.app.storage
    row = queries.ready_asset(context.tx, object_path)
    if row is None:
        raise errors.FileNotFound
    if not (policies.is_served(row) or _has_link(context, object_path, query)):
        raise errors.FileNotFound
    found = storage.found(object_path)
    if found is None:
        return Elsewhere(storage.link(object_path, context.now + policies.LINK_LIFE), _NOT_KEPT)
    is_public = policies.is_served(row)
    return File(
        path=found,
        media=row.content_type,
        digest=row.digest,
        changed_at=row.ready_at,
        disposition=disposition(object_path, row.content_type),
        cache_control=context.app.settings.public_cache_control if is_public else _NOT_KEPT,
    )


def _ordered(tx: Tx, storage: Storage, ticket: str, now: datetime) -> queries.Row:
    """The asset that a ticket is for. Raises UploadTicketInvalid or UploadTicketUsed."""
    asset_id = signed_links.thing_in(ticket)
    row = None if asset_id is None else queries.asset_by_id(tx, asset_id)
    if row is None or policies.has_expired(row.expires_at, now):
        raise errors.UploadTicketInvalid
    if not storage.proves(ticket, serializers.order(row)):
        raise errors.UploadTicketInvalid
    if row.state != "issued":
        raise errors.UploadTicketUsed
    return row


def _has_link(context: Context, object_path: str, query: FileQuery) -> bool:
    expires, signature, thing = query.expires or "", query.signature or "", query.for_ or ""
    if not context.app.storage.admits(object_path, expires, signature, context.now, bound_to=thing):
        return False
    return not thing or hooks.holds_link(context.tx, Id(thing), object_path)
