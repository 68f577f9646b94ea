"""The operation object of one operation."""

from collections.abc import Mapping

from pydantic.json_schema import JsonSchemaValue

from bridgework.kit.auth import Who
from bridgework.kit.http.operation import Operation
from bridgework.kit.openapi import parameters, responses
from bridgework.kit.openapi.schemas import Definitions

SECURITY_SCHEMES = {
    "bearerAuth": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "The token that the login operations return in `data.token`.",
    },
    "partnerApiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "x-api-key",
        "description": "The API key of a partner, with the scopes set by an administrator.",
    },
}


def to_operation_object(
    operation: Operation, definitions: Definitions, descriptions: Mapping[str, str]
) -> dict[str, object]:
    """The operation object: description, security, parameters, request body and responses.

    `descriptions` are those of parameters without a description of their own.
    """
    name = operation.operation_id
    texts = (operation.description, f"Who may call: {operation.who.name}.")
    return {
        "operationId": name,
        "summary": operation.summary,
        "description": "\n\n".join(filter(None, texts)),
        "tags": [operation.tag.name],
        "security": _security(operation.who),
        "parameters": parameters.to_parameters(operation, descriptions),
        **_request_body(operation, definitions.get((name, "validation"))),
        "responses": responses.to_responses(operation, definitions.get((name, "serialization"))),
        "x-error-codes": {"$ref": f"#/components/schemas/{error_code_name(operation)}"},
        **({"deprecated": True} if operation.deprecation else {}),
        **({"x-rate-limit-exempt": True} if operation.rate_limit_exempt else {}),
    }


def error_code_name(operation: Operation) -> str:
    """The name of the component with the error codes of the operation."""
    name = operation.operation_id
    return f"{name[0].upper()}{name[1:]}ErrorCode"


def _security(who: Who) -> list[dict[str, list[str]]]:
    if who.credentials == "none":
        return []
    partners: list[dict[str, list[str]]] = [{"partnerApiKey": []}] if who.scope else []
    members: list[dict[str, list[str]]] = [] if who.credentials == "key" else [{"bearerAuth": []}]
    return members + partners


def _request_body(operation: Operation, schema: JsonSchemaValue | None) -> dict[str, object]:
    if operation.streams:
        raw: dict[str, dict[str, object]] = {
            media_type: {"schema": {"type": "string", "format": "binary"}}
            for media_type in operation.body_media_types
        }
        if operation.body_lines:
            lines = [
                {"$ref": f"#/components/schemas/{model.__name__}"} for model in operation.body_lines
            ]
            raw = {name: {**media, "x-line-schemas": lines} for name, media in raw.items()}
        return {"requestBody": {"required": True, "content": raw}}
    if schema is None:
        return {}
    return {
        "requestBody": {
            "required": operation.body_required,
            "content": {"application/json": {"schema": schema}},
        }
    }
