"""Every limit that the document publishes holds: at n-1, n and n+1, for every shape there is.

So no boundary is tested by hand, and none can be published that isn't kept. That the limits are
the specification's own is `test_specification.py`'s to say.
"""

import json
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from bridgework.kit.errors import ValidationFailed
from bridgework.kit.http import validation_errors
from bridgework.kit.http.operation import Operation
from bridgework.kit.schemas import Schema
from tests.architecture import published_schemas as published
from tests.architecture.probes import ABSENT, LETTER, JsonSchema, Probe, Probes, put

PROBES = Probes(published.document())
TAKEN = published.taken()
MEMBERS = [
    (name, member)
    for name in TAKEN
    for member in published.document()["components"]["schemas"][name]["properties"]
]
PARAMETERS = [
    (name, parameter)
    for name, operation in published.queries().items()
    for parameter in published.parameters(operation)
]


def misfits(shape: type[Schema], body: object) -> set[str]:
    """The places of the faults that the shape finds in a body."""
    try:
        shape.model_validate_json(json.dumps(body), by_name=False)
    except ValidationError as error:
        return {fault.path for fault in validation_errors.of(error.errors(), body)}
    return set()


@pytest.mark.parametrize(("name", "member"), MEMBERS)
def test_a_member_keeps_its_limits(name: str, member: str) -> None:
    schema = published.document()["components"]["schemas"][name]
    whole = PROBES.whole(schema)
    assert misfits(TAKEN[name], whole) == set()
    for probe in PROBES.of_member(schema, member):
        body = put(whole, member, probe.value)
        expected = set() if probe.fits else {member + probe.at}
        assert misfits(TAKEN[name], body) == expected, f"{member}{probe.at} = {probe.value!r:.200}"


SOMEBODY = "01942520-e3a0-7704-b3c8-3850c0ae0354"
"""For every parameter of a path."""


def told(operation: Operation, pairs: list[tuple[str, str]]) -> set[str]:
    """The places of the faults that the operation finds in a query string."""
    path = [SOMEBODY for _ in operation.parameters]
    try:
        operation.arguments(path, pairs, b"", strictly=False)
    except ValidationFailed as problem:
        return {fault.path for fault in problem.faults}
    return set()


CARRIED = {"string": str, "integer": int, "number": int, "boolean": bool, "array": list}
"""What a query string can carry of each type, once it is written as text."""


def as_text(schema: JsonSchema) -> Iterator[Probe]:
    """The probes that a query string can carry; an empty value there is an absent one."""
    for probe in PROBES.of(schema):
        is_carried = type(probe.value) is CARRIED[schema["type"]]
        items = probe.value if isinstance(probe.value, list) else [_written(probe.value)]
        if is_carried and items and all(isinstance(one, str) and one for one in items):
            yield Probe(items, probe.fits, probe.at)
    for text in NEVER_TAKEN.get(schema["type"], ()):
        yield Probe([text], fits=False)


NEVER_TAKEN = {
    "integer": ("five", "5.0", "+5", " 5", "1_0", "\u0665", "9" * 400),
    "number": ("five", "+5", " 5", "1_0", "5,0", ".5", "5.", "1e", "nan", "inf", "9" * 400),
    "boolean": ("True", "yes", "1", "on"),
}
"""Texts that Python, or pydantic, would make a value of that type out of."""


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_a_parameter_keeps_its_limits(name: str, parameter: str) -> None:
    operation = published.queries()[name]
    probes = list(as_text(published.parameters(operation)[parameter]))
    assert any(not probe.fits for probe in probes), "a parameter that takes anything"
    for probe in probes:
        assert isinstance(probe.value, list)
        expected = set() if probe.fits else {parameter + probe.at}
        pairs = [(parameter, value) for value in probe.value]
        assert told(operation, pairs) == expected, f"{parameter} = {probe.value!r:.200}"
    assert told(operation, [(parameter, "")]) == set()


def test_every_request_schema_is_published() -> None:
    assert TAKEN.keys() <= published.document()["components"]["schemas"].keys()


SCHEMA = {
    "properties": {
        "word": {"type": "string", "minLength": 2, "maxLength": 4},
        "count": {"type": "integer", "minimum": 0, "exclusiveMinimum": True, "maximum": 9},
        "teeth": {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2},
        "jaw": {"type": "string", "enum": ["upper", "lower", None], "nullable": True},
    },
    "required": ["word"],
}


@pytest.mark.parametrize(
    ("member", "taken", "refused"),
    [
        ("word", [LETTER * 2, LETTER * 4], [LETTER, LETTER * 5, None, 5, ABSENT]),
        ("count", [1, 8, 9, ABSENT], [-1, 0, 10, None, "5", 1.5, True]),
        ("teeth", [[True], [True] * 2], [[], [True] * 3, [None], "text", None]),
        ("jaw", ["upper", "lower", None, ABSENT], ["none of these", 5]),
    ],
)
def test_a_limit_is_tested_on_both_sides(
    member: str, taken: list[object], refused: list[object]
) -> None:
    tried = [(probe.value, probe.fits) for probe in PROBES.of_member(SCHEMA, member)]
    assert [value for value in taken if (value, True) not in tried] == []
    assert [value for value in refused if (value, False) not in tried] == []
