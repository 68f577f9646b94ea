"""Schemas: camelCase in JSON, strict types, and a difference between absent and null."""

import pytest
from pydantic import MISSING, ValidationError

from bridgework.kit.validation import QueryParams, RequestBody, ResponseModel


class Odd(RequestBody):
    line_1: str | MISSING = MISSING
    url_v2: str | MISSING | None = MISSING
    rpo_a_b: int | MISSING = MISSING
    ratio: float | MISSING = MISSING
    is_on: bool | MISSING = MISSING


class Answer(ResponseModel):
    first_name: str | None
    years: int | float


class Query(QueryParams):
    sort_by: str | None = None


def test_names_are_camel_case() -> None:
    aliases = {name: member.alias for name, member in Odd.model_fields.items()}
    assert aliases == {
        "line_1": "line1", "url_v2": "urlV2", "rpo_a_b": "rpoAB", "ratio": "ratio",
        "is_on": "isOn",
    }  # fmt: skip
    assert Answer(first_name=None, years=1).model_dump_json() == '{"firstName":null,"years":1}'
    assert Query.model_fields["sort_by"].alias == "sortBy"


def test_absent_differs_from_null() -> None:
    assert Odd.model_validate_json("{}").provided() == {}
    assert Odd.model_validate_json('{"urlV2":null}').provided() == {"url_v2": None}
    assert Odd.model_validate_json('{"line1":"a"}').provided() == {"line_1": "a"}
    assert Odd.model_validate_json("{}").model_dump() == {}
    with pytest.raises(ValidationError):
        Odd.model_validate_json('{"line1":null}')


@pytest.mark.parametrize(
    "body",
    ['{"rpoAB":"5"}', '{"rpoAB":5.0}', '{"rpoAB":true}', '{"isOn":1}', '{"isOn":"true"}',
     '{"line1":5}', '{"ratio":"1.5"}', '{"ratio":NaN}', '{"ratio":Infinity}', '{"ratio":1e999}'],
)  # fmt: skip
def test_types_are_strict_and_numbers_finite(body: str) -> None:
    with pytest.raises(ValidationError):
        Odd.model_validate_json(body)


def test_what_was_sent_is_in_the_order_of_the_schema() -> None:
    body = '{"isOn":true,"ratio":1.0,"rpoAB":1,"urlV2":"a","line1":"a"}'
    assert [*Odd.model_validate_json(body).provided()] == [*Odd.model_fields]


def test_an_integer_is_accepted_as_a_float() -> None:
    assert Odd.model_validate_json('{"ratio":1}').provided() == {"ratio": 1.0}


def test_a_request_body_is_immutable() -> None:
    parsed = Odd.model_validate_json('{"line1":"a"}')
    with pytest.raises(ValidationError):
        parsed.line_1 = "b"  # type: ignore[misc]


def test_a_response_model_has_no_defaults() -> None:
    with pytest.raises(ValidationError):
        Answer.model_validate({"years": 1})
