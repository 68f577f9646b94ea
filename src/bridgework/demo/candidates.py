"""The job candidates of the demo world, by number."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bridgework.demo import (
    biographies,
    careers,
    disciplines,
    names,
    places,
    profiles,
    sheets,
)
from bridgework.demo.careers import Career, Record
from bridgework.demo.disciplines import Discipline
from bridgework.demo.draws import Draws
from bridgework.demo.places import Place
from bridgework.demo.profiles import DemoPerson

_FIRST_NAME = 5_000  # nobody is a namesake of one of the first 5,000 experts

_SPECIALTIES = (
    "endodontics",
    "orthodontics",
    "periodontics",
    "prosthodontics",
    "pediatric-dentistry",
    "oral-surgery",
    "anesthesiology",
)
_SPECIALISTS = (1, 5, 8)  # of every ten candidates
_AVAILABILITY = ("immediately", "within 1 month", "within 3 months", "part-time")
_STUDENT_YEARS = (("D3", "third", 2), ("D4", "fourth", 1))


@dataclass(frozen=True, slots=True)
class DemoCandidate:
    """A candidate: the person, and what their jobs account says beside the profile.

    `jobs_credential` and `jobs_specialty` have the values of the specification's jobs self-update;
    hygienists have no credential there, and generalists no specialty.
    """

    person: DemoPerson
    jobs_credential: str | None
    jobs_specialty: tuple[str, ...]
    interested_in_non_clinical: bool
    looking_for_mentor: bool


def candidate(n: int, today: date) -> DemoCandidate:
    """Return candidate number `n` (from 0 on), made from `n` alone.

    Of any ten in a row five are associate dentists, three specialists, one is a hygienist and one
    a student.
    """
    draws = Draws("candidate", n)
    if n % 10 == 4:
        return _student(draws, n, today)
    if n % 10 in _SPECIALISTS:
        rank = n // 10 * len(_SPECIALISTS) + _SPECIALISTS.index(n % 10)
        sheet = _SPECIALTIES[rank % len(_SPECIALTIES)]
        return _practitioner(draws, n, today, sheet, "specialist")
    if n % 10 == 7:
        return _practitioner(draws, n, today, "dental-hygiene", None)
    return _practitioner(draws, n, today, "general-dentistry", "associate-dentist")


def _practitioner(
    draws: Draws, n: int, today: date, sheet: str, credential: str | None
) -> DemoCandidate:
    discipline = disciplines.discipline(sheet)
    years = 1 + draws.below(4) + draws.below(5)
    career = careers.career(draws, discipline, years, today.year, may_lead=False)
    place = draws.pick(places.places())
    profile: Record = {
        "title": draws.pick(discipline.early_roles),
        "credential": career.letters,
        "years_experience": years,
        "company": career.company,
        "background": career.background,
        "education": career.education,
        "credentials": career.credentials,
        "outcomes": biographies.claims(draws, discipline)[: years // 2],
        "bio": _biography(draws, discipline, career, place, years),
    }
    return DemoCandidate(
        person=_person(draws, n, today, discipline, place, profile),
        jobs_credential=credential,
        jobs_specialty=(discipline.job_specialty,) if discipline.job_specialty else (),
        interested_in_non_clinical=draws.happens(20),
        looking_for_mentor=draws.happens(70 if years < 4 else 25),
    )


def _student(draws: Draws, n: int, today: date) -> DemoCandidate:
    discipline = disciplines.discipline("general-dentistry")
    student_year, ordinal, years_left = draws.pick(_STUDENT_YEARS)
    graduates = today.year + years_left - (today.month < 6)
    training = careers.studies(draws, discipline, graduates, student_year)
    place = draws.pick(places.places())
    sheet = sheets.sheet("candidates")
    profile: Record = {
        "title": f"Dental student, {ordinal} year",
        "credential": f"{training.letters} candidate",
        "years_experience": 0,
        "company": training.school,
        "background": _student_posts(draws, training.school, graduates, today.year),
        "education": training.entries,
        "credentials": [],
        "outcomes": [],
        "bio": _student_biography(draws, training.school, ordinal),
        "skills": [
            {"category": "Student clinic", "items": draws.some(sheet.lines("Student skills"), 4)}
        ],
        "tags": draws.some(sheet.lines("Student tags"), 3),
        "licenses": [],
        "desired_licensed_states": [place.state, place.nearby_states[0]],
    }
    return DemoCandidate(
        person=_person(draws, n, today, discipline, place, profile),
        jobs_credential="student",
        jobs_specialty=(),
        interested_in_non_clinical=draws.happens(30),
        looking_for_mentor=True,
    )


def _person(
    draws: Draws, n: int, today: date, discipline: Discipline, place: Place, profile: Record
) -> DemoPerson:
    """Return the person around what is given: name, addresses, licences, wishes and skills."""
    name = names.name(n + _FIRST_NAME)
    handle = f"{name.given.plain}-{name.family.plain}-c{n}"
    availability = draws.pick(_AVAILABILITY)
    return DemoPerson(
        email=f"{name.given.plain}.{name.family.plain}.c{n}@example.com",
        first_name=name.given.text,
        last_name=name.family.text,
        avatar_url=None,
        profile={
            **profiles.contact(draws, place, handle),
            **profiles.known(draws, discipline),
            "specialty": [discipline.name],
            "secondary_specialties": None,
            "availability": availability,
            "availability_date": profiles.starting_date(draws, availability, today),
            "engagement_type": "part-time" if availability == "part-time" else "full-time",
            "job_seeker_intent": draws.pick(("actively_looking", "open_to_opportunities")),
            "accredited_investor": None,
            "startup_advisor": None,
            "tags": draws.some(discipline.tags, 3),
            **profile,
        },
    )


def _biography(
    draws: Draws, discipline: Discipline, career: Career, place: Place, years: int
) -> str:
    """Return four sentences: who, what, how, and what kind of practice is wanted."""
    sheet = sheets.sheet("candidates")
    own = discipline.work if years >= 3 else sheet.lines("Work")
    opening = draws.pick(sheet.lines("Openings")).format_map(
        {
            **biographies.spoken(discipline),
            "experience": "one year" if years == 1 else f"{years} years",
            "city": place.city,
            "school": career.school,
        }
    )
    return " ".join(
        [opening, draws.pick(own), draws.pick(discipline.views), draws.pick(sheet.lines("Hopes"))]
    )


def _student_biography(draws: Draws, school: str, ordinal: str) -> str:
    sheet = sheets.sheet("candidates")
    slots = {"school": school, "year": ordinal, "field": "general dentistry"}
    opening = draws.pick(sheet.lines("Student openings")).format_map(slots)
    works = draws.some(sheet.lines("Student work"), 2)
    return " ".join([opening, *works, draws.pick(sheet.lines("Hopes"))])


def _student_posts(draws: Draws, school: str, graduates: int, this_year: int) -> list[Record]:
    """Return two posts beside the studies, both at the school and both still held."""
    return [
        {
            "company": school,
            "role": role,
            "start_year": min(this_year, graduates - 2 + index),
            "end_year": None,
            "description": description,
            "currently_working": True,
        }
        for index, (role, description) in enumerate(
            draws.some(sheets.sheet("candidates").rows("Student posts"), 2)
        )
    ]
