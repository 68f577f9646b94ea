"""The criteria of jobs and candidates: what a job posting wants, and what a candidate offers."""

from collections.abc import Iterator, Mapping
from typing import Any

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import (
    availability,
    locations,
    skills,
    term_extraction,
)
from bridgework.areas.people.matching.criteria.records import (
    Statement,
    Statements,
    build_offer,
    list_of,
    members_of,
    place_statements,
    prose_of,
    reading,
    skills_of,
    text_of,
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
from bridgework.kit.text import sort_key
from bridgework.terminology import terms, us_states

_STUDENT = "student"
_UNLICENSED_STUDENT = "student without a licence"
_MIN_YEARS = {"0-2": 0, "3-5": 3, "5-plus": 5}
_ALMOST = {0: 0, 3: 2, 5: 3}
"""The years of experience that meet a posting partly, by the required years."""
_THRESHOLDS = sorted({*_ALMOST, *_ALMOST.values()})

_PROCEDURES = {"procedures": WHOLLY}

MEMBERS: Mapping[str, Mapping[str, int]] = {
    "specialty": {"specialty": WHOLLY},
    "jobs_specialty": {"specialty": WHOLLY},
    "jobs_credential": {"specialty": WHOLLY},
    "secondary_specialties": {"specialty": PARTLY},
    "skills": _PROCEDURES,
    "tags": _PROCEDURES,
    "systems_experience": _PROCEDURES,
    "bio": _PROCEDURES,
    "title": _PROCEDURES,
    "outcomes": _PROCEDURES,
    "background": _PROCEDURES,
    "licenses": {"licences": WHOLLY},
    "desired_licensed_states": {"licences": PARTLY},
    "location": {"place": WHOLLY},
    "years_experience": {"experience": WHOLLY},
    "availability": {"kind_of_work": WHOLLY},
    "engagement_type": {"kind_of_work": WHOLLY},
    "looking_for_mentor": {"mentoring": WHOLLY},
}
"""How far each member of a profile or an account can meet the requirements of the criteria that
read it. The members of the account are called as on a candidate's card."""


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
            "licences": Stated(_licences(posting), rule="must", bars=_UNLICENSED_STUDENT),
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
    return build_offer(profile, statements(profile, account))


def statements(profile: Mapping[str, Any], account: Mapping[str, Any]) -> Statements:
    """Return what a candidate's profile and account state, by criterion, as `offer` takes them."""
    texts = [*skills_of(profile), *prose_of(profile)]
    return {
        "specialty": list(_specialty_statements(profile, account)),
        "procedures": list(reading(texts, term_extraction.term_traits)),
        "licences": [*_licence_statements(profile), *_student_statements(profile, account)],
        "place": list(place_statements(profile)),
        "experience": list(_experience_statements(profile.get("years_experience"))),
        "kind_of_work": [
            statement
            for member, text in members_of(profile, "availability", "engagement_type")
            for statement in whole(member, text, availability.kind_traits(text))
        ],
        "mentoring": list(_mentor_statements(account.get("looking_for_mentor"))),
    }


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


def _specialty_statements(
    profile: Mapping[str, Any], account: Mapping[str, Any]
) -> Iterator[Statement]:
    own = [
        *members_of(profile, "specialty"),
        *members_of(account, "specialty", as_member="jobs_specialty"),
    ]
    yield from reading(own, skills.specialty_traits)
    second = members_of(profile, "secondary_specialties")
    yield from reading(second, skills.second_specialty_traits)
    for member, credential in (
        *members_of(account, "credential", as_member="jobs_credential"),
        *members_of(profile, "credential"),
    ):
        yield Statement(f"credential:{sort_key(credential)}", member, credential)


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


def _licence_statements(profile: Mapping[str, Any]) -> Iterator[Statement]:
    for licence in list_of(profile, "licenses"):
        state = licence["licensed_state"]
        codes = us_states.in_place(state)
        traits = [f"licence:{sort_key(state)}", *(f"licence:{code}" for code in codes)]
        yield from whole("licenses", state, traits)
    for member, state in members_of(profile, "desired_licensed_states"):
        yield from whole(member, state, (f"desired:{code}" for code in us_states.in_place(state)))


def _student_statements(
    profile: Mapping[str, Any], account: Mapping[str, Any]
) -> Iterator[Statement]:
    """Yield that a student has no licence: a profile that lists none says so."""
    named = [
        *members_of(account, "credential", as_member="jobs_credential"),
        *members_of(profile, "credential", "title"),
    ]
    for member, text in named if not list_of(profile, "licenses") else ():
        if sort_key(text) == _STUDENT or "dental-student" in terms.terms_in(text):
            yield Statement(_UNLICENSED_STUDENT, member, text)


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
    """Return whether candidates must be near: people do not move for a few days a week."""
    return posting.get("employment_type") in {"part-time", "per-diem"}


def _experience(posting: Mapping[str, Any]) -> list[Requirement]:
    years_range = posting.get("years_of_experience")
    if not years_range:
        return []
    years = _MIN_YEARS[years_range]
    met_by = {f"years:{_ALMOST[years]}": PARTLY, f"years:{years}": WHOLLY}
    minimum = f"{years} years of experience or more"
    return [Requirement(minimum if years else "any number of years of experience", met_by)]


def _experience_statements(years: float | None) -> Iterator[Statement]:
    if years is not None:
        traits = (f"years:{minimum}" for minimum in _THRESHOLDS if years >= minimum)
        yield from whole("years_experience", f"{years:g}", traits)


def _kind_of_work(posting: Mapping[str, Any]) -> list[Requirement]:
    kind = posting.get("employment_type")
    return availability.kind_requirements(frozenset({kind})) if kind else []


def _mentoring(posting: Mapping[str, Any]) -> list[Requirement]:
    """Require interest in a mentor if the practice offers mentoring."""
    if not posting.get("open_to_mentoring"):
        return []
    return [Requirement("interest in a mentor", {"mentor:wanted": WHOLLY})]


def _mentor_statements(looking: bool | None) -> Iterator[Statement]:
    if looking is not None:
        trait, text = ("mentor:wanted", "yes") if looking else ("mentor:not wanted", "no")
        yield Statement(trait, "looking_for_mentor", text)
