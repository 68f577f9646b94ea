"""What somebody is, and what they can do, by the trade's terms."""

from collections.abc import Iterable, Iterator

from bridgework.areas.matching.formula import PARTLY, WHOLLY, Wanted
from bridgework.kit.text import sort_key, tokenize
from bridgework.terminology import terms

_OF_PEOPLE = frozenset({"specialty", "field", "role", "business"})
"""The kinds of term that say what somebody is, and not what they work with."""


def specialties(text: str) -> list[str]:
    """The specialties, fields and roles that a text names, in its order."""
    spans = terms.spans(tokenize(text))
    named = [name for span in spans for name in sorted(span.means)]
    return list(dict.fromkeys(name for name in named if terms.TERMS[name].kind in _OF_PEOPLE))


def wanted_specialties(names: Iterable[str]) -> list[Wanted]:
    """Any one of these: wholly as somebody's own, in part as their second or as the wider field."""
    listed = list(names)
    if not listed:
        return []
    met_by: dict[str, int] = {}
    for name in listed:
        met_by |= {f"is:{wider}": PARTLY for wider in sorted(terms.TERMS[name].within)}
    met_by |= {f"also:{name}": PARTLY for name in listed}
    met_by |= {f"is:{name}": WHOLLY for name in listed}
    return [Wanted(" or ".join(terms.TERMS[name].label for name in listed), met_by)]


def specialty_traits(own: Iterable[str], second: Iterable[str]) -> Iterator[str]:
    """What somebody is, by their own words for it."""
    yield from (f"is:{name}" for text in own for name in terms.terms_in(text))
    yield from (f"also:{name}" for text in second for name in terms.terms_in(text))


def wanted_skills(named: Iterable[str]) -> list[Wanted]:
    """Each of these skills: by its own name, or by another word for the same."""
    return [Wanted(" ".join(text.split()), _met_by(text)) for text in _distinct(named)]


def skill_traits(named: Iterable[str]) -> Iterator[str]:
    """The skills that somebody says they have."""
    for text in named:
        yield f"can:{sort_key(text)}"
        yield from (f"can:{name}" for name in terms.terms_in(text))


def wanted_procedures(names: Iterable[str]) -> list[Wanted]:
    """Each of the specification's procedures; in part by whoever does the field that it is of."""
    return [
        Wanted(
            terms.TERMS[name].label,
            {
                **{f"does:{wider}": PARTLY for wider in sorted(terms.TERMS[name].within)},
                f"does:{name}": WHOLLY,
            },
        )
        for name in dict.fromkeys(names)
    ]


def procedure_traits(texts: Iterable[str]) -> Iterator[str]:
    """What somebody does, by what they write of themselves."""
    yield from (f"does:{name}" for text in texts for name in terms.terms_in(text))


def _met_by(text: str) -> dict[str, int]:
    names = terms.named_by(text) or frozenset(
        name for span in terms.spans(tokenize(text)) for name in span.means
    )
    return {f"can:{one}": WHOLLY for one in sorted({sort_key(text), *names})}


def _distinct(named: Iterable[str]) -> list[str]:
    return list({sort_key(text): text for text in named if tokenize(text)}.values())
