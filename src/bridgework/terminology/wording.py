"""The words of a text as its author wrote them."""

from collections.abc import Sequence

from bridgework.kit.text import LocatedWord
from bridgework.terminology import terms

_SENTENCE_ENDS = ".!?:;\n"
_MARKS = " \t\"'([*-\u201c\u2018\u2022"
"""Characters between the end of a sentence and the first word of the next."""
_MAX_MARKS = 2
"""Punctuation per word that a quote may have: all-on-4, oral & maxillofacial."""


def quote(text: str, words: Sequence[LocatedWord]) -> str:
    """The part of a text with these words. The capital of a sentence's first word is lowered.

    A name of the terminology keeps its capital: Invisalign.
    """
    normalized = [word for word, _, _ in words]
    start, stop = words[0][1], words[-1][2]
    wording = " ".join(text[start:stop].split())
    if len(wording) > len(" ".join(normalized)) + _MAX_MARKS * len(words):
        return " ".join(normalized)
    before = text[:start].rstrip(_MARKS)
    starts_sentence = not before or before[-1] in _SENTENCE_ENDS
    if starts_sentence and wording[1:].islower() and not terms.is_name(normalized):
        return wording.lower()
    return wording
