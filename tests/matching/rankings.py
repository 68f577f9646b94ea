"""The rankings that are compared: the formula, and BM25 over the same texts."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from bridgework.areas.people.matching import formula
from tests.matching.judged_set import Person, Posting

_WORD = re.compile(r"\w+")
_K1, _B = 1.2, 0.75
"""The usual parameters, as in Lucene and SQLite's FTS5."""


def by_formula(posting: Posting, people: Sequence[Person]) -> list[tuple[Person, int]]:
    """Rank the people whom the product would list, best first, with their scores."""
    scored = [(formula.score(posting.wants, person.offer), person) for person in people]
    listed = sorted(
        (-breakdown.order, number, breakdown.score, person)
        for number, (breakdown, person) in enumerate(scored)
        if breakdown.score
    )
    return [(person, score) for _, _, score, person in listed]


def by_bm25(posting: Posting, people: Sequence[Person]) -> list[Person]:
    """Rank people by BM25 (Robertson) of the words of the posting in the text of the profile."""
    texts = [Counter(_words(person.text)) for person in people]
    average = sum(text.total() for text in texts) / len(texts)
    holders = Counter(word for text in texts for word in text)
    rarity = {
        word: math.log(1 + (len(texts) - count + 0.5) / (count + 0.5))
        for word, count in holders.items()
    }
    asked = set(_words(posting.text))
    scores = [_bm25(asked, text, average, rarity) for text in texts]
    order = sorted(range(len(people)), key=lambda number: -scores[number])
    return [people[number] for number in order]


def _bm25(
    asked: set[str], text: Counter[str], average: float, rarity: Mapping[str, float]
) -> float:
    length = 1 - _B + _B * text.total() / average
    return sum(
        rarity[word] * text[word] * (_K1 + 1) / (text[word] + _K1 * length)
        for word in asked
        if text[word]
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
