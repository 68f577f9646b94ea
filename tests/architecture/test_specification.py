"""The shapes that the server publishes have the specification's limits, no wider and no closer."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bridgework.kit.fields import (
    COUNTRY_CODE,
    DIGITS,
    HTTP_URL_OR_EMPTY_PATTERN,
    HTTP_URL_PATTERN,
    MANY_LINES,
    NO_CONTROLS,
    ONE_LINE,
    REFERRAL_CODE,
    SIX_DIGITS,
    SLUG,
)
from bridgework.kit.text_patterns import ALPHABETIC_MESSAGE
from tests.architecture import published_schemas as published
from tests.architecture.specification import OURS, QUERIES, SHAPES
from tests.architecture.specified.members import Member

FORMS = {
    SIX_DIGITS: "six digits",
    DIGITS: "digits",
    COUNTRY_CODE: "plus and digits",
    SLUG: "slug",
    REFERRAL_CODE: "referral code",
    HTTP_URL_PATTERN: "uri",
    HTTP_URL_OR_EMPTY_PATTERN: "uri-or-empty",
    NO_CONTROLS: "",
    ONE_LINE: "",
    MANY_LINES: "",
}
"""That control characters are refused is the contract's, and told as a pattern too."""


def stated(schema: Mapping[str, Any], *, required: bool = False) -> Member:
    """A published schema in the specification's words."""
    branches = [each for each in schema.get("anyOf", ()) if each.get("enum") != [None]]
    if "anyOf" in schema and len(branches) == 1:
        # A reference that may be null: OpenAPI 3.0 has no other way to say so.
        return replace(stated(branches[0], required=required), nullable=True)
    default = schema.get("default")
    return Member(
        kind=schema.get("type", "object"),
        least=_first(schema, "minLength", "minimum", "minItems"),
        most=_first(schema, "maxLength", "maximum", "maxItems"),
        form=_form(schema),
        values=tuple(value for value in schema.get("enum", ()) if value is not None),
        default=default,
        items=_held(schema),
        either=tuple(stated(each) for each in branches) if len(branches) > 1 else (),
        of=schema.get("$ref", "").rpartition("/")[2],
        nullable=schema.get("nullable", False),
        required=required,
    )


def _form(schema: Mapping[str, Any]) -> str:
    if schema.get("description") == ALPHABETIC_MESSAGE:
        return "a letter"
    return schema.get("format", "") or FORMS[schema.get("pattern", ONE_LINE)]


def _held(schema: Mapping[str, Any]) -> Member | None:
    """What an array holds, or an object by whatever names; nothing is said of a free object."""
    held = schema.get("items") or schema.get("additionalProperties") or {}
    return stated(held) if "type" in held or "$ref" in held or "anyOf" in held else None


def _first(schema: Mapping[str, Any], *names: str) -> int | None:
    found: list[int] = [schema[name] for name in names if name in schema]
    return found[0] if found else None


@pytest.mark.parametrize("name", sorted(published.taken()))
def test_a_schema_has_the_limits_of_the_specification(name: str) -> None:
    schema = published.document()["components"]["schemas"][name]
    needed = schema.get("required", ())
    found = {
        member: stated(each, required=member in needed)
        for member, each in schema["properties"].items()
    }
    assert found == {**SHAPES, **OURS}.get(name), (
        f"{name} is not as tests/architecture/specified/ has it"
    )


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_has_the_parameters_of_the_specification(name: str) -> None:
    parameters = published.parameters(published.queries()[name])
    kinds = {
        parameter: Member(schema.get("items", schema)["type"])
        for parameter, schema in parameters.items()
    }
    assert kinds == QUERIES[name]


def test_a_wrong_limit_is_found() -> None:
    schema = {"type": "string", "minLength": 6, "maxLength": 128, "pattern": ONE_LINE}
    password = SHAPES["RegisterRequest"]["password"]
    assert stated(schema, required=True) == password
    assert stated({**schema, "maxLength": 127}, required=True) != password
    assert stated({**schema, "nullable": True}, required=True) != password
    assert stated(schema) != password
