"""For every rule, a document that violates it, and the reported location."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.openapi import lint, sample_api

Document = dict[str, Any]


def schemas(document: Document) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"]
    return found


def properties(document: Document) -> dict[str, Any]:
    found: dict[str, Any] = schemas(document)["Book"]["properties"]
    return found


def put(document: Document, **members: Any) -> None:
    properties(document).update(members)


def operation(document: Document, path: str = "/books", method: str = "post") -> dict[str, Any]:
    found: dict[str, Any] = document["paths"][path][method]
    return found


def nullable_enum(document: Document) -> None:
    put(document, mood={"type": "string", "nullable": True, "enum": ["dark"]})


def null_alone(document: Document) -> None:
    branches = [{"type": "string"}, {"type": "object", "nullable": True, "enum": [None]}]
    put(document, mood={"anyOf": branches})


def integer_without_maximum(document: Document) -> None:
    put(document, shelves={"type": "integer", "minimum": 0})


def format_without_pattern(document: Document) -> None:
    put(document, mood={"type": "string", "format": "line"})


def pattern_of_one_engine(document: Document) -> None:
    put(document, mood={"type": "string", "pattern": r"^[^\u2028]*$"})


def nullable_without_type(document: Document) -> None:
    put(document, mood={"nullable": True, "allOf": [{"$ref": "#/components/schemas/Author"}]})


def reference_sibling(document: Document) -> None:
    put(document, editor={"$ref": "#/components/schemas/Author", "nullable": True})


def reference_sibling_of_a_parameter(document: Document) -> None:
    operation(document)["parameters"][0]["description"] = "Ignored."


def array_without_items(document: Document) -> None:
    put(document, shelves={"type": "array"})


def array_without_items_in_place(document: Document) -> None:
    operation(document, method="get")["parameters"][2]["schema"] = {"type": "array"}


def read_only_and_write_only(document: Document) -> None:
    put(document, mood={"type": "string", "readOnly": True, "writeOnly": True})


def discriminator_not_required(document: Document) -> None:
    branches = [{"$ref": f"#/components/schemas/{name}"} for name in ("Expertise", "Author")]
    put(document, expertise={"oneOf": branches, "discriminator": {"propertyName": "name"}})


def example_does_not_fit(document: Document) -> None:
    put(document, mood={"type": "string", "maxLength": 2, "example": "abc"})


def default_does_not_fit(document: Document) -> None:
    put(document, mood={"type": "string", "pattern": "^[a-z]$", "default": "1"})


def enum_does_not_fit(document: Document) -> None:
    put(document, mood={"type": "string", "enum": ["a", None]})


def example_of_a_header_does_not_fit(document: Document) -> None:
    document["components"]["headers"]["Retry-After"]["example"] = "soon"


def named_example_does_not_fit(document: Document) -> None:
    media = operation(document)["requestBody"]["content"]["application/json"]
    media["examples"] = {"short": {"value": {"title": "A"}}}


def broken_reference_in_an_extension(document: Document) -> None:
    operation(document)["x-lines"] = [{"$ref": "#/components/schemas/Line"}]


def component_used_by_an_extension_alone(document: Document) -> None:
    unused_component(document)
    operation(document)["x-lines"] = [{"$ref": "#/components/schemas/Forgotten"}]


def component_name(document: Document) -> None:
    schemas(document)["Page[Book]"] = {"type": "object"}


def unused_component(document: Document) -> None:
    schemas(document)["Forgotten"] = {"type": "object"}


def undefined_security_scheme(document: Document) -> None:
    operation(document)["security"] = [{"cookieAuth": []}]


def undefined_security_scheme_of_all(document: Document) -> None:
    document["security"] = [{"cookieAuth": []}]


def scopes_of_a_bearer(document: Document) -> None:
    operation(document)["security"] = [{"bearerAuth": ["books:read"]}]


def body_of_a_get(document: Document) -> None:
    get = operation(document, method="get")
    get["requestBody"] = operation(document)["requestBody"]
    for status in ("408", "413", "415"):
        get["responses"][status] = operation(document)["responses"][status]


def twin_paths(document: Document) -> None:
    item = document["paths"].pop("/branches/{name}")
    document["paths"] |= {"/books/{name}": item}


def missing_rate_limit_header(document: Document) -> None:
    del operation(document)["responses"]["201"]["headers"]["RateLimit"]


def missing_rate_limit_header_of_a_shared_answer(document: Document) -> None:
    del document["components"]["responses"]["InternalError"]["headers"]["RateLimit-Policy"]


def header_without_schema(document: Document) -> None:
    header = document["components"]["headers"]["RateLimit"]
    header["content"] = {"text/plain": {"schema": header.pop("schema")}}


def rate_limit_header_not_required(document: Document) -> None:
    document["components"]["headers"]["RateLimit"]["required"] = False


def without(status: str, path: str = "/books", method: str = "post") -> Callable[[Document], None]:
    def remove(document: Document) -> None:
        del operation(document, path, method)["responses"][status]

    return remove


BOOK = "#/components/schemas/Book/properties"
POST = "#/paths/~1books/post"


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (nullable_enum, f"{BOOK}/mood: it is nullable, but its enum does not list null"),
        (null_alone, f"{BOOK}/mood/anyOf/1: generators of clients do not know a schema of null"),
        (integer_without_maximum, f"{BOOK}/shelves: an integer must have a maximum"),
        (format_without_pattern, f"{BOOK}/mood: other programs do not know the format"),
        (pattern_of_one_engine, f"{BOOK}/mood: its pattern does not compile"),
        (nullable_without_type, f"{BOOK}/mood: nullable beside no type"),
        (reference_sibling, f"{BOOK}/editor: what stands beside a $ref"),
        (reference_sibling_of_a_parameter, f"{POST}/parameters/0: what stands beside a $ref"),
        (array_without_items, f"{BOOK}/shelves: an array must say"),
        (array_without_items_in_place, "#/paths/~1books/get/parameters/2/schema: an array must"),
        (read_only_and_write_only, f"{BOOK}/mood: it can't be both"),
        (discriminator_not_required, f"{BOOK}/expertise: its discriminator 'name'"),
        (example_does_not_fit, f"{BOOK}/mood: its example does not fit"),
        (default_does_not_fit, f"{BOOK}/mood: its default does not fit"),
        (enum_does_not_fit, f"{BOOK}/mood: None of its enum does not fit"),
        (example_of_a_header_does_not_fit, "#/components/headers/Retry-After: its example"),
        (named_example_does_not_fit, f"{POST}/requestBody/content/application~1json: its example"),
        (component_name, "#/components/schemas: 'Page[Book]' is no name"),
        (broken_reference_in_an_extension, f"{POST}/x-lines/0: there is no #/components"),
        (component_used_by_an_extension_alone, "#/components/schemas/Forgotten: nothing uses"),
        (unused_component, "#/components/schemas/Forgotten: nothing uses"),
        (undefined_security_scheme, f"{POST}/security: there is no security scheme 'cookieAuth'"),
        (undefined_security_scheme_of_all, "#/security: there is no security scheme"),
        (scopes_of_a_bearer, f"{POST}/security: 'bearerAuth' is a scheme without scopes"),
        (body_of_a_get, "#/paths/~1books/get: a GET has no body"),
        (twin_paths, "#/paths: /books/{name} and /books/{id} differ only"),
        (missing_rate_limit_header, f"{POST}/responses/201: RateLimit is not documented"),
        (missing_rate_limit_header_of_a_shared_answer, f"{POST}/responses/500: RateLimit-Policy"),
        (header_without_schema, "#/components/headers/RateLimit: generators need a schema"),
        (rate_limit_header_not_required, f"{POST}/responses/201: RateLimit is not documented"),
        *((without(status), f"{POST}/responses: {status} is not documented") for status in (
            "400", "401", "405", "408", "413", "415", "422", "429", "500", "503",
        )),
        (without("404", "/books/{id}", "get"), "#/paths/~1books~1{id}/get/responses: 404"),
    ],
)  # fmt: skip
def test_a_violation_of_each_rule_is_reported(
    spoil: Callable[[Document], None], fault: str
) -> None:
    document = sample_api.written()
    spoil(document)
    found = lint.faults(document)
    assert any(each.startswith(fault) for each in found), found


def test_a_member_may_have_the_name_of_a_keyword() -> None:
    document = sample_api.written()
    put(
        document,
        example={"type": "string"},
        default={"type": "array", "items": {"type": "string"}},
        enum={"type": "string", "nullable": True},
    )
    assert lint.faults(document) == []
    put(document, default={"type": "array"})
    assert lint.faults(document) == [f"{BOOK}/default: an array must say what its items are"]
