"""A reference implementation of the search: slow, without an index and without a database.

It shares only the tokenizer and the terminology with the implementation.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Self

from bridgework.kit.text import tokenize
from bridgework.terminology import places, terms
from bridgework.terminology.phrase_matcher import Span

Profiles = Mapping[str, Mapping[str, Any]]
"""Profiles by the full name of the expert."""


@dataclass(frozen=True)
class SearchableText:
    """The words, terms and regions of an expert's profile."""

    words: set[str]
    terms: set[str]
    regions: Set[str]

    @classmethod
    def by(cls, name: str, profile: Mapping[str, Any]) -> Self:
        texts = [tokenize(text) for text in _texts(profile)]
        location = profile.get("location", "")
        return cls(
            {*tokenize(f"{name} {location}"), *(word for text in texts for word in text)},
            {term for text in texts for term in terms.terms_among(text)},
            places.search_keys(location)
            | {key for text in texts for span in places.spans_in_prose(text) for key in span.means},
        )


def find_names(profiles: Profiles, search: str) -> set[str]:
    """Return the full names of the experts who match every word of `search`."""
    words = tokenize(search)
    text_by_name = {name: SearchableText.by(name, profile) for name, profile in profiles.items()}
    if not words:
        return set()
    return set.intersection(
        *(_matches_of_word(text_by_name, words, index) for index in range(len(words)))
    )


def _matches_of_word(
    text_by_name: Mapping[str, SearchableText], words: Sequence[str], index: int
) -> set[str]:
    """Return the experts who match one of the words."""
    word = words[index]
    terms_at_word, regions_at_word = (
        _meanings(terms.spans(words), index),
        _meanings(places.spans_in_prose(words), index),
    )
    matches = {
        name
        for name, text in text_by_name.items()
        if word in text.words
        or (
            index == len(words) - 1
            and any(expert_word.startswith(word) for expert_word in text.words)
        )
        or terms_at_word & text.terms
        or regions_at_word & text.regions
    }
    return matches or _matches_of_corrections(text_by_name, word)


def _matches_of_corrections(text_by_name: Mapping[str, SearchableText], word: str) -> set[str]:
    """Return the experts who match a correction of the word, if it may have a typing error."""
    vocabulary = {expert_word for text in text_by_name.values() for expert_word in text.words}
    if not _is_correctable(word) or any(expert_word.startswith(word) for expert_word in vocabulary):
        return set()
    candidates = filter(_is_correctable, vocabulary | terms.single_words())
    corrections = {
        candidate
        for candidate in candidates
        if candidate != word and candidate in _edits_of(word, candidate)
    }
    synonyms = {term for candidate in corrections for term in terms.named_by(candidate)}
    return {
        name
        for name, text in text_by_name.items()
        if corrections & text.words or synonyms & text.terms
    }


def _is_correctable(word: str) -> bool:
    return len(word) >= 4 and word.isalpha()


def _edits_of(word: str, letters: str) -> Iterator[str]:
    """Yield the words at one edit from `word`, with letters of another word."""
    for index in range(len(word) + 1):
        before, after = word[:index], word[index:]
        yield before + after[1:]
        yield before + after[1:2] + after[:1] + after[2:]
        for letter in letters:
            yield before + letter + after
            yield before + letter + after[1:]


def _meanings(spans: Sequence[Span], index: int) -> set[str]:
    return {
        candidate for span in spans if span.start <= index < span.stop for candidate in span.means
    }


def _texts(profile: Mapping[str, Any]) -> Iterator[str]:
    yield profile["title"]
    yield from profile["specialty"]
    yield from profile.get("secondary_specialties", ())
    for group in profile.get("skills", ()):
        yield from group["items"]
    yield from profile.get("tags", ())
    for outcome in profile.get("outcomes", ()):
        yield outcome["title"]
        yield outcome["description"]
    yield profile.get("bio", "")
    yield profile.get("company", "")
