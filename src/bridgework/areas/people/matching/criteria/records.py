"""Read the members of a profile."""

import functools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

from bridgework.areas.people.matching.criteria import locations, mobility, prose_facts
from bridgework.areas.people.matching.formula import Offer
from bridgework.areas.people.profiles.records import Fields
from bridgework.kit.text import sentences
from bridgework.terminology import negation

_MAX_STATEMENTS = 5
"""Further statements of a trait are not evidence: a text may repeat a word a thousand times."""
MOST_SPECIALTIES = 5
"""More specialties of a profile do not count: nobody practises ten."""
_UNCAPITALIZED = frozenset({"and", "at", "for", "in", "of", "the"})
_AT = re.compile(r"\bat\b", re.IGNORECASE)
_FREE_TIME = re.compile(
    r"\b(?:on (?:the )?weekends? i|in my (?:free|spare) time|outside (?:of )?(?:work|the (?:office|"
    r"practice))|hobby|hobbies|when i am not (?:working|at work))\b",
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


Member = Literal[
    "title",
    "credential",
    "specialty",
    "secondary_specialties",
    "years_experience",
    "availability",
    "availability_date",
    "location",
    "bio",
    "systems_experience",
    "engagement_type",
    "outcomes",
    "background",
    "licenses",
    "desired_licensed_states",
    "skills",
    "tags",
    "jobs_credential",
    "jobs_specialty",
    "looking_for_mentor",
    "jobs_profession",
]
"""The members of a profile that matching reads, and those of a candidate's account, which are
called as on a candidate's card."""
Text = tuple[Member, str]
"""A text, and the member that contains it."""


class Statement(NamedTuple):
    """A trait of a record, and where the record states it: the words of a text in a member."""

    trait: str
    member: Member
    text: str
    start: int = 0
    stop: int | None = None
    """None means the whole text."""


Statements = Mapping[str, Iterable[Statement]]
"""The statements of a record by criterion."""


class JobsMembers(NamedTuple):
    """What a candidate states on the jobs platform, besides the profile."""

    credential: str | None = None
    specialty: Sequence[str] | None = None
    looking_for_mentor: bool | None = None
    profession: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a record states, for the explanation of a score."""

    statements: Mapping[str, list[Statement]]
    """The statements by trait, in the order in which they are quoted."""
    silent: frozenset[Member]
    """The members without a value."""


def build_offer(profile: Fields, statements: Statements) -> Offer:
    """Build an offer from statements by criterion. A criterion without any is not stated.

    The place is stated if its state is known: otherwise nothing is known about its distance.
    """
    by_criterion = {name: {one.trait for one in each} for name, each in statements.items()}
    stated = {name for name, traits in by_criterion.items() if traits}
    if not locations.is_known(_home_of(profile)[1]):
        stated.discard("place")
    return Offer(frozenset().union(*by_criterion.values()), frozenset(stated))


def evidence_of(statements: Statements, values: Mapping[Member, object]) -> Evidence:
    """Return the evidence of a record. `values` are those of the members that matching reads."""
    by_trait: defaultdict[str, list[Statement]] = defaultdict(list)
    for statement in chain.from_iterable(statements.values()):
        of_trait = by_trait[statement.trait]
        if len(of_trait) < _MAX_STATEMENTS:
            of_trait.append(statement)
    silent = (member for member, value in values.items() if value is None or value in ("", []))
    return Evidence(dict(by_trait), frozenset(silent))


def reading(texts: Iterable[Text], read: Read) -> Iterator[Statement]:
    """Yield the statements that a function finds in texts, each with its member."""
    for member, text in texts:
        for trait, start, stop in read(text):
            yield Statement(trait, member, text, start, stop)


def whole(member: Member, text: str, traits: Iterable[str]) -> Iterator[Statement]:
    """Yield statements of these traits in the whole of a text."""
    return (Statement(trait, member, text) for trait in traits)


def texts_of(member: Member, value: str | Sequence[str] | None) -> Iterator[Text]:
    """Yield the texts of a member, which is a text or a list of texts, without empty ones."""
    texts = [value] if isinstance(value, str) else value or ()
    return ((member, text) for text in texts if text)


def specialties_of(profile: Fields) -> Iterator[Text]:
    """Yield the main specialties that count."""
    yield from texts_of("specialty", (profile.specialty or ())[:MOST_SPECIALTIES])


def second_specialties_of(profile: Fields) -> Iterator[Text]:
    """Yield the second specialties that count beside the main ones."""
    left = max(0, MOST_SPECIALTIES - len(profile.specialty or ()))
    yield from texts_of("secondary_specialties", (profile.secondary_specialties or ())[:left])


def skills_of(profile: Fields) -> Iterator[Text]:
    """Yield the skills, tags and systems of a profile, each with its member."""
    for group in profile.skills or ():
        yield from texts_of("skills", _not_denied(group["items"]))
    yield from texts_of("tags", _not_denied(profile.tags or ()))
    yield from texts_of("systems_experience", profile.systems_experience)


def _not_denied(items: Sequence[str]) -> Sequence[str]:
    """Return the items of a list that are not like "no endo"."""
    return [item for item in items if negation.stated(item) == [item]]


def licensed_states(profile: Fields) -> list[str]:
    """Return the states of the licences that have a number: "pending" and "none" are no licence."""
    return [
        licence["licensed_state"]
        for licence in profile.licenses or ()
        if any(map(str.isdigit, licence["license_number"]))
    ]


def titles_of(profile: Fields) -> Iterator[Text]:
    """Yield the title of a profile without the employer, whose name says nothing of the person."""
    return texts_of("title", _without_employer(profile.title or ""))


def times_of(profile: Fields) -> Iterator[Text]:
    """Yield the availability and the engagement type of a profile, each with its member."""
    yield from texts_of("availability", profile.availability)
    yield from texts_of("engagement_type", profile.engagement_type)


def prose_of(profile: Fields) -> Iterator[Text]:
    """Yield the free texts of a profile, each with its member, without what is not about work."""
    yield from texts_of("bio", bio_of(profile))
    yield from titles_of(profile)
    for outcome in profile.outcomes or ():
        texts = outcome["title"], outcome["metric"], *_stated(outcome["description"])
        yield from texts_of("outcomes", texts)
    for position in profile.background or ():
        texts = *_without_employer(position["role"]), *_stated(position["description"])
        yield from texts_of("background", texts)


def introductions_of(profile: Fields) -> Iterator[Text]:
    """Yield the first part of a bio, and what follows "I am a": they can name the profession."""
    clauses = [part for text in bio_of(profile) for part in _PARTS_OF_PROSE.split(text)]
    introduced = (
        clause[found.end() :] for clause in clauses if (found := _INTRODUCTION.search(clause))
    )
    return texts_of("bio", [*clauses[:1], *introduced])


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
    """Yield the parts of a text that deny nothing, without sentences about free time.

    "I taught it for years, but I no longer place implants" states nothing about implants.
    """
    if _FREE_TIME.search(text):
        for sentence in sentences(text):
            if not _FREE_TIME.search(sentence):
                yield from negation.stated(sentence)
    else:
        yield from negation.stated(text)


def bio_of(profile: Fields) -> Sequence[str]:
    """Return the parts of the bio that deny nothing, without sentences about free time."""
    return _stated_bio(profile.bio or "")


@functools.lru_cache(maxsize=16)
def _stated_bio(text: str) -> Sequence[str]:
    """Return the parts once for all criteria of a profile, which read them one after the other."""
    return tuple(_stated(text))


def licences_in_prose(profile: Fields) -> Iterator[tuple[str, str]]:
    """Yield the regions where the bio says that the person is licensed, each with its sentence."""
    for text in bio_of(profile):
        for sentence in sentences(text):
            yield from ((code, sentence) for code in prose_facts.licensed_regions(sentence))


def _home_of(profile: Fields) -> Text:
    """Return the location, or else where the bio says that the person lives."""
    if not profile.location:
        for text in bio_of(profile):
            if home := prose_facts.home(text):
                return "bio", home
    return "location", profile.location or ""


def place_statements(profile: Fields) -> Iterator[Statement]:
    """Yield the statements of where a person is located, and would move or travel."""
    member, location = _home_of(profile)
    yield from whole(member, location, locations.traits(location))
    licences = licensed_states(profile)
    for member, text in texts_of("bio", profile.bio):
        for trait, clause in mobility.prose_traits(text, licences):
            yield Statement(trait, member, clause)
    for member, text in (*titles_of(profile), *times_of(profile)):
        for trait, clause in mobility.heading_traits(text, licences):
            yield Statement(trait, member, clause)
