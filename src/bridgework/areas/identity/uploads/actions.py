"""Create, complete, download and delete uploads, and the functions that other areas use."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from pydantic import MISSING

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.uploads import errors, hooks, policies, queries, schemas, serializers
from bridgework.areas.identity.uploads.records import StoredAsset
from bridgework.areas.identity.uploads.transfer import completion, scanning
from bridgework.context import Context
from bridgework.kit.core import FieldError, Id, ValidationFailed, new_id
from bridgework.kit.data.db import Tx

_COVER_NAME = "cover"


def create_upload(
    context: Context, body: schemas.CreateAssetUploadUrlRequest
) -> schemas.UploadTicket:
    """Create a ticket for a file. Raises ValidationFailed, OpenUploadsSpent or StorageSpent."""
    media_type = policies.normalize_media_type(body.content_type)
    faults = policies.validate_upload(body.folder, media_type, body.file_size_bytes)
    post_id = None if body.feed_post_id is MISSING else Id(body.feed_post_id)
    if post_id is not None:
        faults += _validate_post(context, body.folder, media_type, post_id)
    if faults:
        raise ValidationFailed(*faults)
    asset = _create_asset(
        context, body.folder, body.file_name, media_type, body.file_size_bytes, post_id=post_id
    )
    return _to_ticket(context, asset)


def create_cv_upload(context: Context, body: schemas.JobCvUploadRequest) -> schemas.UploadTicket:
    """Create a ticket for a CV. Raises ValidationFailed, OpenUploadsSpent or StorageSpent."""
    media_type = policies.normalize_media_type(body.content_type)
    faults = policies.validate_upload("job-cvs", media_type, body.file_size_bytes)
    if faults:
        raise ValidationFailed(*faults)
    asset = _create_asset(context, "job-cvs", body.file_name, media_type, body.file_size_bytes)
    return _to_ticket(context, asset)


def create_cover_upload(
    context: Context, body: schemas.CalendarCoverUploadUrlRequest
) -> schemas.CoverUploadTicket:
    """Create a ticket for an event's cover image. Raises OpenUploadsSpent or StorageSpent."""
    folder: schemas.Folder = "calendar-event-covers"
    size = policies.MAX_COVER_BYTES
    asset = _create_asset(context, folder, _COVER_NAME, body.content_type, size, is_cover=True)
    url = context.app.storage.presign_upload(serializers.to_upload_spec(asset)).url
    return schemas.CoverUploadTicket(upload_url=url, file_url=file_url(context, asset.object_path))


def content_types() -> Mapping[schemas.Folder, Sequence[str]]:
    """The content types that each folder accepts, sorted."""
    return {folder: sorted(extensions) for folder, extensions in policies.EXTENSIONS.items()}


def complete(context: Context, body: schemas.AssetObjectPathRequest) -> schemas.Asset:
    """Verify the uploaded bytes and make the asset ready. A ready asset is returned unchanged.

    Raises AssetNotFound, NotTheUploader, or what `completion.complete_asset` raises.
    """
    with context.read_transaction() as tx:
        asset = _must_be_own(context, queries.find_asset(tx, body.object_path, context.now))
    ready = asset if asset.state == "ready" else completion.complete_asset(context, asset)
    return serializers.to_asset(context.app.storage, ready)


def create_download_url(
    context: Context, body: schemas.AssetObjectPathRequest
) -> schemas.DownloadUrl:
    """Create a link to an asset that the caller may read. Raises AssetNotFound.

    A link to a private asset of another account is recorded in the audit log.
    """
    asset = queries.find_ready_asset(context.tx, body.object_path)
    if asset is None or not (policies.is_owner(asset, context.caller) or _may_read(context, asset)):
        raise errors.AssetNotFound
    if not policies.is_owner(asset, context.caller) and not policies.is_public(asset):
        audit.note(context, "asset.open", target=asset.id)
    return create_link(context, body.object_path)


def delete(context: Context, body: schemas.AssetObjectPathRequest) -> None:
    """Delete an asset. Raises AssetNotFound, NotTheUploader or AssetInUse."""
    asset = queries.lock_asset(context.tx, body.object_path, context.now)
    by_admin = asset is not None and context.caller.is_admin
    if asset is None or not by_admin:
        asset = _must_be_own(context, asset)
    if hooks.is_in_use(context.tx, asset.object_path):
        raise errors.AssetInUse
    delete_assets(context.tx, [asset.object_path], context.now)
    if by_admin:
        audit.note(context, "asset.delete", target=asset.id)


# --- for other areas --------------------------------------------------------------------------


def validate_paths(
    tx: Tx, account_id: Id, folder: str, references: Iterable[tuple[str, str]]
) -> list[FieldError]:
    """Return an error for each path that is not a ready asset of the account in the folder.

    Each reference pairs the JSON path of a member, such as `attachmentPaths[2]`, with its value.
    The assets are locked until the transaction ends, so call this in the transaction that stores
    the paths: none of them can be deleted before that.
    """
    references = list(references)
    if not references:
        return []
    ready = queries.list_ready_paths(tx, account_id, folder, {path for _, path in references})
    return policies.missing_path_errors(references, ready)


