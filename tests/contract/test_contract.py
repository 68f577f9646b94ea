"""A running server publishes the specified operations, schemas and limits of the snapshots."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.architecture import published_schemas as published
from tests.architecture import specification
from tests.architecture.specification import OURS, SHAPES
from tests.contract import snapshots
from tests.world import World

# These tests need no database.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

Schemas = Mapping[str, Any]


def lines(name: str) -> list[str]:
    """Return the lines of a snapshot in this directory, without its heading."""
    text = snapshots.committed(f"tests/contract/{name}.txt")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


OPERATIONS = [line.split() for line in lines("operations")]
COMPONENTS = set(lines("components"))
SNAPSHOT = specification.rows(snapshots.committed("tests/contract/records.txt"))


@pytest.fixture
def document(world: World) -> Any:
    """Return the response of `/openapi.json`."""
    return world.get("/openapi.json").must(200).json


def test_the_document_has_every_operation_and_no_other(document: Any) -> None:
    documented = {
        (operation["operationId"], method.upper(), path)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in {"get", "post", "put", "patch", "delete"}
    }
    assert documented == {(name, method, path) for name, method, path, *_ in OPERATIONS}


def test_every_operation_documents_its_success(document: Any) -> None:
    for name, method, path, _, status in OPERATIONS:
        responses = document["paths"][path][method.lower()]["responses"]
        assert status in responses, name


def test_every_schema_of_the_specification_has_its_name(document: Any) -> None:
    schemas = document["components"]["schemas"]
    assert schemas.keys() == COMPONENTS
    published.restore_schemas(document)
    assert schemas.keys() >= {*specification.SHAPES, *specification.RECORDS}


def test_every_record_has_the_specified_members(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for name, row in specification.RECORDS.items():
        assert set(schemas[name]["properties"]) == members(row, schemas), name


def test_every_member_of_a_record_is_required(document: Any) -> None:
    published.restore_schemas(document)
    schemas = document["components"]["schemas"]
    for name in {**SNAPSHOT, **specification.RECORDS}:
        declared = set(schemas[name]["properties"])
        assert set(schemas[name].get("required", ())) == declared, name
    for name, row in SNAPSHOT.items():
        assert set(schemas[name]["properties"]) == set(row), name


def test_the_documented_limits_are_those_of_the_specification(document: Any) -> None:
    """The architecture tests check each schema; this checks that the document is the same."""
    published.restore_patterns(document)
    published.restore_schemas(document)
    schemas = document["components"]["schemas"]
    assert {**SHAPES, **OURS}.keys() <= schemas.keys()
    for name in {**SHAPES, **OURS}:
        assert schemas[name] == published.document()["components"]["schemas"][name], name
    for path, item in published.document()["paths"].items():
        for method, operation in item.items():
            documented = document["paths"][path][method]
            assert documented.get("parameters") == operation.get("parameters"), (method, path)


def members(row: Sequence[str], schemas: Schemas) -> set[str]:
    """Return the members that a row of the specification lists."""
    names: set[str] = set()
    for word in row:
        names |= set(schemas[word]["properties"]) if word[0].isupper() else {word}
    return names
