"""Slips of the pen: a letter too many, one too few, another one, or two neighbours swapped.

Two words are one slip apart only if they meet when a letter is left out of either or both. So a
word is kept under everything that it is with a letter left out, and what was mistyped is looked
up by the same: a few look-ups in an index, however many words there are.
"""

MIN_LENGTH = 4
"""A slip in a shorter word makes another word more often than none."""


def is_fuzzy(word: str) -> bool:
    """Whether a slip in `word` is looked into at all: not in numbers, nor in what is short."""
    return len(word) >= MIN_LENGTH and word.isalpha()


def deletions(word: str) -> set[str]:
    """What `word` is kept under and looked up by: itself, and itself without each letter."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def within_one_edit(meant: str, written: str) -> bool:
    """Whether just one slip lies between two words."""
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
