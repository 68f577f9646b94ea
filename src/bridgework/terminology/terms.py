"""Dental terms and their synonyms: specialties, procedures, roles, equipment and software.

    terms_in("Molar endo and CBCT")    # endo-molar, endodontics (its broader term), cbct
    forms("endo")                      # endodontics, endodontist, root canal, …
    named_by("OMFS")                   # oral-maxillofacial-surgery

Case, accents and punctuation are ignored; plurals are equivalent to their singulars.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgework.kit.text import cache_short_texts, tokenize
from bridgework.terminology import data
from bridgework.terminology.phrase_matcher import (
    Phrase,
    PhraseMatcher,
    Span,
    meanings_by_phrase,
    to_phrase,
)

_OTHER_TABLES = {"none", "states"}


@dataclass(frozen=True, slots=True)
class Term:
    """A term. Specialties and procedures have the names of the specification's enums."""

    name: str
    kind: str
    """`specialty`, `field`, `procedure`, `role`, `business`, `equipment` or `software`."""
    label: str
    """The name for display."""
    forms: tuple[Phrase, ...]
    within: frozenset[str]
    """The broader terms, transitively."""


@cache_short_texts(8_192)
def terms_in(text: str) -> frozenset[str]:
    """The names of the terms in `text`, and of their broader terms."""
    return terms_among(tokenize(text))


def terms_among(words: Sequence[str]) -> frozenset[str]:
    """The same for normalized words in order."""
    names = {name for span in _PHRASES.find_all(words) for name in span.means}
    return frozenset(names).union(*(TERMS[name].within for name in names))


def spans(words: Sequence[str]) -> list[Span]:
    """The occurrences of terms in normalized words: from the left, the longest at each position.

    Broader terms are not added: a search for molar endodontics is not one for all of endodontics.
    """
    return _PHRASES.find_longest(words)


def named_by(word: str) -> frozenset[str]:
    """The terms that exactly this word or phrase names; empty if it names none."""
    return _MEANINGS.get(to_phrase(word), frozenset())


def forms(word: str) -> frozenset[str]:
    """The word or phrase and all its synonyms, normalized."""
    synonyms = {" ".join(form) for name in named_by(word) for form in TERMS[name].forms}
    return frozenset(synonyms | {" ".join(to_phrase(word))})


def narrower(name: str) -> frozenset[str]:
    """The terms that are kinds of a term, transitively."""
    return _NARROWER[name]


def is_name(words: Sequence[str]) -> bool:
    """Whether the terminology writes these normalized words with a capital, like Invisalign."""
    return tuple(words) in _NAMES


def single_words() -> frozenset[str]:
    """The forms with a single word, as candidates for corrections."""
    return frozenset(phrase[0] for phrase in _MEANINGS if len(phrase) == 1)


def _rows() -> dict[str, tuple[str, dict[str, Any]]]:
    """The kind and the row of each term."""
    return {
        name: (kind, row)
        for kind, table in data.words().items()
        if kind not in _OTHER_TABLES
        for name, row in table.items()
    }


def _read() -> dict[str, Term]:
    rows = _rows()
    broader = {name: row.get("within", []) for name, (_, row) in rows.items()}
    return {
        name: Term(
            name=name,
            kind=kind,
            label=row["forms"][0],
            forms=tuple(dict.fromkeys(spellings(row["forms"]))),
            within=frozenset(_all_broader(name, broader)),
        )
        for name, (kind, row) in rows.items()
    }


def _all_broader(name: str, broader: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for term in broader[name]:
        yield term
        yield from _all_broader(term, broader)


def spellings(forms: Sequence[str]) -> Iterator[Phrase]:
    """The phrases of forms, in the singular and the plural."""
    for form in forms:
        singular = to_phrase(form)
        yield singular
        yield (*singular[:-1], _plural(singular[-1]))


def _plural(word: str) -> str:
    if word.endswith("s") or not word.isalpha():
        return word
    if word.endswith("y") and word[-2:-1] not in {"a", "e", "i", "o", "u"}:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("x", "ch", "sh")) else "s")


TERMS: Mapping[str, Term] = _read()
_NARROWER: Mapping[str, frozenset[str]] = {
    name: frozenset(term.name for term in TERMS.values() if name in term.within) for name in TERMS
}
_MEANINGS = meanings_by_phrase({term.name: term.forms for term in TERMS.values()})
_NAMES = frozenset(
    phrase
    for _, row in _rows().values()
    for form in row["forms"]
    if not form.islower()
    for phrase in spellings([form])
)
_EXCLUDED: Mapping[Phrase, frozenset[str]] = {
    to_phrase(form): frozenset() for form in data.words()["none"]["forms"]
}
_PHRASES = PhraseMatcher({**_MEANINGS, **_EXCLUDED})
