"""What holds for uploads: what a folder takes, how much an account may keep, what is refused."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Protocol

from bridgework.areas.uploads import errors
from bridgework.areas.uploads.schemas import Folder
from bridgework.kit.auth import Caller
from bridgework.kit.errors import FieldError
from bridgework.kit.ids import Id

TICKET_LIFE = timedelta(hours=1)


"""In which an upload is brought and completed."""


LINK_LIFE = timedelta(minutes=5)


CV_LINK_LIFE_ELSEWHERE = timedelta(seconds=60)


"""Of a link to a CV that an S3 store serves: it can't be withdrawn, so it ends soon."""


KEPT = timedelta(hours=24)


"""How long a deleted asset's file outlives it: a backup of the database finds every file."""


MOST_OPEN = 20


MOST_BYTES = 1024**3


MOST_LEFT = 1024**3


"""Bytes of deleted assets, beside those of the ones that are there."""


LARGEST_COVER = 10 * 1024**2


LARGEST_CV = 5_242_880


CVS: Folder = "job-cvs"


PUBLIC: frozenset[Folder] = frozenset(
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


_LETTERS = {
    "application/pdf": ".pdf",
    "application/msword": ".doc",
    f"{_OFFICE}wordprocessingml.document": ".docx",
}


_SHEETS = {
    f"{_OFFICE}spreadsheetml.sheet": ".xlsx",
    f"{_OFFICE}presentationml.presentation": ".pptx",
    "text/plain": ".txt",
    "text/csv": ".csv",
}


_GENERAL = {**_IMAGES, **_VIDEOS, **_LETTERS, **_SHEETS}


ENDINGS: Mapping[Folder, Mapping[str, str]] = {
    "user-avatars": _IMAGES,
    "feed-images": _IMAGES,
    "community-videos": _VIDEOS,
    "expert-assets": _GENERAL,
    "role-assets": _GENERAL,
    "general-assets": _GENERAL,
    "calendar-event-covers": _IMAGES,
    "job-cvs": _LETTERS,
    "vendor-attachments": _GENERAL,
    "vendor-videos": _VIDEOS,
}


"""The types that each folder takes, and how a file of each is called at its end."""


_MEDIA = {ending: media for media, ending in _GENERAL.items()}


_ENDING = re.compile(r"\.[A-Za-z0-9]{0,10}$")


_ODD = re.compile(r"[^A-Za-z0-9_]+")


_LONGEST_STEM = 60


class Used(Protocol):
    """What an account takes up."""

    @property
    def open_count(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def left_size(self) -> int: ...


class Owned(Protocol):
    """As much of an asset as says whose it is, and who else sees it."""

    @property
    def account_id(self) -> str: ...
    @property
    def folder(self) -> str: ...
    @property
    def state(self) -> str: ...


def media_of(content_type: str) -> str:
    """The type alone, in lower case: `Image/PNG; name=x` is `image/png`."""
    return content_type.partition(";")[0].strip().lower()


def faults_of_order(folder: Folder, media: str, size: int) -> list[FieldError]:
    """What is wrong with a file of this type and size for that folder."""
    taken = ENDINGS[folder]
    faults = []
    if media not in taken:
        sentence = f"{folder} takes {', '.join(sorted(taken))}."
        faults.append(FieldError("contentType", "type_not_taken", sentence))
    if folder == "job-cvs" and size > LARGEST_CV:
        sentence = f"A CV may have at most {LARGEST_CV} bytes."
        faults.append(FieldError("fileSizeBytes", "too_large", sentence))
    return faults


def is_for_a_post(folder: Folder, media: str) -> bool:
    """Whether a file can be hung on a post: an image that everybody may fetch."""
    return folder in PUBLIC and media in _IMAGES


def path_of(folder: Folder, account_id: Id, asset_id: Id, file_name: str, media: str) -> str:
    """The path of a new asset: ours but for a few plain letters of the name it was sent under."""
    ending = ENDINGS[folder][media]
    plain = unicodedata.normalize("NFKD", file_name).encode("ascii", "ignore").decode()
    stem = _ODD.sub("-", _ENDING.sub("", plain))[:_LONGEST_STEM].strip("-")
    return f"{folder}/{account_id}/{asset_id}{'-' if stem else ''}{stem}{ending}"


def media_at(object_path: str) -> str:
    """The type of what lies at a path of ours, by its ending."""
    return _MEDIA["." + object_path.rpartition(".")[2]]


def must_have_room(used: Used, size: int) -> None:
    """Raise OpenUploadsSpent or StorageSpent if an account that takes up this may order no more."""
    if used.open_count >= MOST_OPEN:
        raise errors.OpenUploadsSpent
    if used.size + size > MOST_BYTES:
        raise errors.StorageSpent
    if used.size + size + used.left_size > MOST_BYTES + MOST_LEFT:
        raise errors.StorageSpent


def is_owner(asset: Owned, caller: Caller) -> bool:
    """Whether the caller brought this asset."""
    return asset.account_id == caller.account_id


def is_served(asset: Owned) -> bool:
    """Whether everybody may fetch it."""
    return asset.state == "ready" and asset.folder in PUBLIC


def faults_of_missing(named: Iterable[tuple[str, str]], good: Iterable[str]) -> list[FieldError]:
    """A fault for each path that is none of the good ones; `named` are members and paths."""
    known = frozenset(good)
    sentence = "Must be the objectPath of a complete upload of yours in the right folder."
    return [
        FieldError(member, "asset_unknown", sentence) for member, path in named if path not in known
    ]


def has_expired(expires: datetime, now: datetime) -> bool:
    """Whether something is good no more."""
    return expires <= now
