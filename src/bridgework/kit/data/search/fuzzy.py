"""Fuzzy matching by one edit: an insertion, a deletion, a substitution or a transposition.

Uses the delete trick of SymSpell: two words are within one edit only if they share a form with at
most one letter deleted. The index contains all such forms of its words, and a search looks up the
forms of its own word: the number of look-ups does not depend on the number of words.
"""

from collections import defaultdict
from collections.abc import Iterable

MIN_LENGTH = 4
"""Letters. One edit of a shorter word often gives another valid word."""


def is_fuzzy(word: str) -> bool:
    """Whether `word` is matched fuzzily: long enough, and not a number."""
    return len(word) >= MIN_LENGTH and word.isalpha()


def deletions(word: str) -> set[str]:
    """`word` itself, and `word` without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def within_one_edit(word: str, other: str) -> bool:
    """Whether the two words differ by exactly one edit."""
    if word == other or abs(len(word) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    rest, other_rest = word[start:], other[start:]
    return (
        rest[1:] == other_rest
        or rest == other_rest[1:]
        or rest[1:] == other_rest[1:]
        or (rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:])
    )


class WordList:
    """A fixed list of words, in which those within one edit of another word are found."""

    def __init__(self, words: Iterable[str]) -> None:
        """Words that are too short for an edit are not found."""
        self._by_variant: dict[str, list[str]] = defaultdict(list)
        for word in sorted(filter(is_fuzzy, words)):
            for variant in deletions(word):
                self._by_variant[variant].append(word)

    def near(self, word: str) -> set[str]:
        """Return the words within one edit, without the word itself."""
        variants = deletions(word)
        found = {near for variant in variants for near in self._by_variant.get(variant, ())}
        return {near for near in found if within_one_edit(word, near)}
