"""Whether a target was reached: a figure out of the best rounds, held against its limit."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence

from bench.load import Load
from bench.rounds import Result, Visit

LOADER_LIMIT = 0.9
OTHERS_LIMIT = 0.05
WRITTEN = 0.95
"""The share of the writes beside a read that have to be answered for the read to count."""


class NotMeasured(Exception):
    """A figure that a target needs is not there; the fault says why, if it was tried."""

    def __init__(self, fault: str = "") -> None:
        super().__init__(fault)
        self.fault = fault


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """A figure, and the loads that it was made of."""

    figure: float
    loads: tuple[Load, ...] = ()


class Figures:
    """All that was measured; of several rounds the best."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._visits: Mapping[str, list[Visit]] = {one.name: one.visits for one in results}

    def rate(self, stack: str, work: str) -> Load:
        """The round with the most answers a second."""
        return max(self.loads(stack, work), key=lambda one: one.rate)

    def quick(self, stack: str, work: str) -> Load:
        """The round with the lowest p99."""
        return min(self.loads(stack, work), key=lambda one: one.p99)

    def visits(self, stack: str) -> list[Visit]:
        """Every start of a stack."""
        if not self._visits.get(stack):
            raise NotMeasured
        return self._visits[stack]

    def loads(self, stack: str, work: str) -> list[Load]:
        """Those of all rounds; a work that failed in one round has failed."""
        visits = self._visits.get(stack, [])
        for one in visits:
            if work in one.faults:
                raise NotMeasured(one.faults[work])
        loads = [one.loads[work] for one in visits if work in one.loads]
        if not loads:
            raise NotMeasured
        return loads


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """`limit` is the least that counts if `at_least`, and the most otherwise."""

    what: str
    than: str
    limit: float
    told: Callable[[Figures], Told]
    unit: str = "×"
    at_least: bool = True

    @property
    def bound(self) -> str:
        sign = "≥" if self.at_least else "≤"
        return f"{sign} {self.limit:g} {self.unit} {self.than}".rstrip()


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """`is_met` is None for what was not judged; `but` says what to think of the figure."""

    what: str
    bound: str
    figure: str
    is_met: bool | None
    but: str


def figured(results: Sequence[Result], targets: Sequence[Target]) -> list[Verdict]:
    """The figures alone, where they are not of the sizes that the targets are for."""
    return [dataclasses.replace(one, is_met=None) for one in judged(results, targets)]


def judged(results: Sequence[Result], targets: Sequence[Target]) -> list[Verdict]:
    figures = Figures(results)
    return [_verdict(one, figures) for one in targets]


def _verdict(target: Target, figures: Figures) -> Verdict:
    try:
        told = target.told(figures)
    except NotMeasured as gap:
        told_why = gap.fault or "not measured"
        return Verdict(target.what, target.bound, "-", False if gap.fault else None, told_why)
    excess = told.figure - target.limit
    is_met = excess >= 0 if target.at_least else excess <= 0
    unwritten = [why for one in told.loads if (why := _unwritten(one))]
    shown = f"{told.figure:.{2 if told.figure < 100 else 0}f} {target.unit}"
    but = [*unwritten, *_doubts(told.loads)]
    return Verdict(target.what, target.bound, shown, is_met and not unwritten, "; ".join(but))


def _unwritten(load: Load) -> str:
    """What was to be written beside it and was not."""
    every = [turn.writes for turn in load.turns]
    planned, refused = sum(one.planned for one in every), sum(one.refused for one in every)
    good = sum(one.answered for one in every) - refused
    if good >= WRITTEN * planned and not refused:
        return ""
    refusal = next((one.refusal for one in every if one.refusal), "")
    return f"of {planned} writes {good} were done {refusal}".rstrip()


def _doubts(loads: Sequence[Load]) -> list[str]:
    others = max((one.others for one in loads), default=0.0)
    doubts = [f"spoilt: others took {others:.0%}"] if others > OTHERS_LIMIT else []
    if any(one.loader > LOADER_LIMIT for one in loads):
        doubts.append("wrk at its limit")
    return doubts
