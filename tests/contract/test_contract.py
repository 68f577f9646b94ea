"""A running server publishes the specified operations, schemas and limits of the snapshot."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bridgework.kit.validation import ResponseModel
from tests.architecture import published_schemas as published
from tests.architecture import specification
from tests.architecture.specification import OURS, SHAPES
from tests.contract import api_text, snapshots
from tests.world import World

# These tests need no database.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

Schemas = Mapping[str, Any]


RECORDS = {
    shape.__name__ for shape in published.shapes() if issubclass(shape, ResponseModel)
} & published.document()["components"]["schemas"].keys()


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
    declared = {(each.operation_id, each.method, each.path) for each in published.OPERATIONS}
    assert documented == declared


def test_the_document_is_that_of_the_snapshot(document: Any) -> None:
    assert snapshots.committed("docs/api.txt").endswith(f"\n\n{api_text.to_text(document)}")


def test_the_document_is_sent_from_a_copy_that_was_compressed_once(world: World) -> None:
    plain = world.get("/openapi.json").must(200)
    packed = world.get("/openapi.json", headers={"accept-encoding": "gzip"}).must(200)
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.body == world.application.app_state.api_docs.openapi_file.gzip_body
    assert packed.content == plain.body
    assert len(packed.body) < len(plain.body) / 8
    for response, accepted in ((plain, ""), (packed, "gzip")):
        assert response.headers["vary"].startswith("Accept-Encoding")
        tag = response.headers["etag"]
        headers = {"accept-encoding": accepted, "if-none-match": tag}
        assert world.get("/openapi.json", headers=headers).must(304).headers["etag"] == tag
    assert plain.headers["etag"] != packed.headers["etag"]


def test_every_operation_documents_its_success(document: Any) -> None:
    for operation in published.OPERATIONS:
        responses = document["paths"][operation.path][operation.method.lower()]["responses"]
        assert str(operation.status) in responses, operation.operation_id


def test_every_schema_of_the_specification_has_its_name(document: Any) -> None:
    schemas = document["components"]["schemas"]
    published.restore_schemas(document)
    assert schemas.keys() >= {*specification.SHAPES, *specification.RECORDS}


def test_every_record_has_the_specified_members_and_declared_additions(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for name, row in specification.RECORDS.items():
        specified, added = members(row, schemas), set(specification.ADDED.get(name, ()))
        assert set(schemas[name]["properties"]) == specified | added, name
        assert not specified & added, name
    assert specification.ADDED.keys() <= specification.RECORDS.keys()


def test_every_member_of_a_record_is_required(document: Any) -> None:
    published.restore_schemas(document)
    schemas = document["components"]["schemas"]
    for name in {*RECORDS, *specification.RECORDS}:
        declared = set(schemas[name]["properties"])
        assert set(schemas[name].get("required", ())) == declared, name


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
