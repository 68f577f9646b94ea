"""Extract from free text whether a person would move or travel for work."""

import re
from collections.abc import Iterator, Sequence

from bridgework.kit.text import normalize
from bridgework.terminology import places

ANYWHERE = "moves"
"""The trait of a person who would move or travel, without a condition."""

_CLAUSES = re.compile(r"[.!?;:,\n]+|\bbut\b", re.IGNORECASE)
_NOT_FOR_WORK = r"(?! (?:me|us|on|up|into|forward|toward|towards|away|past|teeth|a tooth|roots)\b)"
_WOULD = re.compile(
    r"\b(?:(?:willing|happy|glad|free|ready|able|prepared|open|plan|planning|want|hope|hoping) to"
    r"|can|will|would|could|may)(?: (?:also|gladly|happily|consider|even))?"
    r" (?:relocat(?:e|ing|ion)|travel(?:l?ing)?|mov(?:e|ing))\b" + _NOT_FOR_WORK + "|"
    r"\bi (?:also )?travel (?:to|between|across|for work|nationwide)\b|"
    r"\brelocation (?:is )?(?:possible|welcome|considered|fine)\b"
)
_IN_A_TITLE = re.compile(r"\b(?:travell?ing|itinerant|relocat(?:e|ing|ion)|nationwide|anywhere)\b")
_NOT = re.compile(r"\b(?:not|no|never|cannot|cant|wont|dont|without|unable|unwilling|nor)\b")
_LICENSED = re.compile(r"\blicen[cs]")


def within(code: str) -> str:
    """Return the trait of a person who would move or travel in a state."""
    return f"moves:{code}"


def prose_traits(text: str, licences: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the traits of a person who would move or travel, each with the clause that says so.

    A person who would move where they are licensed moves within the states of their licences.
    """
    return _traits(text, _WOULD, licences)


def heading_traits(text: str, licences: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the same for a short text, such as a title."""
    return _traits(text, _IN_A_TITLE, licences)


def _traits(
    text: str, pattern: re.Pattern[str], licences: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for original in _CLAUSES.split(text):
        clause = normalize(original)
        found = pattern.search(clause)
        if found is None or _NOT.search(clause, 0, found.start()):
            continue
        if not _LICENSED.search(clause):
            yield ANYWHERE, original.strip()
        for state in licences if _LICENSED.search(clause) else ():
            yield from ((within(code), original.strip()) for code in places.regions_in(state))
