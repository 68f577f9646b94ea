"""Fuzzy matching by one edit: an insertion, a deletion, a substitution or a transposition.

Uses the deletions of SymSpell: two words are within one edit only if they share a form with at
most one letter deleted. The index holds every such form of a word, and a search looks up the forms
of its own word: a few look-ups, however many words there are.
"""

MIN_LENGTH = 4
"""Letters. An edit of a shorter word often gives another word."""


def is_fuzzy(word: str) -> bool:
    """Whether `word` is matched fuzzily: long enough, and not a number."""
    return len(word) >= MIN_LENGTH and word.isalpha()


def deletions(word: str) -> set[str]:
    """`word` itself, and `word` without each of its letters."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def within_one_edit(meant: str, written: str) -> bool:
    """Whether the two words differ by exactly one edit."""
    if meant == written or abs(len(meant) - len(written)) > 1:
        return False
    start = 0
    while start < min(len(meant), len(written)) and meant[start] == written[start]:
        start += 1
    here, there = meant[start:], written[start:]
    return (
        here[1:] == there
        or here == there[1:]
        or here[1:] == there[1:]
        or (here[:2] == there[1::-1] and here[2:] == there[2:])
    )
