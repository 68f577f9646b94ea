"""Ordering, completing, fetching and deleting uploads; and what is offered to the areas above."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from bridgework.areas.audit import actions as audit
from bridgework.areas.uploads import completion, errors, hooks, policies, queries, serializers
from bridgework.areas.uploads.schemas import (
    Asset,
    AssetObjectPathRequest,
    CalendarCoverUploadUrlRequest,
    CoverUploadTicket,
    CreateAssetUploadUrlRequest,
    DownloadUrl,
    Folder,
    JobCvUploadRequest,
    UploadTicket,
)
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id

_COVER_NAME = "cover"


def order(context: Context, body: CreateAssetUploadUrlRequest) -> UploadTicket:
    """A ticket for a file. Raises ValidationFailed, OpenUploadsSpent or StorageSpent."""
    given = body.provided()
    media = policies.media_of(body.content_type)
    faults = policies.faults_of_order(body.folder, media, body.file_size_bytes)
    post_id = Id(str(given["feed_post_id"])) if "feed_post_id" in given else None
    if post_id is not None:
        faults += _faults_of_post(context, body.folder, media, post_id)
    if faults:
        raise ValidationFailed(*faults)
    row = _add(context, body.folder, body.file_name, media, body.file_size_bytes, post_id=post_id)
    return _told_ticket(context, row)


def order_cv(context: Context, body: JobCvUploadRequest) -> UploadTicket:
    """A ticket for a CV. Raises ValidationFailed, OpenUploadsSpent or StorageSpent."""
    media = policies.media_of(body.content_type)
    faults = policies.faults_of_order("job-cvs", media, body.file_size_bytes)
    if faults:
        raise ValidationFailed(*faults)
    return _told_ticket(
        context, _add(context, "job-cvs", body.file_name, media, body.file_size_bytes)
    )


def order_cover(context: Context, body: CalendarCoverUploadUrlRequest) -> CoverUploadTicket:
    """A ticket for the picture of an event. Raises OpenUploadsSpent or StorageSpent."""
    folder: Folder = "calendar-event-covers"
    size = policies.LARGEST_COVER
    row = _add(context, folder, _COVER_NAME, body.content_type, size, is_cover=True)
    url = context.app.storage.ticket(serializers.order(row)).url
    return CoverUploadTicket(upload_url=url, file_url=file_url(context, row.object_path))


def content_types() -> Mapping[Folder, Sequence[str]]:
    """The content types that each folder accepts, sorted."""
    return {folder: sorted(endings) for folder, endings in policies.ENDINGS.items()}


def complete(context: Context, body: AssetObjectPathRequest) -> Asset:
    """Look into what was brought and make it ready; one that is ready stays as it is.

    Raises AssetNotFound, NotTheUploader, UploadMissing or ContentMismatch.
    """
    with context.read_transaction() as tx:
        row = _own(context, queries.asset(tx, body.object_path, context.now))
    done = row if row.state == "ready" else completion.finish(context, row)
    return serializers.asset(context.app.storage, done)


def download(context: Context, body: AssetObjectPathRequest) -> DownloadUrl:
    """A link to an asset that the caller may read. Raises AssetNotFound."""
    row = queries.ready_asset(context.tx, body.object_path)
    if row is None or not (policies.is_owner(row, context.caller) or _sees(context, row)):
        raise errors.AssetNotFound
    return link(context, body.object_path)


def delete(context: Context, body: AssetObjectPathRequest) -> None:
    """Delete an asset. Raises AssetNotFound, NotTheUploader or AssetInUse."""
    row = queries.locked_asset(context.tx, body.object_path, context.now)
    by_admin = row is not None and context.caller.is_admin
    if row is None or not by_admin:
        row = _own(context, row)
    if hooks.is_held(context.tx, row.object_path):
        raise errors.AssetInUse
    drop(context.tx, [row.object_path], context.now)
    if by_admin:
        audit.note(context, "asset.delete", target=row.id)


# --- offered to the areas above ---------------------------------------------------------------


def faults_of_paths(
    tx: Tx, account_id: Id, folder: str, named: Iterable[tuple[str, str]]
) -> list[FieldError]:
    """A fault for each path that is no ready asset of this account in this folder.

    `named` pairs a member as it is on the wire, `attachmentPaths[2]` say, with the path in it.
    Asked in the transaction that will keep the paths: until its end none of them is deleted.
    """
    named = list(named)
    if not named:
        return []
    good = queries.good_paths(tx, account_id, folder, {path for _, path in named})
    return policies.faults_of_missing(named, good)


def link(context: Context, object_path: str, *, bound_to: Id | None = None) -> DownloadUrl:
    """A link that serves this asset for the next minutes; the caller checks who may have it.

    One that is `bound_to` a thing serves it only while a hook in `hooks.link_holds` agrees.
    """
    storage = context.app.storage
    is_served_elsewhere = storage.incoming is None
    is_cv = object_path.startswith(f"{policies.CVS}/")
    life = policies.CV_LINK_LIFE_ELSEWHERE if is_cv and is_served_elsewhere else policies.LINK_LIFE
    expires_at = (context.app.clock.now() + life).replace(microsecond=0)
    url = storage.link(object_path, expires_at, bound_to=bound_to or "")
    return DownloadUrl(url=url, expires_at=expires_at)


def drop(tx: Tx, object_paths: Iterable[str], now: datetime) -> None:
    """Delete assets that nothing needs any more; their files go a day later."""
    queries.leave(tx, object_paths, now + policies.KEPT)


def file_url(context: Context, object_path: str) -> str:
    """Where anybody fetches an asset of a public folder."""
    return context.app.storage.address(object_path)


def owner_of(tx: Tx, object_path: str) -> Id | None:
    """Whose ready asset this is, None if there is none at this path."""
    row = queries.ready_asset(tx, object_path)
    return None if row is None else row.account_id


def is_served(tx: Tx, object_path: str) -> bool:
    """Whether everybody may fetch the asset at this path: it is ready, in a public folder."""
    row = queries.ready_asset(tx, object_path)
    return row is not None and policies.is_served(row)


def settle_cover(context: Context, cover_url: str) -> list[FieldError]:
    """Make the cover at this address ready, if it is one of the caller's that waits for that.

    With a storage of our own the upload itself does so, and nothing is left to do. Elsewhere the
    bytes are looked into now, which takes a while: called before any transaction is open, by a
    `slow=True` operation. Returns the faults of `coverUrl`; another's address is none of ours.
    """
    with context.read_transaction() as tx:
        path = context.app.storage.path_at(cover_url)
        row = queries.open_cover(tx, context.caller.account(), path, context.now)
    if row is None:
        return []
    try:
        completion.finish(context, row)
    except (errors.UploadMissing, errors.ContentMismatch) as problem:
        return [FieldError("coverUrl", problem.code, problem.message)]
    return []


def account_goes(tx: Tx, account_id: Id) -> None:
    """Delete the assets of an account that is erased; their files go a day later."""
    queries.leave_all(tx, account_id)


def _add(
    context: Context,
    folder: Folder,
    name: str,
    media: str,
    size: int,
    *,
    post_id: Id | None = None,
    is_cover: bool = False,
) -> queries.Row:
    account_id, asset_id = context.caller.account(), new_id()
    policies.must_have_room(queries.used_by(context.tx, account_id, context.now), size)
    values = {
        "id": asset_id,
        "account_id": account_id,
        "object_path": policies.path_of(folder, account_id, asset_id, name, media),
        "folder": folder,
        "content_type": media,
        "file_size_bytes": size,
        "is_cover": is_cover,
        "feed_post_id": post_id,
        "state": "issued",
        "expires_at": (context.now + policies.TICKET_LIFE).replace(microsecond=0),
        "created_at": context.now,
    }
    return queries.add(context.tx, values)


def _told_ticket(context: Context, row: queries.Row) -> UploadTicket:
    ticket = context.app.storage.ticket(serializers.order(row))
    return UploadTicket(
        method="PUT",
        upload_url=ticket.url,
        headers=dict(ticket.headers),
        fields={},
        object_path=row.object_path,
        file_url=serializers.public_address(context.app.storage, row),
        expires_at=row.expires_at,
    )


def _own(context: Context, row: queries.Row | None) -> queries.Row:
    """The row, if it is the caller's. Raises AssetNotFound or NotTheUploader."""
    if row is None:
        raise errors.AssetNotFound
    if not policies.is_owner(row, context.caller):
        raise errors.NotTheUploader if _sees(context, row) else errors.AssetNotFound
    return row


def _sees(context: Context, row: queries.Row) -> bool:
    """Whether the caller may read what is another's."""
    return policies.is_served(row) or (
        row.state == "ready" and hooks.is_readable(context.tx, context.caller, row.object_path)
    )


def _faults_of_post(context: Context, folder: Folder, media: str, post_id: Id) -> list[FieldError]:
    if not policies.is_for_a_post(folder, media):
        return [
            FieldError("feedPostId", "not_for_a_post", "Only an image in a public folder can be.")
        ]
    if not hooks.is_attachable(context.tx, context.caller.account(), post_id):
        return [FieldError("feedPostId", "unknown", "There is no such post of yours.")]
    return []
