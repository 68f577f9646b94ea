"""Queries for lists: a thousand expert searches, and combinations of a list's filters."""

import dataclasses
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from bench import client
from bench.client import Request
from bench.dataset import Row

SEARCHES = 1000
COLUMNS = (("title",), ("lastName",), ("firstName", "lastName"), ("title", "lastName"))
"""The members of a card that the words of a search come from, in rotation."""
PAGING = {"cursor", "page", "limit", "sortBy"}
_WORD = re.compile(r"\w+")


@dataclasses.dataclass(frozen=True, slots=True)
class Search:
    """The words of a search, each with the member of a card that it was taken from."""

    words: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return " ".join(word for _, word in self.words)


def searches(cards: Sequence[Row]) -> list[Search]:
    """Return up to a thousand distinct searches with results; the same for the same cards."""
    draw = random.Random(SEARCHES)  # noqa: S311
    found: dict[str, Search] = {}
    for turn in range(SEARCHES * 100):
        card = draw.choice(cards)
        words = [(name, _word(draw, card[name])) for name in COLUMNS[turn % len(COLUMNS)]]
        if all(word for _, word in words):
            search = Search(tuple(words))
            found.setdefault(search.text, search)
        if len(found) == SEARCHES:
            break
    return list(found.values())


def filtered(
    port: int, openapi: Any, path: str, authorization: str, count: int, seed: int
) -> list[Request]:
    """Return random combinations of the filters of a list.

    The filters come from the OpenAPI document. Values come from the document if it lists them, and
    otherwise from rows of the list.
    """
    draw = random.Random(seed)  # noqa: S311
    parameters = filters(openapi, path)
    rows = client.must_succeed(port, Request(f"{path}?limit=100", authorization=authorization))
    items = rows.json()["data"]["items"]
    found: dict[str, Request] = {}
    for _ in range(count * 20):
        names = draw.sample(sorted(parameters), draw.randint(1, len(parameters)))
        chosen = {name: _value(draw, name, parameters[name], items) for name in names}
        query = urlencode({name: value for name, value in chosen.items() if value})
        found.setdefault(query, Request(f"{path}?{query}", authorization=authorization))
        if len(found) == count:
            break
    return list(found.values())


def filters(openapi: Any, path: str) -> dict[str, Any]:
    """Return the schemas of the filters of a list, by name."""
    schemas = openapi["components"]["schemas"]
    return {
        parameter["name"]: _resolved(parameter["schema"], schemas)
        for parameter in openapi["paths"][path]["get"]["parameters"]
        if parameter.get("in") == "query" and parameter["name"] not in PAGING
    }


def changes(port: int, authorization: str, count: int) -> list[Request]:
    """Return requests for pages of the change feed, from random positions."""
    draw = random.Random(count)  # noqa: S311
    last = 0
    has_more = True
    while has_more:
        page = client.must_succeed(
            port, Request(f"/changes?after={last}&limit=100", authorization=authorization)
        ).json()["data"]
        last, has_more = page["nextAfter"], page["hasMore"]
    positions = (draw.randrange(last) for _ in range(count))
    return [Request(f"/changes?after={each}", authorization=authorization) for each in positions]


def _resolved(schema: Any, schemas: Mapping[str, Any]) -> Any:
    """Return a schema, or the component that it refers to."""
    return schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def _value(draw: random.Random, name: str, schema: Any, items: Sequence[Row]) -> str:
    if schema.get("enum"):
        return str(draw.choice(schema["enum"]))
    if schema["type"] == "boolean":
        return draw.choice(("true", "false"))
    if schema["type"] == "number":
        return str(draw.randrange(100, 300) * 1000)
    item = draw.choice(items)
    value = draw.choice(list(item.values())) if name == "search" else item.get(name)
    text = draw.choice(value or [""]) if isinstance(value, list) else value
    return _word(draw, text) if name == "search" else str(text or "")


def _word(draw: random.Random, text: object) -> str:
    words = [word for word in _WORD.findall(str(text or "")) if word.isascii() and len(word) > 3]
    return draw.choice(words).lower() if words else ""
