"""Finds demands for protected characteristics: age, sex, pregnancy, disability, veterans and more.

    demands("Female hygienist preferred, nobody over 40")    # two: sex and age
    demands("We treat pregnant patients and veterans")       # none

`names_any` also tells whether a text speaks of such a characteristic in another way. The words are
in `protected.toml`.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from typing_extensions import TypeAliasType

from bridgework.kit.text import sentences
from bridgework.terminology import data

Characteristic = TypeAliasType(
    "Characteristic",
    Literal[
        "age",
        "sex",
        "pregnancy",
        "disability",
        "veteran",
        "origin",
        "religion",
        "orientation",
        "family",
    ],
)

_CLAUSES = re.compile(r"[.!?;,:()•\n]+|\s[-–—]\s|\s(?=but\b)", re.IGNORECASE)
_PERSON = (
    r"(?:dentists?|hygienists?|assistants?|doctors?|associates?|specialists?|providers?|surgeons?"
    r"|receptionists?|managers?|coordinators?|candidates?|applicants?|person|individuals?|someone"
    r"|employees?|professionals?|team members?|workers?|lady|ladies|woman|women|man|men|guys?"
    r"|girls?|gentlem[ae]n|graduates?|staff|front desk|rdh|dds|dmd|\w+dontists?)"
)
_ADJECTIVE = r"(?!(?:practices?|offices?|clinics?|teams?|with|who|for|in|as)\b)\w+"
_BEFORE = (
    r"\b(?:no|nobody|no one|not|never|non|without|only|(?:must|should|needs? to|has to|have to) be"
    r"|prefer(?:red|ably|s)?|ideally|want(?:s|ed)?|seek(?:ing|s)?|looking for|need(?:s|ed)?"
    r"|hir(?:e|es|ing)|avoid|except)[ -]+"
    r"(?:(?:an?|the|any|other|who|is|are|that|too|very|with|from|in|plans|to|be|former|more) ){0,3}"
)
_MUST_BE = r"\b(?:(?:must|should|needs? to|has to|have to) be|nobody|no one|only)(?: an?)? "
_ONLY = r" (?:only|preferred|wanted|need not apply|please|a must|is a must|are preferred)\b"
_ABOUT_PATIENTS = (
    r"(?![\w' -]{0,20}\b(?:patients?|populations?|clientele|communit(?:y|ies)|families|children"
    r"|kids|demographics?|base|hospitals?|affairs|experience|backgrounds?|health|care|dentures?)\b)"
)
_NO_DEMAND = re.compile(
    r"\b(?:regardless|irrespective|discriminat\w+|equal[- ]opportunity|all (?:genders|backgrounds"
    r"|ages)|divers\w+|welcom\w+|encouraged)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+")
_WHOLE_WORD = re.compile(r"[a-z]+(?![a-z*])")
"""A word of a form that stands in a text as it is."""
_MOST_SHOWN = 120
_CACHED_TEXTS = 512
"""Texts of postings, which lists show again and again."""


class Demand(NamedTuple):
    """A demand, in the words of the clause that contains it."""

    characteristic: Characteristic
    text: str


@functools.lru_cache(maxsize=_CACHED_TEXTS)
def demands(text: str) -> Sequence[Demand]:
    """Return the demands of a text, one of each characteristic a clause."""
    return () if _key_words().isdisjoint(_words(text)) else tuple(_demands_in(text))


def _demands_in(text: str) -> Iterator[Demand]:
    for sentence in sentences(text):
        if _NO_DEMAND.search(sentence):
            continue
        for clause in _CLAUSES.split(sentence):
            for characteristic in _named(clause):
                if _patterns()[characteristic].search(clause):
                    yield Demand(characteristic, " ".join(clause.split())[:_MOST_SHOWN])


def without_demands(text: str) -> str:
    """Return a text without the words by which it demands a characteristic."""
    if _any_word().fullmatch(text.strip()):
        return ""
    for demand in demands(text):
        text = _patterns()[demand.characteristic].sub(_without_words, text)
    return text


def _without_words(demanded: re.Match[str]) -> str:
    return _any_word().sub(" ", demanded[0])


def names_any(text: str) -> bool:
    """Tell whether a text has a word for a characteristic, whatever it says about it."""
    return not _key_words().isdisjoint(_words(text)) and _any_word().search(text) is not None


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _named(clause: str) -> Iterator[Characteristic]:
    """Yield the characteristics whose words a clause may have: their patterns are slow."""
    words = _words(clause)
    for characteristic, keys in _keys().items():
        if not keys.isdisjoint(words):
            yield characteristic


@functools.cache
def _key_words() -> frozenset[str]:
    return frozenset().union(*_keys().values())


@functools.cache
def _keys() -> Mapping[Characteristic, frozenset[str]]:
    """Return the longest word of each form of a characteristic: no form occurs without it."""
    return {
        characteristic: frozenset(
            max(reversed(_WHOLE_WORD.findall(form)), key=len)
            for forms in data.protected()[characteristic].values()
            for form in forms
        )
        for characteristic in get_args(Characteristic.__value__)
    }


@functools.cache
def _patterns() -> Mapping[Characteristic, re.Pattern[str]]:
    return {
        characteristic: re.compile(_pattern(data.protected()[characteristic]), re.IGNORECASE)
        for characteristic in get_args(Characteristic.__value__)
    }


def _pattern(forms: Mapping[str, Sequence[str]]) -> str:
    adjectives, nouns, phrases = (
        _either(forms[name]) for name in ("adjectives", "nouns", "phrases")
    )
    return "|".join(
        [
            rf"\b{adjectives}(?:,? and \w+)?(?: {_ADJECTIVE}){{0,2}}?[ -]{_PERSON}\b",
            rf"{_MUST_BE}{adjectives}\b{_ABOUT_PATIENTS}",
            rf"\b(?:{adjectives}|{nouns}){_ONLY}",
            rf"{_BEFORE}{nouns}\b{_ABOUT_PATIENTS}",
            rf"\b{phrases}{_ABOUT_PATIENTS}",
        ]
    )


@functools.cache
def _any_word() -> re.Pattern[str]:
    forms = [
        form
        for of_one in data.protected().values()
        for kind in ("adjectives", "nouns", "phrases")
        for form in of_one[kind]
    ]
    return re.compile(rf"\b{_either(forms)}\b", re.IGNORECASE)


def _either(forms: Sequence[str]) -> str:
    """Return the pattern of any of these forms; of none, a pattern that never matches."""
    spelled = (
        re.escape(form)
        .replace(r"\-", "[ -]")
        .replace(r"\*", r"\w*")
        .replace(r"\#", r"(?:2[2-9]|[3-9]\d)\b")
        for form in forms
    )
    return f"(?:{'|'.join(spelled)})" if forms else r"(?!)"
