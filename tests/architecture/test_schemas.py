"""Schemas use named field types and one spelling."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field

from bridgework.kit.http.openapi.schemas import payload_of
from bridgework.kit.http.operations import Ok
from bridgework.kit.validation import RequestBody, ResponseModel, Schema
from tests.architecture import published_schemas as published
from tests.architecture.sources import AREAS, Source, parse_source, sources

LIMITS = {"min_length", "max_length", "ge", "gt", "le", "lt", "pattern", "multiple_of"}
WIRE_NAME = re.compile(r"[a-z]+(?:[A-Z][a-z]*)*[0-9]*")

SHAPES = sorted(published.shapes(), key=lambda shape: shape.__name__)
RECORDS = [shape for shape in SHAPES if issubclass(shape, ResponseModel)]


def bare(source: Source) -> Iterator[str]:
    """Yield limits and descriptions at a member: a named type documents itself."""
    for call in source.calls("Field"):
        for keyword in call.keywords:
            if keyword.arg in LIMITS:
                yield f"{source.at(call)}: a limit needs a name of its own in a fields.py"
            if keyword.arg == "description":
                yield f"{source.at(call)}: the member's name says it, or its type"


def test_schemas_use_named_types() -> None:
    shapes = [source for source in sources(AREAS) if source.module == "schemas"]
    assert [violation for source in shapes for violation in bare(source)] == []


def test_a_bare_limit_is_found() -> None:
    assert [*bare(parse_source("Name = Annotated[str, Field(max_length=100)]"))]
    assert [*bare(parse_source('name: str = Field(description="The name.")'))]


PAGE = re.compile(r"\w*Page\[(\w+)\]")


def unnecessary(source: Source) -> Iterator[str]:
    """Yield classes that only repeat a query, or the name that the document gives a page."""
    for each in source.all(ast.ClassDef):
        is_empty = all(isinstance(part, ast.Expr | ast.Pass) for part in each.body)
        for base in map(ast.unparse, each.bases) if is_empty else ():
            items = PAGE.fullmatch(base)
            if "Query" in base or (items and each.name == f"{items[1]}Page"):
                yield f"{source.at(each)}: use {base}"


def test_no_class_repeats_a_query_or_a_page() -> None:
    schemas = [source for source in sources(AREAS) if source.module == "schemas"]
    assert [violation for source in schemas for violation in unnecessary(source)] == []


def test_a_class_that_repeats_a_query_or_a_page_is_found() -> None:
    assert [*unnecessary(parse_source('class ListTeethQuery(CursorQuery):\n    """Teeth."""'))]
    assert [*unnecessary(parse_source('class ToothPage(CursorPage[Tooth]):\n    """Teeth."""'))]
    assert not [*unnecessary(parse_source('class TeethPage(CursorPage[Tooth]):\n    """Teeth."""'))]
    assert not [*unnecessary(parse_source("class TeethQuery(CursorQuery):\n    jaw: str"))]


def defaults(shape: type[Schema]) -> list[str]:
    """Return the members with a default: a record must have none."""
    return [name for name, member in shape.model_fields.items() if not member.is_required()]


def test_records_have_no_defaults() -> None:
    assert {record.__name__: found for record in RECORDS if (found := defaults(record))} == {}


def test_a_default_is_found() -> None:
    class Tooth(ResponseModel):
        jaw: str = "upper"

    assert defaults(Tooth) == ["jaw"]


JSON_LD = {"type": "@type", "context": "@context", "graph": "@graph"}
"""Names of the JSON-LD vocabulary, which are not valid in Python."""


def misspelled(shape: type[Schema]) -> list[str]:
    """Return the members whose wire name is not their own in camel case."""
    violations = []
    for name, member in shape.model_fields.items():
        if member.alias == JSON_LD.get(name):
            continue
        first, *rest = name.split("_")
        expected = first + "".join(word.capitalize() for word in rest)
        spelled = {member.alias, member.validation_alias, member.serialization_alias}
        if spelled != {expected} or not WIRE_NAME.fullmatch(expected):
            violations.append(f"{shape.__name__}.{name} is {member.alias} on the wire")
    return violations


def test_wire_names_are_derived_from_member_names() -> None:
    assert [violation for shape in SHAPES for violation in misspelled(shape)] == []


def test_a_manual_alias_is_found() -> None:
    class Tooth(ResponseModel):
        jaw_side: str = Field(alias="side")

    assert misspelled(Tooth)


def unguarded(schema: Mapping[str, Any], at: str) -> Iterator[str]:
    """Yield texts that would accept NUL: no pattern, format or enum excludes it."""
    for name, member in schema.get("properties", {}).items():
        yield from unguarded(member, f"{at}.{name}")
    if "items" in schema:
        yield from unguarded(schema["items"], f"{at}[]")
    if schema.get("type") == "string" and not schema.keys() & {"pattern", "format", "enum"}:
        yield at


def test_request_texts_refuse_control_characters() -> None:
    schemas = published.document()["components"]["schemas"]
    assert [at for name in published.taken() for at in unguarded(schemas[name], name)] == []


def test_a_text_without_a_pattern_is_found() -> None:
    items = {"type": "array", "items": {"type": "string", "minLength": 1}}
    assert [*unguarded({"properties": {"items": items}}, "Tooth")] == ["Tooth.items[]"]


def unnamed_enums(node: Any, at: str) -> Iterator[str]:
    """Yield enums with several values at or below `node`."""
    if isinstance(node, dict):
        if len(node.get("enum", ())) > 1:
            yield at
        for key, value in node.items():
            yield from unnamed_enums(value, f"{at}/{key}")
    elif isinstance(node, list):
        for value in node:
            yield from unnamed_enums(value, at)


def test_a_list_of_values_is_a_named_type() -> None:
    """Else generated clients have a type for each place, which do not fit each other."""
    document = published.document()
    named = {
        f"#/{name}"
        for name, schema in document["components"]["schemas"].items()
        if "enum" in schema
    }
    found = {*unnamed_enums(document["components"]["schemas"], "#")}
    assert found - named == set()
    assert [*unnamed_enums(document["paths"], "paths")] == []


NOT_IN_RECORD: Mapping[str, set[str]] = {
    # Names and step belong to the account, which returns them.
    "updateVendorProfile": {"first_name", "last_name", "vendors_onboarding_step"},
    "updateAmbassadorProfile": {"first_name", "last_name", "vendors_onboarding_step"},
    "updateNotification": {"read"},  # returned as the time `readAt`
    "adminAssign": {"user_id"},  # the queue shows it as `assignedTo`
    "adminSetVendor": {"monthly_paid_lead_cap"},  # returned in the ambassador's own profile
}
"""Members of an update that are not in its record, by operationId, with the reason."""


def unknown_members(body: type[RequestBody], record: type[Schema]) -> set[str]:
    """Return the members of an update that are not in its record, so the change is invisible.

    They may be nested one level deeper, as a profile within a full one.
    """
    members = [field.annotation for field in record.model_fields.values()]
    within = [
        member
        for member in members
        if isinstance(member, type) and issubclass(member, ResponseModel)
    ]
    record_members = {name for shape in (record, *within) for name in shape.model_fields}
    return body.model_fields.keys() - record_members


def test_an_update_has_only_members_of_its_record() -> None:
    unseen = {
        operation.operation_id: unknown_members(operation.body, payload_of(operation))
        for operation in published.OPERATIONS
        if operation.method in {"PATCH", "PUT"} and operation.body
    }
    assert {name: members for name, members in unseen.items() if members} == NOT_IN_RECORD


def test_an_update_of_an_unknown_member_is_found() -> None:
    class ToothUpdate(RequestBody):
        ok: bool
        colour: str

    class Jaw(ResponseModel):
        tooth: Ok

    assert unknown_members(ToothUpdate, Ok) == unknown_members(ToothUpdate, Jaw) == {"colour"}
