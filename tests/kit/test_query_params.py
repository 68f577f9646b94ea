"""Query parameters in JSON are parsed as in a query string."""

from collections.abc import Mapping
from typing import Any

import pytest

from bridgework.kit.core import ValidationFailed
from bridgework.kit.validation import (
    Filters,
    PageNumber,
    QueryFlag,
    QueryParams,
    Search,
    query_params,
)


class ListTeethQuery(QueryParams):
    page: PageNumber = 1
    search: Search | None = None
    is_milk: QueryFlag | None = None
    jaws: Filters


ALIKE = [
    ({}, ""),
    ({"search": "a"}, "search=a"),
    ({"search": ""}, "search="),
    ({"search": None}, ""),
    ({"isMilk": True}, "isMilk=true"),
    ({"isMilk": "false"}, "isMilk=false"),
    ({"page": 7}, "page=7"),
    ({"page": "7"}, "page=7"),
    ({"jaws": "upper, lower,"}, "jaws=upper,%20lower,"),
    ({"jaws": ["upper", "lower"]}, "jaws=upper&jaws=lower"),
    ({"colour": {"deep": True}}, "colour=white"),
]


@pytest.mark.parametrize(("values", "query"), ALIKE)
def test_json_is_parsed_like_a_query_string(values: Mapping[str, Any], query: str) -> None:
    pairs = [(name, value.replace("%20", " ")) for name, _, value in _parts(query)]
    expected = query_params.parse(ListTeethQuery, pairs, [], strictly=False)
    assert query_params.from_json(ListTeethQuery, values, "query") == expected


def _parts(query: str) -> list[tuple[str, str, str]]:
    return [part.partition("=") for part in query.split("&") if part]


REFUSED = [
    ({"search": 5}, {"query.search": "wrong_type"}),
    ({"search": ["a"]}, {"query.search": "wrong_type"}),
    (
        {"search": "a" * 201, "isMilk": 1},
        {"query.search": "too_long", "query.isMilk": "wrong_type"},
    ),
    ({"page": 1.5}, {"query.page": "wrong_type"}),
    ({"page": True}, {"query.page": "wrong_type"}),
    ({"page": 0}, {"query.page": "too_small"}),
    ({"jaws": {"upper": 1}}, {"query.jaws": "wrong_type"}),
    ({"jaws": ["upper", None]}, {"query.jaws[1]": "wrong_type"}),
    (
        {"cursor": "a", "isMilk": "yes"},
        {"query.cursor": "unknown_member", "query.isMilk": "wrong_type"},
    ),
]


@pytest.mark.parametrize(("values", "faults"), REFUSED)
def test_every_error_has_the_path_as_prefix(
    values: Mapping[str, Any], faults: Mapping[str, str]
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        query_params.from_json(ListTeethQuery, values, "query", without=("cursor",))
    assert {each.path: each.code for each in refused.value.faults} == faults


def test_unknown_parameters_are_refused_if_the_caller_asks_for_it() -> None:
    found: list[Any] = []
    pairs = [("colour", "white"), ("search", "a")]
    assert query_params.parse(ListTeethQuery, pairs, found, strictly=True) is None
    assert [(each.path, each.code) for each in found] == [("colour", "unknown_member")]
