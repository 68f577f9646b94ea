"""What the statements of the search return, one record for each kind of result."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.back_office.administration.search.schemas import ResultState
from bridgework.kit.core import Id


class FoundUser(NamedTuple):
    """An account."""

    id: Id
    first_name: str | None
    last_name: str | None
    email: str
    state: ResultState
    created_at: datetime


class FoundEvent(NamedTuple):
    """An event."""

    id: Id
    name: str
    start_at: datetime
    timezone: str
    state: ResultState


class FoundArticle(NamedTuple):
    """An article, with the date of its publication or else of its creation."""

    id: Id
    title: str
    slug: str
    state: ResultState
    date: datetime


class PostingNames(NamedTuple):
    """What a result shows of the members of a posting."""

    role_needed: str
    company_name: str


class FoundPosting(NamedTuple):
    """A role or a job."""

    id: Id
    fields: PostingNames
    created_at: datetime
    state: ResultState


class FoundVendor(NamedTuple):
    """An entry of the vendor directory, as JSON."""

    id: Id
    entry: bytes
    created_at: datetime
