"""The roles of the demo world, in every state; who applied; and what people ask experts for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bridgework.areas.consultations.tables import consultations
from bridgework.areas.roles.applications.store import add as add_application
from bridgework.areas.roles.postings import actions as roles
from bridgework.areas.roles.postings import store
from bridgework.demo import people, rows
from bridgework.demo.careers import Record
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id


@dataclass(frozen=True, slots=True)
class DemoRole:
    """A role of Ben's: how it stands, and since how many days it does."""

    status: str
    days_ago: int
    role_needed: str
    challenge: str
    working_preference: str
    timeline: str
    hours_per_week: str
    location: str | None
    tags: tuple[str, ...]
    budget_range: str


ROLES = (
    DemoRole(
        "active",
        3,
        "Orthodontist as clinical advisor",
        "We build remote monitoring for orthodontic practices. We want somebody who has run a"
        " clear aligner service to tell us which photographs a doctor trusts, when a refinement is"
        " called for, and what a patient should be asked between visits.",
        "Advisory, remote",
        "Within 1 month",
        "4 hours",
        None,
        ("Clear aligners", "Remote monitoring", "Treatment planning"),
        "200 to 250 an hour",
    ),
    DemoRole(
        "active",
        9,
        "Endodontist, two days a week",
        "Two of our partner offices in Chicago refer every molar. We look for an endodontist who"
        " brings a microscope habit, teaches the associates, and is happy with two full columns.",
        "On site, part-time",
        "Within 3 months",
        "16",
        "Chicago, Illinois",
        ("Microscope", "Retreatment", "Cone-beam CT"),
        "30 to 35 percent of collections",
    ),
    DemoRole(
        "active",
        14,
        "Periodontist for implant planning reviews",
        "A group of six general practices places its own implants. We want a periodontist to review"
        " plans before surgery, to sit in on the difficult ones, and to write down what should"
        " have been referred.",
        "Consulting, hybrid",
        "Flexible",
        "6 to 8 hours",
        "Austin, Texas",
        ("Implant placement", "Bone grafting", "Digital treatment planning"),
        "Day rate",
    ),
    DemoRole(
        "active",
        21,
        "Practice management consultant",
        "Our newest partner loses a third of its recall and books hygiene three weeks too late. We"
        " need somebody to rebuild scheduling, billing and recall with the people who are there.",
        "Consulting, remote",
        "Immediately",
        "10",
        None,
        ("Practice management", "Billing", "Recall"),
        "Fixed fee for three months",
    ),
    DemoRole(
        "active",
        30,
        "Pediatric dentist as product advisor",
        "We design a companion for a child's first visits. A pediatric dentist should tell us what"
        " to show, what never to show, and how parents hear it.",
        "Advisory, remote",
        "Within 3 months",
        "3 hours",
        None,
        ("Behavior guidance", "Pediatric sedation"),
        "180 an hour",
    ),
    DemoRole(
        "pending",
        1,
        "Prosthodontist for a full-arch course",
        "Four weekends on full-arch restorations for general dentists, with live planning.",
        "Contract, on site",
        "Before summer",
        "Weekends",
        "Chicago, Illinois",
        ("Full-arch", "Teaching"),
        "Fee for each weekend",
    ),
    DemoRole(
        "filled",
        60,
        "Dental hygienist for protocol writing",
        "Write the recall and air polishing protocols that our hygienists will follow.",
        "Fractional, remote",
        "Within 1 month",
        "8 hours",
        None,
        ("Dental hygiene", "Protocols"),
        "90 an hour",
    ),
    DemoRole(
        "closed",
        120,
        "Oral surgeon for a second-opinion service",
        "A panel that answers within a day whether a third molar should come out.",
        "Advisory, remote",
        "Flexible",
        "2 hours",
        None,
        ("Third molars", "Radiology"),
        "By case",
    ),
)
_NAMED = {"ada": people.ADA, "ben": people.BEN, "carla": people.CARLA, "cyrus": people.CYRUS}
_OF_ALL: Mapping[str, str] = {
    "company_name": "Tidegauge Dental Software",
    "healthcare_vertical": "Dental",
    "contact_person": "Ben Achterberg",
    "contact_email": people.BEN,
}
_APPLICATIONS: tuple[tuple[int, str | int, str, str], ...] = (
    (0, "ada", "submitted", "I have run such a service for four years, refinements included."),
    (0, "cyrus", "declined", "I am early in my career and would like to learn from this."),
    (6, "ada", "withdrawn", "I can help with the protocols for retainer checks."),
    (1, 1, "shortlisted", "Molars under the microscope are my whole week, and I like to teach."),
    (1, 25, "submitted", "I could bring two days a week from next month on."),
    (2, 8, "submitted", "I plan from the crown backward and write down what I would not place."),
    (4, 15, "shortlisted", "I can tell you what a four-year-old hears when you say pinch."),
    (6, 7, "accepted", "I wrote the recall and air polishing protocols of my present practice."),
)
"""Which role, who (a number is a candidate's), how it stands, and what they wrote."""
_REASONS = {"declined": "We look for somebody who has led such a service already."}
CONSULTATIONS: tuple[tuple[str, str, int, Record], ...] = (
    (
        "ben",
        "requested",
        2,
        {
            "role_title": "Orthodontist as clinical advisor",
            "challenge": "Which photographs does a doctor trust at week six?",
            "primary_expertise": {"id": "ortho", "name": "Orthodontics", "category": "Specialty"},
            "match_score": 86,
            "timeline": {"start": "next month", "weeks": 6},
        },
    ),
    (
        "ben",
        "completed",
        45,
        {
            "role_title": "Practice management consultant",
            "challenge": "Recall is at 61 percent and nobody knows why.",
            "primary_expertise": "Practice management",
            "match_score": 74,
            "timeline": "One call a week until it is above 80 percent",
        },
    ),
    (
        "ada",
        "scheduled",
        6,
        {
            "role_title": "Adviser on a second location",
            "organization_name": "Siskin Park Orthodontics",
            "organization_location": "Denver, Colorado",
            "challenge": "Should early treatment move to an office of its own, or share chairs?",
            "primary_expertise": "Practice management",
            "match_score": 68,
            "timeline": "Two calls before the lease is signed",
        },
    ),
    (
        "carla",
        "requested",
        3,
        {
            "role_title": "Adviser on hiring specialists",
            "organization_name": "Orchard Gate Dental",
            "organization_location": "Austin, Texas",
            "challenge": "Two days of endodontics in house, and molars still wait for three weeks.",
            "primary_expertise": {"id": "endo", "name": "Endodontics", "category": "Specialty"},
            "match_score": 81,
            "timeline": {"start": "this month", "weeks": 3},
        },
    ),
    (
        "cyrus",
        "completed",
        25,
        {
            "role_title": "Mentor for a first contract",
            "organization_name": "Cyrus Daneshvar",
            "organization_location": "Austin, Texas",
            "challenge": "Which questions to ask before signing as an associate with a draw?",
            "primary_expertise": "Associate contracts",
            "match_score": 77,
            "timeline": "One call",
            "engagement_duration": "1 month",
        },
    ),
)
"""Who asks, how it stands, since how many days, and what sets it apart."""
OF_ALL_CONSULTATIONS: Record = {
    "organization_name": "Tidegauge Dental Software",
    "organization_location": "Chicago, Illinois",
    "curated_by": "The matchmaking desk",
    "engagement_duration": "3 months",
    "hourly_rate": "200",
    "availability": "Weekday mornings",
    "match_insights": "A strong match: the specialty and the kind of work fit.",
    "note": None,
}


