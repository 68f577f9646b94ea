"""What experts are found by: the entries of the index, and the edition of what makes them.

An entry is a kind and a value. An expert has each of theirs once, graded by the best place it
stands in: 0 for name, title and specialties, 1 for skills and tags, 2 for all else.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence

from bridgework.areas.directory.shapes import Expert
from bridgework.kit.words import for_short_texts, key, words
from bridgework.trade import listed, states, terms

WORD, HEAD = "word:", "head:"
"""A word of what a search looks through, and the one or two letters that words begin with."""
TERM, STATE = "term:", "state:"
"""What such words say in the trade's terms, and the states that they name."""
PLACE, PLACE_HEAD, PLACE_STATE = "place:", "place-head:", "place-state:"
"""The same of the location."""
SKILL, TAG = "skill:", "tag:"
AVAILABILITY, ENGAGEMENT = "availability:", "engagement:"

EDITION = f"1-{listed.digest()}"
"""Changes with the trade's words; count it up when anything else here or in kit/words changes."""

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
        found.update(dict.fromkeys(_of_phrase(text), 1))
    for text in (expert.title, *expert.specialty, *(expert.secondary_specialties or ())):
        found.update(dict.fromkeys(_of_phrase(text), 0))
    # A name says nothing but itself: neither Mr. Endo nor Virginia is of a trade or a state.
    for word in words(f"{expert.first_name} {expert.last_name}"):
        found.update(dict.fromkeys(_with_heads(WORD + word), 0))
    return found


def stored(tokens: Tokens) -> str:
    """Entries as they are kept beside the expert, to be taken back by; a line each."""
    return "\n".join(
        f"{grade}{token}"
        for token, grade in tokens.items()
        if not token.startswith((HEAD, PLACE_HEAD))
    )


def read(kept: str) -> Tokens:
    """Entries as they were kept; none of who was never indexed."""
    found: dict[str, int] = {}
    # The worst place comes first, as when they were gathered.
    for line in sorted(kept.split("\n"), reverse=True) if kept else ():
        grade = int(line[0])
        for token in _with_heads(line[1:]):
            found[token] = grade
    return found


def heads(kind: str, word: str) -> list[str]:
    """The entries of what a word begins with."""
    return [kind + word[:length] for length in range(1, min(LONGEST_HEAD, len(word)) + 1)]


@functools.lru_cache(maxsize=16_384)
def _with_heads(token: str) -> tuple[str, ...]:
    """An entry, and those of what its word begins with."""
    for kind, head in ((WORD, HEAD), (PLACE, PLACE_HEAD)):
        if token.startswith(kind):
            return (token, *heads(head, token.removeprefix(kind)))
    return (token,)


@for_short_texts(8_192)
def _of_phrase(text: str) -> tuple[str, ...]:
    """The same of a text that many experts have in common."""
    return tuple(_of_text(text))


def _of_text(text: str) -> set[str]:
    said = words(text)
    found = {token for word in set(said) for token in _with_heads(WORD + word)}
    found.update(TERM + name for name in terms.terms_among(said))
    found.update(STATE + code for span in states.spans_in_prose(said) for code in span.means)
    return found


def _of_filters(expert: Expert, skills: Sequence[str], tags: Sequence[str]) -> Iterator[str]:
    yield from (SKILL + key(skill) for skill in skills)
    yield from (TAG + key(tag) for tag in tags)
    place = words(expert.location or "")
    for word in place:
        yield from _with_heads(PLACE + word)
    for span in states.spans_in_place(place):
        yield from (PLACE_STATE + code for code in span.means)
    if expert.availability:
        yield AVAILABILITY + key(expert.availability)
    if expert.engagement_type:
        yield ENGAGEMENT + key(expert.engagement_type)
