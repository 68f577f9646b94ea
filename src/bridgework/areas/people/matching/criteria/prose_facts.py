"""Read years of experience, licences and the home from prose, for profiles without these members.

    years("Ten years of practice in Ohio")                  # 10
    licensed_regions("Licensed in Texas and Oklahoma")      # TX, OK
    home("I live in McKinney, TX with my family")           # "McKinney, TX"

The callers leave out what the text denies.
"""

import re
from collections.abc import Iterator, Sequence

from bridgework.kit.text import sentences, tokenize
from bridgework.terminology import places

_NUMBERS = {
    word: number
    for number, word in enumerate(
        tokenize(
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
            " fifteen sixteen seventeen eighteen nineteen twenty"
        ),
        start=1,
    )
} | {"thirty": 30, "forty": 40}
_COUNT = rf"(?P<count>\d{{1,2}}|{'|'.join(_NUMBERS)})(?:\+| plus)?[ -]?(?:years?|yrs?)\b['’]?"
_WORK = (
    r"(?:experience|practi[cs]e|practi[cs]ing|chairside|chair-side|in (?:the )?"
    r"(?:dentistry|dental|field|profession|industry|front office)|working|clinical)"
)
_YEARS = re.compile(
    rf"\b{_COUNT}(?: of)?(?: (?!old\b|ago\b)\w+){{0,3}}? {_WORK}\b"
    rf"|\b(?:practi[cs]ing|practi[cs]ed|working|worked|been)\b[^.;,\n]{{0,60}}? for"
    r" (?:the (?:last|past) |over |about |more than |almost |nearly )?"
    rf"{_COUNT.replace('count', 'later')}"
    rf"|\b{_COUNT.replace('count', 'third')} as an?\b",
    re.IGNORECASE,
)
_NOT_QUITE = re.compile(r"\b(?:almost|nearly|just under|close to)\s+$", re.IGNORECASE)
_MOST_YEARS = 60

_LICENCE = re.compile(r"^licen[cs](?:e|es|ed|ure)$")
_BEFORE_REGIONS = frozenset(
    tokenize(
        "in for by from is are the state states of dentist hygienist to practice practise both"
        " fully"
    )
)
_AFTER_REGIONS = frozenset(
    tokenize(
        "state dental dentist hygiene hygienist rdh active current unrestricted full s practice"
    )
)
_BETWEEN_REGIONS = frozenset({"and", "or", "the", "both"})
_NOT_YET = re.compile(
    r"\b(?:pending|appl(?:y|ying|ied)|eligible|process|await\w*|expired?|lapsed|inactive|will|soon"
    r"|driv\w+|plan\w*|hop(?:e|ing)|want|transfer\w*|getting|obtain\w*|studying|once|until|when|would)\b",
    re.IGNORECASE,
)
"""A sentence about a licence that the person does not have."""

_HOME = re.compile(
    r"\b(?:i (?:currently |now )?(?:live|reside)|i(?:['’]m| am)(?: currently| now)?"
    r"(?: based| located| living| residing)?|(?:currently |now )?(?:based|located|living|residing)"
    r"|home(?: is)?)(?: right)? (?:in|near|around|outside(?: of)?|just outside(?: of)?)"
    r" (?:the )?(?P<place>(?-i:[A-Z])[^;]{0,60})",
    re.IGNORECASE,
)
AFTER_A_PLACE = re.compile(
    r"\b(?:i|i['’]m|my|we|our|who|where|which|as|so|for|from|with|to|be|by|if|when|while|because"
    r"|since|after|before|but|this|next|late|early|mid|soon|on|at|due|looking|seeking|open|ready"
    r"|available|licen[cs]\w*|full|part|in [a-z0-9]+|spring|summer|fall|autumn|winter|\d+)\b",
    re.IGNORECASE,
)
"""A word that no name of a place contains."""


def years(text: str) -> float | None:
    """Return the years of experience that a text states; of several numbers, the largest."""
    found = [_count(match, text) for match in _YEARS.finditer(text)]
    return max((each for each in found if each <= _MOST_YEARS), default=None)


def _count(match: re.Match[str], text: str) -> float:
    word = (match["count"] or match["later"] or match["third"]).lower()
    number = int(word) if word.isdigit() else _NUMBERS[word]
    return number - 1 if _NOT_QUITE.search(text[: match.start()]) else number


def licensed_regions(text: str) -> Sequence[str]:
    """Return the regions where a sentence says that the person is licensed now."""
    if not re.search("licen[cs]", text, re.IGNORECASE) or _NOT_YET.search(text):
        return []
    return list(dict.fromkeys(_licensed_regions(tokenize(text))))


def _licensed_regions(words: Sequence[str]) -> Iterator[str]:
    spans = places.spans_in_prose(words)
    starts = {span.start: span for span in spans}
    stops = {span.stop: span for span in spans}
    for at in (at for at, word in enumerate(words) if _LICENCE.match(word)):
        place = at + 1
        while place < len(words) and place not in starts and words[place] in _BEFORE_REGIONS:
            place += 1
        while span := starts.get(place):
            yield from _codes(span.means)
            place = span.stop
            while place < len(words) and words[place] in _BETWEEN_REGIONS:
                place += 1
        place = at
        while place and place not in stops and words[place - 1] in _AFTER_REGIONS:
            place -= 1
        while span := stops.get(place):
            yield from _codes(span.means)
            place = span.start
            while place and words[place - 1] in _BETWEEN_REGIONS:
                place -= 1


def _codes(means: frozenset[str]) -> Iterator[str]:
    return (name for name in sorted(means) if ":" not in name)


def home(text: str) -> str | None:
    """Return the first place in which a text says that the person lives."""
    for match in (found for sentence in sentences(text) for found in _HOME.finditer(sentence)):
        named = AFTER_A_PLACE.split(match["place"], maxsplit=1)[0].strip(" ,.!?")
        place = places.read(named)
        if place.areas or any(places.find_city(*town) for town in place.towns):
            return named
        if place.is_region and place.regions:
            return named
    return None
