"""Generated schemas, tested with valid and invalid values."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, TypeAdapter

from bridgework.kit.http.openapi.json_schema_30 import JsonSchema30, without_null_branches
from tests.kit.openapi import sample_api
from tests.kit.openapi.instance_validation import mismatches

API = sample_api.written()
BOOK_REQUEST = {"title": "Ö1", "subject": "teeth", "pages": 1}
BOOK = {
    "id": "0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71",
    "author": None,
    "editor": {"name": "Ann", "born": None},
    "mood": None,
    "genre": None,
    "expertise": "crowns",
    "printedAt": "2026-11-21T08:00:00.000Z",
    "soldAt": None,
    "shelves": [["a", "b"], []],
    "notes": None,
    "version": 1,
}


def fits(component: str, value: object) -> bool:
    return mismatches(API, {"$ref": f"#/components/schemas/{component}"}, value) == []


def test_valid_values_match() -> None:
    assert fits("BookRequest", BOOK_REQUEST)
    assert fits("Book", BOOK)


@pytest.mark.parametrize("member", ["mood", "home", "expertise", "tags", "flags"])
def test_null_is_accepted_for_nullable_types(member: str) -> None:
    assert fits("BookRequest", {**BOOK_REQUEST, member: None})


@pytest.mark.parametrize(
    "member",
    ["title", "subject", "pages", "price", "kind", "series", "binding", "contact", "shelves",
     "notes", "span"],
)  # fmt: skip
def test_null_is_refused_for_other_types(member: str) -> None:
    assert not fits("BookRequest", {**BOOK_REQUEST, member: None})


@pytest.mark.parametrize("member", ["id", "editor", "expertise", "printedAt", "shelves", "version"])
def test_null_is_not_in_responses_of_other_types(member: str) -> None:
    assert not fits("Book", {**BOOK, member: None})


@pytest.mark.parametrize("member", BOOK)
def test_all_members_of_a_response_are_required(member: str) -> None:
    assert not fits("Book", {key: value for key, value in BOOK.items() if key != member})


@pytest.mark.parametrize("member", BOOK_REQUEST)
def test_members_of_a_request_without_default_are_required(member: str) -> None:
    assert not fits(
        "BookRequest", {key: value for key, value in BOOK_REQUEST.items() if key != member}
    )


@pytest.mark.parametrize(
    ("member", "good", "bad"),
    [
        ("title", ["a", "é", "字1", "x" * 100], ["", "x" * 101, "a\nb", "a\u202e"]),
        ("subject", ["", "x" * 20, {"id": "a"}], ["x" * 21, {}, {"id": "a", "category": 5}, 3]),
        ("pages", [1, 5000], [0, 5001, "5", 1.5]),
        ("price", [0, 0.5, 999.99], [-0.1, 1000]),
        ("kind", ["novel"], ["play"]),
        ("mood", ["dark"], ["grey", ""]),
        ("series", ["one"], ["two"]),
        ("binding", ["hard"], ["HARD"]),
        ("shelves", [[], [[]], [["a"]]], [["a"], [[1]], [["x" * 51]]]),
        ("tags", [[], ["a", "b"]], [["a", "b", "c"], "a"]),
        ("notes", [{}, {"a": None, "b": [1]}], [[], "a"]),
        ("flags", [{}, {"a": True}], [{"a": 1}, {"a": None}]),
        ("span", [[1, "b"]], [[1], [1, "b", "c"], [1, None]]),
        ("expertise", [{"id": "a"}, {"id": "a", "category": "b"}], [{}, {"category": "b"}, "a"]),
    ],
)
def test_limits(member: str, good: list[object], bad: list[object]) -> None:
    for value in good:
        assert fits("BookRequest", {**BOOK_REQUEST, member: value}), value
    for value in bad:
        assert not fits("BookRequest", {**BOOK_REQUEST, member: value}), value


def test_the_document_and_the_model_agree() -> None:
    for change in (
        {"pages": 0},
        {"tags": None},
        {"kind": None},
        {"title": "a\nb"},
        {"price": 1000},
    ):
        sent = {**BOOK_REQUEST, **change}
        try:
            sample_api.BookRequest.model_validate(sent, by_name=False)
            taken = True
        except ValueError:
            taken = False
        assert fits("BookRequest", sent) is taken, change


def test_keywords_beside_a_reference_are_preserved() -> None:
    properties = API["components"]["schemas"]["Book"]["properties"]
    author = {"$ref": "#/components/schemas/Author"}
    assert properties["editor"] == {"allOf": [author], "description": "Who saw to it."}
    assert properties["author"] == {
        "allOf": [{"$ref": "#/components/schemas/NullableAuthor"}],
        "description": "Null if unknown.",
    }


def test_a_component_or_null_is_one_schema_that_is_nullable() -> None:
    schemas = API["components"]["schemas"]
    assert schemas["NullableAuthor"] == {**schemas["Author"], "nullable": True}
    assert schemas["NullableGenre"] == {
        **schemas["Genre"],
        "nullable": True,
        "enum": [*schemas["Genre"]["enum"], None],
    }


def test_a_time_has_the_format_date_time_in_responses_too() -> None:
    properties = API["components"]["schemas"]["Book"]["properties"]
    assert properties["printedAt"] == {"type": "string", "format": "date-time"}
    assert properties["soldAt"] == {"type": "string", "format": "date-time", "nullable": True}


def written(annotation: Any) -> dict[str, Any]:
    generated = JsonSchema30().generate(TypeAdapter(annotation).core_schema)
    schema: dict[str, Any] = without_null_branches(generated, {}, {})
    return schema


NULL = {"type": "object", "nullable": True, "enum": [None]}


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (None, NULL),
        (Any, {}),
        (Any | None, {}),
        (int | None, {"type": "integer", "maximum": 2**53, "nullable": True}),
        (Annotated[int, Field(le=9)], {"type": "integer", "maximum": 9}),
        (
            int | str | None,
            {
                "anyOf": [
                    {"type": "integer", "maximum": 2**53, "nullable": True},
                    {"type": "string"},
                ]
            },
        ),
        (Literal["a"], {"type": "string", "enum": ["a"]}),
        (Literal["a", None], {"type": "string", "nullable": True, "enum": ["a", None]}),
        (Literal["a"] | None, {"type": "string", "nullable": True, "enum": ["a", None]}),
        (
            Literal["a", 1],
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "integer", "enum": [1]}]},
        ),
        (Literal[True], {"type": "boolean", "enum": [True]}),
        (
            Annotated[int, Field(gt=1, lt=9)],
            {
                "type": "integer",
                "minimum": 1,
                "exclusiveMinimum": True,
                "maximum": 9,
                "exclusiveMaximum": True,
            },
        ),
        (
            Annotated[int, Field(gt=1, ge=5)],
            {
                "type": "integer",
                "minimum": 5,
                "exclusiveMinimum": False,
                "maximum": 2**53,
            },
        ),
        (tuple[str, ...], {"type": "array", "items": {"type": "string"}, "minItems": 0}),
        (Annotated[str, Field(examples=["a", "b"])], {"type": "string", "example": "a"}),
        (
            dict[Annotated[str, Field(pattern="^[a-z]+$")], bool],
            {"type": "object", "additionalProperties": {"type": "boolean"}},
        ),
    ],
)
def test_one_type(annotation: Any, expected: dict[str, Any]) -> None:
    assert written(annotation) == expected
