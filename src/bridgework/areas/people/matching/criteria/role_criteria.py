"""The criteria of roles and experts: what a role posting wants, and what an expert offers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import (
    availability,
    locations,
    skills,
    term_extraction,
)
from bridgework.areas.people.matching.criteria.records import (
    build_offer,
    list_of,
    place_traits,
    prose_of,
    skills_of,
    text_of,
)
from bridgework.areas.people.matching.formula import Offer, Requirement, Stated, Wants

_ON_SITE = frozenset({"on-site", "part-time", "per-diem"})


def wants(posting: Mapping[str, Any]) -> Wants:
    """Return what a role posting wants. `posting` has its members by Python names."""
    need, challenge = text_of(posting, "role_needed"), text_of(posting, "challenge")
    preference = text_of(posting, "working_preference")
    tags, location = list_of(posting, "tags"), text_of(posting, "location")
    return formula.wants(
        formula.ROLE_WEIGHTS,
        {
            "specialty": Stated(skills.specialty_requirements(_specialties(need, tags, challenge))),
            "skills": Stated(skills.skill_requirements(tags)),
            "need": term_extraction.stated_need([need, challenge], location=location),
            "place": Stated(
                _location(location, preference),
                rule="must" if _is_on_site(preference) else "share",
            ),
            "time": Stated(
                availability.requirements(
                    text_of(posting, "hours_per_week"), text_of(posting, "timeline")
                )
            ),
            "engagement": Stated(
                availability.kind_requirements(availability.kinds_of_work(preference))
            ),
        },
    )


def offer(profile: Mapping[str, Any]) -> Offer:
    """Return what an expert offers. `profile` has its members by Python names."""
    traits = {
        "specialty": skills.specialty_traits(
            [*list_of(profile, "specialty"), text_of(profile, "title")],
            list_of(profile, "secondary_specialties"),
        ),
        "skills": skills.skill_traits(skills_of(profile)),
        "need": term_extraction.traits(prose_of(profile)),
        "place": [*place_traits(profile), *_licence_traits(profile)],
        "time": availability.traits(
            text_of(profile, "availability"), text_of(profile, "availability_date")
        ),
        "engagement": availability.kind_traits(text_of(profile, "engagement_type")),
    }
    return build_offer(profile, traits)


def _licence_traits(profile: Mapping[str, Any]) -> Iterator[str]:
    for licence in list_of(profile, "licenses"):
        yield from locations.licence_traits(licence["licensed_state"])


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
