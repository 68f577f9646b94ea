"""The whole document."""

import copy
from collections.abc import Iterator, Sequence

from bridgework.kit.http.operation import Operation
from bridgework.kit.openapi import (
    headers,
    parameters,
    preamble,
    responses,
    schemas,
)
from bridgework.kit.openapi import (
    operations as operation_objects,
)

OPENAPI = "3.0.3"


def document(
    operations: Sequence[Operation],
    *,
    title: str,
    version: str = "1.0.0",
    description: str,
    base_url: str,
    support_email: str,
) -> dict[str, object]:
    """A valid OpenAPI 3.0.3 document of `operations`, ready to be dumped as JSON.

    Raises TypeError where the operations can't be told truly: two of one name, two shapes of
    one name, a problem whose body nobody has described.
    """
    schemas.must_differ(operations)
    told = {problem.component for each in operations for problem in responses.told_by(each)}
    shapes = schemas.collected(operations, sorted(told))
    paths: dict[str, dict[str, object]] = {}
    for operation in operations:
        method = operation.method.lower()
        paths.setdefault(operation.path, {})[method] = operation_objects.entry(operation, shapes)
    return {
        "openapi": OPENAPI,
        "info": {
            "title": title,
            "version": version,
            "description": preamble.text(description),
            "contact": {
                "name": "Support",
                **({"email": support_email} if support_email else {"url": base_url}),
            },
        },
        "servers": [{"url": base_url.rstrip("/")}],
        "tags": [{"name": area} for area in dict.fromkeys(each.area for each in operations)],
        "paths": paths,
        "components": _components(operations, shapes, paths),
    }


def _components(
    operations: Sequence[Operation], shapes: schemas.Schemas, paths: object
) -> dict[str, object]:
    """What the paths lead to, and nothing else: unused components are noise to a generator."""
    written = {
        "schemas": shapes.components,
        "responses": responses.components(operations),
        "parameters": parameters.COMPONENTS,
        "headers": headers.COMPONENTS,
    }
    in_use = {*references(paths), *references(written)}
    pointed_at = {
        kind: {
            name: each
            for name, each in components.items()
            if f"#/components/{kind}/{name}" in in_use
        }
        for kind, components in written.items()
    }
    return copy.deepcopy({**pointed_at, "securitySchemes": operation_objects.SECURITY_SCHEMES})


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
