"""Generates the experts of the demo by number."""

from datetime import date, timedelta

from bridgework.areas.people.matching.actions import COMMON_AVAILABILITIES, COMMON_KINDS_OF_WORK
from bridgework.demo.data import Record, read
from bridgework.demo.draws import Draws
from bridgework.demo.profiles import careers, disciplines, names
from bridgework.demo.profiles.biographies import biography, outcomes

# The earliest start in days from today, and the number of possible days, for each availability.
_STARTS = {
    "immediately": (0, 1),
    "within 1 month": (7, 22),
    "within 3 months": (31, 58),
    "part-time": (0, 22),
    "evenings and weekends": (0, 22),
}
_SPARE_TIME_WORK = [kind for kind in COMMON_KINDS_OF_WORK if kind not in {"full-time", "interim"}]


def expert(n: int, today: date) -> Record:
    """Return expert number `n` (from 0), derived from `n` alone; dates are relative to `today`.

    `profile` has every member of the API's profile object under its Python name. There are no
    pictures: an invented URL would be a dead link, and a real one would show a real person.
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
            "credential": career.post_nominals,
            "specialty": [discipline.name],
            "secondary_specialties": draws.some(discipline.secondary, draws.below(2) + 1),
            "years_experience": years,
            "company": current["company"],
            "background": career.background,
            "education": career.education,
            "credentials": career.credentials,
            "outcomes": outcomes(draws, discipline),
            **_contact(draws, place, f"{name.handle}-{n}"),
            **_availability(draws, discipline, career, place, years, today),
            **_skills(draws, discipline),
            "tags": _tags(draws, discipline),
        },
    }


def _contact(draws: Draws, place: Record, handle: str) -> Record:
    """Return location, contact and licenses; telephone numbers are in the range for fiction.

    The first license is for the home state. There may be a second for a neighboring state, and a
    desired state.
    """
    contact = {
        "location": f"{place['city']}, {place['state']}",
        "phone_number": f"{place['area_code']}55501{draws.below(100):02}",
        "country_code": "+1",
        "professional_network_url": f"https://network.example.com/in/{handle}",
        "personal_website": f"https://{handle}.example.com" if draws.happens(45) else None,
    }
    licensed_states = [place["state"]]
    if draws.happens(30):
        licensed_states.append(place["nearby_states"][0])
    desired_states = place["nearby_states"][1:2] if draws.happens(40) else []
    initials = read("words/places")["initials"]
    licenses = [
        {"license_number": f"{initials[state]}-D{draws.below(60_000):05}", "licensed_state": state}
        for state in licensed_states
    ]
    return {**contact, "licenses": licenses, "desired_licensed_states": desired_states}


def _skills(draws: Draws, discipline: disciplines.Discipline) -> Record:
    """Return skills, interests, systems and the progress of the tour."""
    skills = draws.some(discipline.skills, 2 + draws.below(2))
    interests = draws.some(read("words/interests")["interests"], 1 + draws.below(2))
    return {
        "skills": [
            {**group, "items": draws.some(group["items"], 3 + draws.below(2))} for group in skills
        ],
        "interested_skills": [
            {**group, "items": draws.some(group["items"], 2)} for group in interests
        ],
        "systems_experience": draws.some(discipline.systems, 3 + draws.below(2)),
        "tour_progress": _tour_progress(3 - draws.below(3)),
    }


def _tour_progress(steps: int) -> Record:
    return {step: at < steps for at, step in enumerate(("welcome", "profile", "matches"))}


def _availability(
    draws: Draws,
    discipline: disciplines.Discipline,
    career: careers.Career,
    place: Record,
    years: int,
    today: date,
) -> Record:
    """Return availability and engagement, and a biography that agrees with them."""
    availability = draws.pick(COMMON_AVAILABILITIES)
    spare_time_only = availability in {"part-time", "evenings and weekends"}
    engagement = draws.pick(_SPARE_TIME_WORK if spare_time_only else COMMON_KINDS_OF_WORK)
    is_looking = engagement == "full-time" or (engagement == "part-time" and draws.happens(50))
    startup_advisor = draws.pick(("yes", "yes", "no", "no", "unsure", None))
    first, span = _STARTS[availability]
    starts = today + timedelta(days=first + draws.below(span))
    return {
        "availability": availability,
        "availability_date": starts.isoformat(),
        "engagement_type": engagement,
        "job_seeker_intent": "actively_looking" if is_looking else "open_to_opportunities",
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
    field_tags = draws.some(discipline.tags, 3)
    shared = draws.some(read("words/interests")["tags"], 1 + draws.below(2))
    return field_tags + [tag for tag in shared if tag not in field_tags]
