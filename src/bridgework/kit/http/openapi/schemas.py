"""The schema components: every request, response and error body, under the name of its class."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from pydantic import Field, TypeAdapter
from pydantic.json_schema import JsonSchemaMode, JsonSchemaValue
from pydantic_core import CoreSchema

from bridgework.kit.core import errors
from bridgework.kit.http.openapi.json_schema_30 import JsonSchema30, without_null_branches
from bridgework.kit.http.operations import Operation, PreRendered, PreRenderedPage, WithVersion
from bridgework.kit.validation import (
    ErrorBody,
    QueryParams,
    ResponseModel,
    error_bodies,
    validation_errors,
)

Definitions = Mapping[tuple[str, JsonSchemaMode], JsonSchemaValue]
"""By operationId: the bodies of the request (`validation`) and the response (`serialization`)."""

_TITLES = {"Error": "ApiError"}
"""Names for generated classes where that of the component is built into the language."""

_CLASS_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")


class MessageError(ErrorBody):
    """An error message."""

    message: str


class Error(ErrorBody):
    """A stable error code and a message.

    Codes may be added in any version 1.x: handle unknown codes by the HTTP status.
    """

    error: str
    """One of the codes that `x-error-codes` of the operation lists."""
    message: str


class Fault(ResponseModel):
    """An invalid value: its path, a code and a message."""

    path: Annotated[str, Field(json_schema_extra={"example": "profile.education[0].endYear"})]
    code: Annotated[
        str,
        Field(
            description=(
                f"One of {', '.join(validation_errors.CODES)}, or a code of the operation."
            ),
            json_schema_extra={"example": validation_errors.CODES[0]},
        ),
    ]
    message: str


class ValidationError(ErrorBody):
    """All validation errors of a request."""

    error: str
    message: str
    details: list[Fault]


def generate_schemas(
    operations: Sequence[Operation], error_components: Iterable[str]
) -> tuple[Definitions, Mapping[str, JsonSchemaValue]]:
    """Generate the schemas of `operations`, and the components that they refer to.

    Raises TypeError if two schemas share one name, if a schema differs between requests and
    responses, if a component is not named after its class, and if an error body has no model.
    """
    inputs = [model for operation in operations for model in _models(operation)]
    bodies = error_bodies()
    for name in error_components:
        if name not in bodies:
            raise TypeError(f"no ErrorBody is named {name}")
        inputs.append((name, "serialization", TypeAdapter(bodies[name]).core_schema))
    definitions, generated = JsonSchema30().generate_definitions(inputs)
    nullable: dict[str, JsonSchemaValue] = {}
    named = dict[str, JsonSchemaValue](generated.items())
    components: dict[str, JsonSchemaValue] = without_null_branches(named, named, nullable)
    definitions = without_null_branches(definitions, named, nullable)
    for name, schema in nullable.items():
        _add(components, name, schema)
    for operation in operations:
        for name, schema in _parameter_types(operation):
            _add(components, name, schema)
    _must_be_named_by_class(components)
    for code, error in errors.registry().items():
        members = components.get(error.component, {}).get("properties", {})
        # Generated clients fail at a value outside an enum, and codes may be added to Error.
        if "error" in members and error.component != Error.__name__:
            members["error"].setdefault("enum", []).append(code)
    for name in components.keys() & _TITLES.keys():
        components[name]["title"] = _TITLES[name]
    envelopes = _add_envelopes(components, operations, definitions)
    return {**definitions, **envelopes}, dict(sorted(components.items()))


@cache
def query_schema(model: type[QueryParams]) -> JsonSchemaValue:
    """The schema of a query string, with its enums in `$defs`."""
    schema = JsonSchema30().generate(TypeAdapter(model).core_schema)
    if any("enum" not in definition for definition in schema.get("$defs", {}).values()):
        raise TypeError(f"{model.__name__}: a query string cannot contain objects")
    return schema


def payload_of(operation: Operation) -> Any:
    """The type of `data`; for a pre-rendered result, the type that it was rendered from."""
    origin = get_origin(operation.result)
    if origin in {PreRendered, WithVersion}:
        return get_args(operation.result)[0]
    if origin is PreRenderedPage:
        return list[get_args(operation.result)[0]]  # type: ignore[misc]
    return operation.result


def _parameter_types(operation: Operation) -> Iterator[tuple[str, JsonSchemaValue]]:
    """Yield the named types of the parameters: lists of values."""
    if operation.query is not None:
        yield from query_schema(operation.query).get("$defs", {}).items()
    for parameter in operation.parameters:
        if parameter.values:
            yield parameter.values_name, {"type": "string", "enum": list(parameter.values)}


def _models(operation: Operation) -> Iterator[tuple[str, JsonSchemaMode, CoreSchema]]:
    name = operation.operation_id
    if operation.body is not None:
        yield name, "validation", TypeAdapter(operation.body).core_schema
    for model in operation.body_lines:
        yield f"{name} {model.__name__}", "validation", TypeAdapter(model).core_schema
    payload = payload_of(operation) if operation.enveloped else operation.response_model
    if payload is not None:
        yield name, "serialization", TypeAdapter(payload).core_schema


def _add_envelopes(
    components: dict[str, JsonSchemaValue],
    operations: Iterable[Operation],
    definitions: Definitions,
) -> Definitions:
    """Add the components `{"data": …}`, shared by operations that return the same type."""
    envelopes: dict[tuple[str, JsonSchemaMode], JsonSchemaValue] = {}
    for operation in operations:
        if operation.enveloped:
            payload = definitions[operation.operation_id, "serialization"]
            envelope = {
                "description": "A successful response: its payload is `data`.",
                "type": "object",
                "properties": {"data": payload},
                "required": ["data"],
            }
            name = _envelope_name(operation, payload)
            _add(components, name, envelope)
            envelopes[operation.operation_id, "serialization"] = {
                "$ref": f"#/components/schemas/{name}"
            }
    return envelopes


def _envelope_name(operation: Operation, payload: JsonSchemaValue) -> str:
    """`JobPostingResponse` of a record, `SessionListResponse` of an array of records."""
    is_list = payload.get("type") == "array"
    reference = (payload["items"] if is_list else payload).get("$ref", operation.operation_id)
    of = reference.rpartition("/")[2]
    return f"{of[0].upper()}{of[1:]}{'List' if is_list else ''}Response"


def _add(components: dict[str, JsonSchemaValue], name: str, schema: JsonSchemaValue) -> None:
    if components.setdefault(name, schema) != schema:
        raise TypeError(f"two schemas have the name {name}")


def _must_be_named_by_class(components: Iterable[str]) -> None:
    # Pydantic lengthens a name (by module, mode or argument) only where the plain one is taken.
    invalid = sorted(name for name in components if not _CLASS_NAME.fullmatch(name))
    if invalid:
        raise TypeError(
            f"invalid names of components: {', '.join(invalid)}: two schemas share a class name, a "
            "schema differs between requests and responses, or a generic schema has no subclass"
        )
