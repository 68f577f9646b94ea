"""What the server publishes of its shapes, and the shapes themselves, side by side."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from bridgework import routes
from bridgework.kit.api_docs.api_docs import ApiDocs
from bridgework.kit.http.operation import Operation
from bridgework.kit.schemas import QueryParams, RequestBody, ResponseModel, Schema
from bridgework.settings import Settings

OPERATIONS = routes.operations()


@lru_cache
def document() -> Mapping[str, Any]:
    """The OpenAPI document, parsed."""
    settings = Settings(_env_file=None, env="development")
    document = ApiDocs(OPERATIONS, settings, routes.DESCRIPTION).openapi
    parsed: Mapping[str, Any] = json.loads(document)
    return parsed


def shapes() -> Iterator[type[Schema]]:
    """Every shape of the areas and of the kit."""
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
    """The shapes that limit what is taken, by name: bodies, and the parts of them."""
    limiting = (each for each in shapes() if not issubclass(each, ResponseModel | QueryParams))
    return {shape.__name__: shape for shape in sorted(limiting, key=lambda each: each.__name__)}


def queries() -> dict[str, Operation]:
    """The operations that have a query, by operationId."""
    return {each.operation_id: each for each in OPERATIONS if each.query is not None}


def parameters(operation: Operation) -> Mapping[str, Mapping[str, Any]]:
    """The schemas of the query's parameters, by name."""
    told = document()["paths"][operation.path][operation.method.lower()]["parameters"]
    return {each["name"]: each["schema"] for each in told if each.get("in") == "query"}
