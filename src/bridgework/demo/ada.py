"""Ada's profile, written by hand: every member filled, as an example of a complete one."""

from __future__ import annotations

from datetime import date, timedelta

from bridgework.demo import careers
from bridgework.demo.careers import Record

_SCHOOL = "Larkmere University School of Dental Medicine"


def profile(today: date) -> Record:
    """Return the profile of an orthodontist sixteen years in practice."""
    year = today.year
    return {
        **_PERSON,
        "availability_date": (today + timedelta(days=21)).isoformat(),
        "background": _background(year),
        "education": _education(year),
        "credentials": _credentials(year),
        "outcomes": _OUTCOMES,
        "skills": _SKILLS,
        "interested_skills": _INTERESTS,
    }


def _background(year: int) -> list[Record]:
    return [
        {
            "company": "Siskin Park Orthodontics",
            "role": "Owner and orthodontist",
            "start_year": year - 11,
            "end_year": None,
            "description": "A practice of five chairs with its own printing room. Records,"
            " diagnosis and aligner staging are mine; scanning, bonding and retention checks"
            " belong to a team that has stayed together for eight years.",
            "currently_working": True,
        },
        {
            "company": _SCHOOL,
            "role": "Adjunct clinical faculty",
            "start_year": year - 8,
            "end_year": None,
            "description": "One clinic day a week with residents, and the seminar on growth and"
            " timing.",
            "currently_working": True,
        },
        {
            "company": "Copperleaf Row Orthodontic Group",
            "role": "Associate orthodontist",
            "start_year": year - 16,
            "end_year": year - 11,
            "description": "Comprehensive treatment in two locations, and the group's first"
            " protocol for aligner cases.",
            "currently_working": False,
        },
    ]


def _education(year: int) -> list[Record]:
    return [
        careers.degree(
            _SCHOOL,
            "MS",
            "Orthodontics and Dentofacial Orthopedics",
            years=3,
            end=year - 16,
            affiliation="faculty",
        ),
        careers.degree(_SCHOOL, "DMD", "Dentistry", end=year - 19),
        careers.degree("Brightwater College", "BS", "Mechanical Engineering", end=year - 23),
    ]


def _credentials(year: int) -> list[Record]:
    return [
        {
            "name": "Diplomate, American Board of Orthodontics",
            "issuer": "American Board of Orthodontics",
            "year": str(year - 13),
        },
        {
            "name": "Clinical study design, certificate",
            "issuer": "Larkmere University Continuing Education",
            "year": str(year - 4),
        },
    ]


_BIO = (
    "I am an orthodontist in Denver, and for sixteen years I have divided my time between moving"
    " teeth and asking whether they should be moved. My practice treats children, teenagers and"
    " adults with fixed appliances and clear aligners; I stage every aligner plan myself and keep"
    " a list of the movements I no longer trust. Half of my early-treatment consultations end with"
    " a review in a year and no appliance at all.\n\nOne day a week I teach at the school that"
    " trained me. I advise product teams on remote monitoring, in-house printing and the wording"
    " of clinical claims, and I have run two small pilots with end points agreed in advance. I am"
    " useful early, when it is still cheap to change the question. On weekends I climb slowly and"
    " photograph birds."
)

_PERSON: Record = {
    "title": "Orthodontist, clear aligners and early treatment",
    "credential": "DMD, MS",
    "specialty": ["Orthodontics"],
    "secondary_specialties": ["Clear Aligner Therapy", "Digital Dentistry"],
    "years_experience": 16,
    "availability": "within 1 month",
    "location": "Denver, Colorado",
    "bio": _BIO,
    "phone_number": "3035550142",
    "country_code": "+1",
    "professional_network_url": "https://network.example.com/in/ada-lindholm",
    "personal_website": "https://ada-lindholm.example.com",
    "systems_experience": [
        "Orthodontic practice management",
        "Intraoral scanner",
        "Aligner planning software",
        "3D printing",
        "Remote monitoring app",
    ],
    "engagement_type": "advisory",
    "licenses": [
        {"license_number": "CO-D40213", "licensed_state": "Colorado"},
        {"license_number": "UT-D18874", "licensed_state": "Utah"},
    ],
    "desired_licensed_states": ["New Mexico"],
    "company": "Siskin Park Orthodontics",
    "job_seeker_intent": "open_to_opportunities",
    "accredited_investor": "no",
    "startup_advisor": "yes",
    "tags": [
        "orthodontics",
        "clear aligners",
        "early treatment",
        "remote monitoring",
        "3D printing",
        "clinical advisor",
    ],
    "tour_progress": {"welcome": True, "profile": True, "matches": True},
}

_INTERESTS: list[Record] = [
    {"category": "Research and product", "items": ["Reader studies", "Regulatory basics"]},
    {"category": "Digital dentistry", "items": ["Machine-learning evaluation"]},
]

_OUTCOMES: list[Record] = [
    {
        "title": "Fewer refinements",
        "metric": "Refinement scans per case down by 31% in two years",
        "description": "Changed the records visit: dry photographs, a bite check in the"
        " scanner and a written list of the movements to over-correct.",
    },
    {
        "title": "Remote monitoring pilot",
        "metric": "84 patients, 26 weeks, two visits less for each",
        "description": "Agreed on end points before the start, logged every missed image and"
        " reported the cases in which the phone saw less than the chair.",
    },
    {
        "title": "Retention that is worn",
        "metric": "Retention visits kept in the first year up from 52% to 81%",
        "description": "Two sets of retainers, three visits booked on the debond day, and a"
        " retention plan on one page.",
    },
]

_SKILLS: list[Record] = [
    {
        "category": "Diagnosis and planning",
        "items": ["Growth assessment", "Digital treatment planning", "Cephalometric analysis"],
    },
    {
        "category": "Appliances",
        "items": ["Clear aligners", "Indirect bonding", "Retention protocols"],
    },
    {
        "category": "Digital practice",
        "items": ["Aligner staging", "In-house 3D printing", "Remote monitoring"],
    },
]
