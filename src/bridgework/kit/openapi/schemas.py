"""The schema components: every request, response and error body, under the name of its class."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, get_args, get_origin

from pydantic import Field, TypeAdapter
from pydantic.json_schema import JsonSchemaMode, JsonSchemaValue
from pydantic_core import CoreSchema

from bridgework.kit import errors
from bridgework.kit.http import validation_errors
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.results import PreRendered, PreRenderedPage, WithVersion
from bridgework.kit.openapi.json_schema_30 import JsonSchema30
from bridgework.kit.schemas import ErrorBody, ResponseModel

Definitions = Mapping[tuple[str, JsonSchemaMode], JsonSchemaValue]
"""By operationId: the request body (`validation`) and the type of `data` (`serialization`)."""

_CLASS_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")


class MessageError(ErrorBody):
    """An error message."""

    message: str


class Error(ErrorBody):
    """A stable error code and a message.

    Codes may be added in any version 1.x: handle unknown codes by the HTTP status.
    """

    error: str
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
    inputs: list[tuple[str, JsonSchemaMode, CoreSchema]] = []
    for operation in operations:
        name = operation.operation_id
        if operation.body is not None:
            inputs.append((name, "validation", TypeAdapter(operation.body).core_schema))
        if operation.enveloped:
            inputs.append((name, "serialization", TypeAdapter(payload_of(operation)).core_schema))
    error_bodies = {model.__name__: model for model in ErrorBody.__subclasses__()}
    for name in error_components:
        if name not in error_bodies:
            raise TypeError(f"no ErrorBody is named {name}")
        inputs.append((name, "serialization", TypeAdapter(error_bodies[name]).core_schema))
    definitions, generated = JsonSchema30().generate_definitions(inputs)
    components: dict[str, JsonSchemaValue] = dict(sorted(generated.items()))
    _must_be_named_by_class(components)
    for code, error in errors.registry().items():
        members = components.get(error.component, {}).get("properties", {})
        if "error" in members:
            members["error"].setdefault("enum", []).append(code)
    return definitions, components


def payload_of(operation: Operation) -> Any:
    """The type of `data`; for a pre-rendered result, the type that it was rendered from."""
    origin = get_origin(operation.result)
    if origin in {PreRendered, WithVersion}:
        return get_args(operation.result)[0]
    if origin is PreRenderedPage:
        return list[get_args(operation.result)[0]]  # type: ignore[misc]
    return operation.result


def _must_be_named_by_class(components: Iterable[str]) -> None:
    # Pydantic lengthens a name (by module, mode or argument) only where the plain one is taken.
    invalid = sorted(name for name in components if not _CLASS_NAME.fullmatch(name))
    if invalid:
        raise TypeError(
            f"invalid names of components: {', '.join(invalid)}: two schemas share a class name, a "
            "schema differs between requests and responses, or a generic schema has no subclass"
        )
