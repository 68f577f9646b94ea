"""The operation object of one operation."""

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


def to_operation_object(operation: Operation, definitions: Definitions) -> dict[str, object]:
    """The operation object: description, security, parameters, request body and responses."""
    name = operation.operation_id
    texts = (operation.description, f"Who may call: {operation.who.name}.")
    return {
        "operationId": name,
        "summary": operation.summary,
        "description": "\n\n".join(filter(None, texts)),
        "tags": [operation.area],
        "security": _security(operation.who),
        "parameters": parameters.to_parameters(operation),
        **_request_body(operation, definitions.get((name, "validation"))),
        "responses": responses.to_responses(operation, definitions.get((name, "serialization"))),
        **({"x-rate-limit-exempt": True} if operation.rate_limit_exempt else {}),
    }


def _security(who: Who) -> list[dict[str, list[str]]]:
    if who.credentials == "none":
        return []
    partners: list[dict[str, list[str]]] = [{"partnerApiKey": []}] if who.scope else []
    members: list[dict[str, list[str]]] = [] if who.credentials == "key" else [{"bearerAuth": []}]
    return members + partners


def _request_body(operation: Operation, schema: JsonSchemaValue | None) -> dict[str, object]:
    if operation.streams:
        raw = {"*/*": {"schema": {"type": "string", "format": "binary"}}}
        return {"requestBody": {"required": True, "content": raw}}
    if schema is None:
        return {}
    return {
        "requestBody": {
            "required": operation.body_required,
            "content": {"application/json": {"schema": schema}},
        }
    }
