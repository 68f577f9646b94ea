"""A job posting and a candidate: what the one wants and the other offers (contract section 5)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bridgework.areas.matching import availability, formula, locations, skills
from bridgework.areas.matching.formula import PARTLY, WHOLLY, Offer, Stated, Wanted, Wants
from bridgework.areas.matching.records import gathered, listed, skills_of, text, written
from bridgework.kit.text import sort_key
from bridgework.terminology import us_states

_LEAST_YEARS = {"0-2": 0, "3-5": 3, "5-plus": 5}
_ALMOST = {0: 0, 3: 2, 5: 3}
"""The years that meet a posting in part, by those that it asks for."""
_THRESHOLDS = sorted({*_ALMOST, *_ALMOST.values()})


def wants(posting: Mapping[str, Any]) -> Wants:
    """What a job posting wants, by the Python names of its members."""
    return formula.wants(
        formula.JOB_WEIGHTS,
        {
            "specialty": Stated(_specialty(posting)),
            "procedures": Stated(skills.wanted_procedures(listed(posting, "required_procedures"))),
            "licences": Stated(_licences(posting), is_must=True),
            "place": Stated(list(_places(posting)), enough=1),
            "experience": Stated(
                _experience(posting), is_must=posting.get("experience_level") == "required"
            ),
            "kind_of_work": Stated(_kind_of_work(posting)),
            "mentoring": Stated(_mentoring(posting)),
        },
    )


def offer(profile: Mapping[str, Any], account: Mapping[str, Any]) -> Offer:
    """What a candidate offers, by the Python names of a profile's members.

    `account` holds what they say beside it on the jobs platform: `credential`, `specialty` and
    `looking_for_mentor`.
    """
    own = [*listed(profile, "specialty"), *listed(account, "specialty")]
    titles = [one for one in (account.get("credential"), profile.get("credential")) if one]
    told = [*skills_of(profile), *written(profile)]
    return gathered(
        {
            "specialty": _called(own, titles, listed(profile, "secondary_specialties")),
            "procedures": skills.procedure_traits(told),
            "licences": _licence_traits(profile),
            "place": locations.traits(text(profile, "location")),
            "experience": _experience_traits(profile.get("years_experience")),
            "kind_of_work": availability.kind_traits(
                text(profile, "availability"), text(profile, "engagement_type")
            ),
            "mentoring": _mentor_traits(account.get("looking_for_mentor")),
        }
    )


def _specialty(posting: Mapping[str, Any]) -> list[Wanted]:
    """The specialty where one is named, else a specialist or a generalist as such."""
    named = posting.get("specialty")
    if named:
        return skills.wanted_specialties([named])
    kind = posting.get("role_type")
    if kind == "general":
        met_by = {"is:general-dentistry": WHOLLY, "credential:associate-dentist": WHOLLY}
        return [Wanted("general dentistry", {**met_by, "credential:student": PARTLY})]
    if kind == "specialist":
        return [Wanted("a specialist", {"credential:specialist": WHOLLY})]
    return []


def _called(own: Sequence[str], titles: Sequence[str], second: Sequence[str]) -> Iterator[str]:
    yield from skills.specialty_traits(own, second)
    yield from (f"credential:{sort_key(title)}" for title in titles)


def _licences(posting: Mapping[str, Any]) -> list[Wanted]:
    """Each licence, by the state that it names, else by its words."""
    return [
        Wanted(text, _licence(text)) for text in dict.fromkeys(listed(posting, "required_licenses"))
    ]


def _licence(named: str) -> dict[str, int]:
    codes = sorted(us_states.in_place(named))
    if not codes:
        return {f"licence:{sort_key(named)}": WHOLLY}
    return {f"desired:{code}": PARTLY for code in codes} | {
        f"licence:{code}": WHOLLY for code in codes
    }


def _licence_traits(profile: Mapping[str, Any]) -> Iterator[str]:
    held = [one["licensed_state"] for one in listed(profile, "licenses")]
    for named in held:
        yield f"licence:{sort_key(named)}"
        yield from (f"licence:{code}" for code in us_states.in_place(named))
    for named in listed(profile, "desired_licensed_states"):
        yield from (f"desired:{code}" for code in us_states.in_place(named))


def _places(posting: Mapping[str, Any]) -> Iterator[Wanted]:
    """Any one of the places."""
    for said in (text(posting, "location"), *listed(posting, "additional_locations")):
        yield from locations.anywhere() if locations.is_remote(said) else locations.wanted(said)


def _experience(posting: Mapping[str, Any]) -> list[Wanted]:
    asked = posting.get("years_of_experience")
    if not asked:
        return []
    least = _LEAST_YEARS[asked]
    met_by = {f"years:{_ALMOST[least]}": PARTLY, f"years:{least}": WHOLLY}
    return [Wanted(f"{least} years of experience or more", met_by)]


def _experience_traits(years: float | None) -> Iterator[str]:
    if years is not None:
        yield from (f"years:{least}" for least in _THRESHOLDS if years >= least)


def _kind_of_work(posting: Mapping[str, Any]) -> list[Wanted]:
    kind = posting.get("employment_type")
    return availability.wanted_kinds(frozenset({kind})) if kind else []


def _mentoring(posting: Mapping[str, Any]) -> list[Wanted]:
    """Wanted where a practice would teach; where it would not, nobody is worse for it."""
    if not posting.get("open_to_mentoring"):
        return []
    return [Wanted("somebody who would like a mentor", {"mentor:wanted": WHOLLY})]


def _mentor_traits(looking: bool | None) -> Iterator[str]:
    if looking is not None:
        yield "mentor:wanted" if looking else "mentor:not wanted"
