"""Limits and checks of uploads: types per folder, quotas, ownership and visibility."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from bridgework.areas.identity.uploads import errors
from bridgework.areas.identity.uploads.records import StoredAsset, Usage
from bridgework.areas.identity.uploads.schemas import Folder
from bridgework.kit.core import FieldError, Id
from bridgework.kit.security import Caller

TICKET_TTL = timedelta(hours=1)
"""The time for uploading and completing a file."""
LINK_TTL = timedelta(minutes=5)
S3_CV_LINK_TTL = timedelta(seconds=60)
"""A link to a CV in an S3 store cannot be revoked, so it expires early."""
FILE_RETENTION = timedelta(hours=24)
"""How long the file of a deleted asset is retained, so that a backup finds every file."""
MAX_OPEN_UPLOADS = 20
MAX_BYTES = 1024**3
MAX_DELETED_BYTES = 1024**3
"""Bytes of deleted assets whose files still exist, in addition to `MAX_BYTES`."""
MAX_COVER_BYTES = 10 * 1024**2
MAX_CV_BYTES = 5_242_880
CV_FOLDER: Folder = "job-cvs"
PUBLIC_FOLDERS: frozenset[Folder] = frozenset(
    {
        "user-avatars",
        "feed-images",
        "community-videos",
        "expert-assets",
        "role-assets",
        "general-assets",
        "calendar-event-covers",
        "vendor-videos",
    }
)


_OFFICE = "application/vnd.openxmlformats-officedocument."


_IMAGES = {
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "image/gif": ".gif",
}


_VIDEOS = {"video/mp4": ".mp4", "video/webm": ".webm", "video/quicktime": ".mov"}


_DOCUMENTS = {
    "application/pdf": ".pdf",
    "application/msword": ".doc",
    f"{_OFFICE}wordprocessingml.document": ".docx",
}


_OFFICE_FILES = {
    f"{_OFFICE}spreadsheetml.sheet": ".xlsx",
    f"{_OFFICE}presentationml.presentation": ".pptx",
    "text/plain": ".txt",
    "text/csv": ".csv",
}


_GENERAL = {**_IMAGES, **_VIDEOS, **_DOCUMENTS, **_OFFICE_FILES}


EXTENSIONS: Mapping[Folder, Mapping[str, str]] = {
    "user-avatars": _IMAGES,
    "feed-images": _IMAGES,
    "community-videos": _VIDEOS,
    "expert-assets": _GENERAL,
    "role-assets": _GENERAL,
    "general-assets": _GENERAL,
    "calendar-event-covers": _IMAGES,
    "job-cvs": _DOCUMENTS,
    "vendor-attachments": _GENERAL,
    "vendor-videos": _VIDEOS,
}
"""The media types that each folder accepts, with the file name extension of each."""

_MEDIA_TYPES = {extension: media_type for media_type, extension in _GENERAL.items()}
_EXTENSION = re.compile(r"\.[A-Za-z0-9]{0,10}$")
_UNSAFE = re.compile(r"[^A-Za-z0-9_]+")
_MAX_STEM_LENGTH = 60
_MAX_NAME_BYTES = 255
"""The longest file name of common file systems."""
_EXTENSION_ALIASES = {"jpeg": "jpg", "qt": "mov"}
_HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Control characters, and those that change the direction of text."""


def normalize_media_type(content_type: str) -> str:
    """The media type in lower case, without parameters: `Image/PNG; name=x` is `image/png`."""
    return content_type.partition(";")[0].strip().lower()


def validate_upload(folder: Folder, media_type: str, size: int) -> list[FieldError]:
    """Return the errors of a file of this type and size for a folder."""
    accepted = EXTENSIONS[folder]
    faults = []
    if media_type not in accepted:
        message = f"{folder} accepts {', '.join(sorted(accepted))}."
        faults.append(FieldError("contentType", "type_not_taken", message))
    if folder == "job-cvs" and size > MAX_CV_BYTES:
        message = f"A CV may have at most {MAX_CV_BYTES} bytes."
        faults.append(FieldError("fileSizeBytes", "too_large", message))
    return faults


def is_attachable_to_post(folder: Folder, media_type: str) -> bool:
    """Whether a file can be attached to a post: an image in a public folder."""
    return folder in PUBLIC_FOLDERS and media_type in _IMAGES


def object_path(
    folder: Folder, account_id: Id, asset_id: Id, file_name: str, media_type: str
) -> str:
    """The path of a new asset; it contains at most 60 safe characters of the client's file name."""
    extension = EXTENSIONS[folder][media_type]
    ascii_name = unicodedata.normalize("NFKD", file_name).encode("ascii", "ignore").decode()
    stem = _UNSAFE.sub("-", _EXTENSION.sub("", ascii_name))[:_MAX_STEM_LENGTH].strip("-")
    return f"{folder}/{account_id}/{asset_id}{'-' if stem else ''}{stem}{extension}"


def download_name(folder: Folder, file_name: str, media_type: str) -> str:
    """The name under which a new asset is downloaded, from the client's file name.

    It has no folder and no character that hides or reorders others, at most 255 bytes, and an
    extension of the media type, so that `cv.exe` with the content of a PDF is `cv.exe.pdf`.
    """
    name = _HIDDEN.sub("", re.split(r"[/\\]", file_name)[-1]).strip(" .")
    stem, dot, suffix = name.rpartition(".")
    extension = EXTENSIONS[folder][media_type]
    if not dot or _EXTENSION_ALIASES.get(suffix.lower(), suffix.lower()) != extension[1:]:
        stem, suffix = name, extension[1:]
    most = _MAX_NAME_BYTES - len(suffix.encode()) - 1
    clipped = stem.encode()[:most].decode(errors="ignore").rstrip(" .")
    return f"{clipped or folder}.{suffix}"


def media_type_of(path: str) -> str:
    """The media type of the asset at a path, by its extension."""
    return _MEDIA_TYPES["." + path.rpartition(".")[2]]


def must_fit_quota(usage: Usage, size: int) -> None:
    """Raise OpenUploadsSpent or StorageSpent if an account may not upload `size` more bytes."""
    if usage.open_count >= MAX_OPEN_UPLOADS:
        raise errors.OpenUploadsSpent
    if usage.size + size > MAX_BYTES:
        raise errors.StorageSpent
    if usage.size + size + usage.deleted_size > MAX_BYTES + MAX_DELETED_BYTES:
        raise errors.StorageSpent


def is_owner(asset: StoredAsset, caller: Caller) -> bool:
    """Whether the caller uploaded this asset."""
    return asset.account_id == caller.account_id


def is_public(asset: StoredAsset) -> bool:
    """Whether all callers may read the asset: it is ready and in a public folder."""
    return asset.state == "ready" and asset.folder in PUBLIC_FOLDERS


def missing_path_errors(
    references: Iterable[tuple[str, str]], ready: Iterable[str]
) -> list[FieldError]:
    """Return an error for each referenced path that is not in `ready`."""
    ready_paths = frozenset(ready)
    message = "Must be the objectPath of one of your complete uploads in the required folder."
    return [
        FieldError(member, "asset_unknown", message)
        for member, path in references
        if path not in ready_paths
    ]


def has_expired(expires: datetime, now: datetime) -> bool:
    return expires <= now
