"""The schemas of the feed: schema.org JobPosting as JSON-LD."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.validation import Number, ResponseModel, UtcDatetime, Uuid

# JSON-LD names begin with an at sign, which a Python name cannot contain.
TypeName = Annotated[str, Field(alias="@type")]


class FeedOrganization(ResponseModel):
    """The company or practice as schema.org Organization."""

    type: TypeName
    name: str
    """The `companyName` of the posting."""


class FeedIdentifier(ResponseModel):
    """The ID of a job as schema.org PropertyValue."""

    type: TypeName
    name: str
    """The `companyName` of the posting."""
    value: Uuid
    """The ID of the job."""


class FeedAddress(ResponseModel):
    """An address as schema.org PostalAddress."""

    type: TypeName
    address_locality: str
    address_country: str


class FeedPlace(ResponseModel):
    """A location as schema.org Place."""

    type: TypeName
    address: FeedAddress


class FeedRange(ResponseModel):
    """The range of the pay as schema.org QuantitativeValue."""

    type: TypeName
    min_value: Number | None
    max_value: Number | None
    unit_text: str


class FeedAmount(ResponseModel):
    """The pay as schema.org MonetaryAmount."""

    type: TypeName
    currency: str
    value: FeedRange
    """The range of the pay."""


class JobFeedEntry(ResponseModel):
    """A job as schema.org JobPosting."""

    type: TypeName
    identifier: FeedIdentifier
    title: str
    """The `roleNeeded` of the posting."""
    description: str
    """The challenge and the descriptions of the posting, separated by blank lines."""
    date_posted: UtcDatetime
    valid_through: UtcDatetime
    hiring_organization: FeedOrganization
    job_location: list[FeedPlace]
    employment_type: str | None
    """Null if the posting does not state it."""
    base_salary: FeedAmount | None
    total_job_openings: int | None
    work_hours: str | None
    job_benefits: str | None
    qualifications: str | None
    skills: str | None
    """The `requiredProcedures` of the posting, separated by commas. Null without any."""
    relevant_occupation: str | None


class JobsFeedDocument(ResponseModel):
    """Approved jobs as schema.org JobPosting in JSON-LD, newest first."""

    context: Annotated[str, Field(alias="@context")]
    graph: Annotated[list[JobFeedEntry], Field(alias="@graph")]
    next_cursor: str | None
    has_more: bool
