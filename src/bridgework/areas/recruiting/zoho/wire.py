"""Zoho's words for what we know: fields, records, and answers that are read item by item."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bridgework.areas.recruiting.shapes import (
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    JobOpening,
)
from bridgework.areas.recruiting.zoho.faults import told

ZohoRecord = Mapping[str, Any]

CREATED = "Created_Time"
EMAIL = "Email"
OPENING_STATUS = "Job_Opening_Status"
_CLOSED = frozenset(
    {"filled", "cancelled", "canceled", "declined", "inactive", "closed", "on-hold", "on hold"}
)
"""Statuses of an opening that takes nobody, in Zoho's own words; an account may add others."""
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
_STATUSES_ON_A_JOB = ("Candidate_Status", "Application_Status", "Status")


@dataclass(frozen=True, slots=True)
class Names:
    """What an account calls those things that not every account calls alike."""

    openings: str
    reference: str
    """The field for our reference; empty if there is none."""
    network: str
    open_to_work: str
    """Empty if there is none: then it is kept with us."""

    def fields(self) -> Mapping[str, str]:
        """The fields of a candidate, by our members."""
        further = {"professional_network_url": self.network, "open_to_work": self.open_to_work}
        return {**_FIELDS, **{member: name for member, name in further.items() if name}}


@dataclass(frozen=True, slots=True)
class Item:
    """One item of an answer."""

    code: str
    is_success: bool
    details: Mapping[str, Any]
    action: str | None
    message: str

    @property
    def id(self) -> str | None:
        """The record that it is about."""
        return id_of(self.details) or id_of(self.details.get("duplicate_record") or {})

    @property
    def field(self) -> str | None:
        """The field that it complains of."""
        name = self.details.get("api_name")
        return told(name) if name else None

    @property
    def created_at(self) -> datetime | None:
        """When the record was made."""
        return moment(self.details.get(CREATED))

    @property
    def is_insert(self) -> bool:
        """Whether a success made a record, and did not change one that was there."""
        if self.action:
            return self.action.lower() == "insert"
        if self.details.get("duplicate_field") or "updated" in self.message.lower():
            return False
        return self.details.get("Modified_Time") in {None, self.details.get(CREATED)}

    def openings(self) -> str | None:
        """The opening that an association is about."""
        return _digits(self.details.get("jobid"))

    def candidates(self) -> frozenset[str]:
        """Whom it is about: a text there that only looks like a list."""
        return frozenset(_ID.findall(str(self.details.get("ids", ""))))


def items(answer: Mapping[str, Any]) -> list[Item]:
    """The items of an answer, however deep in lists they lie; else the answer as the only one."""
    found = list(_flat(answer.get("data")))
    if not found and "code" in answer:
        found = [answer]
    return [_item(each) for each in found]


def _flat(told: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(told, dict):
        yield told
    elif isinstance(told, list):
        for each in told:
            yield from _flat(each)


def _item(raw: Mapping[str, Any]) -> Item:
    details, action = raw.get("details"), raw.get("action")
    code, status = told(raw.get("code")), raw.get("status")
    return Item(
        code=code,
        is_success=code == "SUCCESS" and status in {None, "success"},
        details=details if isinstance(details, dict) else {},
        action=action if isinstance(action, str) else None,
        message=str(raw.get("message", "")),
    )


def records(answer: Mapping[str, Any]) -> list[ZohoRecord]:
    """The records that a read tells; those without a good id are left out."""
    return [each for each in _flat(answer.get("data")) if id_of(each)]


def has_more(answer: Mapping[str, Any]) -> bool:
    """Whether there is a further page."""
    info = answer.get("info")
    return isinstance(info, dict) and info.get("more_records") is True


def fields_of(candidate: CandidateInput, names: Names) -> dict[str, object]:
    """A candidate in Zoho's fields."""
    given, fields = candidate.provided(), names.fields()
    return {fields[member]: value for member, value in given.items() if member in fields}


def candidate(record: ZohoRecord, names: Names, **ours: Any) -> CandidateRecord:
    """A record of theirs in our words; `ours` is what we know of it and they don't."""
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
            "created_at": moment(record.get(CREATED)),
            "source": None,
            **ours,
        }
    )


def is_open(record: ZohoRecord) -> bool:
    """Whether candidates can be put forward for an opening."""
    return str(record.get(OPENING_STATUS) or "").strip().lower() not in _CLOSED


def opening(record: ZohoRecord) -> JobOpening:
    """An opening of theirs in our words."""
    return JobOpening(
        id=str(id_of(record)),
        title=_text(record.get("Posting_Title")) or _text(record.get("Job_Opening_Name")) or "",
        job_opening_id=_text(record.get("Job_Opening_ID")),
        client_name=_text(record.get("Client_Name")),
        city=_text(record.get("City")),
        state=_text(record.get("State")),
    )


def job(record: ZohoRecord) -> CandidateJob:
    """What somebody is associated with, in our words."""
    told = (_text(record.get(name)) for name in _STATUSES_ON_A_JOB)
    status = next((text for text in told if text), None)
    return CandidateJob(**opening(record).model_dump(), application_status=status)


def criteria(field: str, operator: str, values: Sequence[str]) -> str:
    """What is sought: records whose field fits one of the values."""
    return any_of([f"({field}:{operator}:{_escaped(value)})" for value in values])


def any_of(several: Sequence[str]) -> str:
    """What fits one of several criteria."""
    return several[0] if len(several) == 1 else f"({'or'.join(several)})"


def all_of(several: Sequence[str]) -> str:
    """What fits each of several criteria."""
    return several[0] if len(several) == 1 else f"({'and'.join(several)})"


def id_of(record: object) -> str | None:
    """The id of a record, if it has a good one."""
    return _digits(record.get("id")) if isinstance(record, dict) else None


def is_id(text: str) -> bool:
    """Whether a text can be an id of theirs."""
    return _ID.fullmatch(text) is not None


def moment(text: object) -> datetime | None:
    """A point in time as they write it."""
    try:
        read = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return read if read is not None and read.tzinfo is not None else None


def _digits(value: object) -> str | None:
    return str(value) if isinstance(value, str | int) and _ID.fullmatch(str(value)) else None


def _text(value: object) -> str | None:
    """A text; what is looked up tells its name."""
    if isinstance(value, dict):
        value = value.get("name")
    if isinstance(value, list):
        value = ", ".join(str(each) for each in value)
    if isinstance(value, bool) or value is None:
        return None
    return str(value) or None


def _number(value: object) -> int | float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        read = float(value)
    except ValueError:
        return None
    if not math.isfinite(read):
        return None
    return int(read) if read.is_integer() else read


def _escaped(value: str) -> str:
    return re.sub(r"([\\(),:])", r"\\\1", value)
