"""Explain a score in words: the evidence of each line, and a summary in one paragraph."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from bridgework.areas.people.matching import schemas
from bridgework.areas.people.matching.formula import MAX_SCORE, VERSION, Line, ScoreBreakdown

_MAX_LISTED = 5
_DISPLAY_NAMES = {"kind_of_work": "kind of work", "must_have": "must-have"}
_UNKNOWN = {"place": "The state of the location is not known"}
"""What an outcome `not_stated` means, if not that the profile is silent."""
_STRONG, _FAIR = 70, 45

Match = TypeVar("Match", bound=schemas.MatchWith)  # type: ignore[type-arg]


def to_schema(schema: type[Match], subject: schemas.Card, breakdown: ScoreBreakdown) -> Match:
    """Convert a score to the response model of a match with `subject`."""
    return schema(
        subject=subject,
        match_score=breakdown.score,
        match_insights=insights(breakdown),
        criteria=[_to_criterion(line, breakdown.cap) for line in breakdown.lines],
        formula_version=VERSION,
    )


def insights(breakdown: ScoreBreakdown) -> str:
    """Summarize how good the match is, what fits, what does not, and what is not stated."""
    if breakdown.score is None:
        return "The posting states no criteria to match by."
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
        missing = _enumerate(breakdown.lacking)
        yield f"{subject} missing, so the score is capped at {breakdown.cap}: {missing}."


def _describe(line: Line) -> str:
    name = _DISPLAY_NAMES.get(line.name, line.name)
    return f"{name} ({_enumerate(line.found)})" if line.found else name


def _to_criterion(line: Line, cap: int) -> schemas.MatchCriterion:
    return schemas.MatchCriterion(
        name=line.name,
        weight=line.weight,
        points=line.points,
        outcome=line.outcome,
        evidence=_evidence(line, cap),
    )


def _evidence(line: Line, cap: int) -> str:
    if line.name == "must_have":
        them = "them" if len(line.missing) > 1 else "it"
        return f"Missing: {_enumerate(line.missing)}. Without {them} the score is capped at {cap}."
    if line.outcome == "not_stated":
        unknown = _UNKNOWN.get(line.name, "Not stated")
        return f"{unknown}. Wanted: {_enumerate(line.missing)}."
    sentences = [f"Found: {_enumerate(line.found)}."] if line.found else []
    if line.missing and line.outcome != "met":
        sentences.append(f"Not found: {_enumerate(line.missing)}.")
    return " ".join(sentences)


def _enumerate(labels: Sequence[str]) -> str:
    """Join the first few labels, and add how many more there are."""
    more = len(labels) - _MAX_LISTED
    listed = ", ".join(labels[:_MAX_LISTED])
    return f"{listed} and {more} more" if more > 0 else listed
