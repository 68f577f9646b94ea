"""The published schemas have exactly the limits of the specification."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bridgework.kit.text import ALPHABETIC_MESSAGE
from bridgework.kit.validation import DIGITS, MANY_LINES, ONE_LINE, SIX_SPACED_DIGITS, SLUG
from bridgework.kit.validation.fields import (
    COUNTRY_CODE,
    HTTP_URL_OR_EMPTY_PATTERN,
    HTTP_URL_PATTERN,
    NO_CONTROLS,
    REFERRAL_CODE,
    SIX_DIGITS,
)
from tests.architecture import published_schemas as published
from tests.architecture.specification import OURS, QUERIES, SHAPES
from tests.architecture.specified.members import Member

FORMS = {
    SIX_DIGITS: "six digits",
    SIX_SPACED_DIGITS: "six spaced digits",
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
"""Refusing control characters is our own rule."""


def stated(schema: Mapping[str, Any], *, required: bool = False) -> Member:
    """Return a published schema in the notation of the specification."""
    components = published.document()["components"]["schemas"]
    [reference] = schema.get("allOf", [schema])
    of = reference.get("$ref", "").rpartition("/")[2]
    if "enum" in components.get(of, {}):
        return replace(stated(components[of], required=required), default=schema.get("default"))
    if components.get(of, {}).get("nullable"):
        # A nullable reference.
        plain = {"$ref": reference["$ref"].replace("/Nullable", "/")}
        return replace(stated(plain, required=required), nullable=True)
    branches = schema.get("anyOf", ())
    if "allOf" in schema:
        # A reference with a description.
        return stated(schema["allOf"][0], required=required)
    default = schema.get("default")
    return Member(
        kind=schema.get("type", "object"),
        least=_first(schema, "minLength", "minimum", "minItems"),
        most=_first(schema, "maxLength", "maximum", "maxItems"),
        form=_form(schema),
        values=tuple(value for value in schema.get("enum", ()) if value is not None),
        default=default,
        items=_items_of(schema),
        either=tuple(stated(branch) for branch in branches) if len(branches) > 1 else (),
        of=of,
        nullable=schema.get("nullable", False),
        required=required,
    )


def _form(schema: Mapping[str, Any]) -> str:
    if schema.get("description", "").endswith(ALPHABETIC_MESSAGE):
        return "a letter"
    return schema.get("format", "") or FORMS[schema.get("pattern", ONE_LINE)]


def _items_of(schema: Mapping[str, Any]) -> Member | None:
    """Return the items of an array, or the values of an object with arbitrary names."""
    held = schema.get("items") or schema.get("additionalProperties")
    return stated(held) if isinstance(held, dict) and held else None


def _first(schema: Mapping[str, Any], *names: str) -> int | None:
    limits: list[int] = [schema[name] for name in names if name in schema]
    return limits[0] if limits else None


@pytest.mark.parametrize("name", sorted(published.taken()))
def test_a_schema_has_the_limits_of_the_specification(name: str) -> None:
    schema = published.document()["components"]["schemas"][name]
    needed = schema.get("required", ())
    published_members = {
        member: stated(each, required=member in needed)
        for member, each in schema["properties"].items()
    }
    assert published_members == {**SHAPES, **OURS}.get(name), (
        f"{name} is not as tests/architecture/specified/ has it"
    )


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_has_the_parameters_of_the_specification(name: str) -> None:
    parameters = published.parameters(published.queries()[name])
    kinds = {
        parameter: Member(stated(schema.get("items", schema)).kind)
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
