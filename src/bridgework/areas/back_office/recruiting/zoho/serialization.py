"""Convert between schemas and Zoho's fields, records and multi-item responses."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bridgework.areas.back_office.recruiting.schemas import (
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    JobOpening,
)
from bridgework.areas.back_office.recruiting.zoho.exchange import to_code

ZohoRecord = Mapping[str, Any]

CREATED = "Created_Time"
EMAIL = "Email"
SEARCHED_FIELDS = ("First_Name", "Last_Name", EMAIL, "Secondary_Email")
_CLOSED = frozenset(
    {"filled", "cancelled", "canceled", "declined", "inactive", "closed", "on-hold", "on hold"}
)
"""Zoho's default statuses of an opening that accepts no candidates; accounts can add others."""
_FIELDS: Mapping[str, str] = {
    "first_name": "First_Name",
    "last_name": "Last_Name",
    "email": EMAIL,
    "secondary_email": "Secondary_Email",
    "phone": "Phone",
    "city": "City",
    "state": "State",
    "current_job_title": "Current_Job_Title",
    "experience_in_years": "Experience_in_Years",
    "skill_set": "Skill_Set",
}
_ID = re.compile(r"[0-9]{1,30}")
_APPLICATION_STATUSES = ("Candidate_Status", "Application_Status", "Status")


@dataclass(frozen=True, slots=True)
class Names:
    """Module and field names that differ between Zoho accounts."""

    openings: str
    reference: str
    """The custom field for our reference; empty if there is none."""
    network: str
    open_to_work: str
    """Empty if there is none: then the value is stored in the database."""

    def fields(self) -> Mapping[str, str]:
        """Return Zoho's field names by the schema's members."""
        optional = {"professional_network_url": self.network, "open_to_work": self.open_to_work}
        return {**_FIELDS, **{member: name for member, name in optional.items() if name}}


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a response."""

    code: str
    is_success: bool
    details: Mapping[str, Any]
    action: str | None
    message: str

    @property
    def id(self) -> str | None:
        """The id of the record."""
        return id_of(self.details) or id_of(self.details.get("duplicate_record"))

    @property
    def field(self) -> str | None:
        """The field that caused the error."""
        name = self.details.get("api_name")
        return to_code(name) if name else None

    @property
    def created_at(self) -> datetime | None:
        """When the record was created."""
        return parse_datetime(self.details.get(CREATED))

    @property
    def is_insert(self) -> bool:
        """Whether the record was inserted, not updated."""
        if self.action:
            return self.action.lower() == "insert"
        if self.details.get("duplicate_field") or "updated" in self.message.lower():
            return False
        return self.details.get("Modified_Time") in {None, self.details.get(CREATED)}

    @property
    def job_id(self) -> str | None:
        """The opening of an association."""
        return _digits(self.details.get("jobid"))

    @property
    def candidate_ids(self) -> frozenset[str]:
        """The candidates of an association; Zoho returns them as text that looks like a list."""
        return frozenset(_ID.findall(str(self.details.get("ids", ""))))


def items(response: Mapping[str, Any]) -> list[Item]:
    """Return the items of a response, from nested lists; or else the response as one item."""
    raw_items = list(_flatten(response.get("data")))
    if not raw_items and "code" in response:
        raw_items = [response]
    return [_to_item(raw) for raw in raw_items]


def records(response: Mapping[str, Any]) -> list[ZohoRecord]:
    """Return the records of a response that have a valid id."""
    return [record for record in _flatten(response.get("data")) if id_of(record)]


def has_more(response: Mapping[str, Any]) -> bool:
    """Whether there is a next page."""
    info = response.get("info")
    return isinstance(info, dict) and info.get("more_records") is True


def to_fields(candidate: CandidateInput, names: Names) -> dict[str, object]:
    """Convert a candidate to Zoho's fields."""
    fields = names.fields()
    provided = candidate.provided().items()
    return {fields[member]: value for member, value in provided if member in fields}


def to_candidate(record: ZohoRecord, names: Names, **ours: Any) -> CandidateRecord:
    """Convert a record; `ours` holds the members that the database stores."""
    members: dict[str, Any] = {
        member: _text(record.get(field)) for member, field in names.fields().items()
    }
    return CandidateRecord(
        **{
            **members,
            "id": id_of(record),
            "last_name": members["last_name"] or "",
            "experience_in_years": _number(record.get(_FIELDS["experience_in_years"])),
            "professional_network_url": members.get("professional_network_url"),
            "open_to_work": record.get(names.open_to_work) is True,
            "created_at": parse_datetime(record.get(CREATED)),
            "source": None,
            **ours,
        }
    )


def is_open(record: ZohoRecord) -> bool:
    """Return whether an opening accepts candidates."""
    return str(record.get("Job_Opening_Status") or "").strip().lower() not in _CLOSED


def to_opening(record: ZohoRecord) -> JobOpening:
    return JobOpening(
        id=str(id_of(record)),
        title=_text(record.get("Posting_Title")) or _text(record.get("Job_Opening_Name")) or "",
        job_opening_id=_text(record.get("Job_Opening_ID")),
        client_name=_text(record.get("Client_Name")),
        city=_text(record.get("City")),
        state=_text(record.get("State")),
    )


def to_job(record: ZohoRecord) -> CandidateJob:
    """Convert an opening that a candidate is associated with."""
    statuses = (_text(record.get(name)) for name in _APPLICATION_STATUSES)
    status = next(filter(None, statuses), None)
    return CandidateJob(**to_opening(record).model_dump(), application_status=status)


def criteria(field: str, operator: str, values: Sequence[str]) -> str:
    """Match records whose field matches one of the values."""
    return any_of([f"({field}:{operator}:{_escape(value)})" for value in values])


def any_of(conditions: Sequence[str]) -> str:
    """Match records that meet at least one of the criteria."""
    return conditions[0] if len(conditions) == 1 else f"({'or'.join(conditions)})"


def all_of(conditions: Sequence[str]) -> str:
    """Match records that meet all of the criteria."""
    return conditions[0] if len(conditions) == 1 else f"({'and'.join(conditions)})"


def id_of(record: object) -> str | None:
    """Return the id of a record, or None if it is invalid."""
    return _digits(record.get("id")) if isinstance(record, dict) else None


def is_id(text: str) -> bool:
    """Return whether the text has the form of a Zoho id."""
    return _ID.fullmatch(text) is not None


def parse_datetime(text: object) -> datetime | None:
    """Parse a time with a UTC offset; return None for anything else."""
    try:
        parsed = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return parsed if parsed is not None and parsed.tzinfo is not None else None


def _flatten(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield value
    elif isinstance(value, list):
        for element in value:
            yield from _flatten(element)


def _to_item(raw: Mapping[str, Any]) -> Item:
    details, action = raw.get("details"), raw.get("action")
    code, status = to_code(raw.get("code")), raw.get("status")
    return Item(
        code=code,
        is_success=code == "SUCCESS" and status in {None, "success"},
        details=details if isinstance(details, dict) else {},
        action=action if isinstance(action, str) else None,
        message=str(raw.get("message", "")),
    )


def _digits(value: object) -> str | None:
    return str(value) if isinstance(value, str | int) and _ID.fullmatch(str(value)) else None


def _text(value: object) -> str | None:
    """Convert a value to text; a lookup field to its name."""
    if isinstance(value, dict):
        value = value.get("name")
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return None if value is None or isinstance(value, bool) else str(value) or None


def _number(value: object) -> int | float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() else number


def _escape(value: str) -> str:
    return re.sub(r"([\\(),:])", r"\\\1", value)
