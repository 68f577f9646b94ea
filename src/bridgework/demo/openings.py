"""What Carla's clinic looks for in the demo world: jobs in every state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridgework.demo import people


@dataclass(frozen=True, slots=True)
class DemoJob:
    """A job: how it stands, how many days ago it was posted, and what sets it apart."""

    status: str
    days_ago: int
    fields: Mapping[str, Any]
    rejection_reason: str | None = None


OF_ALL: Mapping[str, Any] = {
    "company_name": "Orchard Gate Dental",
    "contact_person": "Carla Mendizábal",
    "contact_email": people.CARLA,
    "location": "Austin, Texas",
    "headcount": 1,
    "worker_classification": "w2",
    "employment_type": "full-time",
    "required_licenses": ["Texas"],
    "office_description": "Nine chairs, two doctors, a periodontist and an endodontist two days a"
    " week, and a lab down the hall. Second generation, no corporate owner.",
    "neighborhood_description": "A quiet street with old trees, ten minutes from the river, with"
    " its own parking.",
    "major_equipment": ["Cone-beam CT", "Intraoral scanner", "CAD/CAM milling"],
    "lab_fee_responsibility": "practice",
}

JOBS = (
    DemoJob(
        "approved",
        2,
        {
            "role_needed": "Associate dentist with a mentor",
            "role_type": "general",
            "challenge": "Dr. Mendizábal steps back to three days in autumn. We look for a general"
            " dentist who takes over a full column of restorative care step by step, with twelve"
            " weeks of shared cases and an hour of chart review every week.",
            "required_days_hours": "Monday to Thursday, 8 to 5",
            "start_date": "Within three months",
            "annual_comp_min": 165_000,
            "annual_comp_max": 210_000,
            "guaranteed_daily_rate": 750,
            "guarantee_type": "base",
            "tiered_commission": True,
            "daily_production_goal": 4200,
            "benefits": ["Health insurance", "Malpractice insurance", "Continuing education"],
            "years_of_experience": "0-2",
            "experience_level": "preferred",
            "required_procedures": ["restorative-basic", "endo-anterior", "endo-bicuspid"],
            "open_to_mentoring": True,
            "why_attractive": "A written ramp-up plan, and nobody who counts crowns.",
        },
    ),
    DemoJob(
        "approved",
        5,
        {
            "role_needed": "Endodontist, two days a week",
            "role_type": "specialist",
            "specialty": "endodontics",
            "challenge": "Our molars wait three weeks for an appointment elsewhere. The operatory"
            " with the microscope stands empty on Tuesdays and Thursdays.",
            "employment_type": "part-time",
            "worker_classification": "1099",
            "required_days_hours": "Tuesday and Thursday",
            "guaranteed_daily_rate": 1800,
            "guarantee_type": "draw",
            "years_of_experience": "3-5",
            "experience_level": "required",
            "required_procedures": ["endo-molar", "endo-retreatment"],
            "microscope_use": "required",
            "open_to_mentoring": False,
            "specialist_case_volume": "Ten to twelve molars a week, four retreatments a month",
        },
    ),
    DemoJob(
        "approved",
        11,
        {
            "role_needed": "Periodontist for implants and osseous surgery",
            "role_type": "specialist",
            "specialty": "periodontics",
            "challenge": "Our periodontist moves to the coast in spring. We plan every implant"
            " backward from the crown, on Wednesdays, all doctors at one table.",
            "employment_type": "part-time",
            "additional_locations": ["Round Rock, Texas"],
            "annual_comp_min": 220_000,
            "annual_comp_max": 320_000,
            "years_of_experience": "5-plus",
            "experience_level": "required",
            "required_procedures": [
                "perio-implants-straightforward",
                "perio-osseous-surgery",
                "perio-sinus-lift",
            ],
            "specialist_case_volume": "Six implants and two osseous surgeries a week",
            "open_to_mentoring": True,
        },
    ),
    DemoJob(
        "approved",
        20,
        {
            "role_needed": "Pediatric dentist",
            "role_type": "specialist",
            "specialty": "pediatric-dentistry",
            "challenge": "Every fourth patient is under twelve, and we send the anxious ones across"
            " town. We would rather have somebody here whom children come back to.",
            "location": "Round Rock, Texas",
            "annual_comp_min": 240_000,
            "benefits": ["Health insurance", "Relocation"],
            "years_of_experience": "0-2",
            "open_to_mentoring": True,
        },
    ),
    DemoJob(
        "approved",
        34,
        {
            "role_needed": "Weekend emergency dentist",
            "role_type": "general",
            "challenge": "Two Saturdays a month somebody has to open the door for toothache:"
            " extractions, first visits of a root canal, temporary crowns.",
            "employment_type": "per-diem",
            "worker_classification": "1099",
            "required_days_hours": "Saturday, 9 to 2",
            "guaranteed_daily_rate": 950,
            "guarantee_type": "base",
            "required_procedures": ["perio-surgical-extractions", "endo-anterior"],
            "open_to_mentoring": False,
        },
    ),
    DemoJob(
        "approved",
        61,
        {
            "role_needed": "Prosthodontist for full-arch cases",
            "role_type": "specialist",
            "specialty": "prosthodontics",
            "challenge": "Full-arch patients ask us first and leave with a referral. The lab is in"
            " the house; the person who plans with it is missing.",
            "annual_comp_max": 380_000,
            "years_of_experience": "5-plus",
            "experience_level": "preferred",
            "required_procedures": ["restorative-full-arch", "perio-implants-full-arch"],
            "microscope_use": "available",
            "open_to_mentoring": True,
        },
    ),
    DemoJob(
        "pending",
        1,
        {
            "role_needed": "Orthodontist, one day a week",
            "role_type": "specialist",
            "specialty": "orthodontics",
            "challenge": "Twelve families on the list, one day a week to begin with, aligners and"
            " fixed appliances.",
            "employment_type": "part-time",
            "guaranteed_daily_rate": 1500,
            "open_to_mentoring": False,
        },
    ),
    DemoJob(
        "pending",
        3,
        {
            "role_needed": "Dental anesthesiologist on call",
            "role_type": "specialist",
            "specialty": "dental-anesthesiology",
            "challenge": "IV sedation for surgery days, twice a month, with our own trained"
            " assistants and a checklist that is read aloud.",
            "employment_type": "per-diem",
            "required_procedures": ["sedation-iv"],
        },
    ),
    DemoJob(
        "rejected",
        15,
        {
            "role_needed": "Dentist",
            "challenge": "Urgent. Call me.",
        },
        rejection_reason="Say what the work is: days, procedures and what you pay at the least.",
    ),
    DemoJob(
        "closed",
        48,
        {
            "role_needed": "Associate dentist for the Round Rock office",
            "role_type": "general",
            "challenge": "A second pair of hands for an office that grew faster than we thought.",
            "location": "Round Rock, Texas",
            "annual_comp_min": 150_000,
            "annual_comp_max": 190_000,
            "required_procedures": ["restorative-basic"],
        },
    ),
    DemoJob(
        "expired",
        130,
        {
            "role_needed": "Oral surgeon for third molars",
            "role_type": "specialist",
            "specialty": "oral-maxillofacial-surgery",
            "challenge": "Two surgery days a month for impacted third molars, in a room with"
            " everything but a surgeon.",
            "employment_type": "per-diem",
            "required_procedures": ["os-third-molars-pbi", "os-third-molars-fbi"],
        },
    ),
)

APPLICATIONS = (
    (0, None, "interview", 1),
    (4, None, "submitted", 2),
    (9, None, "declined", 40),
    (0, 0, "submitted", 1),
    (0, 3, "reviewing", 1),
    (1, 1, "offered", 3),
    (2, 5, "submitted", 7),
    (5, 8, "withdrawn", 30),
    (9, 2, "hired", 44),
)
"""Which job, which candidate (None: Cyrus), how it stands, and how many days ago it was sent."""
REASONS = {"declined": "Somebody who lives in Round Rock already was first."}
