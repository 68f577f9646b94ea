"""A reckoning in words: the evidence of each line, and one paragraph on the whole."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from bridgework.areas.matching.formula import CAP, VERSION, WHOLE, Line, Reckoning
from bridgework.areas.matching.schemas import Card, MatchCriterion, MatchWith

_MOST_NAMED = 5
_CALLED = {"kind_of_work": "kind of work", "must_have": "must-have"}
_STRONG, _FAIR = 70, 45

Match = TypeVar("Match", bound=MatchWith)  # type: ignore[type-arg]


def match(shape: type[Match], subject: Card, reckoning: Reckoning) -> Match:
    """What is told of a match with `subject`."""
    return shape(
        subject=subject,
        match_score=reckoning.score,
        match_insights=insights(reckoning),
        criteria=[_criterion(line) for line in reckoning.lines],
        formula_version=VERSION,
    )


def insights(reckoning: Reckoning) -> str:
    """One paragraph: how good the match is, what fits, what does not, what nobody said."""
    if reckoning.score is None:
        return "The posting states nothing to match by."
    return " ".join([_verdict(reckoning.score), *_sentences(reckoning.lines)])


def _verdict(score: int) -> str:
    word = "strong" if score >= _STRONG else "fair" if score >= _FAIR else "weak"
    return f"A {word} match: {score} of {WHOLE}."


def _sentences(lines: Sequence[Line]) -> Iterator[str]:
    by_outcome = {
        "met": "Fits",
        "partly": "Fits in part",
        "not_met": "Does not fit",
        "not_stated": "Not stated",
    }
    for outcome, begins in by_outcome.items():
        heads = [_head(line) for line in lines if line.outcome == outcome and line.weight]
        if heads:
            yield f"{begins}: {'; '.join(heads)}."
    for line in lines:
        if line.name == "must_have":
            yield f"A must-have is missing, so the score ends at {CAP}: {_named(line.missing)}."


def _head(line: Line) -> str:
    called = _CALLED.get(line.name, line.name)
    return f"{called} ({_named(line.found)})" if line.found else called


def _criterion(line: Line) -> MatchCriterion:
    return MatchCriterion(
        name=line.name,
        weight=line.weight,
        points=line.points,
        outcome=line.outcome,
        evidence=_evidence(line),
    )


def _evidence(line: Line) -> str:
    if line.name == "must_have":
        return f"Missing: {_named(line.missing)}. Without it the score ends at {CAP}."
    if line.outcome == "not_stated":
        return f"The record does not say. Wanted: {_named(line.missing)}."
    told = [f"Found: {_named(line.found)}."] if line.found else []
    if line.missing and line.outcome != "met":
        told.append(f"Not found: {_named(line.missing)}.")
    return " ".join(told)


def _named(labels: Sequence[str]) -> str:
    """The first few of them, and how many more there are."""
    more = len(labels) - _MOST_NAMED
    shown = ", ".join(labels[:_MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown
