"""The OpenAPI document: metadata, preamble, paths and components."""

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from pydantic.json_schema import JsonSchemaValue

from bridgework.kit.core import errors as api_errors
from bridgework.kit.http.openapi import parameters, responses
from bridgework.kit.http.openapi.descriptions import EMPTY, Glossary, describe_members
from bridgework.kit.http.openapi.examples import Examples, add_example
from bridgework.kit.http.openapi.operations import SECURITY_SCHEMES, to_operation_object
from bridgework.kit.http.openapi.schemas import Definitions, generate_schemas
from bridgework.kit.http.operations import Audience, Operation, audience_of

OPENAPI = "3.0.3"

_PREAMBLE = """
### Conventions

- A successful response is `{"data": …}`, without other top-level members.
- Every GET operation also supports HEAD, with the same headers and no body.
- An omitted member leaves a value unchanged; `null` clears it, where it is allowed.
- Unknown members and parameters are ignored, or refused if you send `Prefer: handling=strict`.
- An empty query parameter counts as omitted.
- Text contains no control characters, besides line breaks and tabs in the format `multiline`; the
  format `line` also excludes directional characters, which its pattern accepts. Blanks around a
  `line` are removed before its limits apply, so a `line` of blanks counts as empty.
- Times are in the format of RFC 3339; responses use UTC, with `Z`.
- An `ETag` identifies a version: with `If-None-Match`, an unchanged resource is not sent again;
  with `If-Match`, where supported, a resource that has changed since is not modified.
- An ID in a path is a UUID, so that no URL matches two paths.
- Every response contains the remaining rate limit in `RateLimit` and `RateLimit-Policy`.
- Every response has an `X-Request-Id`. Include it in support requests.
- Versions 1.x only add members, operations and error codes.

### Errors

An error is JSON with the matching HTTP status; the values of `error` and `code` are stable.
`x-error-codes` of an operation lists its values of `error`.
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
    license_info: Mapping[str, str],
    base_url: str,
    support_email: str,
    glossary: Glossary = EMPTY,
    examples: Examples = MappingProxyType({}),
) -> dict[str, object]:
    """Generate the OpenAPI 3.0.3 document of `operations`, as plain JSON data.

    Raises TypeError if two operations share an operationId, two schemas share a name, or an
    error has a body without a model.
    """
    _must_have_unique_ids(operations)
    errors = {error for operation in operations for error in responses.possible_errors(operation)}
    definitions, schemas = generate_schemas(operations, {error.component for error in errors})
    paths = _paths(operations, definitions, schemas, glossary, examples)
    describe_members(schemas, glossary.members)
    return {
        "openapi": OPENAPI,
        "info": {
            "title": title,
            "version": version,
            "description": _introduction(description),
            "license": license_info,
            "contact": {"name": "Support"}
            | ({"email": support_email} if support_email else {"url": base_url}),
        },
        "servers": [{"url": base_url.rstrip("/")}],
        **_tags(operations),
        "paths": paths,
        "components": _components(operations, schemas, paths),
    }


def _must_have_unique_ids(operations: Sequence[Operation]) -> None:
    counts = Counter(operation.operation_id for operation in operations)
    if repeated := [name for name, count in counts.items() if count > 1]:
        raise TypeError(f"two operations have the operationId {', '.join(repeated)}")


def _paths(
    operations: Sequence[Operation],
    definitions: Definitions,
    schemas: Mapping[str, JsonSchemaValue],
    glossary: Glossary,
    examples: Examples,
) -> Mapping[str, Mapping[str, object]]:
    paths: dict[str, dict[str, object]] = {}
    for operation in operations:
        operation_object = to_operation_object(operation, definitions, schemas, glossary.parameters)
        add_example(operation_object, operation, examples.get(operation.operation_id, {}))
        paths.setdefault(operation.path, {})[operation.method.lower()] = operation_object
    return paths


def _tags(operations: Sequence[Operation]) -> dict[str, object]:
    """The tags, grouped by audience. Documentation tools show the groups of `x-tagGroups`."""
    groups: dict[Audience, dict[str, str]] = {audience: {} for audience in Audience}
    for operation in operations:
        name, description = operation.tag
        groups[audience_of(operation.who)][name] = description
    descriptions = {name: text for group in groups.values() for name, text in group.items()}
    return {
        "tags": [
            {"name": name, **({"description": text} if text else {})}
            for name, text in descriptions.items()
        ],
        "x-tagGroups": [
            {"name": audience.value, "tags": list(group)}
            for audience, group in groups.items()
            if group
        ],
    }


def references(node: object) -> Iterator[str]:
    """Every `$ref` at or below `node`, without those in extensions; `node` is plain JSON.

    A `$ref` whose value is not a string is a member of that name.
    """
    if isinstance(node, dict):
        target = node.get("$ref")
        if isinstance(target, str):
            yield target
        for key, value in node.items():
            # Other tools ignore extensions.
            if not key.startswith("x-"):
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
    in_use: set[str] = set()
    waiting = [*references(paths)]
    while waiting:
        target = waiting.pop()
        if target not in in_use:
            in_use.add(target)
            kind, name = target.removeprefix("#/components/").split("/")
            waiting += references(components[kind][name])
    referenced = {
        kind: {
            name: component
            for name, component in named.items()
            if f"#/components/{kind}/{name}" in in_use
        }
        for kind, named in components.items()
    }
    return copy.deepcopy({**referenced, "securitySchemes": SECURITY_SCHEMES})
