"""Fuzzy matching by one edit, compared with all possible edits."""

import hypothesis
import pytest
from hypothesis import strategies as st

from bridgework.kit.data.search import fuzzy

ALPHABET = "abc"
WORDS = st.text(ALPHABET, max_size=6)


def one_slip_from(word: str) -> set[str]:
    """All words within one edit of `word`."""
    created = set()
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        created |= {before + after[1:], before + after[1:2] + after[:1] + after[2:]}
        created |= {before + character + after for character in ALPHABET}
        created |= {before + character + after[1:] for character in ALPHABET if after}
    return created - {word}


@hypothesis.given(meant=WORDS, written=WORDS)
def test_words_within_one_edit_are_recognized(meant: str, written: str) -> None:
    assert fuzzy.within_one_edit(meant, written) == (written in one_slip_from(meant))
    assert fuzzy.within_one_edit(meant, written) == fuzzy.within_one_edit(written, meant)


@hypothesis.given(WORDS)
def test_words_within_one_edit_share_a_deletion(word: str) -> None:
    remaining = fuzzy.deletions(word)
    assert [one for one in one_slip_from(word) if remaining.isdisjoint(fuzzy.deletions(one))] == []


@pytest.mark.parametrize(
    ("word", "is_forgiven"),
    [("endo", True), ("zhōu", True), ("rdh", False), ("2024", False), ("abc1", False), ("", False)],
)
def test_short_words_and_numbers_are_not_matched_fuzzily(word: str, is_forgiven: bool) -> None:
    assert fuzzy.is_fuzzy(word) is is_forgiven
