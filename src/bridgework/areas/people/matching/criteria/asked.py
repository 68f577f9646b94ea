"""What a posting asks for, each thing once, so that no text of a profile earns points twice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bridgework.areas.people.matching.formula import WHOLLY, Requirement
from bridgework.terminology import terms


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that a posting asks for: its label, its terms, and traits that state it else."""

    label: str
    terms: frozenset[str]
    wordings: frozenset[str] = frozenset()


def requirements(
    taken: frozenset[str], *criteria: Sequence[Asked], most: int
) -> tuple[list[Requirement], ...]:
    """Return the requirements of criteria, in the order in which they ask; at most `most` of each.

    A term that an earlier one asks for, or that is `taken`, does not count again.
    """
    named = set(taken)
    kept: list[tuple[int, Asked]] = []
    for number, criterion in enumerate(criteria):
        new = [asked for asked in criterion if not asked.terms or asked.terms - named]
        for asked in new[:most]:
            kept.append((number, replace(asked, terms=asked.terms - named)))
            named |= asked.terms
    meeting = asked_once([asked.terms for _, asked in kept], taken)
    found: tuple[list[Requirement], ...] = tuple([] for _ in criteria)
    for (number, asked), by in zip(kept, meeting, strict=True):
        traits = [f"says:{term}" for term in sorted(by)] + sorted(asked.wordings)
        found[number].append(Requirement(asked.label, dict.fromkeys(traits, WHOLLY)))
    return found


def asked_once(
    named: Sequence[frozenset[str]], taken: frozenset[str] = frozenset()
) -> list[frozenset[str]]:
    """Return the terms that meet each of several requirements: those that it names, and narrower.

    A narrower term belongs to one requirement: the one that names it, else the one that names the
    narrowest term above it.
    """
    meeting = [set(names) for names in named]
    assigned = {name for names in named for name in names} | taken
    above = sorted(
        ((name, number) for number, names in enumerate(named) for name in names),
        key=lambda pair: (-len(terms.TERMS[pair[0]].within), pair[1]),
    )
    for name, number in above:
        narrower = terms.narrower(name) - assigned
        meeting[number] |= narrower
        assigned |= narrower
    return [frozenset(names) for names in meeting]
