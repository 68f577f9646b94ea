"""The search once more, as plainly as it can be said: slow, without an index, without a database.

All it has in common with the real one are the words of a text and the trade's own words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from bridgework.kit.text import tokenize
from bridgework.terminology import terms, us_states
from bridgework.terminology.phrase_matcher import Span

Profiles = Mapping[str, Mapping[str, Any]]
"""Profiles by the full names of those whose they are."""


@dataclass(frozen=True)
class Said:
    """What somebody says: their words, the trade's terms in them, and the states."""

    words: set[str]
    terms: set[str]
    states: set[str]

    @classmethod
    def by(cls, name: str, profile: Mapping[str, Any]) -> Self:
        told = [tokenize(text) for text in _texts(profile)]
        return cls(
            {*tokenize(name), *(word for text in told for word in text)},
            {term for text in told for term in terms.terms_among(text)},
            {
                code
                for text in told
                for span in us_states.spans_in_prose(text)
                for code in span.means
            },
        )


def found(profiles: Profiles, search: str) -> set[str]:
    """The full names of those in whom every word of `search` is found."""
    sought = tokenize(search)
    everybody = {name: Said.by(name, profile) for name, profile in profiles.items()}
    if not sought:
        return set()
    return set.intersection(*(_having(everybody, sought, at) for at in range(len(sought))))


def _having(everybody: Mapping[str, Said], sought: Sequence[str], at: int) -> set[str]:
    """Those who have one of the words."""
    word = sought[at]
    of_trade, of_states = (
        _meant(terms.spans(sought), at),
        _meant(us_states.spans_in_prose(sought), at),
    )
    having = {
        name
        for name, said in everybody.items()
        if word in said.words
        or (at == len(sought) - 1 and any(own.startswith(word) for own in said.words))
        or of_trade & said.terms
        or of_states & said.states
    }
    return having or _having_meant(everybody, word)


def _having_meant(everybody: Mapping[str, Said], word: str) -> set[str]:
    """Those who have what the word may have been meant for, if a slip in it is forgiven."""
    vocabulary = {own for said in everybody.values() for own in said.words}
    if not _is_forgiven(word) or any(own.startswith(word) for own in vocabulary):
        return set()
    candidates = filter(_is_forgiven, vocabulary | terms.single_words())
    near = {each for each in candidates if each != word and each in _slips_of(word, each)}
    same = {term for each in near for term in terms.named_by(each)}
    return {name for name, said in everybody.items() if near & said.words or same & said.terms}


def _is_forgiven(word: str) -> bool:
    return len(word) >= 4 and word.isalpha()


def _slips_of(word: str, letters: str) -> Iterator[str]:
    """Everything one slip away from `word`, with letters of another word."""
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        yield before + after[1:]
        yield before + after[1:2] + after[:1] + after[2:]
        for letter in letters:
            yield before + letter + after
            yield before + letter + after[1:]


def _meant(spans: Sequence[Span], at: int) -> set[str]:
    return {each for span in spans if span.start <= at < span.stop for each in span.means}


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
