"""The requirements of a posting: their names, which of them are musts, and how many are enough."""

from typing import Any

import pytest

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import (
    job_criteria,
    role_criteria,
    term_extraction,
)
from bridgework.terminology import terms
from tests.areas.matching.test_words import ROLE, line, texas
from tests.matching.members import to_account, to_job, to_profile, to_role

TEXAN = role_criteria.offer(to_profile(texas(location="Boise, Idaho")))
"""An expert with a license of Texas, who lives elsewhere."""


LABELS = {
    "specialty": ("endo or orthodontist", {"role_needed": "Endo, orthodontist"}),
    "skills": ("Full arch", {"tags": ["Full  arch"]}),
    "place": ("Austin, TX", {"location": "Austin,  TX"}),
    "time": ("full-time hours", {"hours_per_week": "40"}),
    "engagement": ("advisory or interim", {"working_preference": "Interim or advisory"}),
}


@pytest.mark.parametrize(("criterion", "case"), LABELS.items(), ids=LABELS)
def test_a_requirement_of_a_role_is_named_in_its_words(
    criterion: str, case: tuple[str, dict[str, Any]]
) -> None:
    label, posting = case
    breakdown = formula.score(
        role_criteria.wants(to_role({**ROLE, **posting})), role_criteria.offer(to_profile({}))
    )
    assert line(list(breakdown.lines), criterion).missing == [label]


JOB_LABELS = [
    ("specialty", "endodontics", {"specialty": "endodontics"}),
    ("specialty", "endo", {"role_needed": "Endo, 2 days/wk"}),
    ("profession", "dental hygienist", {"role_needed": "RDH needed ASAP"}),
    ("profession", "dentist or endodontist", {"role_needed": "Endodontist or dentist"}),
    ("procedures", "molar endodontics", {"required_procedures": ["endo-molar"]}),
    ("licences", "Ohio dental license", {"required_licenses": ["Ohio dental license"]}),
    ("place", "Waco, TX or Ohio", {"location": "Waco, TX", "additional_locations": ["Ohio"]}),
    ("experience", "3 years of experience or more", {"years_of_experience": "3-5"}),
    ("experience", "any number of years of experience", {"years_of_experience": "0-2"}),
    ("kind_of_work", "part-time", {"employment_type": "part-time"}),
    ("mentoring", "interest in a mentor", {"open_to_mentoring": True}),
]


@pytest.mark.parametrize(("criterion", "label", "posting"), JOB_LABELS)
def test_a_requirement_of_a_job_is_named_in_words(
    criterion: str, label: str, posting: dict[str, Any]
) -> None:
    breakdown = formula.score(
        job_criteria.wants(to_job(posting)), job_criteria.offer(to_profile({}), to_account({}))
    )
    assert line(list(breakdown.lines), criterion).missing == [label]


def test_a_licence_is_a_must_have_of_a_job() -> None:
    posting = {"required_licenses": ["Ohio"], "specialty": "endodontics"}
    candidate = job_criteria.offer(to_profile(texas(specialty=["Endo"])), to_account({}))
    breakdown = formula.score(job_criteria.wants(to_job(posting)), candidate)
    assert breakdown.score == formula.CAP


@pytest.mark.parametrize(
    ("preference", "rule"), [("On site", "must"), ("Advisory", "share"), ("Hybrid", "share")]
)
def test_the_place_of_work_on_site_is_a_must_have_of_a_role(preference: str, rule: str) -> None:
    role = {**ROLE, "location": "Austin, TX", "working_preference": preference}
    [place] = [each for each in role_criteria.wants(to_role(role)).criteria if each.name == "place"]
    assert place.rule == rule
    licensed = line([*formula.score(role_criteria.wants(to_role(role)), TEXAN).lines], "place")
    assert licensed.outcome == ("not_met" if rule == "must" else "partly")


PROFESSIONS = {
    "Orthodontist": "must",
    "Dental hygienist": "must",
    "Dental assistant": "must",
    "Office manager": "share",
}


@pytest.mark.parametrize(("needed", "rule"), PROFESSIONS.items())
def test_a_profession_with_a_license_is_a_must_have_of_a_role(needed: str, rule: str) -> None:
    [specialty] = role_criteria.wants(to_role({**ROLE, "role_needed": needed})).criteria
    assert (specialty.name, specialty.rule) == ("specialty", rule)


@pytest.mark.parametrize(
    ("challenge", "enough"),
    [("Recall", 1), ("Recall and protocols", 1), ("Recall, protocols and microscopes", 2)],
)
def test_half_of_the_needs_of_a_role_are_enough(challenge: str, enough: int) -> None:
    [need] = role_criteria.wants(to_role({**ROLE, "challenge": challenge})).criteria
    assert need.name == "need"
    assert need.enough == enough


def test_a_role_has_a_bounded_number_of_requirements() -> None:
    kinds = {"procedure", "software", "equipment"}
    labels = [term.label for term in terms.TERMS.values() if term.kind in kinds]
    assert len(labels) > term_extraction.MAX_TERMS
    for posting in ({"challenge": ", ".join(labels)}, {"tags": labels}):
        criteria = role_criteria.wants(to_role({**ROLE, **posting})).criteria
        numbers = {each.name: len(each.requirements) for each in criteria}
        assert max(numbers.values()) == term_extraction.MAX_TERMS


def test_required_experience_is_a_must_have() -> None:
    posting = {"years_of_experience": "5-plus", "specialty": "endodontics"}
    novice = job_criteria.offer(
        to_profile({"years_experience": 1, "specialty": ["Endo"]}), to_account({})
    )
    preferred = formula.score(
        job_criteria.wants(to_job({**posting, "experience_level": "preferred"})), novice
    )
    required = formula.score(
        job_criteria.wants(to_job({**posting, "experience_level": "required"})), novice
    )
    assert (preferred.score, required.score) == (71, formula.CAP)


RULES: list[tuple[dict[str, Any], str, str]] = [
    ({"specialty": "endodontics"}, "specialty", "gate"),
    ({"role_needed": "Hygenist"}, "profession", "gate"),
    ({"required_licenses": ["Ohio"]}, "licences", "must"),
    ({"location": "Austin, TX", "employment_type": "full-time"}, "place", "share"),
    ({"location": "Austin, TX", "employment_type": "part-time"}, "place", "must"),
    ({"years_of_experience": "3-5", "experience_level": "required"}, "experience", "must"),
    ({"years_of_experience": "3-5", "experience_level": "preferred"}, "experience", "share"),
]


@pytest.mark.parametrize(("posting", "name", "rule"), RULES)
def test_a_job_says_which_requirements_are_musts(
    posting: dict[str, Any], name: str, rule: str
) -> None:
    [criterion] = [one for one in job_criteria.wants(to_job(posting)).criteria if one.name == name]
    assert criterion.rule == rule


def test_a_student_without_a_license_is_barred_from_a_job_that_requires_one() -> None:
    wants = job_criteria.wants(to_job({"required_licenses": ["Ohio"], "specialty": "endodontics"}))
    student = job_criteria.offer(
        to_profile({"specialty": ["Endodontics"]}), to_account({"credential": "Student"})
    )
    graduate = job_criteria.offer(
        to_profile({"specialty": ["Endodontics"]}), to_account({"credential": "DMD"})
    )
    assert formula.score(wants, student).score == 0
    assert (formula.score(wants, graduate).score or 0) > 0
