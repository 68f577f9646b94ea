"""What is asked and told is written in named field types, and in one spelling."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic import Field

from bridgework.kit.http.operation import Operation
from bridgework.kit.http.results import Ok
from bridgework.kit.openapi.schemas import payload_of
from bridgework.kit.schemas import RequestBody, ResponseModel, Schema
from tests.architecture import published_schemas as published
from tests.architecture.sources import AREAS, Source, made_up, sources

LIMITS = {"min_length", "max_length", "ge", "gt", "le", "lt", "pattern", "multiple_of"}
WIRE_NAME = re.compile(r"[a-z]+(?:[A-Z][a-z]*)*[0-9]*")

SHAPES = sorted(published.shapes(), key=lambda shape: shape.__name__)
RECORDS = [shape for shape in SHAPES if issubclass(shape, ResponseModel)]


def bare(source: Source) -> Iterator[str]:
    """Limits and descriptions written at a member: a limit has a name, and so says itself."""
    for call in source.calls("Field"):
        for keyword in call.keywords:
            if keyword.arg in LIMITS:
                yield f"{source.at(call)}: a limit needs a name of its own in a fields.py"
            if keyword.arg == "description":
                yield f"{source.at(call)}: the member's name says it, or its type"


def test_schemas_use_named_types() -> None:
    shapes = [source for source in sources(AREAS) if source.module == "schemas"]
    assert [fault for source in shapes for fault in bare(source)] == []


def test_a_bare_limit_is_found() -> None:
    assert [*bare(made_up("Name = Annotated[str, Field(max_length=100)]"))]
    assert [*bare(made_up('name: str = Field(description="The name.")'))]


def defaults(shape: type[Schema]) -> list[str]:
    """The members that may be left out: of a record, none."""
    return [name for name, member in shape.model_fields.items() if not member.is_required()]


@pytest.mark.parametrize("record", RECORDS, ids=lambda each: each.__name__)
def test_a_record_has_no_defaults(record: type[ResponseModel]) -> None:
    assert defaults(record) == []


def test_a_default_is_found() -> None:
    class Tooth(ResponseModel):
        jaw: str = "upper"

    assert defaults(Tooth) == ["jaw"]


JSON_LD = {"type": "@type", "context": "@context", "graph": "@graph"}
"""Names of another's vocabulary, which no name in Python can be spelt as."""


def misspelt(shape: type[Schema]) -> list[str]:
    """Members whose name on the wire is not their own in camel case."""
    faults = []
    for name, member in shape.model_fields.items():
        if member.alias == JSON_LD.get(name):
            continue
        first, *rest = name.split("_")
        expected = first + "".join(word.capitalize() for word in rest)
        spelt = {member.alias, member.validation_alias, member.serialization_alias}
        if spelt != {expected} or not WIRE_NAME.fullmatch(expected):
            faults.append(f"{shape.__name__}.{name} is {member.alias} on the wire")
    return faults


@pytest.mark.parametrize("shape", SHAPES, ids=lambda each: each.__name__)
def test_wire_names_are_derived_from_member_names(shape: type[Schema]) -> None:
    assert misspelt(shape) == []


def test_a_manual_alias_is_found() -> None:
    class Tooth(ResponseModel):
        jaw_side: str = Field(alias="side")

    assert misspelt(Tooth)


def unguarded(schema: Mapping[str, Any], at: str) -> Iterator[str]:
    """Texts that would take a NUL: no pattern, no format and no list of values keeps it out."""
    for name, member in schema.get("properties", {}).items():
        yield from unguarded(member, f"{at}.{name}")
    if "items" in schema:
        yield from unguarded(schema["items"], f"{at}[]")
    if schema.get("type") == "string" and not schema.keys() & {"pattern", "format", "enum"}:
        yield at


@pytest.mark.parametrize("name", sorted(published.taken()))
def test_request_texts_refuse_control_characters(name: str) -> None:
    assert [*unguarded(published.document()["components"]["schemas"][name], name)] == []


def test_a_text_without_a_pattern_is_found() -> None:
    items = {"type": "array", "items": {"type": "string", "minLength": 1}}
    assert [*unguarded({"properties": {"items": items}}, "Tooth")] == ["Tooth.items[]"]


UNSEEN: Mapping[str, set[str]] = {
    # Names and step are the account's, as the specification has it; the account tells them.
    "updateVendorProfile": {"first_name", "last_name", "vendors_onboarding_step"},
    "updateAmbassadorProfile": {"first_name", "last_name", "vendors_onboarding_step"},
    "adminSetVendor": {"monthly_paid_lead_cap"},  # the ambassador's own profile tells it
}
"""Members of an update that its record has not got, by operationId: say why."""


def unknown(body: type[RequestBody], record: type[Schema]) -> set[str]:
    """The members of an update that its record has not got: nobody could see them change.

    A record may have them one step further in, as a profile within a full one.
    """
    members = [each.annotation for each in record.model_fields.values()]
    within = [
        each for each in members if isinstance(each, type) and issubclass(each, ResponseModel)
    ]
    seen = {name for shape in (record, *within) for name in shape.model_fields}
    return body.model_fields.keys() - seen


@pytest.mark.parametrize(
    "operation",
    [each for each in published.OPERATIONS if each.method == "PATCH" and each.body],
    ids=lambda each: each.operation_id,
)
def test_an_update_has_only_members_of_its_record(operation: Operation) -> None:
    assert operation.body is not None
    unseen = unknown(operation.body, payload_of(operation))
    assert unseen == UNSEEN.get(operation.operation_id, set())


def test_an_update_of_an_unknown_member_is_found() -> None:
    class ToothUpdate(RequestBody):
        ok: bool
        colour: str

    class Jaw(ResponseModel):
        tooth: Ok

    assert unknown(ToothUpdate, Ok) == unknown(ToothUpdate, Jaw) == {"colour"}
