"""Read from a title which professions and specialties it names.

    read_title("Traveling OS for 3rds & IV sed").specialties    # oral-maxillofacial-surgery
    read_title("Hygenist (not a dentist)").professions           # hygienist
    read_title("Perio hygienist").specialties                    # none: it is the practice's

The professions and their forms are in `professions.toml`.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bridgework.kit.data.search import fuzzy
from bridgework.kit.text import LocatedWord, cache_short_texts, locate_words
from bridgework.terminology import data, terms, wording
from bridgework.terminology.phrase_matcher import PhraseMatcher, Span, meanings_by_phrase

DENTIST, SPECIALIST, STUDENT, OTHER = "dentist", "specialist", "student", "other"
OF_DENTISTS = frozenset({DENTIST, SPECIALIST, "resident", STUDENT})
"""The professions that a specialty belongs to."""
_AFTER = frozenset(
    {"for", "with", "without", "to", "at", "in", "near", "under", "by", "from", "who"}
)
"""Words that end a part of a title: what follows describes the workplace or the team."""
_NEGATIONS = frozenset({"not", "no", "non", "except", "excluding", "never"})
_BETWEEN = frozenset({"a", "an", "the", "any", "another"})
_ALTERNATIVES = frozenset({"or", "and"})
_OR = (["or"], ["nor"])
_OF_SPECIALISTS = ("ist", "ists", "surgeon", "surgeons", "os", "omfs", "oms")
"""The ends of forms that name a specialist, and not the specialty."""


@dataclass(frozen=True, slots=True)
class Profession:
    """A profession of dental practices."""

    name: str
    label: str
    partly: Sequence[str]
    """The professions that can do a part of its work."""
    term: str | None
    """The term of `words.toml` that means the same, if there is one."""


@dataclass(frozen=True, slots=True)
class Title:
    """What a title names, in its order: professions, and specialties, each with its wording."""

    professions: Sequence[str]
    specialties: Mapping[str, str]

    @property
    def is_understood(self) -> bool:
        """Whether the title names a profession or a specialty."""
        return bool(self.professions or self.specialties)


@dataclass(frozen=True, slots=True)
class _Named:
    """What a span of a title names: professions, or specialties by their names in the terms."""

    span: Span
    label: str
    professions: frozenset[str]
    specialties: frozenset[str]
    is_specialist: bool
    """Whether it names a specialist, as "endodontist" does and "endo" does not."""


@cache_short_texts(8_192)
def read_title(text: str) -> Title:
    """Return the professions and specialties that a title asks for.

    They are those of the first part that names any. A profession after "not" does not count. A
    specialty beside another profession describes the practice, unless "or" or "and" joins them: a
    "perio hygienist" is a hygienist.
    """
    located = locate_words(text)
    for part in _parts(located):
        if named := [*_not_denied(part, _named(text, part))]:
            return _title(part, named)
    return Title((), {})


def terms_of_title(text: str) -> frozenset[str]:
    """Return the names of the terms that mean what a title asks for."""
    title = read_title(text)
    of_professions = {PROFESSIONS[name].term for name in title.professions}
    return frozenset(title.specialties) | {name for name in of_professions if name}


def _title(words: Sequence[LocatedWord], named: Sequence[_Named]) -> Title:
    wanted = _wanted(named)
    professions: dict[str, None] = {}
    specialties: dict[str, str] = {}
    for one in named:
        is_alternative = _is_alternative(words, one.span)
        professions |= dict.fromkeys(
            sorted(one.professions if is_alternative else one.professions & wanted)
        )
        if is_alternative or not wanted:
            specialties |= dict.fromkeys(sorted(one.specialties), one.label)
    return Title(tuple(professions), specialties)


def _wanted(named: Sequence[_Named]) -> frozenset[str]:
    """Return the professions that are wanted; none if a specialist is."""
    found = frozenset[str]().union(*(one.professions for one in named))
    if others := found - OF_DENTISTS - {OTHER}:
        return others
    if any(one.is_specialist for one in named):
        return frozenset()
    return found - {OTHER} or found


def _parts(located: Sequence[LocatedWord]) -> Iterator[Sequence[LocatedWord]]:
    """Yield the parts of a title, which begin after words such as "for"."""
    for is_between, group in itertools.groupby(located, lambda word: word[0] in _AFTER):
        if not is_between:
            yield list(group)


def _named(text: str, located: Sequence[LocatedWord]) -> Iterator[_Named]:
    words = [_corrected(word) for word, _, _ in located]
    for span in _TITLES.find_longest(words):
        professions = span.means & PROFESSIONS.keys()
        yield _Named(
            span=span,
            label=wording.quote(text, located[span.start : span.stop]),
            professions=professions,
            specialties=span.means - professions,
            is_specialist=not professions and words[span.stop - 1].endswith(_OF_SPECIALISTS),
        )


def _not_denied(located: Sequence[LocatedWord], named: Iterable[_Named]) -> Iterator[_Named]:
    """Yield what is wanted: not what follows "not", and its alternatives."""
    is_denied = False
    for one in named:
        before = _word_before(located, one.span)
        is_denied = not _NEGATIONS.isdisjoint(before) or (is_denied and before in _OR)
        if not is_denied:
            yield one


def _is_alternative(located: Sequence[LocatedWord], span: Span) -> bool:
    after = [word for word, _, _ in located[span.stop : span.stop + 1]]
    return not _ALTERNATIVES.isdisjoint([*_word_before(located, span), *after])


def _word_before(located: Sequence[LocatedWord], span: Span) -> Sequence[str]:
    """Return the word before a span, articles apart; nothing at the beginning."""
    return [word for word, _, _ in located[: span.start] if word not in _BETWEEN][-1:]


@functools.lru_cache(maxsize=4_096)
def _corrected(word: str) -> str:
    """Return a word, or the one word of the titles that it is a misspelling of, by one edit."""
    if word in _WORDS or not fuzzy.is_fuzzy(word):
        return word
    near = {known for known in _NEAR.near(word) if known[0] == word[0]}
    singular = {known for known in near if known + "s" not in near}
    return singular.pop() if len(singular) == 1 else word


def _read() -> tuple[Mapping[str, Profession], PhraseMatcher, frozenset[str]]:
    table = data.professions()
    rows = table["profession"]
    phrases = {name: [*terms.spellings(row["forms"])] for name, row in rows.items()}
    for name, row in rows.items():
        phrases[name] += (form for term in row.get("terms", ()) for form in terms.TERMS[term].forms)
    for name, term in terms.TERMS.items():
        if term.kind == "specialty":
            phrases[name] = [*term.forms, *terms.spellings(table["specialty"].get(name, ()))]
    meanings = meanings_by_phrase(phrases)
    known = {
        name: Profession(
            name, row["label"], row.get("partly", ()), next(iter(row.get("terms", ())), None)
        )
        for name, row in rows.items()
    }
    return known, PhraseMatcher(meanings), frozenset(word for phrase in meanings for word in phrase)


PROFESSIONS, _TITLES, _WORDS = _read()
_NEAR = fuzzy.WordList(_WORDS)
