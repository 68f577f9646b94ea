"""Explain a score in words: the evidence of each line, and a summary in one paragraph."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from bridgework.areas.people.matching import schemas
from bridgework.areas.people.matching.criteria import locations
from bridgework.areas.people.matching.criteria.records import Evidence
from bridgework.areas.people.matching.formula import (
    BARRED_CAP,
    MAX_SCORE,
    VERSION,
    Line,
    Reason,
    ScoreBreakdown,
)
from bridgework.areas.people.matching.quotes import Quote, Quotes
from bridgework.kit.text import cache_short_texts, tokenize
from bridgework.kit.validation import to_wire_name
from bridgework.terminology import general_words

_MAX_LISTED = 5
_DISPLAY_NAMES = {"kind_of_work": "kind of work"}
_MUST_HAVE = "must_have"
"""The line with the points that a limit of the score removes."""
_MEMBERS = {
    "secondary_specialties": "second specialty",
    "jobs_specialty": "specialty",
    "jobs_credential": "credential",
    "jobs_profession": "profession",
    "systems_experience": "systems",
    "licenses": "licence",
    "desired_licensed_states": "desired licence",
    "years_experience": "years of experience",
    "availability_date": "available from",
    "engagement_type": "engagement",
    "looking_for_mentor": "looking for a mentor",
}
"""How evidence names the members of a profile that are not called by their own name."""
_UNKNOWN = {"place": "The state of the location is not known"}
"""What an outcome `not_stated` means, if not that the profile is silent."""
_NOTHING_WANTED = (
    "The posting names no profession, specialty or other criterion that is understood. "
    "A title such as “Dental hygienist” or “Endodontist” makes it possible to match."
)
_STRONG, _FAIR = 70, 45

OwnMatch = TypeVar("OwnMatch", bound=schemas.OwnMatchWith)  # type: ignore[type-arg]
Match = TypeVar("Match", bound=schemas.MatchWith)  # type: ignore[type-arg]


def to_schema(
    schema: type[Match],
    subject: schemas.Card,
    breakdown: ScoreBreakdown,
    evidence: Evidence,
    **members: object,
) -> Match:
    """Convert a score to the response model of a match with `subject`.

    The lines quote the evidence. `members` are additional members of the response.
    """
    return schema(
        subject=subject,
        match_score=breakdown.score,
        match_insights=insights(breakdown),
        criteria=to_criteria(breakdown, evidence),
        must_haves=[
            schemas.MustHave(name=line.name, met=_is_met(line))
            for line in breakdown.lines
            if line.rule != "share"
        ],
        formula_version=VERSION,
        **members,
    )


def to_criteria(breakdown: ScoreBreakdown, evidence: Evidence) -> list[schemas.MatchCriterion]:
    """Convert the lines of a score, in their order. None quotes what another one does."""
    quotes = Quotes(evidence.statements)
    return [_to_criterion(line, breakdown, quotes) for line in breakdown.lines]


def to_no_match(
    schema: type[OwnMatch], subject: schemas.Card, why: schemas.EmptyReason
) -> OwnMatch:
    """Return the response model without a score, as the posting or the person is not matched."""
    return schema(
        subject=subject,
        match_score=None,
        match_insights="There is no match, for the reason in emptyReason.",
        criteria=[],
        must_haves=[],
        formula_version=VERSION,
        improve=[],
        empty_reason=why,
    )


def _is_met(line: Line) -> bool | None:
    if line.outcome == "not_stated" and line.rule == "must":
        return None
    return line.outcome in {"met", "partly"}


def insights(breakdown: ScoreBreakdown) -> str:
    """Summarize how good the match is, what fits, what does not, and what is not stated."""
    if breakdown.score is None:
        return _NOTHING_WANTED
    return " ".join([_summary(breakdown.score), *_sentences(breakdown)])


def _summary(score: int) -> str:
    quality = "strong" if score >= _STRONG else "fair" if score >= _FAIR else "weak"
    return f"A {quality} match: {score} of {MAX_SCORE}."


def _sentences(breakdown: ScoreBreakdown) -> Iterator[str]:
    by_outcome = {
        "met": "Fits",
        "partly": "Fits in part",
        "not_met": "Does not fit",
        "not_stated": "Not stated",
    }
    for outcome, beginning in by_outcome.items():
        lines = [line for line in breakdown.lines if line.outcome == outcome and line.weight]
        names = [_describe(line) for line in lines]
        if names:
            yield f"{beginning}: {'; '.join(names)}."
    if breakdown.lacking:
        subject = "Must-haves are" if len(breakdown.lacking) > 1 else "A must-have is"
        missing = _must_haves(breakdown.lacking)
        yield f"{subject} missing, so the score is capped at {breakdown.cap}: {missing}."


def _describe(line: Line) -> str:
    name = _display_name(line)
    return f"{name} ({_enumerate(line.found)})" if line.found else name


def _display_name(line: Line) -> str:
    return _DISPLAY_NAMES.get(line.name, line.name)


def _to_criterion(line: Line, breakdown: ScoreBreakdown, quotes: Quotes) -> schemas.MatchCriterion:
    found = [(reason, quotes.find(reason)) for reason in line.reasons]
    missing = [] if line.outcome == "met" else list(line.missing)
    return schemas.MatchCriterion(
        name=line.name,
        weight=line.weight,
        points=line.points,
        outcome=line.outcome,
        evidence=(
            _limit(breakdown) if line.name == _MUST_HAVE else _evidence(line, found, missing)
        ),
        found=[
            schemas.MatchQuote(member=to_wire_name(quote.member), quote=quote.text)
            for _, quote in found[:_MAX_LISTED]
            if quote is not None
        ],
        missing=missing,
    )


def _limit(breakdown: ScoreBreakdown) -> str:
    missing = f"Missing: {_must_haves(breakdown.lacking)}."
    if breakdown.cap == BARRED_CAP:
        return f"{missing} A student without a licence is not ranked."
    them = "them" if len(breakdown.lacking) > 1 else "it"
    return f"{missing} Without {them} the score is capped at {breakdown.cap}."


def _must_haves(lacking: Sequence[Line]) -> str:
    return "; ".join(f"{_display_name(line)} ({_enumerate(line.unmet)})" for line in lacking)


def _evidence(
    line: Line, found: Sequence[tuple[Reason, Quote | None]], missing: Sequence[str]
) -> str:
    if line.outcome == "not_stated":
        unknown = _UNKNOWN.get(line.name, "Not stated")
        return f"{unknown}. Wanted: {_enumerate(missing)}."
    sentences = [
        f"{beginning}{_enumerate(reasons, '; ')}."
        for beginning, is_whole in (("", True), ("In part: ", False))
        if (reasons := [_reason(*each) for each in found if each[0].is_whole == is_whole])
    ]
    if missing:
        sentences.append(f"Not found: {_enumerate(missing)}.")
    return " ".join(sentences)


def _reason(reason: Reason, quote: Quote | None) -> str:
    """Return the words of the profile, and what they are the reason for, unless they say it."""
    labels = ", ".join(reason.labels)
    if quote is None:
        return labels
    source = f"{_MEMBERS.get(quote.member, quote.member)}: {quote.text}"
    if reason.trait.startswith(locations.UNLISTED):
        return f"{source} ({labels}; the distance is not known)"
    return source if _keys(labels) <= _keys(source) else f"{source} ({labels})"


@cache_short_texts(8_192)
def _keys(text: str) -> frozenset[str]:
    words = (word for word in tokenize(text) if not general_words.is_stop_word(word))
    return frozenset(map(general_words.stem, words))


def _enumerate(texts: Sequence[str], separator: str = ", ") -> str:
    """Join the first few texts, and add how many more there are."""
    more = len(texts) - _MAX_LISTED
    listed = separator.join(texts[:_MAX_LISTED])
    return f"{listed} and {more} more" if more > 0 else listed
