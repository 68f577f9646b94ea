"""What experts are found by: the entries of the index, and the edition of what makes them.

An entry is a kind and a value. An expert has each of theirs once, graded by the best place it
stands in: 0 for name, title and specialties, 1 for skills and tags, 2 for all else. What words
begin with are entries too, but follow from the words: only the index itself has them.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from bridgework.areas.directory.shapes import Expert
from bridgework.kit.text import for_short_texts, sort_key, tokenize
from bridgework.terminology import data, terms, us_states

WORD, HEAD = "word:", "head:"
"""A word of what a search looks through, and the one or two letters that words begin with."""
TERM, STATE = "term:", "state:"
"""What such words say in the trade's terms, and the states that they name."""
PLACE, PLACE_HEAD, PLACE_STATE = "place:", "place-head:", "place-state:"
"""The same of the location."""
_HEADS = {WORD: HEAD, PLACE: PLACE_HEAD}
SKILL, TAG = "skill:", "tag:"
AVAILABILITY, ENGAGEMENT = "availability:", "engagement:"

EDITION = f"1-{data.digest()}"
"""Changes with the trade's words; count it up when anything else here or in kit/text changes."""

LONGEST_HEAD = 2

Tokens = Mapping[str, int]
"""Entries and their grades."""


def of(expert: Expert) -> Tokens:
    """Everything that one expert is found by."""
    skills = [item for group in expert.skills or () for item in group.items]
    tags = expert.tags or []
    outcomes = [text for one in expert.outcomes or () for text in (one.title, one.description)]
    found = dict.fromkeys(_of_filters(expert, skills, tags), 2)
    # The worst place comes first, since each overwrites what was found in those before it.
    for text in (expert.bio, expert.company, *outcomes):
        found.update(dict.fromkeys(_of_text(text or ""), 2))
    for text in (*skills, *tags):
        found.update(dict.fromkeys(_of_text(text), 1))
    for text in (expert.title, *expert.specialty, *(expert.secondary_specialties or ())):
        found.update(dict.fromkeys(_of_text(text), 0))
    # A name says nothing but itself: neither Mr. Endo nor Virginia is of a trade or a state.
    found.update((WORD + word, 0) for word in tokenize(f"{expert.first_name} {expert.last_name}"))
    return found


def stored(tokens: Tokens) -> str:
    """Entries as they are kept beside the expert, to be taken back by; a line each."""
    return "\n".join([f"{grade}{token}" for token, grade in tokens.items()])


def lines(kept: str) -> Set[str]:
    """The lines of entries as they were kept; none of who was never indexed."""
    return frozenset(kept.split("\n")) if kept else frozenset()


def read(some: Iterable[str]) -> Tokens:
    """The entries of these lines."""
    return {line[1:]: int(line[0]) for line in some}


def begun(tokens: Tokens) -> Tokens:
    """The entries of what words begin with, each of the best grade that one of them has."""
    found: dict[str, int] = {}
    for token, grade in tokens.items():
        for head in _beginnings(token):
            found[head] = min(grade, found.get(head, grade))
    return found


def beginning_like(tokens: Iterable[str], some: Set[str]) -> list[str]:
    """The lines of words that have their first letter in common with a word among these entries.

    Nothing else has a say in what those words begin with.
    """
    letters = {each[: len(kind) + 1] for each in tokens for kind in _HEADS if each.startswith(kind)}
    begun_so = tuple(letters)
    return [line for line in some if line.startswith(begun_so, 1)]


@functools.lru_cache(maxsize=16_384)
def _beginnings(token: str) -> Sequence[str]:
    """The entries of what the word of an entry begins with, none if it is no word."""
    for kind, head in _HEADS.items():
        if token.startswith(kind):
            word = token.removeprefix(kind)
            return [head + word[:length] for length in range(1, min(LONGEST_HEAD, len(word)) + 1)]
    return ()


@for_short_texts(8_192)
def _of_text(text: str) -> Set[str]:
    said = tokenize(text)
    found = {WORD + word for word in said}
    found.update(TERM + name for name in terms.terms_among(said))
    found.update(STATE + code for span in us_states.spans_in_prose(said) for code in span.means)
    return found


def _of_filters(expert: Expert, skills: Sequence[str], tags: Sequence[str]) -> Iterator[str]:
    yield from (SKILL + sort_key(skill) for skill in skills)
    yield from (TAG + sort_key(tag) for tag in tags)
    place = tokenize(expert.location or "")
    yield from (PLACE + word for word in place)
    for span in us_states.spans_in_place(place):
        yield from (PLACE_STATE + code for code in span.means)
    if expert.availability:
        yield AVAILABILITY + sort_key(expert.availability)
    if expert.engagement_type:
        yield ENGAGEMENT + sort_key(expert.engagement_type)
