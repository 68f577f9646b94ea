"""Approved jobs in the words of schema.org, as partners read them."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.fields import Number, UtcDatetime, Uuid
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery
from bridgework.kit.schemas import ResponseModel

# JSON-LD spells these with an at sign, which no name in Python can begin with.
TypeName = Annotated[str, Field(alias="@type")]


class JobsFeedQuery(CursorQuery):
    """Only the page is asked for."""


class FeedOrganization(ResponseModel):
    type: TypeName
    name: str


class FeedIdentifier(ResponseModel):
    type: TypeName
    name: str
    value: Uuid


class FeedAddress(ResponseModel):
    type: TypeName
    address_locality: str
    address_country: str


class FeedPlace(ResponseModel):
    type: TypeName
    address: FeedAddress


class FeedRange(ResponseModel):
    type: TypeName
    min_value: Number | None
    max_value: Number | None
    unit_text: str


class FeedAmount(ResponseModel):
    type: TypeName
    currency: str
    value: FeedRange


class JobFeedEntry(ResponseModel):
    """A job as schema.org's JobPosting."""

    type: TypeName
    identifier: FeedIdentifier
    title: str
    description: str
    date_posted: UtcDatetime
    valid_through: UtcDatetime
    hiring_organization: FeedOrganization
    job_location: list[FeedPlace]
    employment_type: str | None
    base_salary: FeedAmount | None
    total_job_openings: int | None
    work_hours: str | None
    job_benefits: str | None
    qualifications: str | None
    skills: str | None
    relevant_occupation: str | None


class JobFeedPage(CursorPage[JobFeedEntry]):
    """A page of the feed, before it is sent as JSON-LD."""


class JobsFeed(ResponseModel):
    """Approved jobs as JSON-LD in the words of schema.org, the newest first."""

    context: Annotated[str, Field(alias="@context")]
    graph: Annotated[list[JobFeedEntry], Field(alias="@graph")]
    next_cursor: str | None
    has_more: bool
