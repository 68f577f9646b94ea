"""The parameters of an operation: path, query string and headers."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from bridgework.kit.http.operation import Operation, PathParameter
from bridgework.kit.idempotency import fingerprint
from bridgework.kit.openapi.json_schema_30 import JsonSchema30
from bridgework.kit.schemas import QueryParams

_ID_PATTERN = "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
_LISTED = "Several may be given: repeat the parameter, or separate them by commas."


_HEADERS = {
    "Prefer": (
        "`handling=strict` refuses members and parameters that the operation does not know, "
        "which are ignored otherwise (RFC 7240)."
    ),
    "X-Request-Id": (
        "An id of your own for this request, such as a UUID; it comes back in the answer."
    ),
    "If-None-Match": ("The ETag of the copy you have, quotes included: 304 if it is still true."),
    "If-Match": (
        "The ETag of what you have read, quotes included: if it has changed since, 412 and nothing "
        "is done."
    ),
    "Range": "The part that is wanted, as `bytes=0-499`, `bytes=500-` or `bytes=-500`.",
    "If-Range": "The ETag of the other parts you have: the whole is sent if it has changed.",
    "Idempotency-Key": (
        "A name of your own for this very request, such as a UUID, in double quotes or bare. Sent "
        "again with the same key and body within 24 hours it is not done twice: the first answer "
        "is told again. Keys are kept for each caller apart."
    ),
}

COMPONENTS: Mapping[str, Mapping[str, object]] = {
    # Without examples: documentation pages would send them along with every trial.
    name: {
        "name": name,
        "in": "header",
        "required": False,
        "description": description,
        "schema": {
            "type": "string",
            **({"pattern": fingerprint.PATTERN} if name == "Idempotency-Key" else {}),
        },
    }
    for name, description in _HEADERS.items()
}


def to_parameters(operation: Operation) -> list[dict[str, object]]:
    """Every parameter of the operation: path, query, then headers."""
    headers = [
        "Prefer",
        "X-Request-Id",
        *(["If-None-Match"] if operation.conditional or operation.sends else []),
        *(["If-Match"] if operation.if_match or operation.sends else []),
        *(["Range", "If-Range"] if operation.sends else []),
        *(["Idempotency-Key"] if operation.takes_key else []),
    ]
    shared: list[dict[str, object]] = [
        {"$ref": f"#/components/parameters/{name}"} for name in headers
    ]
    in_query = [] if operation.query is None else _in_query(operation.query)
    return [*map(_in_path, operation.parameters), *in_query, *shared]


def _in_path(parameter: PathParameter) -> dict[str, object]:
    schema: dict[str, object] = {"type": "string", "minLength": 1}
    if parameter.is_id:
        schema = {"type": "string", "format": "uuid", "pattern": _ID_PATTERN}
    if parameter.is_tail:
        schema["x-holds-slashes"] = True
    return {"name": parameter.name, "in": "path", "required": True, "schema": schema}


def _in_query(shape: type[QueryParams]) -> list[dict[str, object]]:
    written = JsonSchema30().generate(TypeAdapter(shape).core_schema)
    if "$defs" in written:
        raise TypeError(f"{shape.__name__}: a query string is text and can't hold objects")
    required = written.get("required", [])
    return [
        _query_parameter(name, schema, required=name in required)
        for name, schema in written["properties"].items()
    ]


def _query_parameter(name: str, schema: Mapping[str, Any], *, required: bool) -> dict[str, object]:
    is_list = schema.get("type") == "array"
    description = " ".join(
        text for text in (schema.get("description"), _LISTED if is_list else None) if text
    )
    return {
        "name": name,
        "in": "query",
        "required": required,
        **({"description": description} if description else {}),
        **({"style": "form", "explode": True} if is_list else {}),
        "schema": _without_null(schema),
    }


def _without_null(schema: Mapping[str, Any]) -> dict[str, object]:
    """The schema of a parameter that may be left out: a query string has no word for null."""
    dropped = {"description", "nullable"}
    if schema.get("default", ...) is None:
        dropped.add("default")
    kept = {key: value for key, value in schema.items() if key not in dropped}
    if "enum" in kept:
        kept["enum"] = [value for value in kept["enum"] if value is not None]
    return kept
