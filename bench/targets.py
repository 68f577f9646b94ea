"""The performance targets, and whether a run reaches them."""

import dataclasses
import statistics
from collections.abc import Callable, Mapping, Sequence

from bench.load import NO_WRK, Load
from bench.rounds import Result, Start
from bench.usage import OTHERS_LIMIT

EXPERTS = 10_000
"""The size of the first dataset that is required for verdicts."""
MEGABYTE = 1_000_000
LOADER_LIMIT = 0.9
OURS, COLD, TWO_CORES = "bridgework", "bridgework-cold", "bridgework-two-cores"
LARGE, MILLION = "bridgework-large", "bridgework-million"
POCKETBASE, USUAL = "PocketBase", "conventional"


class NotMeasured(Exception):
    """A figure is missing; `is_failure` if Bridgework is the reason, and not a peer."""

    def __init__(self, stack: str, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason or "not measured"
        self.is_failure = bool(reason) and stack.startswith(OURS) and reason != NO_WRK


@dataclasses.dataclass(frozen=True, slots=True)
class Figure:
    """A value, and the loads that it was computed from."""

    value: float
    loads: tuple[Load, ...] = ()


class Figures:
    """The measured figures; the best of several rounds."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._starts: Mapping[str, list[Start]] = {result.name: result.starts for result in results}
        self._left_out = {result.name: result.left_out for result in results}

    def fastest(self, stack: str, work: str) -> Load:
        """Return the round with the most responses per second."""
        return max(self.loads(stack, work), key=lambda load: load.rate)

    def quickest(self, stack: str, work: str) -> Load:
        """Return the round with the lowest p99."""
        return min(self.loads(stack, work), key=lambda load: load.p99)

    def starts(self, stack: str) -> list[Start]:
        """Return every start of a stack. Raises NotMeasured if there is none."""
        starts = self._starts.get(stack, [])
        if not starts:
            raise NotMeasured(stack, next(iter(self._left_out.get(stack, [])), ""))
        return starts

    def loads(self, stack: str, work: str) -> list[Load]:
        """Return the loads of all rounds. Raises NotMeasured if the work failed in one of them."""
        starts = self.starts(stack)
        for start in starts:
            if work in start.errors:
                raise NotMeasured(stack, start.errors[work])
        loads = [start.loads[work] for start in starts if work in start.loads]
        if not loads:
            raise NotMeasured(stack)
        return loads


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """A target; `limit` is a minimum if `at_least`, and otherwise a maximum."""

    work: str
    than: str
    limit: float
    find: Callable[[Figures], Figure]
    unit: str = "×"
    at_least: bool = True

    @property
    def bound(self) -> str:
        sign = "≥" if self.at_least else "≤"
        return f"{sign} {self.limit:g} {self.unit} {self.than}".rstrip()


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a target; `is_met` is None if it was not judged, and `note` has doubts."""

    work: str
    bound: str
    figure: str
    is_met: bool | None
    note: str


def judge(results: Sequence[Result], *, sizes_fit: bool) -> list[Verdict]:
    """Return a verdict for every target; unjudged if the sizes are not those of the targets."""
    figures = Figures(results)
    verdicts = [_verdict(target, figures) for target in TARGETS]
    if sizes_fit:
        return verdicts
    return [dataclasses.replace(verdict, is_met=None) for verdict in verdicts]


def _verdict(target: Target, figures: Figures) -> Verdict:
    try:
        figure = target.find(figures)
    except NotMeasured as gap:
        verdict = False if gap.is_failure else None
        return Verdict(target.work, target.bound, "-", verdict, gap.reason)
    excess = figure.value - target.limit
    is_met = excess >= 0 if target.at_least else excess <= 0
    figure_text = f"{figure.value:.{2 if figure.value < 100 else 0}f} {target.unit}"
    return Verdict(target.work, target.bound, figure_text, is_met, "; ".join(_doubts(figure.loads)))


def _doubts(loads: Sequence[Load]) -> list[str]:
    others = max((load.others for load in loads), default=0.0)
    doubts = [f"other programs took {others:.0%}"] if others > OTHERS_LIMIT else []
    if any(load.loader > LOADER_LIMIT for load in loads):
        doubts.append("wrk at its limit")
    return doubts


def _ratio(ours: tuple[str, str], theirs: tuple[str, str]) -> Callable[[Figures], Figure]:
    """Compare the responses per second of two stacks or works."""

    def find(figures: Figures) -> Figure:
        first, second = figures.fastest(*ours), figures.fastest(*theirs)
        return Figure(first.rate / second.rate, (first, second))

    return find


def _beside(work: str, of: Callable[[Load], float], times: float) -> Callable[[Figures], Figure]:
    """Compare a figure with and without writes: the median of all turns of all rounds."""

    def find(figures: Figures) -> Figure:
        loads = figures.loads(TWO_CORES, work)
        share = statistics.median(turn.share(of) for load in loads for turn in load.turns)
        return Figure(times * share, tuple(loads))

    return find


def _p99(stack: str, work: str) -> Callable[[Figures], Figure]:
    def find(figures: Figures) -> Figure:
        load = figures.quickest(stack, work)
        return Figure(load.p99, (load,))

    return find


def _tail(stack: str, work: str) -> Callable[[Figures], Figure]:
    """Compare the p99 with the median, in the worst round: the best one would hide a rare stop."""

    def find(figures: Figures) -> Figure:
        load = max(figures.loads(stack, work), key=lambda load: load.p99 / load.p50)
        return Figure(load.p99 / load.p50, (load,))

    return find


def _not_yet(figures: Figures) -> Figure:
    del figures
    raise NotMeasured("", "Bridgework has no notifications yet")


def _memory(figures: Figures) -> Figure:
    loads = [load for start in figures.starts(OURS) for load in start.loads.values()]
    return Figure(max((load.memory for load in loads), default=0) / MEGABYTE)


def _idle(figures: Figures) -> Figure:
    return Figure(max(start.idle for start in figures.starts(OURS)) / MEGABYTE)


def _first_response(figures: Figures) -> Figure:
    return Figure(min(start.seconds for start in figures.starts(OURS)))


def _than(
    work: str, than: str, limit: float, ours: tuple[str, str], theirs: tuple[str, str]
) -> Target:
    return Target(work, than, limit, _ratio(ours, theirs))


def _most(
    work: str, than: str, limit: float, unit: str, find: Callable[[Figures], Figure]
) -> Target:
    return Target(work, than, limit, find, unit, at_least=False)


def _against_peers() -> list[Target]:
    return [
        _than("list", POCKETBASE, 25, (OURS, "list"), ("pocketbase", "list")),
        _than("list", "raw ASGI", 0.5, (OURS, "list"), ("raw", "list")),
        _than("list", USUAL, 20, (OURS, "list"), ("conventional", "list")),
        _than("list, cold cache", POCKETBASE, 5, (COLD, "list"), ("pocketbase", "list")),
        _than("list, cold cache", USUAL, 7, (COLD, "list"), ("conventional", "list")),
        _than("one", POCKETBASE, 2.5, (OURS, "one"), ("pocketbase", "one")),
        _than("one, cold cache", POCKETBASE, 0.8, (COLD, "one"), ("pocketbase", "one")),
        _than(
            "search, cold cache",
            "PocketBase's filter",
            10,
            (COLD, "search"),
            ("pocketbase", "search"),
        ),
        *_signed_in("signed-in GET", "account", "signed-in GET", 1, 6),
        *_signed_in("feed post", "post", "create with token and rule", 1.3, 6),
        *_signed_in("job application", "application", "create with token, rule and hook", 1, 4),
    ]


def _signed_in(
    name: str, work: str, theirs: str, pocketbase: float, conventional: float
) -> list[Target]:
    return [
        _than(name, f"PocketBase's {theirs}", pocketbase, (OURS, work), ("pocketbase", work)),
        _than(name, USUAL, conventional, (OURS, work), ("conventional", work)),
    ]


def _on_postgresql() -> list[Target]:
    ours, theirs = "bridgework-postgresql", "conventional-postgresql"
    works = {"list": "list", "one": "one", "account": "signed-in GET", "post": "feed post"}
    return [
        *(
            _than(f"{name} on PostgreSQL", USUAL, 4, (ours, work), (theirs, work))
            for work, name in works.items()
        ),
        *(
            _most(f"{work} on PostgreSQL, p99", "its median", 3, "×", _tail(ours, work))
            for work in ("list", "one")
        ),
    ]


def _beside_writes() -> list[Target]:
    targets = []
    for read in ("list", "one"):
        work, name = f"{read}-beside-writes", f"{read} beside 50 writes a second"
        rate = _beside(work, lambda load: load.rate, 100)
        p99 = _beside(work, lambda load: load.p99, 1)
        targets.append(Target(name, "of the quiet rate", 70, rate, "%"))
        targets.append(_most(name, "the quiet p99", 3, "×", p99))
    return targets


def _growth() -> list[Target]:
    limits = {"list": 1.3, "one": 1.3, "search": 4}
    return [
        _most(
            f"{work} of 1,000,000, cold cache",
            "slower than of 10,000",
            limit,
            "×",
            _ratio((COLD, work), (MILLION, work)),
        )
        for work, limit in limits.items()
    ]


def _absolute() -> list[Target]:
    lists = [
        _most(f"list of {name}, 100,000, any filters, 50/s", "p99", 30, "ms", _p99(LARGE, name))
        for name in ("jobs", "roles", "vendors", "users")
    ]
    streams = "2,000 notification streams, 50 notifications/s"
    return [
        *lists,
        _most("100 changes of the feed, 50/s", "p99", 30, "ms", _p99(LARGE, "changes")),
        _most("notifications of a member with 10,000", "p99", 30, "ms", _not_yet),
        _most(streams, "p99", 1000, "ms", _not_yet),
        _most(streams, "for them", 60, "MB", _not_yet),
        _most("ranking 10,000", "p99", 50, "ms", _p99(OURS, "matches")),
        _most("ranking 100,000", "p99", 300, "ms", _p99(LARGE, "matches")),
        _most("memory of a process, idle", "", 120, "MB", _idle),
        _most("memory of a process, under load", "", 250, "MB", _memory),
        _most("start to first response", "", 1.2, "s", _first_response),
        _most("largest bodies: another caller waits", "", 100, "ms", _p99(OURS, "bodies")),
    ]


TARGETS = (*_against_peers(), *_on_postgresql(), *_beside_writes(), *_growth(), *_absolute())
