"""The schemas of the feed: schema.org JobPosting as JSON-LD."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.fields import Number, UtcDatetime, Uuid
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery
from bridgework.kit.schemas import ResponseModel

# JSON-LD names begin with an at sign, which a Python name cannot contain.
TypeName = Annotated[str, Field(alias="@type")]


class JobsFeedQuery(CursorQuery):
    """Parameters of the feed."""


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
    """A job as schema.org JobPosting."""

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
    """A page of the feed, before its conversion to JSON-LD."""


class JobsFeed(ResponseModel):
    """Approved jobs as schema.org JobPosting in JSON-LD, newest first."""

    context: Annotated[str, Field(alias="@context")]
    graph: Annotated[list[JobFeedEntry], Field(alias="@graph")]
    next_cursor: str | None
    has_more: bool
