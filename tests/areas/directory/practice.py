"""Six experts with different profiles, for the tables of these tests."""

from collections.abc import Mapping
from typing import Any

from tests import make
from tests.world import World

EXPERTS: Mapping[str, Mapping[str, Any]] = {
    "Ana Müller": {
        "title": "Endodontist",
        "specialty": ["endodontics"],
        "location": "São Paulo, Brazil",
        "years_experience": 12,
        "availability": "Part-time",
        "engagement_type": "Contract",
        "skills": [{"category": "Clinical", "items": ["Root Canal", "Microscopy"]}],
        "tags": ["Mentor", "night shift"],
        "bio": "Saves teeth that others give up.",
    },
    "Bo Nguyễn": {
        "title": "Practice coach",
        "specialty": ["practice management"],
        "location": "San Francisco, CA",
        "years_experience": 7.5,
        "availability": "Full-time",
        "engagement_type": "Advisory",
        "skills": [
            {"category": "Business", "items": ["Billing", "KPIs"]},
            {"category": "People", "items": ["Hiring"]},
        ],
        "tags": ["mentor"],
        "company": "Bright Smiles",
    },
    "Cy O'Hara": {
        "title": "Oral surgeon",
        "specialty": ["oral surgery"],
        "secondary_specialties": ["implantology"],
        "location": "Paulista Avenue, São Paulo",
        "years_experience": 30,
        "availability": "part-TIME",
        "skills": [{"category": "Clinical", "items": ["Implants", "Microscopy"]}],
        "outcomes": [
            {"title": "Cut infections", "metric": "38 %", "description": "With a checklist."}
        ],
    },
    "Di Straße": {
        "title": "Hygiene lead",
        "specialty": ["dental hygiene"],
        "location": "Straßburg",
        "availability": "Weekends",
        "engagement_type": "contract",
        "tags": ["NIGHT SHIFT"],
        "bio": "Root planing and a calm chair.",
    },
    "Ed Lima": {
        "title": "Orthodontist",
        "specialty": ["orthodontics"],
        "years_experience": 12,
        "skills": [{"category": "Clinical", "items": ["Aligners"]}],
    },
    "Fay Zhōu": {"title": "Prosthodontist", "specialty": ["prosthodontics"], "years_experience": 0},
}


def fill(world: World) -> None:
    """Create the six experts in order, one per minute."""
    for name, profile in EXPERTS.items():
        make.expert(world, name, **profile)
        world.clock.advance(minutes=1)
