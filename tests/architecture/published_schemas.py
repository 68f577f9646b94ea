"""The published OpenAPI document and the Python schemas it is generated from."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from bridgework import routes
from bridgework.kit.api_docs import ApiDocs
from bridgework.kit.http.operations import Operation
from bridgework.kit.text import FORMATS
from bridgework.kit.validation import QueryParams, RequestBody, ResponseModel, Schema
from bridgework.settings import Settings

OPERATIONS = routes.operations()
_PATTERNS = {name: pattern for pattern, name in FORMATS.items()}


@lru_cache
def api_docs() -> ApiDocs:
    """Return the API documentation of a server with default settings."""
    return routes.api_docs(Settings(_env_file=None, env="development"))


@lru_cache
def document() -> Mapping[str, Any]:
    """Return the OpenAPI document with the patterns of its text formats and all its schemas."""
    parsed: dict[str, Any] = json.loads(api_docs().openapi)
    restore_patterns(parsed)
    restore_schemas(parsed)
    return parsed


def restore_schemas(parsed: dict[str, Any]) -> None:
    """Add a component for each schema that is published only as nullable or as that of a line."""
    schemas = parsed["components"]["schemas"]
    for name, schema in list(schemas.items()):
        if schema.get("nullable"):
            schemas.setdefault(name.removeprefix("Nullable"), _never_null(schema))
    for item in parsed["paths"].values():
        for operation in item.values():
            schemas |= operation.get("requestBody", {}).get("x-line-schemas", {})


def _never_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    plain = {key: value for key, value in schema.items() if key != "nullable"}
    if "enum" in schema:
        plain["enum"] = [value for value in schema["enum"] if value is not None]
    return plain


def restore_patterns(node: Any) -> None:
    """Replace the text formats at or below `node` by the patterns that the server checks.

    For one of them the document has a plainer pattern.
    """
    if isinstance(node, list):
        for value in node:
            restore_patterns(value)
    elif isinstance(node, dict):
        pattern = _PATTERNS.get(node["format"]) if isinstance(node.get("format"), str) else None
        if pattern is not None:
            del node["format"]
            node["pattern"] = pattern
        for value in node.values():
            restore_patterns(value)


def shapes() -> Iterator[type[Schema]]:
    """Yield every schema of the areas and of kit."""
    waiting = list(Schema.__subclasses__())
    while waiting:
        shape = waiting.pop()
        waiting += shape.__subclasses__()
        is_ours = shape.__module__.startswith("bridgework.")
        if is_ours and shape not in {
            RequestBody,
            QueryParams,
            ResponseModel,
        }:
            yield shape


def taken() -> dict[str, type[Schema]]:
    """Return the schemas of request bodies and their parts by name."""
    limiting = (each for each in shapes() if not issubclass(each, ResponseModel | QueryParams))
    return {shape.__name__: shape for shape in sorted(limiting, key=lambda each: each.__name__)}


def queries() -> dict[str, Operation]:
    """Return the operations with a query string by operationId."""
    return {
        operation.operation_id: operation for operation in OPERATIONS if operation.query is not None
    }


def parameters(operation: Operation) -> Mapping[str, Mapping[str, Any]]:
    """Return the schemas of the query parameters by name."""
    parameter_list = document()["paths"][operation.path][operation.method.lower()]["parameters"]
    return {each["name"]: each["schema"] for each in parameter_list if each.get("in") == "query"}
