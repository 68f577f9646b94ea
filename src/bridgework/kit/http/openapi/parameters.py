"""The parameters of an operation: path, query string and headers."""

from collections.abc import Mapping
from typing import Any

from bridgework.kit.http.idempotency import fingerprint
from bridgework.kit.http.openapi.json_schema_30 import null
from bridgework.kit.http.openapi.schemas import query_schema
from bridgework.kit.http.operations import Operation, PathParameter
from bridgework.kit.validation import QueryParams

_ID_PATTERN = "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
_LIST_DESCRIPTION = "Accepts several values: repeat the parameter, or separate them by commas."


_HEADERS = {
    "Prefer": (
        "`handling=strict` refuses unknown members and parameters, which are otherwise ignored "
        "(RFC 7240)."
    ),
    "X-Request-Id": (
        "An ID that you choose for this request, such as a UUID; the response contains it."
    ),
    "If-None-Match": ("The ETag of your copy, including the quotes: 304 if it is still current."),
    "If-Match": (
        "The ETag of the version that you read, including the quotes: 412 without any change if "
        "the resource has changed since."
    ),
    "Range": "The requested byte range: `bytes=0-499`, `bytes=500-` or `bytes=-500`.",
    "If-Range": "The ETag of the parts that you have: the whole file is sent if it has changed.",
    "Last-Event-ID": (
        "The `id` of the last event that you processed: the stream continues after it. Without it, "
        "the stream starts now."
    ),
    "X-Device-Token": (
        "The `deviceToken` of an earlier sign-in from this device: failures of other "
        "devices then do not block it."
    ),
    "Idempotency-Key": (
        "A key that you choose for this request, such as a UUID, with or without double quotes. If "
        "the request is repeated with the same key and body within 24 hours, it is not executed "
        "again, and the first response is returned. Each caller has its own keys."
    ),
}

COMPONENTS: Mapping[str, Mapping[str, object]] = {
    # Without examples: Swagger UI would send them with each request.
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


def to_parameters(operation: Operation, descriptions: Mapping[str, str]) -> list[dict[str, object]]:
    """All parameters of the operation: path, query, then headers.

    `descriptions` are those of parameters without a description of their own.
    """
    headers = [
        "Prefer",
        "X-Request-Id",
        *(["If-None-Match"] if operation.conditional or operation.sends else []),
        *(["If-Match"] if operation.if_match or operation.sends else []),
        *(["Range", "If-Range"] if operation.sends else []),
        *(["Last-Event-ID"] if operation.is_event_stream else []),
        *(["X-Device-Token"] if operation.takes_device_token else []),
        *(["Idempotency-Key"] if operation.takes_key else []),
    ]
    shared: list[dict[str, object]] = [
        {"$ref": f"#/components/parameters/{name}"} for name in headers
    ]
    in_path = [_in_path(parameter, descriptions) for parameter in operation.parameters]
    in_query = [] if operation.query is None else _in_query(operation.query, descriptions)
    return [*in_path, *in_query, *shared]


def _in_path(parameter: PathParameter, descriptions: Mapping[str, str]) -> dict[str, object]:
    schema: dict[str, object] = {"type": "string", "minLength": 1}
    if parameter.is_id:
        schema = {"type": "string", "format": "uuid", "pattern": _ID_PATTERN}
    if parameter.values:
        schema = {"$ref": f"#/components/schemas/{parameter.values_name}"}
    if parameter.is_tail:
        schema["x-holds-slashes"] = True
    described = (
        f"The ID of the {parameter.identifies}."
        if parameter.identifies
        else descriptions.get(parameter.name)
    )
    return {
        "name": parameter.name,
        "in": "path",
        "required": True,
        **({"description": described} if described else {}),
        "schema": schema,
    }


def _in_query(model: type[QueryParams], descriptions: Mapping[str, str]) -> list[dict[str, object]]:
    schema_of_model = query_schema(model)
    required = schema_of_model.get("required", [])
    return [
        _query_parameter(
            name, {"description": descriptions.get(name), **schema}, required=name in required
        )
        for name, schema in schema_of_model["properties"].items()
    ]


def _query_parameter(name: str, schema: Mapping[str, Any], *, required: bool) -> dict[str, object]:
    is_list = schema.get("type") == "array"
    description = " ".join(
        text for text in (schema.get("description"), _LIST_DESCRIPTION if is_list else None) if text
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
    """The schema of an optional parameter: a query string cannot express null."""
    excluded = {"description", "nullable"}
    if schema.get("default", ...) is None:
        excluded.add("default")
    remaining = {key: value for key, value in schema.items() if key not in excluded}
    if "enum" in remaining:
        remaining["enum"] = [value for value in remaining["enum"] if value is not None]
    for composed in remaining.keys() & {"allOf", "anyOf"}:
        remaining[composed] = [branch for branch in remaining[composed] if branch != null()]
        if len(remaining) == len(remaining[composed]) == 1:
            return dict(remaining[composed][0])
    return remaining
