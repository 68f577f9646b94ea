"""The whole document: metadata, conventions, paths and components."""

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bridgework.kit import errors as api_errors
from bridgework.kit.http.operation import Operation
from bridgework.kit.openapi import parameters, responses
from bridgework.kit.openapi.operations import SECURITY_SCHEMES, to_operation_object
from bridgework.kit.openapi.schemas import generate_schemas

OPENAPI = "3.0.3"

_CONVENTIONS = """
### What holds everywhere

- A success is `{"data": …}` and nothing beside `data`.
- Wherever there is a GET there is a HEAD, with the same headers and no body.
- A member that is left out leaves a value alone; `null` clears it, where it is allowed.
- An unknown member or parameter is ignored, or refused if you send `Prefer: handling=strict`.
- A parameter of the query string that is empty counts as left out.
- Times are RFC 3339; answers tell them in UTC, with `Z`.
- An `ETag` is the version of what was told: `If-None-Match` spares you what you have, and where
  `If-Match` is taken, it changes nothing that somebody else has changed since.
- Every answer tells what is left of the rate limit, in `RateLimit` and `RateLimit-Policy`.
- Every answer has an `X-Request-Id`. Name it when you ask for help.
- Versions 1.x only add: members, operations, and codes of errors.

### Errors

An error is JSON with the matching HTTP status; what stands in `error` or `code` is stable. The
pages for people answer with an HTML page where `Accept` prefers it, as that of a browser does.

<details><summary>Every code</summary>

| Code | Status | What it says |
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
    """A valid OpenAPI 3.0.3 document of `operations`, ready to be dumped as JSON.

    Raises TypeError if two operations share an operationId, two schemas share a name, or an
    error has a body without a model.
    """
    counted = Counter(operation.operation_id for operation in operations)
    if repeated := [name for name, times in counted.items() if times > 1]:
        raise TypeError(f"two operations are called {', '.join(repeated)}")
    errors = {error for each in operations for error in responses.possible_errors(each)}
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
        "tags": [{"name": area} for area in dict.fromkeys(each.area for each in operations)],
        "paths": paths,
        "components": _components(operations, schemas, paths),
    }


def references(node: object) -> Iterator[str]:
    """Every `$ref` at or below `node`; `node` is plain JSON.

    A `$ref` whose value is not a string is the name of a member.
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
    """`description`, then the conventions, then every registered error code."""
    rows = [
        f"| `{code}` | {problem.status} | {problem.sentence} |"
        for code, problem in api_errors.registry().items()
    ]
    return f"{description.strip()}\n{_CONVENTIONS}" + "\n".join(rows) + "\n\n</details>\n"


def _components(
    operations: Sequence[Operation], schemas: Mapping[str, object], paths: object
) -> dict[str, object]:
    """The components in use: unused ones are noise to a client generator."""
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
