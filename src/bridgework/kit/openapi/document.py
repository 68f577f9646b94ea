"""The OpenAPI document: metadata, preamble, paths and components."""

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bridgework.kit import errors as api_errors
from bridgework.kit.http.operation import Operation
from bridgework.kit.openapi import parameters, responses
from bridgework.kit.openapi.operations import SECURITY_SCHEMES, to_operation_object
from bridgework.kit.openapi.schemas import generate_schemas

OPENAPI = "3.0.3"

_PREAMBLE = """
### Conventions

- A successful response is `{"data": …}`, without other top-level members.
- Every GET operation also supports HEAD, with the same headers and no body.
- An omitted member leaves a value unchanged; `null` clears it, where it is allowed.
- Unknown members and parameters are ignored, or refused if you send `Prefer: handling=strict`.
- An empty query parameter counts as omitted.
- Times are in the format of RFC 3339; responses use UTC, with `Z`.
- An `ETag` identifies a version: with `If-None-Match`, an unchanged resource is not sent again;
  with `If-Match`, where supported, a resource that has changed since is not modified.
- Every response contains the remaining rate limit in `RateLimit` and `RateLimit-Policy`.
- Every response has an `X-Request-Id`. Include it in support requests.
- Versions 1.x only add members, operations and error codes.

### Errors

An error is JSON with the matching HTTP status; the values of `error` and `code` are stable.
Operations that return HTML pages also return their errors as HTML if `Accept` prefers HTML, as in
a browser.

<details><summary>All error codes</summary>

| Code | Status | Message |
|---|---|---|
"""


def generate_document(
    operations: Sequence[Operation],
    *,
    title: str,
    version: str = "1.0.0",
    description: str,
    base_url: str,
    support_email: str,
) -> dict[str, object]:
    """Generate the OpenAPI 3.0.3 document of `operations`, as plain JSON data.

    Raises TypeError if two operations share an operationId, two schemas share a name, or an
    error has a body without a model.
    """
    counts = Counter(operation.operation_id for operation in operations)
    if repeated := [name for name, count in counts.items() if count > 1]:
        raise TypeError(f"two operations have the operationId {', '.join(repeated)}")
    errors = {error for operation in operations for error in responses.possible_errors(operation)}
    definitions, schemas = generate_schemas(operations, {error.component for error in errors})
    paths: dict[str, dict[str, object]] = {}
    for operation in operations:
        path = paths.setdefault(operation.path, {})
        path[operation.method.lower()] = to_operation_object(operation, definitions)
    return {
        "openapi": OPENAPI,
        "info": {
            "title": title,
            "version": version,
            "description": _introduction(description),
            "contact": {
                "name": "Support",
                **({"email": support_email} if support_email else {"url": base_url}),
            },
        },
        "servers": [{"url": base_url.rstrip("/")}],
        "tags": _tags(operations),
        "paths": paths,
        "components": _components(operations, schemas, paths),
    }


def _tags(operations: Sequence[Operation]) -> list[dict[str, str]]:
    return [{"name": area} for area in dict.fromkeys(operation.area for operation in operations)]


def references(node: object) -> Iterator[str]:
    """Every `$ref` at or below `node`; `node` is plain JSON.

    A `$ref` whose value is not a string is a member of that name.
    """
    if isinstance(node, dict):
        target = node.get("$ref")
        if isinstance(target, str):
            yield target
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def _introduction(description: str) -> str:
    """`description`, the preamble, and the table of all error codes."""
    rows = [
        f"| `{code}` | {error.status} | {error.default_message} |"
        for code, error in api_errors.registry().items()
    ]
    return f"{description.strip()}\n{_PREAMBLE}" + "\n".join(rows) + "\n\n</details>\n"


def _components(
    operations: Sequence[Operation], schemas: Mapping[str, object], paths: object
) -> dict[str, object]:
    """The components that are referenced; unused ones would clutter generated clients."""
    components: dict[str, Mapping[str, object]] = {
        "schemas": schemas,
        "responses": responses.shared_responses(operations),
        "parameters": parameters.COMPONENTS,
        "headers": responses.HEADERS,
    }
    in_use = {*references(paths), *references(components)}
    referenced = {
        kind: {
            name: component
            for name, component in named.items()
            if f"#/components/{kind}/{name}" in in_use
        }
        for kind, named in components.items()
    }
    return copy.deepcopy({**referenced, "securitySchemes": SECURITY_SCHEMES})