def load(tx: Tx, now: datetime, account_of: Callable[[str], Id]) -> int:
    """Add roles, applications and consultations. Returns how many roles there are."""
    ben = account_of(people.BEN)
    for number, role in enumerate(ROLES):
        store.add(tx, {**_OF_ALL, **_role(number, role, ben, now)})
    roles.owner_changed(tx, ben)
    named = {name: account_of(email) for name, email in _NAMED.items()}
    for number, (role_number, who, status, message) in enumerate(_APPLICATIONS):
        at = now - timedelta(days=ROLES[role_number].days_ago - 1)
        applicant = rows.id_of(rows.CANDIDATES + who) if isinstance(who, int) else named[who]
        row = {"id": rows.id_of(rows.ROLE_APPLICATIONS + number), "applicant_id": applicant}
        said = {"message": message, "status": status, "reason": _REASONS.get(status)}
        role_id = rows.id_of(rows.ROLES + role_number)
        add_application(tx, {**row, **said, "role_id": role_id, **_times(at)})
    for number, (who, status, days, details) in enumerate(CONSULTATIONS):
        asked = {"id": rows.id_of(rows.CONSULTATIONS + number), "user_id": named[who]}
        times = _times(now - timedelta(days=days))
        tx.execute(
            consultations.insert(),
            {**OF_ALL_CONSULTATIONS, **details, **asked, "status": status, **times},
        )
    return len(ROLES)


def _role(number: int, role: DemoRole, owner: Id, now: datetime) -> Record:
    return {
        "id": rows.id_of(rows.ROLES + number),
        "user_id": owner,
        "role_needed": role.role_needed,
        "challenge": role.challenge,
        "working_preference": role.working_preference,
        "timeline": role.timeline,
        "hours_per_week": role.hours_per_week,
        "location": role.location,
        "tags": list(role.tags),
        "budget_range": role.budget_range,
        "status": role.status,
        "version": 1,
        **_times(now - timedelta(days=role.days_ago)),
    }


def _times(at: datetime) -> dict[str, datetime]:
    return {"created_at": at, "updated_at": at}
