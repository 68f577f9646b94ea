"""Iteration over a document: its schemas, and the objects with examples."""

from collections.abc import Iterator, Mapping
from typing import Any

Node = Mapping[str, Any]
Found = Iterator[tuple[str, Node]]

_VALUES = {"example", "examples", "default", "enum"}


def nodes(node: object, at: str) -> Found:
    """Every object at or below `node` with its JSON pointer, except examples."""
    if isinstance(node, dict):
        yield at, node
        for key, value in node.items():
            # Below `properties`, a keyword is the name of a member, whose schema is not a list.
            if key not in _VALUES or at.endswith("/properties"):
                yield from nodes(value, f"{at}/{_escaped(key)}")
    elif isinstance(node, list):
        for position, value in enumerate(node):
            yield from nodes(value, f"{at}/{position}")


def schemas(document: Node) -> Found:
    """Every schema with its pointer: components, inline schemas and nested schemas."""
    components = document.get("components", {})
    for name, schema in components.get("schemas", {}).items():
        yield from _with_parts(schema, f"#/components/schemas/{name}")
    for at, node in carriers(document):
        yield from _with_parts(node["schema"], f"{at}/schema")


def carriers(document: Node) -> Found:
    """Every parameter, header and media type that has a schema, with its pointer."""
    components = document.get("components", {})
    parts = {kind: each for kind, each in components.items() if kind != "schemas"}
    for root, at in ((document.get("paths", {}), "#/paths"), (parts, "#/components")):
        for pointer, node in nodes(root, at):
            if isinstance(node.get("schema"), dict) and "/schema/" not in f"{pointer}/":
                yield pointer, node


def resolved(document: Node, node: Node) -> Node:
    """`node`, or the target of its `$ref`; an empty object if it does not exist."""
    target: Any = node
    while isinstance(target.get("$ref"), str):
        found: Any = document
        for step in target["$ref"].removeprefix("#/").split("/"):
            found = found.get(step.replace("~1", "/").replace("~0", "~"), {})
        target = found
    return target  # type: ignore[no-any-return]


def _with_parts(schema: Any, at: str) -> Found:
    if not isinstance(schema, dict):
        return
    yield at, schema
    for name, part in schema.get("properties", {}).items():
        yield from _with_parts(part, f"{at}/properties/{_escaped(name)}")
    for key in ("items", "additionalProperties", "not"):
        yield from _with_parts(schema.get(key), f"{at}/{key}")
    for key in ("allOf", "anyOf", "oneOf"):
        for position, part in enumerate(schema.get(key, [])):
            yield from _with_parts(part, f"{at}/{key}/{position}")


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
