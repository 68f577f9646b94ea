"""The trade's terms: specialties, procedures, roles, equipment, software, and what says the same.

    terms_in("Molar endo and CBCT")    # endo-molar, endodontics (it is a kind of that), cbct
    forms("endo")                      # endodontics, endodontist, root canal, …
    named_by("OMFS")                   # oral-maxillofacial-surgery

Case, accents and signs between words never matter; a plural says the same as its singular.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bridgework.kit.text import for_short_texts, tokenize
from bridgework.terminology import data
from bridgework.terminology.phrase_matcher import Phrase, Phrases, Span, meanings, phrase

_NO_KINDS = {"none", "states"}


@dataclass(frozen=True, slots=True)
class Term:
    """One term; specialties and procedures are called as the specification's enums call them."""

    name: str
    kind: str
    """`specialty`, `field`, `procedure`, `role`, `business`, `equipment` or `software`."""
    label: str
    """How it is called in a sentence."""
    forms: tuple[Phrase, ...]
    within: frozenset[str]
    """The terms that it is a kind of, and those that they are kinds of."""


@for_short_texts(8_192)
def terms_in(text: str) -> frozenset[str]:
    """The names of the terms that `text` uses, and of those that they are kinds of."""
    return terms_among(tokenize(text))


def terms_among(said: Sequence[str]) -> frozenset[str]:
    """The same of folded words that stand in order."""
    used = {name for span in _PHRASES.every(said) for name in span.means}
    return frozenset(used).union(*(TERMS[name].within for name in used))


def spans(said: Sequence[str]) -> list[Span]:
    """Which of the folded words name terms, from the left, the longest phrase at each place.

    What they are kinds of is not added: who asks for molars does not ask for all of endodontics.
    """
    return _PHRASES.longest(said)


def named_by(word: str) -> frozenset[str]:
    """The terms that just this word or phrase names; empty if it is none of the trade's own."""
    return _MEANINGS.get(phrase(word), frozenset())


def forms(word: str) -> frozenset[str]:
    """Every way to say what this word or phrase says, itself included, folded."""
    said = {" ".join(each) for name in named_by(word) for each in TERMS[name].forms}
    return frozenset(said | {" ".join(phrase(word))})


def single_words() -> frozenset[str]:
    """The forms that are one word: what a slip may have been meant for."""
    return frozenset(spelled[0] for spelled in _MEANINGS if len(spelled) == 1)


def _read() -> dict[str, Term]:
    tables = {
        name: (kind, row)
        for kind, table in data.words().items()
        if kind not in _NO_KINDS
        for name, row in table.items()
    }
    above = {name: row.get("within", []) for name, (_, row) in tables.items()}
    return {
        name: Term(
            name=name,
            kind=kind,
            label=row["forms"][0],
            forms=tuple(dict.fromkeys(_spellings(row["forms"]))),
            within=frozenset(_all_above(name, above)),
        )
        for name, (kind, row) in tables.items()
    }


def _all_above(name: str, above: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for each in above[name]:
        yield each
        yield from _all_above(each, above)


def _spellings(written: Sequence[str]) -> Iterator[Phrase]:
    for each in written:
        singular = phrase(each)
        yield singular
        yield (*singular[:-1], _plural(singular[-1]))


def _plural(word: str) -> str:
    if word.endswith("s") or not word.isalpha():
        return word
    if word.endswith("y") and word[-2:-1] not in {"a", "e", "i", "o", "u"}:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("x", "ch", "sh")) else "s")


TERMS: Mapping[str, Term] = _read()
_MEANINGS = meanings({term.name: term.forms for term in TERMS.values()})
_NOTHING: Mapping[Phrase, frozenset[str]] = {
    phrase(each): frozenset() for each in data.words()["none"]["forms"]
}
_PHRASES = Phrases({**_MEANINGS, **_NOTHING})
