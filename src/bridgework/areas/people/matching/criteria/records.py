"""Read the members of a profile or a posting, by their Python names."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from bridgework.areas.people.matching.criteria import locations, mobility
from bridgework.areas.people.matching.formula import Offer

_MAX_STATEMENTS = 5
"""Further statements of a trait are not evidence: a text may repeat a word a thousand times."""
_UNCAPITALIZED = frozenset({"and", "at", "for", "in", "of", "the"})
_AT = re.compile(r"\bat\b", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|\n+")
_FREE_TIME = re.compile(
    r"\b(?:on (?:the )?weekends? i|in my (?:free|spare) time|outside (?:of )?(?:work|the (?:office|"
    r"practice))|hobby|hobbies|when i am not (?:working|at work))\b",
    re.IGNORECASE,
)

_CLAUSE_ENDS = re.compile(r"(?<=[,;:])\s+|\s+(?=but\b)")
_DENIED = re.compile(
    r"\b(?:no longer|never|cannot|gave up|given up|out of the question)\b|n['’]t\b"
    r"|\b(?:am|are|is|was|do|does|did|have|has|had|will|would|can|could|must|need) not\b",
    re.IGNORECASE,
)

_PARTS_OF_PROSE = re.compile(r"[.!?;,:()\n]+")
_INTRODUCTION = re.compile(
    r"\b(?:i am|i['’]m|i (?:have )?work(?:ed)? as|working as|(?:years|months) as|career as)\b",
    re.IGNORECASE,
)
"""What a person says before the name of the own profession."""

Trait = tuple[str, int, int]
"""A trait that a text states, in words[start:stop] of its words."""
Read = Callable[[str], Iterable[Trait]]


class Statement(NamedTuple):
    """A trait of a record, and where the record states it: the words of a text in a member."""

    trait: str
    member: str
    text: str
    start: int = 0
    stop: int | None = None
    """None means the whole text."""


Statements = Mapping[str, Iterable[Statement]]
"""The statements of a record by criterion."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a record states, for the explanation of a score."""

    statements: Mapping[str, list[Statement]]
    """The statements by trait, in the order in which they are quoted."""
    silent: frozenset[str]
    """The members without a value."""


def text_of(record: Mapping[str, Any], member: str) -> str:
    """Return a text member, empty if absent."""
    return record.get(member) or ""


def list_of(record: Mapping[str, Any], member: str) -> list[Any]:
    """Return a list member, empty if absent."""
    return record.get(member) or []


def build_offer(profile: Mapping[str, Any], statements: Statements) -> Offer:
    """Build an offer from statements by criterion. A criterion without any is not stated.

    The place is stated if its state is known: otherwise nothing is known about its distance.
    """
    by_criterion = {name: {one.trait for one in each} for name, each in statements.items()}
    stated = {name for name, traits in by_criterion.items() if traits}
    if not locations.is_known(text_of(profile, "location")):
        stated.discard("place")
    return Offer(frozenset().union(*by_criterion.values()), frozenset(stated))


def evidence_of(statements: Statements, values: Mapping[str, object]) -> Evidence:
    """Return the evidence of a record. `values` are those of the members that matching reads."""
    by_trait: defaultdict[str, list[Statement]] = defaultdict(list)
    for statement in chain.from_iterable(statements.values()):
        of_trait = by_trait[statement.trait]
        if len(of_trait) < _MAX_STATEMENTS:
            of_trait.append(statement)
    silent = (member for member, value in values.items() if value is None or value in ("", []))
    return Evidence(dict(by_trait), frozenset(silent))


def reading(texts: Iterable[tuple[str, str]], read: Read) -> Iterator[Statement]:
    """Yield the statements that a function finds in texts, each with its member."""
    for member, text in texts:
        for trait, start, stop in read(text):
            yield Statement(trait, member, text, start, stop)


def whole(member: str, text: str, traits: Iterable[str]) -> Iterator[Statement]:
    """Yield statements of these traits in the whole of a text."""
    return (Statement(trait, member, text) for trait in traits)


