"""Queries of the lists: a thousand searches for experts, and combinations of a list's filters."""

import dataclasses
import random
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from bench import client
from bench.client import Request
from bench.dataset import Row

SEARCHES = 1000
COLUMNS = (("title",), ("lastName",), ("firstName", "lastName"), ("title", "lastName"))
"""Which members of a card the words of a search come from, in turn."""
PAGING = {"cursor", "page", "limit", "sortBy"}
_WORD = re.compile(r"\w+")


@dataclasses.dataclass(frozen=True, slots=True)
class Search:
    """Words, each with the member of a card that it was taken from."""

    words: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return " ".join(word for _, word in self.words)


def searches(cards: Sequence[Row]) -> list[Search]:
    """Up to a thousand different searches, each with a result; the same ones for the same cards."""
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
    """Random combinations of the filters that the OpenAPI document names for a list.

    Values come from the document where it lists them, and else from rows of the list itself.
    """
    draw = random.Random(seed)  # noqa: S311
    parameters = {
        each["name"]: each["schema"]
        for each in openapi["paths"][path]["get"]["parameters"]
        if each.get("in") == "query" and each["name"] not in PAGING
    }
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
    words = [one for one in _WORD.findall(str(text or "")) if one.isascii() and len(one) > 3]
    return draw.choice(words).lower() if words else ""
