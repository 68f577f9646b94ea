"""Every schema, member and parameter of the OpenAPI document is described."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bridgework import routes
from tests.architecture import published_schemas as published
from tests.kit.openapi import document_tree

Node = Mapping[str, Any]

LONGEST = 200
SENTENCES = re.compile(r"(?s)[A-Z`].*\.")


def members(document: Node) -> Iterator[tuple[str, Node]]:
    """Yield the members of all schemas with their full names, except `data` of the envelopes."""
    for name, schema in document["components"]["schemas"].items():
        properties = schema.get("properties", {})
        for member, value in properties.items() if [*properties] != ["data"] else ():
            yield f"{name}.{member}", value


def parameters(document: Node) -> Iterator[tuple[str, Node]]:
    """Yield the parameters of all operations, except those that are components."""
    for path_item in document["paths"].values():
        for operation in path_item.values():
            for parameter in operation["parameters"]:
                if "$ref" not in parameter:
                    yield f"{operation['operationId']}({parameter['name']})", parameter


def described(document: Node) -> Iterator[tuple[str, Node]]:
    """Yield everything that must have a description.

    A named list of values is described by the members of its type.
    """
    for name, schema in document["components"]["schemas"].items():
        if "enum" not in schema:
            yield name, schema
    yield from members(document)
    yield from parameters(document)


def accepts_null(document: Node, member: Node) -> bool:
    branches = [member, *member.get("anyOf", []), *member.get("allOf", [])]
    return any(document_tree.resolved(document, each).get("nullable") for each in branches)


def undescribed(document: Node) -> list[str]:
    return [name for name, node in described(document) if not node.get("description")]


def misplaced_nulls(document: Node) -> list[str]:
    """Return the members that say what null means, but are never null."""
    return [
        name
        for name, member in members(document)
        if re.search(r"\bnull\b", member.get("description", ""), re.IGNORECASE)
        and not accepts_null(document, member)
    ]


def test_everything_is_described() -> None:
    assert undescribed(published.document()) == []


def test_only_members_that_accept_null_mention_it() -> None:
    assert misplaced_nulls(published.document()) == []


def test_a_missing_or_misplaced_description_is_found() -> None:
    jaw = {"type": "object", "properties": {"teeth": {"type": "integer"}}}
    teeth = {"type": "integer", "description": "The number of teeth. Null if unknown."}
    sample = {"components": {"schemas": {"Jaw": jaw}}, "paths": {}}
    assert undescribed(sample) == ["Jaw", "Jaw.teeth"]
    assert misplaced_nulls(sample) == []
    jaw["properties"] = {"teeth": teeth}
    assert misplaced_nulls(sample) == ["Jaw.teeth"]


def test_descriptions_are_short_sentences() -> None:
    unsound = {
        text
        for _, node in described(published.document())
        for text in (node["description"],)
        if not SENTENCES.fullmatch(text)
    }
    assert unsound == set()


@pytest.mark.parametrize("table", ["members", "parameters"])
def test_every_entry_of_the_glossary_is_used_and_short(table: str) -> None:
    entries: Mapping[str, str] = getattr(routes.glossary(), table)
    nodes = members if table == "members" else parameters
    used = {
        name
        for full_name, node in nodes(published.document())
        for name in (re.split(r"[.(]", full_name.rstrip(")"), maxsplit=1)[1],)
        if node["description"].startswith(entries.get(name, "\0"))
    }
    assert entries.keys() - used == set()
    assert [text for text in entries.values() if len(text) > LONGEST] == []
