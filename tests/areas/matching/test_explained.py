"""docs/matching.md agrees with the formula."""

import json
import re
from pathlib import Path
from typing import Any

from pydantic.alias_generators import to_snake

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import role_criteria
from bridgework.areas.people.matching.formula import JOB_WEIGHTS, ROLE_WEIGHTS

PAGE = Path(__file__, "../../../../docs/matching.md").resolve().read_text("utf-8")
_ROWS = re.compile(r"^\| (\w+) \| (\d+) \|", re.MULTILINE)
_EXAMPLE = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \| (\w+) \|", re.MULTILINE)


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


def test_the_documented_example_is_correct() -> None:
    example = section("An example")
    posting, record = (
        by_python_names(json.loads(block))
        for block in re.findall(r"```json\n(.*?)```", example, re.S)
    )
    breakdown = formula.score(role_criteria.wants(posting), role_criteria.offer(record))
    expected = [
        (name, int(weight), int(points), outcome)
        for name, weight, points, outcome in _EXAMPLE.findall(example)
    ]
    assert [
        (line.name, line.weight, line.points, line.outcome) for line in breakdown.lines
    ] == expected
    assert f"| **Score** | **100** | **{breakdown.score}** |" in example


def test_the_caps_are_documented() -> None:
    assert f"limits the score to {formula.CAP}" in PAGE
    assert f"limits the score to {formula.GATE_CAP}" in PAGE
