"""The criteria of jobs and candidates: what a job posting wants, and what a candidate offers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import availability, locations, skills
from bridgework.areas.people.matching.criteria.records import (
    build_offer,
    list_of,
    place_traits,
    prose_of,
    skills_of,
    text_of,
)
from bridgework.areas.people.matching.formula import (
    PARTLY,
    WHOLLY,
    Offer,
    Requirement,
    Stated,
    Wants,
)
from bridgework.kit.text import sort_key
from bridgework.terminology import terms, us_states

_MIN_YEARS = {"0-2": 0, "3-5": 3, "5-plus": 5}
_ALMOST = {0: 0, 3: 2, 5: 3}
"""The years of experience that meet a posting partly, by the required years."""
_THRESHOLDS = sorted({*_ALMOST, *_ALMOST.values()})


def wants(posting: Mapping[str, Any]) -> Wants:
    """Return what a job posting wants. `posting` has its members by Python names."""
    return formula.wants(
        formula.JOB_WEIGHTS,
        {
            "specialty": Stated(
                _specialty(posting), rule="gate" if posting.get("specialty") else "share"
            ),
            "procedures": Stated(
                skills.procedure_requirements(list_of(posting, "required_procedures"))
            ),
            "licences": Stated(_licences(posting), rule="must"),
            "place": Stated(_place(posting), rule="must" if _is_on_site(posting) else "share"),
            "experience": Stated(
                _experience(posting),
                rule="must" if posting.get("experience_level") == "required" else "share",
            ),
            "kind_of_work": Stated(_kind_of_work(posting)),
            "mentoring": Stated(_mentoring(posting)),
        },
    )


def offer(profile: Mapping[str, Any], account: Mapping[str, Any]) -> Offer:
    """Return what a candidate offers. `profile` has its members by Python names.

    `account` has further values of the jobs platform: `credential`, `specialty` and
    `looking_for_mentor`.
    """
    own = [*list_of(profile, "specialty"), *list_of(account, "specialty")]
    credentials = [
        credential
        for credential in (account.get("credential"), profile.get("credential"))
        if credential
    ]
    texts = [*skills_of(profile), *prose_of(profile)]
    return build_offer(
        profile,
        {
            "specialty": _specialty_traits(
                own, credentials, list_of(profile, "secondary_specialties")
            ),
            "procedures": skills.procedure_traits(texts),
            "licences": _licence_traits(profile),
            "place": place_traits(profile),
            "experience": _experience_traits(profile.get("years_experience")),
            "kind_of_work": availability.kind_traits(
                text_of(profile, "availability"), text_of(profile, "engagement_type")
            ),
            "mentoring": _mentor_traits(account.get("looking_for_mentor")),
        },
    )


def _specialty(posting: Mapping[str, Any]) -> list[Requirement]:
    """Require the named specialty, or else a specialist or a generalist."""
    specialty = posting.get("specialty")
    if specialty:
        return skills.specialty_requirements({specialty: terms.TERMS[specialty].label})
    kind = posting.get("role_type")
    if kind == "general":
        met_by = {"is:general-dentistry": WHOLLY, "credential:associate-dentist": WHOLLY}
        return [Requirement("general dentistry", {**met_by, "credential:student": PARTLY})]
    if kind == "specialist":
        return [Requirement("a specialist", {"credential:specialist": WHOLLY})]
    return []


def _specialty_traits(
    own: Sequence[str], credentials: Sequence[str], secondary: Sequence[str]
) -> Iterator[str]:
    yield from skills.specialty_traits(own, secondary)
    yield from (f"credential:{sort_key(credential)}" for credential in credentials)


def _licences(posting: Mapping[str, Any]) -> list[Requirement]:
    """Require each licence, by the state that it names, or else by its text."""
    return [
        Requirement(licence, _licence(licence))
        for licence in dict.fromkeys(list_of(posting, "required_licenses"))
    ]


def _licence(text: str) -> dict[str, int]:
    codes = sorted(us_states.in_place(text))
    if not codes:
        return {f"licence:{sort_key(text)}": WHOLLY}
    return {f"desired:{code}": PARTLY for code in codes} | {
        f"licence:{code}": WHOLLY for code in codes
    }


def _licence_traits(profile: Mapping[str, Any]) -> Iterator[str]:
    for licence in list_of(profile, "licenses"):
        state = licence["licensed_state"]
        yield f"licence:{sort_key(state)}"
        yield from (f"licence:{code}" for code in us_states.in_place(state))
    for state in list_of(profile, "desired_licensed_states"):
        yield from (f"desired:{code}" for code in us_states.in_place(state))


def _place(posting: Mapping[str, Any]) -> list[Requirement]:
    """Require any one of the locations."""
    places = list(_locations(posting))
    if not places:
        return []
    met_by: dict[str, int] = {}
    for place in places:
        for trait, halves in place.met_by.items():
            met_by[trait] = max(halves, met_by.get(trait, 0))
    return [Requirement(" or ".join(dict.fromkeys(place.label for place in places)), met_by)]


def _locations(posting: Mapping[str, Any]) -> Iterator[Requirement]:
    for text in (text_of(posting, "location"), *list_of(posting, "additional_locations")):
        if locations.is_remote(text):
            yield locations.REMOTE
        else:
            yield from locations.requirements(text, is_on_site=_is_on_site(posting))


def _is_on_site(posting: Mapping[str, Any]) -> bool:
    """Return whether candidates must be near: nobody moves for some days a week."""
    return posting.get("employment_type") in {"part-time", "per-diem"}


def _experience(posting: Mapping[str, Any]) -> list[Requirement]:
    years_range = posting.get("years_of_experience")
    if not years_range:
        return []
    years = _MIN_YEARS[years_range]
    met_by = {f"years:{_ALMOST[years]}": PARTLY, f"years:{years}": WHOLLY}
    minimum = f"{years} years of experience or more"
    return [Requirement(minimum if years else "any number of years of experience", met_by)]


def _experience_traits(years: float | None) -> Iterator[str]:
    if years is not None:
        yield from (f"years:{minimum}" for minimum in _THRESHOLDS if years >= minimum)


def _kind_of_work(posting: Mapping[str, Any]) -> list[Requirement]:
    kind = posting.get("employment_type")
    return availability.kind_requirements(frozenset({kind})) if kind else []


def _mentoring(posting: Mapping[str, Any]) -> list[Requirement]:
    """Require interest in a mentor if the practice offers mentoring."""
    if not posting.get("open_to_mentoring"):
        return []
    return [Requirement("interest in a mentor", {"mentor:wanted": WHOLLY})]


def _mentor_traits(looking: bool | None) -> Iterator[str]:
    if looking is not None:
        yield "mentor:wanted" if looking else "mentor:not wanted"
