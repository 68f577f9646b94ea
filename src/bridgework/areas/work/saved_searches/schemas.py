"""The requests and responses of saved searches."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.people.directory.schemas import ExpertCard
from bridgework.areas.work.jobs.schemas import JobPosting
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.validation import (
    JsonObject,
    Name100,
    RequestBody,
    ResponseModel,
    UtcDatetime,
    Uuid,
)

SearchKind = TypeAliasType("SearchKind", Literal["experts", "jobs"])
Frequency = TypeAliasType("Frequency", Literal["off", "daily", "weekly", "instantly"])
"""How often new results are sent by e-mail."""


class CreateSavedSearchRequest(RequestBody):
    """A search to save."""

    name: Name100
    kind: SearchKind
    """The list that is searched. It cannot be changed later."""
    query: JsonObject
    """The filters and `sortBy` of `listExperts` or `listJobs`."""
    frequency: Frequency


class UpdateSavedSearchRequest(RequestBody):
    """Changes of a saved search. All present results count as known afterwards."""

    name: Name100 | MISSING = MISSING
    query: JsonObject | MISSING = MISSING
    """The filters and `sortBy`. They replace the previous ones."""
    frequency: Frequency | MISSING = MISSING


class SavedSearch(ResponseModel):
    """A saved search."""

    id: Uuid
    name: str
    kind: SearchKind
    """The list that is searched."""
    query: JsonObject
    frequency: Frequency
    created_at: UtcDatetime
    updated_at: UtcDatetime


class FoundExpert(ExpertCard):
    """An expert who matches a saved search."""

    is_new: bool


class FoundJob(JobPosting):
    """A job that matches a saved search."""

    is_new: bool


class SavedSearchResultPage(CursorPage[FoundExpert | FoundJob]):
    """The results of a saved search, in its order."""
