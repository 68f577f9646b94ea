"""Receive uploads and serve files if the storage is a local directory."""

from dataclasses import replace
from datetime import datetime
from hashlib import blake2b

from bridgework.areas.identity.uploads import errors, hooks, policies, queries, serializers
from bridgework.areas.identity.uploads.records import StoredAsset
from bridgework.areas.identity.uploads.schemas import Asset, FileQuery
from bridgework.areas.identity.uploads.transfer import completion, scanning
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.core.files import disk_errors
from bridgework.kit.data.db import Tx
from bridgework.kit.security import signed_links
from bridgework.kit.storage import (
    OCTET_STREAM,
    BodyConstraints,
    File,
    ReceivedBody,
    Storage,
    TemporaryRedirect,
    disposition,
)
from bridgework.kit.storage.file_types import picture_metadata

_PAGE = 256 * 1024
_NO_STORE = "private, no-store"


def body_constraints(context: Context, ticket: str) -> BodyConstraints:
    """The media type and size that a body sent with this ticket must have.

    Raises UploadTicketInvalid or UploadTicketUsed.
    """
    storage = context.app.storage
    asset = _asset_of_ticket(context.tx, storage, ticket, context.now)
    if storage.incoming is None:
        raise errors.UploadTicketInvalid
    spec = serializers.to_upload_spec(asset)
    min_size = spec.size if spec.exact else 1
    return BodyConstraints(
        storage.incoming,
        [spec.media_type, OCTET_STREAM],
        min_size,
        spec.size,
        upload_id=asset.id,
        account_id=asset.account_id,
    )


def store_body(context: Context, ticket: str, body: ReceivedBody) -> Asset:
    """Store the body uploaded with a ticket. A cover image is verified and ready immediately.

    Raises UploadTicketInvalid, UploadTicketUsed, CoverMismatch, or what
    `scanning.must_be_clean` raises for a cover. Of two concurrent uploads the first one to commit
    is stored.
    """
    storage = context.app.storage
    with context.read_transaction() as tx:
        asset = _asset_of_ticket(tx, storage, ticket, context.now)
    if asset.is_cover:
        with body.file.open("rb") as file:
            if not completion.is_picture_or_other(asset.content_type, file, body.size):
                raise errors.CoverMismatch
            file.seek(0)
            scanning.must_be_clean(context, asset, file)
    body = _without_metadata(asset.content_type, body)
    storage.prepare(body.file, asset.object_path)
    with context.write_transaction() as tx:
        now = context.app.clock.now()
        stored = queries.mark_stored(
            tx, asset.id, now, digest=body.digest, size=body.size, ready=asset.is_cover
        )
        if stored is None:
            raise errors.UploadTicketUsed
        # The row is locked, so no other request writes to this path.
        storage.store(body.file, asset.object_path)
        if asset.is_cover:
            completion.notify_ready(tx, storage, stored)
    return serializers.to_asset(storage, stored)


def fetch(context: Context, object_path: str, query: FileQuery) -> File | TemporaryRedirect:
    """Return a file of a public folder, or one with a valid link. Raises FileNotFound."""
    storage = context.app.storage
    asset = queries.find_ready_asset(context.tx, object_path)
    if asset is None:
        raise errors.FileNotFound
    if not (policies.is_public(asset) or _has_valid_link(context, object_path, query)):
        raise errors.FileNotFound
    file = storage.local_path(object_path)
    if file is None:
        return TemporaryRedirect(
            storage.signed_url(object_path, context.now + policies.LINK_TTL), _NO_STORE
        )
    is_public = policies.is_public(asset)
    return File(
        path=file,
        media_type=asset.content_type,
        digest=asset.digest or asset.id,  # None if it was uploaded to an S3 store
        changed_at=asset.ready_at or asset.created_at,
        disposition=disposition(object_path, asset.content_type, asset.file_name),
        cache_control=context.app.settings.public_cache_control if is_public else _NO_STORE,
    )


@disk_errors.translate_disk_full()
def _without_metadata(media_type: str, body: ReceivedBody) -> ReceivedBody:
    """Remove the metadata of a picture. Completing the upload refuses one that is damaged."""
    with body.file.open("rb") as file:
        try:
            pieces = picture_metadata.pieces_without_metadata(media_type, file, body.size)
        except picture_metadata.PictureDamaged:
            return body
        if pieces is None:
            return body
        clean = body.file.with_name(f"{body.file.name}.clean")
        digest = blake2b(digest_size=16)
        try:
            with clean.open("xb+") as target:
                picture_metadata.write(pieces, file, target)
                target.seek(0)
                while page := target.read(_PAGE):
                    digest.update(page)
                size = target.tell()
            clean.rename(body.file)
        finally:
            clean.unlink(missing_ok=True)
    return replace(body, size=size, digest=digest.hexdigest())


def _asset_of_ticket(tx: Tx, storage: Storage, ticket: str, now: datetime) -> StoredAsset:
    """The asset of a valid ticket. Raises UploadTicketInvalid or UploadTicketUsed."""
    asset_id = signed_links.parse_subject(ticket)
    asset = None if asset_id is None else queries.find_asset_by_id(tx, asset_id)
    if asset is None or policies.has_expired(asset.expires_at, now):
        raise errors.UploadTicketInvalid
    # Of a stored picture, the size is no longer the one that the ticket is for.
    if asset.state != "issued":
        raise errors.UploadTicketUsed
    if not storage.verify_upload_token(ticket, serializers.to_upload_spec(asset)):
        raise errors.UploadTicketInvalid
    return asset


def _has_valid_link(context: Context, object_path: str, query: FileQuery) -> bool:
    expires, signature, subject = query.expires or "", query.signature or "", query.for_ or ""
    if not context.app.storage.verify_signed_url(
        object_path, expires, signature, context.now, bound_to=subject
    ):
        return False
    return not subject or hooks.is_link_valid(context.tx, Id(subject), object_path)
