"""Extract from free text whether, and where to, a person would move or travel for work."""

import re
from collections.abc import Iterator, Sequence

from bridgework.areas.people.matching.criteria.prose_facts import AFTER_A_PLACE
from bridgework.kit.text import normalize, sentences
from bridgework.terminology import places

ANYWHERE = "moves"
"""The trait of a person who would move or travel, without a condition."""

_CLAUSES = re.compile(r"[.!?;:,\n]+|\bbut\b", re.IGNORECASE)
_MOST_LETTERS = 200
"""A text is read this far for where a person would move to."""
_NOT_FOR_WORK = r"(?! (?:me|us|on|up|into|forward|toward|towards|away|past|teeth|a tooth|roots)\b)"
_WOULD = re.compile(
    r"\b(?:(?:willing|happy|glad|free|ready|able|prepared|open|plan|planning|want|hope|hoping) to"
    r"|can|will|would|could|may)(?: (?:also|gladly|happily|consider|even))?"
    r" (?:relocat(?:e|ing|ion)|travel(?:l?ing)?|mov(?:e|ing))\b" + _NOT_FOR_WORK + "|"
    r"\bi (?:also )?travel (?:to|between|across|for work|nationwide)\b|"
    r"\brelocation (?:is )?(?:possible|welcome|considered|fine)\b"
)
_IN_A_TITLE = re.compile(r"\b(?:travell?ing|itinerant|relocat(?:e|ing|ion)|nationwide|anywhere)\b")
_IS_DECIDED = re.compile(
    r"(?:^|\b(?:am|are|be|we(?: |')?re|i(?: |')?m|currently|now|soon) )"
    r"(?:now |soon |currently |actively )?(?:relocating|moving|returning)"
    r"(?: back| home| down| up)? to\b"
    r"|\b(?:will|going to|about to) (?:soon |be )?(?:relocat|mov|return)(?:e|ing)"
    r"(?: back| home)? to\b"
)
"""A move that is decided: the person will be there."""
_DESTINATION = re.compile(
    r"\b(?:relocat\w*|mov(?:e|ing)|return(?:ing)?|travel\w*)"
    r"(?:,? (?:but|and|or|only|just|preferably|ideally|mainly|anywhere|somewhere|back|home|down|up"
    r"|closer|nearer|travel|move|relocate))*"
    r" (?:to|within|in|into|inside|around|near|across|throughout)(?: the)? (?P<place>[^;]*)",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|no|never|cannot|cant|wont|dont|without|unable|unwilling|nor)\b")
_LICENSED = re.compile(r"\blicen[cs]")


def within(code: str) -> str:
    """Return the trait of a person who would move or travel in a state."""
    return f"moves:{code}"


def to_town(key: str, region: str) -> str:
    """Return the trait of a person who would move to a city."""
    return f"moves-to:{key} {region}"


def to_area(area: str) -> str:
    """Return the trait of a person who would move to a metropolitan area."""
    return f"moves-to-area:{area}"


def prose_traits(text: str, licences: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the traits of a person who would move or travel, each with the clause that says so.

    A person who would move where they are licensed moves within the states of their licences. One
    who "is relocating to Dallas" has the traits of Dallas.
    """
    return _traits(text, _WOULD, licences)


def heading_traits(text: str, licences: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the same for a short text, such as a title."""
    return _traits(text, _IN_A_TITLE, licences)


def _traits(
    text: str, pattern: re.Pattern[str], licences: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for original, rest in _clauses(text):
        clause = normalize(original)
        is_decided = _IS_DECIDED.search(clause)
        found = is_decided or pattern.search(clause)
        if found is None or _NOT.search(clause, 0, found.start()):
            continue
        for trait in _destinations(rest, clause, licences, is_decided=bool(is_decided)):
            yield trait, original.strip()


def _clauses(text: str) -> Iterator[tuple[str, str]]:
    """Yield each clause, and the text from its beginning on."""
    start = 0
    for end in [*_CLAUSES.finditer(text), None]:
        yield text[start : end.start() if end else None], text[start : start + _MOST_LETTERS]
        start = end.end() if end else start


def _destinations(
    text: str, clause: str, licences: Sequence[str], *, is_decided: bool
) -> Iterator[str]:
    """Yield the traits of where a text says that a person would go, which begins with a clause."""
    found = _DESTINATION.search(sentences(text)[0])
    place = places.read(AFTER_A_PLACE.split(found["place"], maxsplit=1)[0] if found else "")
    towns = [town for town in sorted(place.towns) if places.find_city(*town)]
    if is_decided and (towns or place.areas):
        yield from (f"area:{area}" for area in sorted(place.areas))
        yield from (f"city:{key} {region}" for key, region in towns)
    elif towns or place.areas:
        yield from (to_area(area) for area in sorted(place.areas))
        yield from (to_town(*town) for town in towns)
    elif place.regions:
        yield from map(within, sorted(place.regions))
    elif _LICENSED.search(clause):
        yield from (within(code) for state in licences for code in places.regions_in(state))
    elif not is_decided:
        yield ANYWHERE
