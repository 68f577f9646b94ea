"""One operation as the document shows it."""

from pydantic.json_schema import JsonSchemaValue

from bridgework.kit.auth import Who
from bridgework.kit.http.operation import Operation
from bridgework.kit.openapi import parameters, responses
from bridgework.kit.openapi.schemas import Schemas

SECURITY_SCHEMES = {
    "bearerAuth": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "The token that signing in returns at `data.token`.",
    },
    "partnerApiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "x-api-key",
        "description": "The key of a partner, with the scopes an administrator gave it.",
    },
}


def entry(operation: Operation, schemas: Schemas) -> dict[str, object]:
    """The operation object: what it is for, what it takes, everything it can answer."""
    return {
        "operationId": operation.operation_id,
        "summary": operation.summary,
        "description": _description(operation),
        "tags": [operation.area],
        "security": _security(operation.who),
        "parameters": parameters.of(operation),
        **_request_body(operation, schemas.bodies.get(operation.operation_id)),
        "responses": responses.of(operation, schemas.payloads.get(operation.operation_id)),
        **({"x-rate-limit-exempt": True} if operation.exempt else {}),
    }


def _description(operation: Operation) -> str:
    return "\n\n".join(
        text for text in (operation.description, f"Who may call: {operation.who.name}.") if text
    )


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
