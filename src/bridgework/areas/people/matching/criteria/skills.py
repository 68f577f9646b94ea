"""Specialties, skills and procedures, recognized by the terminology of dentistry."""

from collections.abc import Hashable, Iterable, Iterator, Mapping

from bridgework.areas.people.matching.formula import PARTLY, WHOLLY, Requirement
from bridgework.kit.text import locate_words, sort_key, tokenize
from bridgework.terminology import general_words, terms, wording

_SPECIALTY_KINDS = frozenset({"specialty", "field", "role", "business"})
"""The kinds of terms that name a profession, as opposed to a tool or technique."""


def specialties(text: str) -> dict[str, str]:
    """Return the specialties, fields and roles that a text names, in its order and wording."""
    located = locate_words(text)
    wordings: dict[str, str] = {}
    for span in terms.spans([word for word, _, _ in located]):
        for name in sorted(span.means):
            if name not in wordings and terms.TERMS[name].kind in _SPECIALTY_KINDS:
                wordings[name] = wording.quote(text, located[span.start : span.stop])
    return wordings


def specialty_requirements(names: Mapping[str, str]) -> list[Requirement]:
    """Require any one of these specialties, each with its label.

    A main specialty meets it wholly; a secondary specialty or the wider field partly.
    """
    if not names:
        return []
    met_by: dict[str, int] = {}
    for name in names:
        met_by |= {f"is:{wider}": PARTLY for wider in sorted(terms.TERMS[name].within)}
    met_by |= {f"also:{name}": PARTLY for name in names}
    met_by |= {f"is:{name}": WHOLLY for name in names}
    return [Requirement(" or ".join(names.values()), met_by)]


def specialty_traits(own: Iterable[str], secondary: Iterable[str]) -> Iterator[str]:
    """Yield the traits of a person's main and secondary specialties."""
    yield from (f"is:{name}" for text in own for name in terms.terms_in(text))
    yield from (f"also:{name}" for text in secondary for name in terms.terms_in(text))


def skill_requirements(skills: Iterable[str]) -> list[Requirement]:
    """Require each of these skills, by its name or a synonym. Synonyms are one requirement."""
    by_meaning: dict[Hashable, tuple[str, dict[str, int]]] = {}
    for skill in skills:
        if words := tokenize(skill):
            meaning = terms.named_by(skill) or tuple(map(general_words.singular, words))
            _, met_by = by_meaning.setdefault(meaning, (" ".join(skill.split()), {}))
            met_by.update(_met_by(skill))
    return [Requirement(label, met_by) for label, met_by in by_meaning.values()]


def skill_traits(skills: Iterable[str]) -> Iterator[str]:
    """Yield the traits of a person's skills."""
    for skill in skills:
        yield f"can:{sort_key(skill)}"
        yield from (f"can:{name}" for name in terms.terms_in(skill))


def procedure_requirements(names: Iterable[str]) -> list[Requirement]:
    """Require each of these procedures. The field of a procedure meets it partly."""
    return [
        Requirement(
            terms.TERMS[name].label,
            {
                **{f"does:{wider}": PARTLY for wider in sorted(terms.TERMS[name].within)},
                f"does:{name}": WHOLLY,
            },
        )
        for name in dict.fromkeys(names)
    ]


def procedure_traits(texts: Iterable[str]) -> Iterator[str]:
    """Yield the traits of the procedures and fields that texts name."""
    yield from (f"does:{name}" for text in texts for name in terms.terms_in(text))


def _met_by(skill: str) -> dict[str, int]:
    names = terms.named_by(skill) or frozenset(
        name for span in terms.spans(tokenize(skill)) for name in span.means
    )
    return {f"can:{name}": WHOLLY for name in sorted({sort_key(skill), *names})}
