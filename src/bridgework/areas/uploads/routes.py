"""The operations on uploads: contract section 3.5."""

from bridgework.areas.uploads import actions, errors, local_transfer
from bridgework.areas.uploads.schemas import (
    Asset,
    AssetObjectPathRequest,
    CalendarCoverUploadUrlRequest,
    CoverUploadTicket,
    CreateAssetUploadUrlRequest,
    DownloadUrl,
    FileQuery,
    JobCvUploadRequest,
    UploadTicket,
)
from bridgework.kit.auth import member, public
from bridgework.kit.http.context import Context
from bridgework.kit.http.operation import Tail
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Router
from bridgework.kit.storage.bodies import Elsewhere, File, Received
from bridgework.kit.storage.storage import StorageUnavailable

router = Router("Uploads")

_QUOTAS = (errors.OpenUploadsSpent, errors.StorageSpent)
_OWNERS = (errors.AssetNotFound, errors.NotTheUploader)


@router.post(
    "/assets/upload-url", who=member, status=201, never_store_response=True, errors=_QUOTAS
)
def create_upload_url(context: Context, body: CreateAssetUploadUrlRequest) -> UploadTicket:
    """Order a ticket for a file.

    Send the bytes by `method` to `uploadUrl` with `headers`, then complete the upload by its
    `objectPath`: until then nobody can fetch it. The ticket is good for an hour and one file of
    exactly the type and size that are declared here.
    """
    return actions.order(context, body)


@router.post(
    "/assets/complete",
    who=member,
    run_in_thread=True,
    errors=(*_OWNERS, errors.UploadMissing, errors.ContentMismatch, StorageUnavailable),
)
def complete_upload(context: Context, body: AssetObjectPathRequest) -> Asset:
    """Complete an upload: its bytes are held against the declared type, then it is served.

    One that is complete already stays as it is. A file that is not what was declared is deleted.
    """
    return actions.complete(context, body)


@router.post("/assets/download-url", who=member, errors=(errors.AssetNotFound,))
def get_download_url(context: Context, body: AssetObjectPathRequest) -> DownloadUrl:
    """Get a link to a file, good for five minutes and for whoever has it.

    A link to a CV in an S3 store is good for 60 seconds.

    Open to who uploaded it, and to who may see what it hangs on.
    """
    return actions.download(context, body)


@router.post("/assets/delete", who=member, errors=(*_OWNERS, errors.AssetInUse))
def delete_asset(context: Context, body: AssetObjectPathRequest) -> Ok:
    """Delete a file that one uploaded and that nothing needs; administrators, anybody's."""
    actions.delete(context, body)
    return OK


@router.post(
    "/jobs/cv-upload-url", who=member, status=201, never_store_response=True, errors=_QUOTAS
)
def create_cv_upload_url(context: Context, body: JobCvUploadRequest) -> UploadTicket:
    """Order a ticket for a CV: PDF, DOC or DOCX. It is used as any other ticket."""
    return actions.order_cv(context, body)


@router.post(
    "/calendar/cover-upload-url", who=member, status=201, never_store_response=True, errors=_QUOTAS
)
def create_cover_upload_url(
    context: Context, body: CalendarCoverUploadUrlRequest
) -> CoverUploadTicket:
    """Order a ticket for the picture of an event, of ten mebibytes at most.

    PUT it to `uploadUrl` with its `Content-Type`, then name `fileUrl` as the event's `coverUrl`.
    It needs no completing.
    """
    return actions.order_cover(context, body)


@router.put(
    "/uploads/{ticket}",
    who=public,
    status=201,
    run_in_thread=True,
    body_constraints=local_transfer.room,
    not_found=errors.UploadTicketInvalid,
    errors=(errors.UploadTicketUsed, errors.CoverMismatch),
)
def put_upload(context: Context, ticket: str, body: Received) -> Asset:
    """Bring a file by a ticket: its bytes are the whole body.

    A body of another type or size is refused, and leaves the ticket as good as it was.
    """
    return local_transfer.store_body(context, ticket, body)


@router.get("/files/{objectPath}", who=public, may_redirect=True, not_found=errors.FileNotFound)
def get_file(context: Context, object_path: Tail, query: FileQuery) -> File | Elsewhere:
    """Fetch a file: of a public folder, or by the link that `getDownloadUrl` gave.

    `objectPath` holds slashes, as they are or percent-encoded. One range of bytes may be asked
    for. What is not a picture or a film is sent to be saved, never to be shown.
    """
    return local_transfer.fetch(context, object_path, query)
