"""A thousand different searches, each with an answer: words out of the rows themselves."""

import dataclasses
import random
import re
from collections.abc import Sequence

from bench.directory import Row

COUNT = 1000
WORD = re.compile(r"\w+")
COLUMNS = (("title",), ("lastName",), ("firstName", "lastName"), ("title", "lastName"))
"""Which members the words of one search come from, by turns."""


@dataclasses.dataclass(frozen=True, slots=True)
class Search:
    """Words, each with the member of a card that it was taken from."""

    words: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return " ".join(word for _, word in self.words)


def drawn(rows: Sequence[Row]) -> list[Search]:
    """The same ones for the same rows."""
    draw = random.Random(COUNT)  # noqa: S311
    found: dict[str, Search] = {}
    for turn in range(COUNT * 100):
        row = draw.choice(rows)
        words = [(name, _word(draw, row[name])) for name in COLUMNS[turn % len(COLUMNS)]]
        if all(word for _, word in words):
            search = Search(tuple(words))
            found.setdefault(search.text, search)
        if len(found) == COUNT:
            return list(found.values())
    raise ValueError(f"{len(rows)} experts don't give {COUNT} different searches.")


def _word(draw: random.Random, text: object) -> str:
    words = [one for one in WORD.findall(str(text)) if one.isascii() and len(one) >= 4]
    return draw.choice(words).lower() if words else ""
