"""The experts of the demo world, by number."""

from datetime import date, timedelta

from bridgework.demo import careers, disciplines, names
from bridgework.demo.biographies import biography, claims
from bridgework.demo.data import Record, read
from bridgework.demo.draws import Draws

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


def expert(n: int, today: date) -> Record:
    """Return expert number `n` (from 0 on), made from `n` alone; dates are relative to `today`.

    `profile` has every member of the specification's profile object under its Python name. There
    are no pictures: an invented one would be a dead link, and a real one somebody's face.
    """
    draws = Draws("expert", n)
    name = names.name(n)
    discipline = disciplines.of_number(n)
    years = 2 + draws.below(13) + draws.below(13) + (draws.below(14) if draws.happens(35) else 0)
    career = careers.career(draws, discipline, years, today.year)
    place = draws.pick(read("words/places")["cities"])
    current = career.background[0]
    title = draws.pick(discipline.titles)
    if draws.happens(35):
        titles = read("words/biographies")["titles"]
        title = draws.pick(titles).format(role=current["role"], company=current["company"])
    return {
        "email": f"{name.handle.replace('-', '.')}.{n}@example.com",
        "first_name": name.given,
        "last_name": name.family,
        "avatar_url": None,
        "profile": {
            "title": title,
            "credential": career.letters,
            "specialty": [discipline.name],
            "secondary_specialties": draws.some(discipline.secondary, draws.below(2) + 1),
            "years_experience": years,
            "company": current["company"],
            "background": career.background,
            "education": career.education,
            "credentials": career.credentials,
            "outcomes": claims(draws, discipline),
            **_contact(draws, place, f"{name.handle}-{n}"),
            **_wishes(draws, discipline, career, place, years, today),
            **_knowledge(draws, discipline),
            "tags": _tags(draws, discipline),
        },
    }


def _contact(draws: Draws, place: Record, handle: str) -> Record:
    """Return where a person is found; telephone numbers lie in the range kept for fiction.

    A license where the person lives comes first, perhaps one next door, and a state still wanted.
    """
    contact = {
        "location": f"{place['city']}, {place['state']}",
        "phone_number": f"{place['area_code']}55501{draws.below(100):02}",
        "country_code": "+1",
        "professional_network_url": f"https://network.example.com/in/{handle}",
        "personal_website": f"https://{handle}.example.com" if draws.happens(45) else None,
    }
    held = [place["state"]]
    if draws.happens(30):
        held.append(place["nearby_states"][0])
    wanted = place["nearby_states"][1:2] if draws.happens(40) else []
    initials = read("words/places")["initials"]
    licenses = [
        {"license_number": f"{initials[state]}-D{draws.below(60_000):05}", "licensed_state": state}
        for state in held
    ]
    return {**contact, "licenses": licenses, "desired_licensed_states": wanted}


def _knowledge(draws: Draws, discipline: disciplines.Discipline) -> Record:
    """Return what a person can do and would like to learn, and how far they are in the tour."""
    skills = draws.some(discipline.skills, 2 + draws.below(2))
    wanted = draws.some(read("words/interests")["interests"], 1 + draws.below(2))
    return {
        "skills": [
            {**group, "items": draws.some(group["items"], 3 + draws.below(2))} for group in skills
        ],
        "interested_skills": [
            {**group, "items": draws.some(group["items"], 2)} for group in wanted
        ],
        "systems_experience": draws.some(discipline.systems, 3 + draws.below(2)),
        "tour_progress": _tour_progress(3 - draws.below(3)),
    }


def _tour_progress(steps: int) -> Record:
    return {step: at < steps for at, step in enumerate(("welcome", "profile", "matches"))}


def _wishes(
    draws: Draws,
    discipline: disciplines.Discipline,
    career: careers.Career,
    place: Record,
    years: int,
    today: date,
) -> Record:
    """Return what a person is free for, and a biography that says the same."""
    availability = draws.pick(AVAILABILITY)
    spare_time_only = availability in {"part-time", "evenings and weekends"}
    engagement = draws.pick(ENGAGEMENT[1:] if spare_time_only else ENGAGEMENT)
    looking = engagement == "full-time" or (engagement == "part-time" and draws.happens(50))
    startup_advisor = draws.pick(("yes", "yes", "no", "no", "unsure", None))
    first, span = _STARTS[availability]
    starts = today + timedelta(days=first + draws.below(span))
    return {
        "availability": availability,
        "availability_date": starts.isoformat(),
        "engagement_type": engagement,
        "job_seeker_intent": "actively_looking" if looking else "open_to_opportunities",
        "accredited_investor": draws.pick(("yes", "no", "no", "unsure", None)),
        "startup_advisor": startup_advisor,
        "bio": biography(
            draws,
            discipline,
            {"years": years, "city": place["city"], "state": place["state"]},
            career,
            engagement=engagement,
            advises=startup_advisor == "yes",
        ),
    }


def _tags(draws: Draws, discipline: disciplines.Discipline) -> list[str]:
    own = draws.some(discipline.tags, 3)
    shared = draws.some(read("words/interests")["tags"], 1 + draws.below(2))
    return own + [tag for tag in shared if tag not in own]
