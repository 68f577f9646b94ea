"""A role posting and an expert: what the one wants and the other offers (contract section 5)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bridgework.areas.matching import availability, formula, locations, skills, term_extraction
from bridgework.areas.matching.formula import Offer, Stated, Wants
from bridgework.areas.matching.records import gathered, listed, skills_of, text, written


def wants(posting: Mapping[str, Any]) -> Wants:
    """What a role posting wants, by the Python names of its members."""
    need, challenge = text(posting, "role_needed"), text(posting, "challenge")
    preference = text(posting, "working_preference")
    tags = listed(posting, "tags")
    return formula.wants(
        formula.ROLE_WEIGHTS,
        {
            "specialty": Stated(skills.wanted_specialties(_specialties(need, tags, challenge))),
            "skills": Stated(skills.wanted_skills(tags)),
            "need": term_extraction.stated(need, challenge),
            "place": Stated(_place(text(posting, "location"), preference)),
            "time": Stated(
                availability.wanted(text(posting, "hours_per_week"), text(posting, "timeline"))
            ),
            "engagement": Stated(availability.wanted_kinds(availability.kinds(preference))),
        },
    )


def offer(profile: Mapping[str, Any]) -> Offer:
    """What an expert offers, by the Python names of a profile's members."""
    traits = {
        "specialty": skills.specialty_traits(
            [*listed(profile, "specialty"), text(profile, "title")],
            listed(profile, "secondary_specialties"),
        ),
        "skills": skills.skill_traits(skills_of(profile)),
        "need": term_extraction.traits(written(profile)),
        "place": iter(place_traits(profile)),
        "time": availability.traits(
            text(profile, "availability"), text(profile, "availability_date")
        ),
        "engagement": availability.kind_traits(text(profile, "engagement_type")),
    }
    return gathered(traits)


def place_traits(profile: Mapping[str, Any]) -> Iterable[str]:
    """Where somebody is, and where they are licensed."""
    held = [one["licensed_state"] for one in listed(profile, "licenses")]
    return [*locations.traits(text(profile, "location")), *locations.licensed(held)]


def _specialties(need: str, tags: Sequence[str], challenge: str) -> list[str]:
    """The specialties of the first of these that names any."""
    for said in (need, ", ".join(tags), challenge):
        if named := skills.specialties(said):
            return named
    return []


def _place(location: str, preference: str) -> Sequence[formula.Wanted]:
    if locations.is_remote(preference) or locations.is_remote(location):
        return locations.anywhere()
    return locations.wanted(location)
