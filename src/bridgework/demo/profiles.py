"""The experts of the demo world, by number."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import date, timedelta

from bridgework.demo import biographies, careers, disciplines, names, places, sheets
from bridgework.demo.careers import Career, Record
from bridgework.demo.disciplines import Discipline
from bridgework.demo.draws import Draws
from bridgework.demo.places import Place

AVAILABILITY = (
    "immediately",
    "within 1 month",
    "within 3 months",
    "part-time",
    "evenings and weekends",
)
ENGAGEMENT = ("full-time", "part-time", "consulting", "fractional", "advisory")

# The first day, and how many days after it, on which someone so available could begin.
_STARTS = {
    "immediately": (0, 1),
    "within 1 month": (7, 22),
    "within 3 months": (31, 58),
    "part-time": (0, 22),
    "evenings and weekends": (0, 22),
}
_TOURS = (
    {"welcome": True, "profile": True, "matches": True},
    {"welcome": True, "profile": True, "matches": False},
    {"welcome": True, "profile": False, "matches": False},
)


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """A person of the demo world.

    `profile` has every member of the specification's profile object under its Python name, within
    the specification's limits. Nobody has a picture: one that is invented would be a dead link, and
    one that is not would be somebody's face.
    """

    email: str
    first_name: str
    last_name: str
    avatar_url: str | None
    profile: dict[str, object]


def profile(n: int, today: date) -> DemoPerson:
    """Return expert number `n` (from 0 on), made from `n` alone; dates are relative to `today`."""
    draws = Draws("expert", n)
    name = names.name(n)
    discipline = disciplines.of_number(n)
    years = 2 + draws.below(13) + draws.below(13) + (draws.below(14) if draws.happens(35) else 0)
    career = careers.career(draws, discipline, years, today.year)
    place = draws.pick(places.places())
    handle = f"{name.given.plain}-{name.family.plain}-{n}"
    return DemoPerson(
        email=f"{name.given.plain}.{name.family.plain}.{n}@example.com",
        first_name=name.given.text,
        last_name=name.family.text,
        avatar_url=None,
        profile={
            **_practice(draws, discipline, career, years),
            **contact(draws, place, handle),
            **_wishes(draws, discipline, career, place, years, today),
            **known(draws, discipline),
            "tags": _tags(draws, discipline),
        },
    )


def contact(draws: Draws, place: Place, handle: str) -> Record:
    """Return where a person is found; telephone numbers lie in the range kept for fiction."""
    return {
        "location": place.location,
        "phone_number": f"{place.area_code}55501{draws.below(100):02}",
        "country_code": "+1",
        "professional_network_url": f"https://network.example.com/in/{handle}",
        "personal_website": f"https://{handle}.example.com" if draws.happens(45) else None,
        **_licences(draws, place),
    }


def known(draws: Draws, discipline: Discipline) -> Record:
    """Return what a person can do and would like to learn, and how far they are in the tour."""
    skills = draws.some(discipline.skills, 2 + draws.below(2))
    wanted = draws.some(_interests(), 1 + draws.below(2))
    return {
        "skills": [
            {"category": category, "items": draws.some(items, 3 + draws.below(2))}
            for category, items in skills
        ],
        "interested_skills": [
            {"category": category, "items": draws.some(items, 2)} for category, items in wanted
        ],
        "systems_experience": draws.some(discipline.systems, 3 + draws.below(2)),
        "tour_progress": dict(draws.pick(_TOURS)),
    }


def starting_date(draws: Draws, availability: str, today: date) -> str:
    first, span = _STARTS[availability]
    return (today + timedelta(days=first + draws.below(span))).isoformat()


def _practice(draws: Draws, discipline: Discipline, career: Career, years: int) -> Record:
    """Return who a person is in their field, and the career behind it."""
    title = draws.pick(discipline.titles)
    if draws.happens(35):
        title = draws.pick(_titles()).format(role=career.role, company=career.company)
    return {
        "title": title,
        "credential": career.letters,
        "specialty": [discipline.name],
        "secondary_specialties": draws.some(discipline.secondary, draws.below(2) + 1),
        "years_experience": years,
        "company": career.company,
        "background": career.background,
        "education": career.education,
        "credentials": career.credentials,
        "outcomes": biographies.claims(draws, discipline),
    }


def _wishes(
    draws: Draws, discipline: Discipline, career: Career, place: Place, years: int, today: date
) -> Record:
    """Return what a person is free for, and a biography that says the same."""
    availability = draws.pick(AVAILABILITY)
    spare_time_only = availability in {"part-time", "evenings and weekends"}
    engagement = draws.pick(ENGAGEMENT[1:] if spare_time_only else ENGAGEMENT)
    looking = engagement == "full-time" or (engagement == "part-time" and draws.happens(50))
    startup_advisor = draws.pick(("yes", "yes", "no", "no", "unsure", None))
    return {
        "availability": availability,
        "availability_date": starting_date(draws, availability, today),
        "engagement_type": engagement,
        "job_seeker_intent": "actively_looking" if looking else "open_to_opportunities",
        "accredited_investor": draws.pick(("yes", "no", "no", "unsure", None)),
        "startup_advisor": startup_advisor,
        "bio": biographies.biography(
            draws,
            discipline,
            career,
            place,
            years,
            engagement=engagement,
            advises=startup_advisor == "yes",
        ),
    }


def _licences(draws: Draws, place: Place) -> Record:
    """Return a licence where the person lives, perhaps one next door, and states still wanted."""
    nearby = place.nearby_states
    held = [place.state]
    wanted: list[str] = []
    if draws.happens(30):
        held.append(nearby[0])
    if draws.happens(40):
        wanted.append(nearby[1])
    initials = places.initials()
    return {
        "licenses": [
            {
                "license_number": f"{initials[state]}-D{draws.below(60_000):05}",
                "licensed_state": state,
            }
            for state in held
        ],
        "desired_licensed_states": wanted,
    }


def _tags(draws: Draws, discipline: Discipline) -> list[str]:
    own = draws.some(discipline.tags, 3)
    shared = draws.some(_shared_tags(), 1 + draws.below(2))
    return own + [tag for tag in shared if tag not in own]


@functools.cache
def _titles() -> tuple[str, ...]:
    return sheets.sheet("biographies").lines("Titles")


@functools.cache
def _shared_tags() -> tuple[str, ...]:
    return sheets.sheet("interests").lines("Tags")


@functools.cache
def _interests() -> tuple[tuple[str, tuple[str, ...]], ...]:
    return sheets.sheet("interests").beginning("Learn")
