"""Requests and responses of uploads."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.identity.uploads.fields import AssetSize, CvSize
from bridgework.kit.validation import (
    FilledLine,
    FilledLine200,
    FilledLine255,
    Filter,
    QueryParams,
    RequestBody,
    ResponseModel,
    UtcDatetime,
    UuidText,
)

Folder = TypeAliasType(
    "Folder",
    Literal[
        "user-avatars",
        "feed-images",
        "community-videos",
        "expert-assets",
        "role-assets",
        "general-assets",
        "calendar-event-covers",
        "job-cvs",
        "vendor-attachments",
        "vendor-videos",
    ],
)
CoverContentType = TypeAliasType("CoverContentType", Literal["image/jpeg", "image/png"])
AssetState = TypeAliasType("AssetState", Literal["issued", "stored", "ready"])


class CreateAssetUploadUrlRequest(RequestBody):
    """A file to upload."""

    file_name: FilledLine
    content_type: FilledLine
    """A type that the folder accepts; a 422 response lists them."""
    file_size_bytes: AssetSize
    folder: Folder = "general-assets"
    feed_post_id: UuidText | MISSING = MISSING
    """A post of the caller to which the image is attached when the upload is complete."""


class AssetObjectPathRequest(RequestBody):
    """A file of the caller."""

    object_path: FilledLine


class JobCvUploadRequest(RequestBody):
    """A CV to upload."""

    file_name: FilledLine255
    content_type: FilledLine200
    """PDF, DOC or DOCX."""
    file_size_bytes: CvSize


class CalendarCoverUploadUrlRequest(RequestBody):
    """The cover of an event to upload."""

    content_type: CoverContentType
    """The media type of the image."""


class FileQuery(QueryParams):
    expires: Filter | None = None
    signature: Filter | None = None
    for_: Filter | None = None


class UploadTicket(ResponseModel):
    """Where and how to send the bytes of one file."""

    method: Literal["PUT"]
    upload_url: str
    """Valid once, until `expiresAt`, for exactly the declared type and size."""
    headers: dict[str, str]
    """Headers to send with the bytes."""
    fields: dict[str, str]
    """Form fields to send before the bytes; empty for a PUT."""
    object_path: str
    file_url: str | None
    """The public URL of the file once it is complete; null in a private folder."""
    expires_at: UtcDatetime
    """When the ticket expires, after an hour."""


class CoverUploadTicket(ResponseModel):
    """Where to send the cover, and the URL to use as the event's `coverUrl`."""

    upload_url: str
    file_url: str


class Asset(ResponseModel):
    """An uploaded file."""

    object_path: str
    file_url: str | None
    """The public URL of the file; null in a private folder."""
    folder: Folder
    content_type: str
    file_size_bytes: int
    state: AssetState
    """`stored`: the bytes were received. `ready`: the content was checked; the file can be read."""
    created_at: UtcDatetime


class DownloadUrl(ResponseModel):
    """A link to a file."""

    url: str
    """Valid until `expiresAt`, without further credentials."""
    expires_at: UtcDatetime
    """When the link expires."""
