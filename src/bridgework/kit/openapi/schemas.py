"""The components: every shape that is sent or told, under the name of its class."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from bridgework.kit.http.operation import Operation
from bridgework.kit.http.results import Ready, ReadyList, Versioned
from bridgework.kit.openapi import errors
from bridgework.kit.openapi.json_schema_30 import JsonSchema30

_CLASS_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")

_Key = tuple[str, str]
_Input = tuple[_Key, Literal["validation", "serialization"], CoreSchema]


@dataclass(frozen=True, slots=True)
class Schemas:
    """What the operations send and tell."""

    components: Mapping[str, JsonSchemaValue]
    bodies: Mapping[str, JsonSchemaValue]
    """Of requests, by operationId."""
    payloads: Mapping[str, JsonSchemaValue]
    """What stands in `data`, by operationId; nothing for what stands outside the envelope."""


def collected(operations: Sequence[Operation], error_components: Iterable[str]) -> Schemas:
    """All shapes of `operations`, and the named bodies of errors.

    Raises TypeError where two shapes share one name, where a shape reads otherwise than it
    writes, and where a shape has no plain name.
    """
    written, components = JsonSchema30().generate_definitions(
        [*_requests(operations), *_payloads(operations), *_errors(error_components)]
    )
    _must_be_named_by_class(components)
    return Schemas(
        components=dict(sorted(components.items())),
        bodies={name: each for ((kind, name), _), each in written.items() if kind == "body"},
        payloads={name: each for ((kind, name), _), each in written.items() if kind == "payload"},
    )


def payload_of(operation: Operation) -> Any:
    """The type of `data`: what is ready as bytes is told as what it was before."""
    origin = get_origin(operation.result)
    if origin in {Ready, Versioned}:
        return get_args(operation.result)[0]
    if origin is ReadyList:
        return list[get_args(operation.result)[0]]  # type: ignore[misc]
    return operation.result


def must_differ(operations: Sequence[Operation]) -> None:
    """Raise TypeError if two operations share an operationId."""
    counted = Counter(operation.operation_id for operation in operations)
    twice = [name for name, times in counted.items() if times > 1]
    if twice:
        raise TypeError(f"two operations are called {', '.join(twice)}")


def _requests(operations: Sequence[Operation]) -> Iterable[_Input]:
    for operation in operations:
        if operation.body is not None:
            schema = TypeAdapter(operation.body).core_schema
            yield ("body", operation.operation_id), "validation", schema


def _payloads(operations: Sequence[Operation]) -> Iterable[_Input]:
    for operation in operations:
        if operation.enveloped:
            schema = TypeAdapter(payload_of(operation)).core_schema
            yield ("payload", operation.operation_id), "serialization", schema


def _errors(names: Iterable[str]) -> Iterable[_Input]:
    for name in names:
        if name not in errors.SHAPES:
            raise TypeError(f"no body of an error is called {name}: describe it in errors.SHAPES")
        yield ("error", name), "serialization", TypeAdapter(errors.SHAPES[name]).core_schema


def _must_be_named_by_class(components: Iterable[str]) -> None:
    # Pydantic lengthens a name (by module, mode or argument) only where the plain one won't do.
    odd = sorted(name for name in components if not _CLASS_NAME.fullmatch(name))
    if odd:
        raise TypeError(
            f"no component can be called {', '.join(odd)}: two shapes share one class name, one "
            "shape reads otherwise than it writes, or a generic shape has no class of its own"
        )
