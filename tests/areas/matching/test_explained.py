"""docs/matching.md agrees with the formula."""

import json
import re
from pathlib import Path
from typing import Any

from pydantic.alias_generators import to_snake

from bridgework.areas.people.matching import actions, explanations, formula
from bridgework.areas.people.matching.criteria import job_criteria, role_criteria
from bridgework.areas.people.matching.formula import JOB_WEIGHTS, ROLE_WEIGHTS
from bridgework.areas.people.matching.schemas import MatchCriterion
from tests.matching.members import to_account, to_job, to_profile, to_role

PAGE = Path(__file__, "../../../../docs/matching.md").resolve().read_text("utf-8")
_ROWS = re.compile(r"^\| (\w+) \| (\d+) \|", re.MULTILINE)


def by_python_names(value: Any) -> Any:
    if isinstance(value, dict):
        return {to_snake(name): by_python_names(item) for name, item in value.items()}
    return [by_python_names(item) for item in value] if isinstance(value, list) else value


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def test_the_documented_weights_are_those_of_the_formula() -> None:
    for title, weights in (
        ("A role and an expert", ROLE_WEIGHTS),
        ("A job and a candidate", JOB_WEIGHTS),
    ):
        assert {name: int(weight) for name, weight in _ROWS.findall(section(title))} == weights


def rows(criteria: list[MatchCriterion], score: int | None) -> list[str]:
    """Return the rows of the table of a match."""
    return [
        *(
            f"| {one.name} | {one.weight} | {one.points} | {one.outcome} | {one.evidence} |"
            for one in criteria
        ),
        f"| **Score** | **100** | **{score}** | | |",
    ]


def test_the_documented_examples_are_correct() -> None:
    section_of_both = section("Two examples")
    blocks = re.findall(r"```json\n(.*?)```", section_of_both, re.S)
    role, expert, job, candidate = (by_python_names(json.loads(block)) for block in blocks)
    expected: list[str] = []
    for wants, offer, evidence in (
        (
            role_criteria.wants(to_role(role)),
            role_criteria.offer(to_profile(expert)),
            actions.evidence_of_expert(to_profile(expert)),
        ),
        (
            job_criteria.wants(to_job(job)),
            job_criteria.offer(to_profile(candidate), to_account({})),
            actions.evidence_of_candidate(to_profile(candidate), to_account({})),
        ),
    ):
        breakdown = formula.score(wants, offer)
        expected += rows(explanations.to_criteria(breakdown, evidence), breakdown.score)
    tables = [line for line in section_of_both.splitlines() if re.match(r"\| (\w+|\*\*)", line)]
    assert [line for line in tables if not line.startswith("| Criterion")] == expected


def test_the_caps_are_documented() -> None:
    assert f"limits the score to {formula.CAP}" in PAGE
    assert f"limits the score to {formula.GATE_CAP}" in PAGE
