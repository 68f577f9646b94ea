"""The operations on uploads: contract section 3.5."""

from bridgework.areas.uploads import actions, receiving, rules
from bridgework.areas.uploads.shapes import (
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
from bridgework.kit.http.context import Call
from bridgework.kit.http.operation import Tail
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Area
from bridgework.kit.storage.bodies import Elsewhere, File, Received
from bridgework.kit.storage.storage import StorageUnavailable

area = Area("Uploads")

_QUOTAS = (rules.OpenUploadsSpent, rules.StorageSpent)
_OWNERS = (rules.AssetNotFound, rules.NotTheUploader)


@area.post("/assets/upload-url", who=member, status=201, secret=True, problems=_QUOTAS)
def create_upload_url(call: Call, body: CreateAssetUploadUrlRequest) -> UploadTicket:
    """Order a ticket for a file.

    Send the bytes by `method` to `uploadUrl` with `headers`, then complete the upload by its
    `objectPath`: until then nobody can fetch it. The ticket is good for an hour and one file of
    exactly the type and size that are declared here.
    """
    return actions.order(call, body)


@area.post(
    "/assets/complete",
    who=member,
    slow=True,
    problems=(*_OWNERS, rules.UploadMissing, rules.ContentMismatch, StorageUnavailable),
)
def complete_upload(call: Call, body: AssetObjectPathRequest) -> Asset:
    """Complete an upload: its bytes are held against the declared type, then it is served.

    One that is complete already stays as it is. A file that is not what was declared is deleted.
    """
    return actions.complete(call, body)


@area.post("/assets/download-url", who=member, problems=(rules.AssetNotFound,))
def get_download_url(call: Call, body: AssetObjectPathRequest) -> DownloadUrl:
    """Get a link to a file, good for five minutes and for whoever has it.

    A link to a CV in an S3 store is good for 60 seconds.

    Open to who uploaded it, and to who may see what it hangs on.
    """
    return actions.download(call, body)


@area.post("/assets/delete", who=member, problems=(*_OWNERS, rules.AssetInUse))
def delete_asset(call: Call, body: AssetObjectPathRequest) -> Ok:
    """Delete a file that one uploaded and that nothing needs; administrators, anybody's."""
    actions.delete(call, body)
    return OK


@area.post("/jobs/cv-upload-url", who=member, status=201, secret=True, problems=_QUOTAS)
def create_cv_upload_url(call: Call, body: JobCvUploadRequest) -> UploadTicket:
    """Order a ticket for a CV: PDF, DOC or DOCX. It is used as any other ticket."""
    return actions.order_cv(call, body)


@area.post("/calendar/cover-upload-url", who=member, status=201, secret=True, problems=_QUOTAS)
def create_cover_upload_url(call: Call, body: CalendarCoverUploadUrlRequest) -> CoverUploadTicket:
    """Order a ticket for the picture of an event, of ten mebibytes at most.

    PUT it to `uploadUrl` with its `Content-Type`, then name `fileUrl` as the event's `coverUrl`.
    It needs no completing.
    """
    return actions.order_cover(call, body)


@area.put(
    "/uploads/{ticket}",
    who=public,
    status=201,
    slow=True,
    room=receiving.room,
    missing=rules.UploadTicketInvalid,
    problems=(rules.UploadTicketUsed, rules.CoverMismatch),
)
def put_upload(call: Call, ticket: str, body: Received) -> Asset:
    """Bring a file by a ticket: its bytes are the whole body.

    A body of another type or size is refused, and leaves the ticket as good as it was.
    """
    return receiving.store_body(call, ticket, body)


@area.get("/files/{objectPath}", who=public, leads=True, missing=rules.FileNotFound)
def get_file(call: Call, object_path: Tail, query: FileQuery) -> File | Elsewhere:
    """Fetch a file: of a public folder, or by the link that `getDownloadUrl` gave.

    `objectPath` holds slashes, as they are or percent-encoded. One range of bytes may be asked
    for. What is not a picture or a film is sent to be saved, never to be shown.
    """
    return receiving.fetch(call, object_path, query)
