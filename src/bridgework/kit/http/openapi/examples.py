"""The examples of operations: parameters, request bodies and responses.

They are data that the areas provide. A test sends each of them to a server with the demo data.
"""

from collections.abc import Mapping
from typing import Any, TypedDict

from bridgework.kit.http.operations import Operation


class Example(TypedDict, total=False):
    """A request to one operation and the response to it."""

    caller: str
    """The e-mail address of the account, or `partner`; absent if no credentials are needed."""
    parameters: Mapping[str, Any]
    """The parameters by name, besides those that every list has."""
    other_parameters: Mapping[str, Any]
    """Parameters that this request cannot have together with the others."""
    request: Any
    """The request body."""
    response: Any
    """The value of `data`, or the whole body of a response without the envelope."""


Examples = Mapping[str, Example]
"""By operationId."""

OF_LISTS: Mapping[str, Any] = {
    "page": 1,
    "limit": 2,
    "cursor": "NjQ0NzhlMTRmMzdkYjI2ZDdlMjg5YTllMzhiYWRjM2NbODQsIjI3Il0",
}
"""The examples of the parameters that lists have."""


def parameters_of(operation: Operation, example: Example) -> Mapping[str, Any]:
    """The example parameters of `operation` by name."""
    members = {} if operation.query is None else operation.query.model_fields
    names = {member.alias or name for name, member in members.items()}
    common = {name: value for name, value in OF_LISTS.items() if name in names}
    return {**common, **example.get("parameters", {})}


def add_example(
    operation_object: Mapping[str, Any], operation: Operation, example: Example
) -> None:
    """Add the example to the operation object: to its parameters, request body and response."""
    parameters = {**example.get("other_parameters", {}), **parameters_of(operation, example)}
    for parameter in operation_object["parameters"]:
        if parameter.get("name") in parameters:
            parameter["example"] = parameters[parameter["name"]]
    if "request" in example:
        _set(operation_object["requestBody"]["content"], example["request"])
    if "response" in example:
        response = example["response"]
        body = {"data": response} if operation.enveloped else response
        _set(operation_object["responses"][str(operation.status)]["content"], body)


def _set(content: Mapping[str, Any], value: object) -> None:
    media = next(iter(content.values()))  # a page comes second
    media["example"] = value
