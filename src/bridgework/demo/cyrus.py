"""Cyrus's profile, written by hand: an associate dentist three years out of school, and looking."""

from __future__ import annotations

from datetime import date, timedelta

from bridgework.demo import careers
from bridgework.demo.careers import Record

_COMPANY = "Lanternwood Family Dentistry"


def profile(today: date) -> Record:
    """Return the profile of a general dentist who would like a mentor."""
    year = today.year
    return {
        **_PERSON,
        "availability_date": (today + timedelta(days=60)).isoformat(),
        "background": [
            {
                "company": _COMPANY,
                "role": "Associate dentist",
                "start_year": year - 3,
                "end_year": None,
                "description": "Restorative care, single crowns, anterior and bicuspid endodontics"
                " and the emergency column four mornings a week.",
                "currently_working": True,
            }
        ],
        "credentials": [
            {
                "name": "Adhesive dentistry, hands-on",
                "issuer": "Winterbourne Hands-On Institute",
                "year": str(year - 1),
            }
        ],
        "education": [
            careers.degree(
                "Tamarack State University School of Dentistry", "DDS", "Dentistry", end=year - 3
            ),
            careers.degree("Hollin College", "BS", "Biochemistry", end=year - 7),
        ],
    }


_BIO = (
    "I am a general dentist with three years of experience, most of it in a busy two-doctor"
    " practice. I am confident with direct restorations, single crowns and anterior and bicuspid"
    " endodontics, and I refer molars and surgery without embarrassment. My notes are finished"
    " before I leave and every referral gets a letter the same day. I look for a practice with a"
    " written ramp-up plan, an hour a week with a senior colleague and time to plan larger cases."
)

_PERSON: Record = {
    "title": "Associate dentist",
    "credential": "DDS",
    "specialty": ["General Dentistry"],
    "secondary_specialties": ["Restorative Dentistry"],
    "years_experience": 3,
    "availability": "within 3 months",
    "location": "Austin, Texas",
    "bio": _BIO,
    "phone_number": "5125550164",
    "country_code": "+1",
    "professional_network_url": "https://network.example.com/in/cyrus-daneshvar",
    "personal_website": None,
    "systems_experience": ["Practice management software", "Intraoral scanner"],
    "engagement_type": "full-time",
    "outcomes": [
        {
            "title": "Referral letters",
            "metric": "Every referral answered the same day for two years",
            "description": "Wrote a template with findings, images and the question asked, and"
            " sent it before the patient left the building.",
        }
    ],
    "licenses": [{"license_number": "TX-D33907", "licensed_state": "Texas"}],
    "desired_licensed_states": ["Oklahoma", "Colorado"],
    "company": _COMPANY,
    "job_seeker_intent": "actively_looking",
    "accredited_investor": None,
    "startup_advisor": "no",
    "skills": [
        {
            "category": "Restorative",
            "items": ["Direct composites", "Ceramic crowns", "Same-day milling"],
        },
        {
            "category": "Endodontics and surgery",
            "items": ["Anterior endodontics", "Bicuspid endodontics", "Socket preservation"],
        },
    ],
    "interested_skills": [
        {"category": "Endodontics and surgery", "items": ["Molar endodontics"]},
        {"category": "Implants", "items": ["Straightforward implants"]},
    ],
    "tags": ["general dentistry", "restorative", "mentoring", "digital workflow"],
    "tour_progress": {"welcome": True, "profile": True, "matches": True},
}
