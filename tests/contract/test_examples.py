"""Every operation has an example that works with the demo data."""

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Any

import pytest

from bridgework.kit.http.operations import Operation
from bridgework.settings import Settings
from tests.architecture import published_schemas
from tests.contract import conformity, demo_client, record_examples
from tests.contract.demo_client import EXAMPLES, OPERATIONS, DemoClient
from tests.kit.openapi import instance_validation
from tests.world import Response

DOCUMENT = published_schemas.document()
CHECK = conformity.checker(published_schemas.api_docs())


@pytest.fixture
def demo(settings: Settings) -> Iterator[DemoClient]:
    """A client of a server with the demo data."""
    with demo_client.run_demo(settings) as client:
        yield client


def media_with_examples(operation: Operation) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The JSON request body and the JSON response of success, and each parameter but headers."""
    described = DOCUMENT["paths"][operation.path][operation.method.lower()]
    for parameter in described["parameters"]:
        if parameter.get("in") in {"path", "query"}:
            yield parameter["name"], parameter
    content = {
        "request": described.get("requestBody", {}).get("content", {}),
        "response": described["responses"][str(operation.status)].get("content", {}),
    }
    for name, by_type in content.items():
        for media_type, media in by_type.items():
            if media_type.endswith(("/json", "+json")):
                yield name, media


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_has_valid_examples(name: str) -> None:
    for part, described in media_with_examples(OPERATIONS[name]):
        assert "example" in described, f"{part} has no example; see examples.json of the area"
        faults = instance_validation.mismatches(DOCUMENT, described["schema"], described["example"])
        assert faults == [], part


def test_every_example_belongs_to_an_operation() -> None:
    assert EXAMPLES.keys() == OPERATIONS.keys()
    writes = {name for name, operation in OPERATIONS.items() if operation.writes}
    assert writes <= {*demo_client.AFTER_READS}, "see example_order.txt"
    for name, example in EXAMPLES.items():
        parts = {part for part, _ in media_with_examples(OPERATIONS[name])}
        parts |= {"request"} if OPERATIONS[name].streams else set()
        assert example.keys() - {"caller", "parameters", "other_parameters"} <= parts, name
        assert example.get("parameters", {}).keys() <= parts, name
        assert example.get("other_parameters", {}).keys() <= parts, name


def test_every_error_has_a_valid_example() -> None:
    responses = [*DOCUMENT["components"]["responses"].values()]
    for path in DOCUMENT["paths"].values():
        for described in path.values():
            failed = {s: r for s, r in described["responses"].items() if s >= "4"}
            responses += [response for response in failed.values() if "$ref" not in response]
    for response in responses:
        media = response["content"]["application/json"]
        assert media["examples"]
        for example in media["examples"].values():
            assert not instance_validation.mismatches(DOCUMENT, media["schema"], example["value"])


@pytest.mark.slow("sends every example")
def test_every_example_works_with_the_demo_data(demo: DemoClient, settings: Settings) -> None:
    received = dict[str, Any]()
    for operation in demo_client.in_order():
        response = send(demo, operation)
        name = operation.operation_id
        received |= {name: demo.received[name]} if name in demo.received else {}
        if operation.method == "GET":
            assert records(demo, operation) != [], f"{response.request} found nothing"
            cursor = next_cursor(demo, operation)
            if cursor is not None:
                send(demo, operation, cursor)
    demo.received.update(received)
    if settings.on_sqlite:
        changed = record_examples.changed_files(demo, OPERATIONS)
        lines = [
            line
            for file, text in changed.items()
            for line in unified_diff(file.read_text("utf-8").splitlines(), text.splitlines(), n=0)
        ]
        assert lines == [], "python -m tests.contract.record_examples"


def send(demo: DemoClient, operation: Operation, cursor: str | None = None) -> Response:
    """Send an example; fails unless the response is as documented."""
    response = demo.send_example(operation, cursor).must(operation.status)
    CHECK(operation.method, operation.path, response)
    return response


def records(demo: DemoClient, operation: Operation) -> object:
    """The records of a list; None for another response."""
    data = demo.received.get(operation.operation_id)
    return data.get("items") if isinstance(data, dict) else data


def next_cursor(demo: DemoClient, operation: Operation) -> str | None:
    """The cursor of the next page, if there is one."""
    data = demo.received.get(operation.operation_id)
    cursor: str | None = data.get("nextCursor") if isinstance(data, dict) else None
    return cursor
