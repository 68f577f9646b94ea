"""The operations on uploads and files."""

from bridgework.areas.identity.uploads import actions, errors, schemas
from bridgework.areas.identity.uploads.transfer import local_transfer
from bridgework.context import Context
from bridgework.kit.http.operations import OK, Ok, Router, Tag, Tail
from bridgework.kit.security import member, public
from bridgework.kit.storage import (
    File,
    ReceivedBody,
    ScannerUnavailable,
    StorageUnavailable,
    TemporaryRedirect,
)

router = Router(
    "Uploads",
    public=Tag("Files", "Send a file with an upload ticket, and read files."),
    members=Tag(
        "Uploads",
        "Create upload tickets for pictures and CVs, complete uploads, and delete files.",
    ),
)

_QUOTAS = (errors.OpenUploadsSpent, errors.StorageSpent)
_OWNERS = (errors.AssetNotFound, errors.NotTheUploader)
_SCAN = (errors.FileInfected, errors.FileNotScannable, ScannerUnavailable)


@router.post("/assets/upload-url", who=member, status=201, returns_secret=True, errors=_QUOTAS)
def create_upload_url(
    context: Context, body: schemas.CreateAssetUploadUrlRequest
) -> schemas.UploadTicket:
    """Create an upload ticket for a file.

    Send the bytes with `method` and `headers` to `uploadUrl`, then complete the upload by its
    `objectPath`: until then the file cannot be read. The ticket is valid for one hour and for one
    file of exactly the declared type and size.
    """
    return actions.create_upload(context, body)


@router.post(
    "/assets/complete",
    who=member,
    pool="storage",
    errors=(
        *_OWNERS,
        errors.UploadMissing,
        errors.ContentMismatch,
        errors.FileEncrypted,
        StorageUnavailable,
        *_SCAN,
    ),
)
def complete_upload(context: Context, body: schemas.AssetObjectPathRequest) -> schemas.Asset:
    """Complete an upload: verify that the file matches its declared type, and serve it.

    An upload that is already complete is returned unchanged. A file that does not match, and a CV
    that does not open without a password, is deleted. An installation can have a malware scanner: a
    file with malware is deleted too, and while the scanner is unavailable, no upload is completed.
    """
    return actions.complete(context, body)


@router.post(
    "/assets/download-url", who=member, returns_secret=True, errors=(errors.AssetNotFound,)
)
def get_download_url(context: Context, body: schemas.AssetObjectPathRequest) -> schemas.DownloadUrl:
    """Create a link to a file. Anyone with the link can read the file for five minutes.

    A link to a CV in an S3 store is valid for 60 seconds.

    The caller must have uploaded the file, or be allowed to read an object that references it.
    Administrators may read the CVs of candidates and the attachments of vendors; the audit log
    records each of these links.
    """
    return actions.create_download_url(context, body)


@router.post("/assets/delete", who=member, errors=(*_OWNERS, errors.AssetInUse))
def delete_asset(context: Context, body: schemas.AssetObjectPathRequest) -> Ok:
    """Delete a file of the caller that is not in use. Administrators may delete any file."""
    actions.delete(context, body)
    return OK


@router.post("/jobs/cv-upload-url", who=member, status=201, returns_secret=True, errors=_QUOTAS)
def create_cv_upload_url(
    context: Context, body: schemas.JobCvUploadRequest
) -> schemas.UploadTicket:
    """Create an upload ticket for a CV: PDF, DOC or DOCX. It is used like any other ticket."""
    return actions.create_cv_upload(context, body)


@router.post(
    "/calendar/cover-upload-url", who=member, status=201, returns_secret=True, errors=_QUOTAS
)
def create_cover_upload_url(
    context: Context, body: schemas.CalendarCoverUploadUrlRequest
) -> schemas.CoverUploadTicket:
    """Create an upload ticket for the cover image of an event, of at most 10 MiB.

    PUT the image to `uploadUrl` with its `Content-Type`, then send `fileUrl` as the event's
    `coverUrl`. The upload does not have to be completed.
    """
    return actions.create_cover_upload(context, body)


@router.put(
    "/uploads/{ticket}",
    who=public,
    status=201,
    pool="storage",
    body_constraints=local_transfer.body_constraints,
    not_found=errors.UploadTicketInvalid,
    errors=(errors.UploadTicketUsed, errors.CoverMismatch, *_SCAN),
)
def put_upload(context: Context, ticket: str, body: ReceivedBody) -> schemas.Asset:
    """Upload a file with a ticket. The request body is the file.

    Its `Content-Type` is the declared one, or `application/octet-stream`. A body of a different
    type or size is refused, and the ticket remains valid. The cover of an event is scanned for
    malware here, if the installation has a scanner.
    """
    return local_transfer.store_body(context, ticket, body)


@router.get("/files/{objectPath}", who=public, may_redirect=True, not_found=errors.FileNotFound)
def get_file(
    context: Context, object_path: Tail, query: schemas.FileQuery
) -> File | TemporaryRedirect:
    """Return a file of a public folder, or of a private one by a link from `getDownloadUrl`.

    `objectPath` contains slashes, plain or percent-encoded. A single byte range is supported. Files
    other than images and videos are sent as attachments.
    """
    return local_transfer.fetch(context, object_path, query)
