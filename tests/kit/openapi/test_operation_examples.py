"""The examples of operations stand in the document where clients look for them."""

from typing import Any

from bridgework.kit.http.openapi import Examples
from tests.kit.openapi import sample_api

BOOK_ID = "0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71"
EXAMPLES: Examples = {
    "listBooks": {"parameters": {"search": "teeth"}, "response": [{"id": BOOK_ID}]},
    "changeBook": {
        "caller": "reader@books.example",
        "parameters": {"id": BOOK_ID},
        "request": {"title": "On Teeth"},
        "response": {"id": BOOK_ID, "title": "On Teeth"},
    },
    "livez": {"response": {"status": "alive"}},
}
DOCUMENT = sample_api.written(EXAMPLES)


def parameters(operation: dict[str, Any]) -> dict[str, Any]:
    return {
        parameter["name"]: parameter["example"]
        for parameter in operation["parameters"]
        if "example" in parameter
    }


def test_a_parameter_has_its_example_and_pages_have_one_of_their_own() -> None:
    assert parameters(DOCUMENT["paths"]["/books"]["get"]) == {"page": 1, "search": "teeth"}
    assert parameters(DOCUMENT["paths"]["/books/{id}"]["patch"]) == {"id": BOOK_ID}


def test_a_request_body_and_a_response_in_its_envelope_have_examples() -> None:
    operation = DOCUMENT["paths"]["/books/{id}"]["patch"]
    request = operation["requestBody"]["content"]["application/json"]
    response = operation["responses"]["200"]["content"]["application/json"]
    assert request["example"] == {"title": "On Teeth"}
    assert response["example"] == {"data": {"id": BOOK_ID, "title": "On Teeth"}}


def test_a_response_without_the_envelope_has_its_whole_body_as_the_example() -> None:
    response = DOCUMENT["paths"]["/livez"]["get"]["responses"]["200"]
    assert response["content"]["application/json"]["example"] == {"status": "alive"}


def test_an_operation_without_an_example_has_none() -> None:
    operation = DOCUMENT["paths"]["/books/{id}"]["get"]
    assert parameters(operation) == {}
    assert "example" not in operation["responses"]["200"]["content"]["application/json"]
