"""What the statements on the records of a person return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.back_office.member_profile.schemas import AppliedToKind, TimelineKind
from bridgework.areas.identity.uploads.schemas import Folder
from bridgework.areas.work.postings.records import PostingThen
from bridgework.kit.core import Id


class StoredDocument(NamedTuple):
    """A complete upload."""

    id: Id
    object_path: str
    file_name: str | None
    folder: Folder
    content_type: str
    file_size_bytes: int
    created_at: datetime


class SentApplication(NamedTuple):
    """An application to a role or a job."""

    kind: AppliedToKind
    id: Id
    applied_to: PostingThen
    status: str
    created_at: datetime
    posting_id: Id
    has_cv: bool


class TimelineRecord(NamedTuple):
    """A record of any table, as the timeline shows it."""

    kind: TimelineKind
    id: Id
    at: datetime
    title: str
    status: str | None
    by: Id | None
