"""The operation object of one operation."""

from collections.abc import Mapping

from pydantic.json_schema import JsonSchemaValue

from bridgework.kit.http.openapi import parameters, responses
from bridgework.kit.http.openapi.schemas import Definitions
from bridgework.kit.http.operations import Operation
from bridgework.kit.security import Who

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
    operation: Operation,
    definitions: Definitions,
    schemas: Mapping[str, JsonSchemaValue],
    descriptions: Mapping[str, str],
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
        **_request_body(operation, definitions.get((name, "validation")), schemas),
        "responses": responses.to_responses(operation, definitions.get((name, "serialization"))),
        # No enum in a schema: clients would fail at the codes of later versions.
        "x-error-codes": responses.error_codes(operation),
        **({"deprecated": True} if operation.is_deprecated else {}),
        **({"x-rate-limit-exempt": True} if operation.rate_limit_exempt else {}),
    }


def _security(who: Who) -> list[dict[str, list[str]]]:
    if who.credentials == "none":
        return [{}, {"bearerAuth": []}] if who.knows_admins else []
    partners: list[dict[str, list[str]]] = [{"partnerApiKey": []}] if who.scope else []
    members: list[dict[str, list[str]]] = [] if who.credentials == "key" else [{"bearerAuth": []}]
    return members + partners


def _request_body(
    operation: Operation, schema: JsonSchemaValue | None, schemas: Mapping[str, JsonSchemaValue]
) -> dict[str, object]:
    if operation.streams:
        raw: dict[str, dict[str, object]] = {
            media_type: {"schema": {"type": "string", "format": "binary"}}
            for media_type in operation.body_media_types
        }
        # Not as references: other tools ignore extensions, and would report unused components.
        lines = {model.__name__: schemas[model.__name__] for model in operation.body_lines}
        return {
            "requestBody": {
                "required": True,
                "content": raw,
                **({"x-line-schemas": lines} if lines else {}),
            }
        }
    if schema is None:
        return {}
    return {
        "requestBody": {
            "required": operation.body_required,
            "content": {"application/json": {"schema": schema}},
        }
    }
