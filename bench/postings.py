"""Job postings by number, the same on every machine, and questions that some of them answer."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, get_args
from urllib.parse import urlencode

from bridgework.areas.jobs.postings import rules, shapes
from bridgework.demo import rows
from bridgework.demo.data import read

NUMBERS = 2_000_000
"""Ids from here on: the demo world has fewer people."""
STATES = ("approved",) * 8 + ("closed", "pending")
SPECIALTIES: tuple[str, ...] = get_args(shapes.Specialty)
EMPLOYMENT: tuple[str, ...] = get_args(shapes.EmploymentType)
CLASSES: tuple[str, ...] = get_args(shapes.WorkerClassification)
YEARS: tuple[str, ...] = get_args(shapes.YearsAsked)
PROCEDURES: tuple[str, ...] = get_args(shapes.Procedure)

_KINDS = ("Associate", "Lead", "Part-time", "Weekend", "Second", "Visiting", "Mentoring", "Senior")
_OFFICES = ("Orchard", "Larkspur", "Harbor", "Juniper", "Copper", "Willow", "Siskin", "Granite")
_REASONS = (
    "Our doctor steps back in autumn and patients wait three weeks for an appointment.",
    "The operatory with the microscope stands empty on Tuesdays and Thursdays.",
    "We send anxious children across town and would rather have somebody here for them.",
    "A second office opens in spring, and nobody in it has placed an implant yet.",
    "The lab is in the house; the person who plans with it is missing.",
)


def posting(
    number: int, owners: Sequence[str], now: datetime, states: Sequence[str] = STATES
) -> dict[str, Any]:
    """A row of the table of jobs, but for the columns that its members lead to."""
    draw = random.Random(number)  # noqa: S311 - the same for all
    at = now - timedelta(seconds=draw.randrange(80 * 86_400))
    status = draw.choice(states)
    return {
        "id": rows.id_of(NUMBERS + number),
        "user_id": draw.choice(owners),
        "fields": _fields(draw),
        "status": status,
        "rejection_reason": None,
        "expires_at": at + rules.LIFE if status == "approved" else None,
        "version": 1,
        "created_at": at,
        "updated_at": at,
        "hidden_at": None,
    }


def questions(count: int) -> list[str]:
    """Addresses of the open list, each with three filters, all different."""
    draw = random.Random(count)  # noqa: S311
    found: dict[str, None] = {}
    while len(found) < count:
        values = {
            "location": draw.choice(read("words/places")["cities"])["state"],
            "specialty": draw.choice(SPECIALTIES),
            "roleType": draw.choice(("general", "specialist")),
            "employmentType": draw.choice(EMPLOYMENT),
            "workerClassification": draw.choice(CLASSES),
            "yearsOfExperience": draw.choice(YEARS),
            "minComp": str(draw.randrange(120, 400) * 1000),
            "openToMentoring": draw.choice(("true", "false")),
        }
        asked = {name: values[name] for name in sorted(draw.sample(sorted(values), 3))}
        order = draw.choice(("newest", "compensation"))
        found[f"/jobs?{urlencode({**asked, 'sortBy': order})}"] = None
    return list(found)


def _fields(draw: random.Random) -> dict[str, Any]:
    place = draw.choice(read("words/places")["cities"])
    specialty = draw.choice((*SPECIALTIES, *[None] * len(SPECIALTIES)))
    trade = specialty.replace("-", " ") if specialty else "general dentistry"
    office = f"{draw.choice(_OFFICES)} {draw.choice(_OFFICES)} Dental"
    least = draw.randrange(100, 300) * 1000
    given = {
        "company_name": office,
        "contact_person": "Robin Lark",
        "contact_email": "office@example.com",
        "role_needed": f"{draw.choice(_KINDS)} dentist for {trade}",
        "challenge": " ".join(draw.sample(_REASONS, 2)),
        "role_type": "specialist" if specialty else "general",
        "specialty": specialty,
        "location": f"{place['city']}, {place['state']}",
        "employment_type": draw.choice(EMPLOYMENT),
        "worker_classification": draw.choice(CLASSES),
        "annual_comp_min": least if draw.random() < 0.8 else None,
        "annual_comp_max": least + draw.randrange(100) * 1000 if draw.random() < 0.6 else None,
        "years_of_experience": draw.choice(YEARS),
        "open_to_mentoring": draw.random() < 0.5,
        "required_procedures": draw.sample(PROCEDURES, 2),
    }
    return {name: value for name, value in given.items() if value is not None}
