"""Converts rows of jobs to schema.org JobPosting."""

from collections.abc import Mapping

from bridgework.areas.work.jobs import policies
from bridgework.areas.work.jobs.formats import serializers
from bridgework.areas.work.jobs.formats.feed import schemas
from bridgework.areas.work.jobs.records import Job, JobFields
from bridgework.areas.work.postings.records import Listed

_COUNTRY, _CURRENCY = "US", "USD"
"""Jobs are in the United States: their worker classifications are those of its tax law."""
_EMPLOYMENT: Mapping[str | None, str] = {
    "full-time": "FULL_TIME",
    "part-time": "PART_TIME",
    "per-diem": "PER_DIEM",
}


def to_entry(listed: Listed[Job]) -> schemas.JobFeedEntry:
    """Convert a job to schema.org JobPosting."""
    job, fields = listed.posting, listed.posting.fields
    texts = (
        *(fields.challenge, fields.office_description),
        *(fields.why_attractive, fields.neighborhood_description),
    )
    return schemas.JobFeedEntry(
        type="JobPosting",
        identifier=schemas.FeedIdentifier(
            type="PropertyValue", name=fields.company_name, value=job.id
        ),
        title=fields.role_needed,
        description="\n\n".join(filter(None, texts)),
        date_posted=job.created_at,
        valid_through=policies.end_of(job),
        hiring_organization=schemas.FeedOrganization(type="Organization", name=fields.company_name),
        job_location=[
            schemas.FeedPlace(type="Place", address=_address(place))
            for place in serializers.locations(fields)
        ],
        employment_type=_EMPLOYMENT.get(fields.employment_type),
        base_salary=_salary(fields),
        total_job_openings=fields.headcount,
        work_hours=fields.required_days_hours,
        job_benefits=", ".join(fields.benefits or ()) or None,
        qualifications=", ".join(fields.required_licenses or ()) or None,
        skills=", ".join(fields.required_procedures or ()) or None,
        relevant_occupation=fields.specialty,
    )


def _address(place: str) -> schemas.FeedAddress:
    return schemas.FeedAddress(
        type="PostalAddress", address_locality=place, address_country=_COUNTRY
    )


def _salary(fields: JobFields) -> schemas.FeedAmount | None:
    minimum, maximum = fields.annual_comp_min, fields.annual_comp_max
    if minimum is None and maximum is None:
        return None
    value = schemas.FeedRange(
        type="QuantitativeValue", min_value=minimum, max_value=maximum, unit_text="YEAR"
    )
    return schemas.FeedAmount(type="MonetaryAmount", currency=_CURRENCY, value=value)