def members_of(
    record: Mapping[str, Any], *members: str, as_member: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the texts of members, which are a text or a list of texts, each with its member."""
    for member in members:
        value = record.get(member) or []
        for text in [value] if isinstance(value, str) else value:
            yield as_member or member, text


def skills_of(profile: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the skills, tags and systems of a profile, each with its member."""
    for group in list_of(profile, "skills"):
        yield from (("skills", item) for item in group["items"])
    yield from members_of(profile, "tags", "systems_experience")


def licensed_states(profile: Mapping[str, Any]) -> list[str]:
    """Return the states of the licences that have a number: "pending" and "none" are no licence."""
    return [
        licence["licensed_state"]
        for licence in list_of(profile, "licenses")
        if any(map(str.isdigit, licence.get("license_number", "")))
    ]


def titles_of(profile: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the title of a profile without the employer, whose name says nothing of the person."""
    for member, text in members_of(profile, "title"):
        yield from ((member, part) for part in _without_employer(text))


def prose_of(profile: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the free texts of a profile, each with its member, without what is not about work."""
    for member, text in members_of(profile, "bio"):
        yield from ((member, part) for part in _stated(text))
    yield from titles_of(profile)
    for outcome in list_of(profile, "outcomes"):
        texts = outcome["title"], outcome["metric"], *_stated(outcome["description"])
        yield from (("outcomes", text) for text in texts)
    for position in list_of(profile, "background"):
        texts = *_without_employer(position["role"]), *_stated(position["description"])
        yield from (("background", text) for text in texts)


def introductions_of(profile: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the first part of a bio, and what follows "I am a": they can name the profession."""
    for member, bio in members_of(profile, "bio"):
        clauses = [clause for text in _stated(bio) for clause in _PARTS_OF_PROSE.split(text)]
        if clauses:
            yield member, clauses[0]
        for clause in clauses:
            if found := _INTRODUCTION.search(clause):
                yield member, clause[found.end() :]


def _without_employer(title: str) -> Sequence[str]:
    """Return a title, or its parts that name no employer if one does.

    "Hygienist at Bell Orthodontics" is "Hygienist", and so is "Lead hygienist, Bell Orthodontics",
    whose second part is a name: its words have capitals, and those of the first part do not.
    """
    at = _AT.search(title)
    title = title[: at.start()].rstrip() if at else title
    first, *others = title.split(",")
    if not any(word[0].islower() for word in _named_words(first)):
        return [title]
    kept = [part for part in others if not _is_name(part)]
    return [title] if len(kept) == len(others) else [first, *kept]


def _is_name(text: str) -> bool:
    words = _named_words(text)
    return len(words) > 1 and all(word[0].isupper() for word in words)


def _named_words(text: str) -> Sequence[str]:
    return [word for word in text.split() if word[0].isalpha() and word not in _UNCAPITALIZED]


def _stated(text: str) -> Iterator[str]:
    """Yield a text, without sentences about free time and without clauses that deny something.

    "I taught it for years, but I no longer place implants" states nothing about implants.
    """
    if not (_FREE_TIME.search(text) or _DENIED.search(text)):
        yield text
        return
    for sentence in _SENTENCE_ENDS.split(text):
        if not _FREE_TIME.search(sentence):
            clauses = _CLAUSE_ENDS.split(sentence) if _DENIED.search(sentence) else [sentence]
            yield from (clause for clause in clauses if not _DENIED.search(clause))


def place_statements(profile: Mapping[str, Any]) -> Iterator[Statement]:
    """Yield the statements of where a person is located, and would move or travel."""
    location = text_of(profile, "location")
    yield from whole("location", location, locations.traits(location))
    licences = licensed_states(profile)
    for member, text in members_of(profile, "bio"):
        for trait, clause in mobility.prose_traits(text, licences):
            yield Statement(trait, member, clause)
    for member, text in (
        *titles_of(profile),
        *members_of(profile, "availability", "engagement_type"),
    ):
        for trait, clause in mobility.heading_traits(text, licences):
            yield Statement(trait, member, clause)
