"""Slips of the pen: which there are, and that the variants miss none."""

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.kit.search import fuzzy

LETTERS = "abc"
WORDS = st.text(LETTERS, max_size=6)


def one_slip_from(word: str) -> set[str]:
    """Everything that is one slip from `word`, written out."""
    made = set()
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        made |= {before + after[1:], before + after[1:2] + after[:1] + after[2:]}
        made |= {before + letter + after for letter in LETTERS}
        made |= {before + letter + after[1:] for letter in LETTERS if after}
    return made - {word}


@hypothesis.given(meant=WORDS, written=WORDS)
def test_a_slip_is_a_slip(meant: str, written: str) -> None:
    assert fuzzy.within_one_edit(meant, written) == (written in one_slip_from(meant))
    assert fuzzy.within_one_edit(meant, written) == fuzzy.within_one_edit(written, meant)


@hypothesis.given(WORDS)
def test_whoever_is_one_slip_away_meets_the_word_in_a_variant(word: str) -> None:
    kept = fuzzy.deletions(word)
    assert [one for one in one_slip_from(word) if kept.isdisjoint(fuzzy.deletions(one))] == []


@pytest.mark.parametrize(
    ("word", "is_forgiven"),
    [("endo", True), ("zhōu", True), ("rdh", False), ("2024", False), ("abc1", False), ("", False)],
)
def test_short_words_and_numbers_are_taken_as_they_are(word: str, is_forgiven: bool) -> None:
    assert fuzzy.is_fuzzy(word) is is_forgiven
