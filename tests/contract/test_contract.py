"""The contract, written out in the tables beside this file, is what a running server publishes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.architecture import published
from tests.architecture.specification import OURS, SHAPES
from tests.world import World

# No database is asked for anything here.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HERE = Path(__file__).parent

Schemas = Mapping[str, Any]


def lines(table: str) -> list[str]:
    """What a table says; a line that is indented goes on with the one before."""
    text = (HERE / f"{table}.txt").read_text(encoding="utf-8").replace("\n    ", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


OPERATIONS = [line.split() for line in lines("operations")]
COMPONENTS = [name for line in lines("components") for name in line.split()]
RECORDS = dict(line.split(" = ", 1) for line in lines("records"))


@pytest.fixture
def document(world: World) -> Any:
    """What the server answers at `/openapi.json`."""
    return world.get("/openapi.json").must(200).json


def test_every_operation_is_there_and_no_other(document: Any) -> None:
    told = {
        (operation["operationId"], method.upper(), path)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in {"get", "post", "put", "patch", "delete"}
    }
    assert told == {(name, method, path) for name, method, path, *_ in OPERATIONS}


def test_every_operation_tells_its_success(document: Any) -> None:
    for name, method, path, _, status in OPERATIONS:
        responses = document["paths"][path][method.lower()]["responses"]
        assert status in responses, name


def test_every_shape_of_the_specification_has_its_name(document: Any) -> None:
    assert len(COMPONENTS) == len(set(COMPONENTS))
    assert set(COMPONENTS) - set(document["components"]["schemas"]) == set()


def test_every_record_tells_its_members_always(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for name, row in RECORDS.items():
        told = set(schemas[name]["properties"])
        assert told == members(row, schemas), name
        assert set(schemas[name].get("required", ())) == told, name


def test_its_limits_are_those_that_are_held_against_the_specification(document: Any) -> None:
    """What is published is looked at shape by shape in the house's tests: it is this document."""
    schemas = document["components"]["schemas"]
    assert {**SHAPES, **OURS}.keys() <= schemas.keys()
    for name in {**SHAPES, **OURS}:
        assert schemas[name] == published.document()["components"]["schemas"][name], name
    for path, item in published.document()["paths"].items():
        for method, operation in item.items():
            told = document["paths"][path][method]
            assert told.get("parameters") == operation.get("parameters"), (method, path)


def members(row: str, schemas: Schemas) -> set[str]:
    """The members that a row of the table comes to."""
    has, _, lacks = row.partition(" - ")
    found: set[str] = set()
    for word in has.split():
        is_shape = word[0].isupper()
        found |= set(schemas[word]["properties"]) if is_shape else {word}
    return found - set(lacks.split())
