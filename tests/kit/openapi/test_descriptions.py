"""Descriptions of members and parameters by name."""

from typing import Any

import pytest

from bridgework.kit.http.openapi import Glossary, generate_document
from bridgework.kit.http.openapi.descriptions import describe_members
from tests.kit.openapi.sample_api import OPERATIONS

GLOSSARY = Glossary(
    members={"title": "What is on the cover.", "author": "Who wrote it.", "expertise": "Unused."},
    parameters={"search": "Every word must match.", "tags": "Unused."},
)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return generate_document(
        OPERATIONS,
        title="Books",
        description="A library.",
        license_info={"name": "MIT"},
        base_url="https://books.example/",
        support_email="",
        glossary=GLOSSARY,
    )


def members(document: dict[str, Any], schema: str) -> dict[str, Any]:
    described: dict[str, Any] = document["components"]["schemas"][schema]["properties"]
    return described


def test_members_are_described_by_name(document: dict[str, Any]) -> None:
    assert members(document, "BookChange")["title"]["description"] == "What is on the cover."
    assert members(document, "Book")["author"]["description"] == "Null if unknown."


def test_a_docstring_takes_precedence(document: dict[str, Any]) -> None:
    member = members(document, "BookRequest")["expertise"]
    assert member["description"] == "What the book is good for."


def test_the_rule_of_a_type_is_kept(document: dict[str, Any]) -> None:
    title = members(document, "BookRequest")["title"]
    assert title["description"] == "What is on the cover. Must contain at least one letter."


def test_a_reference_has_no_description_beside_it() -> None:
    author = {"$ref": "#/components/schemas/Author"}
    components: dict[str, dict[str, Any]] = {"Page": {"properties": {"author": author}}}
    describe_members(components, GLOSSARY.members)
    described = {"allOf": [author], "description": "Who wrote it."}
    assert components["Page"]["properties"]["author"] == described


def parameters(document: dict[str, Any], path: str, method: str) -> dict[str, Any]:
    """Return the descriptions of the parameters of an operation by name."""
    listed = document["paths"][path][method]["parameters"]
    return {each["name"]: each.get("description") for each in listed if "name" in each}


def test_parameters_are_described_by_name(document: dict[str, Any]) -> None:
    described = parameters(document, "/books", "get")
    assert described["search"] == "Every word must match."
    assert described["tags"].startswith("All must be present. Accepts several values")


def test_an_id_in_a_path_names_its_record(document: dict[str, Any]) -> None:
    assert parameters(document, "/books/{id}", "patch")["id"] == "The ID of the book."
