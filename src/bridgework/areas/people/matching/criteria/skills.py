"""Specialties, skills and procedures, recognized by the terminology of dentistry."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from bridgework.areas.people.matching.criteria import term_extraction
from bridgework.areas.people.matching.criteria.asked import Asked, asked_once
from bridgework.areas.people.matching.criteria.records import Trait
from bridgework.areas.people.matching.formula import PARTLY, WHOLLY, Requirement
from bridgework.kit.text import cache_short_texts, locate_words, tokenize
from bridgework.terminology import general_words, terms, wording
from bridgework.terminology.phrase_matcher import Span

_PROFESSIONS = frozenset({"specialty", "field", "role", "business"})
"""The kinds of terms that name a profession, as opposed to a tool or technique."""
_MAX_WORDING = 200
_ARTICLES = frozenset({"a", "an", "the"})
_LICENSED_ROLES = frozenset({"dental-hygienist", "dental-assistant"})
"""Roles with a license or certificate of their own."""


def specialties(text: str) -> dict[str, str]:
    """Return the specialties that a text names, in its order and wording.

    If it names any, its fields and roles do not count, unless joined by "or": an orthodontist as
    clinical advisor is an orthodontist, and a clinical advisor of any other specialty is not.
    """
    located = locate_words(text)
    words = [word for word, _, _ in located]
    wordings: dict[str, str] = {}
    alternatives: set[str] = set()
    for span in terms.spans(words):
        if wordings and "as" in words[: span.start]:
            break  # a general dentist as instructor is not any instructor
        for name in sorted(span.means):
            if name not in wordings and _is_profession(name):
                wordings[name] = wording.quote(text, located[span.start : span.stop])
                if is_specialty(name) or _is_alternative(words, span):
                    alternatives.add(name)
    if not any(map(is_specialty, alternatives)):
        return wordings
    return {name: label for name, label in wordings.items() if name in alternatives}


def _is_alternative(words: Sequence[str], span: Span) -> bool:
    before = [word for word in words[: span.start] if word not in _ARTICLES]
    return before[-1:] == ["or"] or words[span.stop : span.stop + 1] == ["or"]


def is_specialty(name: str) -> bool:
    """Return whether a term is a specialty, as opposed to a field or a role."""
    return terms.TERMS[name].kind == "specialty"


def is_irreplaceable(name: str) -> bool:
    """Return whether only members of this profession may do its work."""
    return is_specialty(name) or name in _LICENSED_ROLES


def terms_of(names: Mapping[str, str]) -> frozenset[str]:
    """Return the terms that a requirement of these specialties asks for."""
    return frozenset(
        trait.removeprefix("is:")
        for requirement in specialty_requirements(names)
        for trait in requirement.met_by
        if trait.startswith("is:")
    )


def specialty_requirements(names: Mapping[str, str]) -> list[Requirement]:
    """Require any one of these specialties, each with its label.

    A main specialty meets it wholly, also by a narrower one; a secondary specialty or the wider
    field partly, and so does a skill in a business such as billing, which has no specialists. A
    related specialty does not meet it, whatever the two have in common.
    """
    if not names:
        return []
    met_by = {f"is:{name}": WHOLLY for name in names}
    for name in names:
        narrower = sorted(filter(_is_profession, terms.narrower(name)))
        met_by |= {f"is:{term}": WHOLLY for term in narrower}
    met_by |= {f"also:{name}": PARTLY for name in names}
    wider = {term for name in names for term in terms.TERMS[name].within}
    met_by |= {f"is:{term}": PARTLY for term in sorted(wider) if f"is:{term}" not in met_by}
    met_by |= {f"says:{name}": PARTLY for name in names if terms.TERMS[name].kind == "business"}
    return [Requirement(" or ".join(names.values()), met_by)]


@cache_short_texts(8_192)
def specialty_traits(text: str) -> tuple[Trait, ...]:
    """Return the traits of a main specialty or a title.

    A procedure or a tool is no profession: it counts for its field as a second specialty does.
    """
    professions = (
        (f"is:{name}", span.start, span.stop)
        for span in terms.spans(tokenize(text))
        for name in sorted(filter(_is_profession, span.means))
    )
    return (*professions, *second_specialty_traits(text))


@cache_short_texts(8_192)
def second_specialty_traits(text: str) -> tuple[Trait, ...]:
    """Return the traits of a second specialty."""
    return tuple(
        (f"also:{term}", span.start, span.stop)
        for span in terms.spans(tokenize(text))
        for name in sorted(span.means)
        for term in (name, *sorted(terms.TERMS[name].within))
    )


def _is_profession(name: str) -> bool:
    return terms.TERMS[name].kind in _PROFESSIONS


def asked_skills(skills: Iterable[str]) -> list[Asked]:
    """Return what tags ask for, by their terms or else by their words. Synonyms are one skill."""
    by_meaning: dict[Hashable, Asked] = {}
    for skill in skills:
        if words := tokenize(skill):
            names = terms.named_by(skill) or frozenset(
                name for span in terms.spans(words) for name in span.means
            )
            meaning = names or tuple(map(general_words.stem, words))
            asked = Asked(" ".join(skill.split()), names, frozenset(_wordings(words)))
            by_meaning.setdefault(meaning, asked)
    return list(by_meaning.values())


@cache_short_texts(16_384)
def skill_traits(skill: str) -> tuple[Trait, ...]:
    """Return the traits of a skill: its terms and words, and the wording as a whole."""
    words = tokenize(skill)
    whole = [(trait, 0, len(words)) for trait in _wordings(words)[:1]]
    return (*term_extraction.traits(skill), *whole)


def _wordings(words: Sequence[str]) -> list[str]:
    """Return the traits of a skill without a term: its wording as a whole, and a single word."""
    whole = " ".join(map(general_words.stem, words))[:_MAX_WORDING]
    single = term_extraction.word_traits(words) if len(words) == 1 else ()
    return [f"skill:{whole}", *(trait for trait, _, _ in single)]


def procedure_requirements(names: Iterable[str]) -> list[Requirement]:
    """Require each of these procedures. Its field, or another procedure of it, meets it partly."""
    distinct = list(dict.fromkeys(names))
    meeting = asked_once([frozenset({name}) for name in distinct])
    wholly = frozenset[str]().union(*meeting)
    return [
        Requirement(
            terms.TERMS[name].label,
            {f"says:{term}": WHOLLY for term in sorted(by)}
            | {f"says:{term}": PARTLY for term in sorted(_field_of(name) - wholly)},
        )
        for name, by in zip(distinct, meeting, strict=True)
    ]


def _field_of(name: str) -> frozenset[str]:
    fields = terms.TERMS[name].within
    return fields.union(*map(terms.narrower, fields))
