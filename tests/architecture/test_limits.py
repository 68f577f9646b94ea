"""Every published limit is enforced, at n-1, n and n+1, for every schema.

So no boundary needs a manual test, and no unenforced limit can be published.
`test_specification.py` compares the limits with the specification.
"""

import json
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from bridgework.kit.core import ValidationFailed
from bridgework.kit.http.operations import Operation
from bridgework.kit.validation import Schema, validation_errors
from tests.architecture import published_schemas as published
from tests.architecture.probes import ABSENT, LETTER, JsonSchema, Probe, Probes, put

PROBES = Probes(published.document())
ACCEPTED = published.taken()
MEMBERS = [
    (name, member)
    for name in ACCEPTED
    for member in published.document()["components"]["schemas"][name]["properties"]
]
PARAMETERS = [
    (name, parameter)
    for name, operation in published.queries().items()
    for parameter in published.parameters(operation)
]


def body_errors(shape: type[Schema], body: object) -> set[str]:
    """Return the paths of the errors that the schema finds in a body."""
    try:
        shape.model_validate_json(json.dumps(body), by_name=False)
    except ValidationError as error:
        return {fault.path for fault in validation_errors.of(error.errors(), body)}
    return set()


@pytest.mark.parametrize(("name", "member"), MEMBERS)
def test_a_member_keeps_its_limits(name: str, member: str) -> None:
    schema = published.document()["components"]["schemas"][name]
    minimal = PROBES.minimal(schema)
    assert body_errors(ACCEPTED[name], minimal) == set()
    for probe in PROBES.of_member(schema, member):
        body = put(minimal, member, probe.value)
        expected = set() if probe.fits else {member + probe.at}
        assert body_errors(ACCEPTED[name], body) == expected, (
            f"{member}{probe.at} = {probe.value!r:.200}"
        )


ACCOUNT_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
"""A value for every path parameter."""


def required_parameters(operation: Operation) -> set[str]:
    """Return the names of the required query parameters."""
    members = {} if operation.query is None else operation.query.model_fields
    return {field.alias or name for name, field in members.items() if field.is_required()}


def query_errors(operation: Operation, pairs: list[tuple[str, str]]) -> set[str]:
    """Return the paths of the errors that the operation finds in a query string.

    Other required parameters are added.
    """
    sent = {name for name, _ in pairs}
    parameters = published.parameters(operation)
    pairs = pairs + [
        (name, str(PROBES.sample(parameters[name])))
        for name in required_parameters(operation) - sent
    ]
    path = [next(iter(parameter.values), ACCOUNT_ID) for parameter in operation.parameters]
    try:
        operation.arguments(path, pairs, b"", strictly=False)
    except ValidationFailed as problem:
        return {fault.path for fault in problem.faults}
    return set()


QUERY_TYPES = {"string": str, "integer": int, "number": int, "boolean": bool, "array": list}
"""The types that a query string can express as text."""


def as_text(schema: JsonSchema) -> Iterator[Probe]:
    """Yield the probes that a query string can express; an empty value there counts as absent."""
    schema = PROBES.resolved(schema)
    for probe in PROBES.of(schema):
        is_expressible = type(probe.value) is QUERY_TYPES[schema["type"]]
        items = probe.value if isinstance(probe.value, list) else [_written(probe.value)]
        if is_expressible and items and all(isinstance(item, str) and item for item in items):
            yield Probe(items, probe.fits, probe.at)
    for text in NEVER_ACCEPTED.get(schema["type"], ()):
        yield Probe([text], fits=False)


NEVER_ACCEPTED = {
    "integer": ("five", "5.0", "+5", " 5", "1_0", "\u0665", "9" * 400),
    "number": ("five", "+5", " 5", "1_0", "5,0", ".5", "5.", "1e", "nan", "inf", "9" * 400),
    "boolean": ("True", "yes", "1", "on"),
}
"""Texts that Python or pydantic would convert to a value of the type."""


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
        assert query_errors(operation, pairs) == expected, f"{parameter} = {probe.value!r:.200}"
    empty = {parameter} & required_parameters(operation)
    assert query_errors(operation, [(parameter, "")]) == empty


def test_every_request_schema_is_published() -> None:
    assert ACCEPTED.keys() <= published.document()["components"]["schemas"].keys()


SCHEMA = {
    "properties": {
        "word": {"type": "string", "minLength": 2, "maxLength": 4},
        "count": {"type": "integer", "minimum": 0, "exclusiveMinimum": True, "maximum": 9},
        "teeth": {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2},
        "jaw": {
            "type": "string",
            "nullable": True,
            "enum": ["upper", "lower", None],
        },
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