def create_link(
    context: Context, object_path: str, *, bound_to: Id | None = None
) -> schemas.DownloadUrl:
    """Create a link that serves an asset for a few minutes. Does not check who may read it.

    A link with `bound_to`, the ID of an object, is valid only while a hook in
    `hooks.link_is_valid` agrees.
    """
    storage = context.app.storage
    is_on_s3 = storage.incoming is None
    is_cv = object_path.startswith(f"{policies.CV_FOLDER}/")
    ttl = policies.S3_CV_LINK_TTL if is_cv and is_on_s3 else policies.LINK_TTL
    expires_at = (context.app.clock.now() + ttl).replace(microsecond=0)
    url = storage.signed_url(object_path, expires_at, bound_to=bound_to or "")
    return schemas.DownloadUrl(url=url, expires_at=expires_at)


def delete_assets(tx: Tx, object_paths: Iterable[str], now: datetime) -> None:
    """Delete assets; their files are deleted 24 hours later."""
    queries.delete(tx, object_paths, now + policies.FILE_RETENTION)


def file_url(context: Context, object_path: str) -> str:
    """The public URL of an asset in a public folder."""
    return context.app.storage.public_url(object_path)


def find_owner(tx: Tx, object_path: str) -> Id | None:
    """The account that owns the ready asset at a path; None if there is no such asset."""
    asset = queries.find_ready_asset(tx, object_path)
    return None if asset is None else asset.account_id


def is_public(tx: Tx, object_path: str) -> bool:
    """Whether the asset at a path is ready and in a public folder."""
    asset = queries.find_ready_asset(tx, object_path)
    return asset is not None and policies.is_public(asset)


def complete_cover(context: Context, cover_url: str) -> list[FieldError]:
    """Complete the cover image at a URL, if it is an incomplete upload of the caller.

    With local storage the upload itself completes the cover, so there is nothing to do. With S3
    the bytes are verified now, which takes time: call this before a transaction is open, in an
    operation with `pool="storage"`. Returns the errors of `coverUrl`; other URLs have none.
    """
    with context.read_transaction() as tx:
        path = context.app.storage.path_of_url(cover_url)
        asset = queries.find_open_cover(tx, context.caller.account(), path, context.now)
    if asset is None:
        return []
    try:
        completion.complete_asset(context, asset)
    except (errors.UploadMissing, errors.ContentMismatch, *scanning.REFUSALS) as error:
        return [FieldError("coverUrl", error.code, error.message)]
    return []


def delete_account_assets(tx: Tx, account_id: Id) -> None:
    """Delete the assets of an erased account; their files are deleted a day later."""
    queries.delete_all(tx, account_id)


def _create_asset(
    context: Context,
    folder: schemas.Folder,
    name: str,
    media_type: str,
    size: int,
    *,
    post_id: Id | None = None,
    is_cover: bool = False,
) -> StoredAsset:
    account_id, asset_id = context.caller.account(), new_id()
    policies.must_fit_quota(queries.lock_usage(context.tx, account_id, context.now), size)
    asset = StoredAsset(
        id=asset_id,
        account_id=account_id,
        object_path=policies.object_path(folder, account_id, asset_id, name, media_type),
        folder=folder,
        content_type=media_type,
        file_size_bytes=size,
        is_cover=is_cover,
        feed_post_id=post_id,
        state="issued",
        digest=None,
        expires_at=(context.now + policies.TICKET_TTL).replace(microsecond=0),
        created_at=context.now,
        ready_at=None,
        file_name=policies.download_name(folder, name, media_type),
    )
    queries.add(context.tx, asset)
    return asset


def _to_ticket(context: Context, asset: StoredAsset) -> schemas.UploadTicket:
    ticket = context.app.storage.presign_upload(serializers.to_upload_spec(asset))
    return schemas.UploadTicket(
        method="PUT",
        upload_url=ticket.url,
        headers=dict(ticket.headers),
        fields={},
        object_path=asset.object_path,
        file_url=serializers.public_url(context.app.storage, asset),
        expires_at=asset.expires_at,
    )


def _must_be_own(context: Context, asset: StoredAsset | None) -> StoredAsset:
    """Return the asset if the caller owns it. Raises AssetNotFound or NotTheUploader."""
    if asset is None:
        raise errors.AssetNotFound
    if not policies.is_owner(asset, context.caller):
        raise errors.NotTheUploader if _may_read(context, asset) else errors.AssetNotFound
    return asset


def _may_read(context: Context, asset: StoredAsset) -> bool:
    """Whether the caller may read an asset that another account owns."""
    return policies.is_public(asset) or (
        asset.state == "ready" and hooks.is_readable(context.tx, context.caller, asset.object_path)
    )


def _validate_post(
    context: Context, folder: schemas.Folder, media_type: str, post_id: Id
) -> list[FieldError]:
    if not policies.is_attachable_to_post(folder, media_type):
        message = "Only an image in a public folder can be attached to a post."
        return [FieldError("feedPostId", "not_for_a_post", message)]
    if not hooks.is_attachable(context.tx, context.caller.account(), post_id):
        return [FieldError("feedPostId", "unknown", "You have no post with this ID.")]
    return []
