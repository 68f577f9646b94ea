"""The judged set: postings, people, and the grades that readers gave to pairs of them.

Postings and people are those of the demo, and more that are written in `judged/`, so that there are
people who fit in all but one criterion. `judged/README.md` says how the grades came about.
"""

import csv
import hashlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from bridgework.areas.people.matching import actions
from bridgework.areas.people.matching.formula import Offer
from bridgework.demo import data
from bridgework.demo.experts import expert
from bridgework.demo.loading import EXPERTS
from tests.matching.members import to_account, to_job, to_profile, to_role

FOLDER = Path(__file__).parent / "judged"
GRADES = FOLDER / "grades.csv"
READERS = 3

PostingKind = Literal["role", "job"]
PersonKind = Literal["expert", "candidate"]
Members = Mapping[str, Any]

_NOW = datetime(2026, 11, 26, tzinfo=UTC)
"""The dates in the demo's profiles are relative to this day."""
_POSTING_MEMBERS = (
    *("role_needed", "challenge", "healthcare_vertical", "role_type", "specialty"),
    *("working_preference", "employment_type", "worker_classification", "hours_per_week"),
    *("required_days_hours", "timeline", "start_date", "location", "additional_locations"),
    *("required_licenses", "required_procedures", "microscope_use", "years_of_experience"),
    *("experience_level", "open_to_mentoring", "specialist_case_volume", "tags", "budget_range"),
    *("office_description", "why_attractive"),
)
_PERSON_MEMBERS = (
    *("title", "credential", "specialty", "secondary_specialties", "years_experience", "company"),
    *("location", "licenses", "desired_licensed_states", "availability", "availability_date"),
    *("engagement_type", "job_seeker_intent", "skills", "systems_experience", "tags", "bio"),
    *("outcomes", "background", "credentials"),
)
"""What readers see: what the formula reads, without names and addresses."""


@dataclass(frozen=True)
class Posting:
    """A role or a job."""

    kind: PostingKind
    key: str
    members: Members

    @cached_property
    def text(self) -> str:
        """What readers see and BM25 reads."""
        return _to_text(self.members, _POSTING_MEMBERS)

    @cached_property
    def wants(self) -> actions.Wants:
        """What the posting wants, as the product reads it."""
        if self.kind == "role":
            return actions.wants_of_role(to_role(self.members))
        return actions.wants_of_job(to_job(self.members))

    @property
    def person_kind(self) -> PersonKind:
        return "expert" if self.kind == "role" else "candidate"


@dataclass(frozen=True)
class Person:
    """An expert or a candidate."""

    kind: PersonKind
    key: str
    profile: Members
    account: Members
    """Of a candidate: the members of the jobs platform."""

    @cached_property
    def text(self) -> str:
        """What readers see and BM25 reads."""
        account = {
            "looking_for_mentor": self.account.get("looking_for_mentor"),
            "jobs_credential": self.account.get("credential"),
            "jobs_specialty": self.account.get("specialty"),
        }
        return _to_text(account, account) + _to_text(self.profile, _PERSON_MEMBERS)

    @cached_property
    def offer(self) -> Offer:
        """What the person offers, as the product reads it."""
        if self.kind == "expert":
            return actions.offer_of_expert(to_profile(self.profile))
        return actions.offer_of_candidate(to_profile(self.profile), to_account(self.account))


@dataclass(frozen=True, slots=True)
class Judgement:
    """The grades of a pair by each reader, from 0 to 3, with their reasons."""

    posting: str
    person: str
    digest: str
    """Of the two texts that were read."""
    grades: tuple[int, ...]
    reasons: tuple[str, ...]


def postings() -> list[Posting]:
    """Return the 40 postings, without a job of the demo that states nothing."""
    roles, jobs = data.load("roles", _NOW), data.load("jobs", _NOW)
    demo = [{**roles["defaults"], **role} for role in roles["roles"]]
    demo_jobs = [{**jobs["defaults"], **job["fields"]} for job in jobs["jobs"]]
    stating = [job for job in demo_jobs if job["challenge"] != "Urgent. Call me."]
    more_jobs = [(job["key"], {**jobs["defaults"], **job["fields"]}) for job in _read("jobs")]
    more_roles = [(role["key"], role) for role in _read("roles")]
    return [
        *(Posting("role", f"role-{key}", role) for key, role in [*_numbered(demo), *more_roles]),
        *(Posting("job", f"job-{key}", job) for key, job in [*_numbered(stating), *more_jobs]),
    ]


def people() -> list[Person]:
    """Return all experts and candidates."""
    candidates = data.load("candidates", _NOW)["candidates"]
    return [
        *(
            Person("expert", f"expert-{number}", expert(number, _NOW.date())["profile"], {})
            for number in range(EXPERTS)
        ),
        *(Person("expert", person["key"], person["profile"], {}) for person in _read("experts")),
        *(
            Person("candidate", f"candidate-{key}", person["profile"], person["job_account"])
            for key, person in _numbered(candidates, 0)
        ),
        *(
            Person("candidate", person["key"], person["profile"], person["job_account"])
            for person in _read("candidates")
        ),
    ]


def written() -> list[dict[str, Any]]:
    """Return the people that were written for the judged set."""
    return [*_read("experts"), *_read("candidates")]


def _numbered(records: Iterable[Members], first: int = 1) -> Iterator[tuple[str, Members]]:
    return ((f"demo-{number}", record) for number, record in enumerate(records, first))


def _read(name: str) -> list[dict[str, Any]]:
    content = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    records: list[dict[str, Any]] = data.resolve(content[name], _NOW.date())
    return records


def held_out(every: Iterable[Posting]) -> set[str]:
    """Return the half of each kind that was set aside before any grade was looked at."""
    half: set[str] = set()
    for kind in ("role", "job"):
        keys = [posting.key for posting in every if posting.kind == kind]
        by_digest = sorted(keys, key=lambda key: hashlib.sha256(key.encode()).digest())
        half.update(by_digest[: len(keys) // 2])
    return half


def digest(posting: Posting, person: Person) -> str:
    """Identify the two texts, so that a grade of other texts is noticed."""
    return hashlib.sha256(f"{posting.text}\0{person.text}".encode()).hexdigest()[:8]


def judgements() -> list[Judgement]:
    """Return the grades of all pairs."""
    with GRADES.open(encoding="utf-8", newline="") as file:
        return [
            Judgement(
                row["posting"],
                row["person"],
                row["texts"],
                tuple(int(row[f"grade{number}"]) for number in range(1, READERS + 1)),
                tuple(row[f"reason{number}"] for number in range(1, READERS + 1)),
            )
            for row in csv.DictReader(file)
        ]


def _to_text(members: Members, names: Iterable[str]) -> str:
    values = ((name.replace("_", " "), _to_words(members.get(name))) for name in names)
    return "".join(f"{name}: {words}\n" for name, words in values if words)


def _to_words(value: Any) -> str:
    if isinstance(value, Mapping):
        stated = ((name.replace("_", " "), _to_words(part)) for name, part in value.items())
        return ", ".join(f"{name} {words}" for name, words in stated if words)
    if isinstance(value, list):
        return "; ".join(map(_to_words, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
