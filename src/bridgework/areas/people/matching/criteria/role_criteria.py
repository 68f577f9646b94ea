"""The criteria of roles and experts: what a role posting wants, and what an expert offers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import (
    availability,
    locations,
    skills,
    term_extraction,
)
from bridgework.areas.people.matching.criteria.asked import requirements
from bridgework.areas.people.matching.criteria.records import (
    Member,
    Statement,
    Statements,
    build_offer,
    licences_in_prose,
    licensed_states,
    place_statements,
    prose_of,
    reading,
    second_specialties_of,
    skills_of,
    specialties_of,
    titles_of,
    whole,
)
from bridgework.areas.people.matching.formula import (
    PARTLY,
    WHOLLY,
    Offer,
    Requirement,
    Stated,
    Wants,
)
from bridgework.areas.people.profiles.records import Fields
from bridgework.terminology import negation, protected

_ON_SITE = frozenset({"on-site", "part-time", "per-diem"})

_TEXTS = {"skills": WHOLLY, "need": WHOLLY}

MEMBERS: Mapping[Member, Mapping[str, int]] = {
    "specialty": {"specialty": WHOLLY},
    "title": {"specialty": WHOLLY, **_TEXTS},
    "secondary_specialties": {"specialty": PARTLY},
    "skills": _TEXTS,
    "tags": _TEXTS,
    "systems_experience": _TEXTS,
    "bio": _TEXTS,
    "outcomes": _TEXTS,
    "background": _TEXTS,
    "location": {"place": WHOLLY},
    "licenses": {"place": PARTLY},
    "availability": {"time": WHOLLY},
    "availability_date": {"time": WHOLLY},
    "engagement_type": {"engagement": WHOLLY},
}
"""How far each member of a profile can meet the requirements of the criteria that read it."""


class RoleMembers(Protocol):
    """What matching reads of a role."""

    @property
    def role_needed(self) -> str: ...
    @property
    def challenge(self) -> str: ...
    @property
    def working_preference(self) -> str: ...
    @property
    def timeline(self) -> str: ...
    @property
    def hours_per_week(self) -> str | None: ...
    @property
    def location(self) -> str | None: ...
    @property
    def tags(self) -> Sequence[str] | None: ...


def wants(posting: RoleMembers) -> Wants:
    """Return what a role posting wants."""
    need, challenge = _stated(posting.role_needed), _stated(posting.challenge)
    preference = posting.working_preference
    tags = [tag for tag in posting.tags or () if _stated(tag) == tag]
    location = posting.location or ""
    names, kinds = _specialties(need, tags, challenge), availability.kinds_of_work(preference)
    asked = term_extraction.asked_terms(
        [need, challenge], elsewhere=[location, *tags, *names.values()]
    )
    of_tags, of_need = requirements(
        skills.terms_of(names), skills.asked_skills(tags), asked, most=term_extraction.MAX_TERMS
    )
    return formula.wants(
        formula.ROLE_WEIGHTS,
        {
            "specialty": Stated(
                skills.specialty_requirements(names),
                rule="must"
                if any(map(skills.is_irreplaceable, skills.specialties(need)))
                else "share",
            ),
            "skills": Stated(of_tags),
            "need": Stated(of_need, enough=(len(of_need) + 1) // 2),
            "place": Stated(
                _location(location, preference),
                rule="must" if _is_on_site(preference) else "share",
            ),
            "time": Stated(
                availability.requirements(posting.hours_per_week or "", posting.timeline, kinds)
            ),
            "engagement": Stated(availability.kind_requirements(kinds)),
        },
    )


def _stated(text: str) -> str:
    """Return a text of a posting without what it denies, such as "not a GP".

    Protected characteristics of people are left out too.
    """
    return "\n".join(negation.stated(protected.without_demands(text)))


def offer(profile: Fields) -> Offer:
    """Return what an expert offers."""
    return build_offer(profile, statements(profile))


def statements(profile: Fields) -> Statements:
    """Return what an expert's profile states, by criterion."""
    engagement = profile.engagement_type or ""
    times = {
        "availability": profile.availability or "",
        "availability_date": profile.availability_date or "",
    }
    return {
        "specialty": [
            *reading(specialties_of(profile), skills.specialty_traits),
            *reading(titles_of(profile), skills.specialty_traits),
            *reading(second_specialties_of(profile), skills.second_specialty_traits),
        ],
        "skills": list(reading(skills_of(profile), skills.skill_traits)),
        "need": list(reading(prose_of(profile), term_extraction.traits)),
        "place": [*place_statements(profile), *_licences(profile)],
        "time": [
            Statement(trait, member, times[member])
            for trait, member in availability.traits(*times.values())
        ],
        "engagement": list(
            whole("engagement_type", engagement, availability.kind_traits(engagement))
        ),
    }


def _licences(profile: Fields) -> Iterator[Statement]:
    for state in licensed_states(profile):
        yield from whole("licenses", state, locations.licence_traits(state))
    for code, sentence in licences_in_prose(profile):
        yield from whole("bio", sentence, locations.licence_traits(code))


def _specialties(need: str, tags: Sequence[str], challenge: str) -> Mapping[str, str]:
    """Return the specialties of the first of these texts that names any, with their labels."""
    for text in (need, "\n".join(tags), challenge):
        if names := skills.specialties(text):
            return names
    return {}


def _location(location: str, preference: str) -> Sequence[Requirement]:
    if locations.is_remote(preference) or locations.is_remote(location):
        return [locations.REMOTE]
    return locations.requirements(location, is_on_site=_is_on_site(preference))


def _is_on_site(preference: str) -> bool:
    """Return whether experts must be near."""
    return not availability.kinds_of_work(preference).isdisjoint(_ON_SITE)
