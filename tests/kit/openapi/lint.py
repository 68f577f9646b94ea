"""Rules that validators of OpenAPI 3.0 do not check, and conventions of this API.

For the tests of the product: it needs the development extra.
"""

import re
from collections.abc import Iterator
from typing import Any

from bridgework.kit.http.openapi.document import references
from tests.kit.openapi import document_tree, schema_lint
from tests.kit.openapi.document_tree import Node

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_COMPONENT_NAME = re.compile(r"[a-zA-Z0-9._-]+")
_RATE_LIMIT_HEADERS = ("RateLimit", "RateLimit-Policy")


def faults(document: Node) -> list[str]:
    """All violations, each with its JSON pointer; empty if there are none."""
    return [
        *schema_lint.faults(document),
        *_reference_siblings(document),
        *_broken_references(document),
        *_component_names(document),
        *_unused_components(document),
        *_headers(document),
        *_twin_paths(document),
        *_security(document),
        *_operations(document),
    ]


def _reference_siblings(document: Node) -> Iterator[str]:
    for at, node in document_tree.nodes(document, "#"):
        if isinstance(node.get("$ref"), str) and len(node) > 1:
            yield f"{at}: what stands beside a $ref is ignored; put the $ref into an allOf"


def _broken_references(document: Node) -> Iterator[str]:
    """Those in extensions too."""
    for at, node in document_tree.nodes(document, "#"):
        if isinstance(node.get("$ref"), str) and not document_tree.resolved(document, node):
            yield f"{at}: there is no {node['$ref']}"


def _component_names(document: Node) -> Iterator[str]:
    for kind, components in document.get("components", {}).items():
        for name in components:
            if not _COMPONENT_NAME.fullmatch(name):
                yield f"#/components/{kind}: {name!r} is no name for a component"


def _unused_components(document: Node) -> Iterator[str]:
    in_use = set(references(document))
    for kind, components in document.get("components", {}).items():
        for name in components:
            at = f"#/components/{kind}/{name}"
            # A security scheme is named by requirements, and may be offered without any.
            if kind != "securitySchemes" and at not in in_use:
                yield f"{at}: nothing uses this component"


def _headers(document: Node) -> Iterator[str]:
    for name, header in document.get("components", {}).get("headers", {}).items():
        if "schema" not in header:
            yield f"#/components/headers/{name}: generators need a schema"


def _twin_paths(document: Node) -> Iterator[str]:
    by_shape: dict[str, str] = {}
    for path in document.get("paths", {}):
        twin = by_shape.setdefault(re.sub(r"\{[^}]*\}", "{}", path), path)
        if twin != path:
            yield f"#/paths: {path} and {twin} differ only in the names of their parameters"


def _security(document: Node) -> Iterator[str]:
    schemes = document.get("components", {}).get("securitySchemes", {})
    places = [("#", document), *((at, operation) for at, _, _, operation in _each(document))]
    for at, node in places:
        for requirement in node.get("security", []):
            for name, scopes in requirement.items():
                if name not in schemes:
                    yield f"{at}/security: there is no security scheme {name!r}"
                elif scopes and schemes[name].get("type") in {"http", "apiKey"}:
                    yield f"{at}/security: {name!r} is a scheme without scopes"


def _operations(document: Node) -> Iterator[str]:
    for at, method, path, operation in _each(document):
        if method in {"get", "head", "delete"} and "requestBody" in operation:
            yield f"{at}: a {method.upper()} has no body that all servers and clients honour"
        responses = operation.get("responses", {})
        for status in sorted(_owed(document, path, operation) - responses.keys()):
            yield f"{at}/responses: {status} is not documented"
        for status, response in responses.items():
            headers = document_tree.resolved(document, response).get("headers", {})
            for name in _RATE_LIMIT_HEADERS:
                if not document_tree.resolved(document, headers.get(name, {})).get("required"):
                    yield f"{at}/responses/{status}: {name} is not documented as required"


def _owed(document: Node, path: str, operation: Node) -> set[str]:
    """The statuses that an operation of this kind must declare."""
    owed = {"400", "405", "422", "500", "503"}
    if not operation.get("x-rate-limit-exempt"):
        owed.add("429")
    security = operation.get("security", document.get("security"))
    if security and {} not in security:  # an empty requirement: anonymous callers are accepted
        owed.add("401")
    if "{" in path:
        owed.add("404")
    if "requestBody" in operation:
        owed |= {"408", "413", "415"}
    return owed


def _each(document: Node) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """The pointer, method, path and operation object of every operation."""
    for path, item in document.get("paths", {}).items():
        for method in _METHODS:
            if method in item:
                yield f"#/paths/{path.replace('/', '~1')}/{method}", method, path, item[method]
