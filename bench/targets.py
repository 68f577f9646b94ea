"""What Bridgework has to reach: one line a target."""

import statistics
from collections.abc import Callable

from bench.load import Load
from bench.verdicts import Figures, NotMeasured, Target, Told
from bench.works import MIXES

EXPERTS = 10_000
"""As many the first world has to have for anything to be judged."""
MEGABYTE = 1_000_000

OURS, COLD = "bridgework", "bridgework-cold"
MANY, MILLION = "bridgework-large", "bridgework-million"
PAIRS = {"list": "listExperts", "one": "getExpert"}
"""The two public reads, as targets call them."""


def _times(ours: tuple[str, str], theirs: tuple[str, str]) -> Callable[[Figures], Told]:
    """How many times the answers a second of another stack or work."""

    def told(figures: Figures) -> Told:
        one, other = figures.rate(*ours), figures.rate(*theirs)
        return Told(one.rate / other.rate, (one, other))

    return told


def _slower(quick: str, slow: str, work: str) -> Callable[[Figures], Told]:
    def told(figures: Figures) -> Told:
        one, other = figures.rate(quick, work), figures.rate(slow, work)
        return Told(one.rate / other.rate, (one, other))

    return told


def _besides(
    work: str, beside: str, of: Callable[[Load], float], times: float = 1
) -> Callable[[Figures], Told]:
    """What writes make of a figure, by the median of all turns: the best one would be chance's."""

    def told(figures: Figures) -> Told:
        loud = figures.loads(OURS, f"{work}-{beside}")
        share = statistics.median(turn.share(of) for one in loud for turn in one.turns)
        return Told(times * share, tuple(loud))

    return told


def _rate(load: Load) -> float:
    return load.rate


def _delay(load: Load) -> float:
    return load.p99


def _p99(stack: str, work: str) -> Callable[[Figures], Told]:
    def told(figures: Figures) -> Told:
        one = figures.quick(stack, work)
        return Told(one.p99, (one,))

    return told


def _memory(figures: Figures) -> Told:
    loads = [load for name in (OURS, COLD) for load in _all(figures, name)]
    if not loads:
        raise NotMeasured
    return Told(max(one.largest for one in loads) / MEGABYTE)


def _all(figures: Figures, stack: str) -> list[Load]:
    return [load for visit in figures.visits(stack) for load in visit.loads.values()]


def _idle(figures: Figures) -> Told:
    return Told(max(one.largest for one in figures.visits(OURS)) / MEGABYTE)


def _start(figures: Figures) -> Told:
    return Told(min(one.started_in for one in figures.visits(OURS)))


def _against_peers() -> list[Target]:
    base = "PocketBase"
    limits = {"list": (20, 7), "one": (3, 1.3)}
    found = []
    for name, (warm, cold) in limits.items():
        work = PAIRS[name]
        theirs = ("pocketbase", work)
        found.append(Target(name, base, warm, _times((OURS, work), theirs)))
        found.append(Target(f"{name}, cold cache", base, cold, _times((COLD, work), theirs)))
    create = ("pocketbase", "createFeedPost")
    searched = _times((COLD, "searchExperts"), ("pocketbase", "searchExperts"))
    return [
        *found,
        Target("list", "raw ASGI", 0.8, _times((OURS, "listExperts"), ("raw", "listExperts"))),
        Target(
            "list, cold cache",
            "Fastify",
            1,
            _times((COLD, "listExperts"), ("fastify", "listExperts")),
        ),
        Target("search, a thousand, cold cache", f"{base}'s filter", 5, searched),
        Target(
            "signed-in GET",
            f"{base}'s one",
            1.3,
            _times((OURS, "getMe"), ("pocketbase", "getExpert")),
        ),
        Target("feed post", f"{base}'s create", 2, _times((OURS, "createFeedPost"), create)),
        Target("job application", f"{base}'s create", 2, _times((OURS, "applyToJob"), create)),
    ]


def _on_postgresql() -> list[Target]:
    ours, theirs = "bridgework-postgresql", "conventional-postgresql"
    return [
        Target(f"{name} on PostgreSQL", "conventional", 2, _times((ours, work), (theirs, work)))
        for name, work in PAIRS.items()
    ]


def _beside() -> list[Target]:
    written = f"beside {sum(MIXES['writes'].values())} writes a second"
    found = [
        Target(
            f"{name} {written}", "of the quiet rate", 80, _besides(work, "writes", _rate, 100), "%"
        )
        for name, work in PAIRS.items()
    ]
    return found + [
        Target(
            f"{name} beside 10 sign-ins a second",
            "the quiet p99",
            2,
            _besides(work, "sign-ins", _delay),
            at_least=False,
        )
        for name, work in PAIRS.items()
    ]


def _in_time() -> list[Target]:
    """Milliseconds that a p99 may take."""
    of = {"10,000": (OURS, 50), "100,000": (MANY, 300)}
    found = []
    for count, (stack, most) in of.items():
        for told, work in (("listRoleMatches", "listRoleMatches"), ("people_for", "people_for")):
            what = f"ranking {count} experts, {told}"
            found.append(Target(what, "p99", most, _p99(stack, work), "ms", at_least=False))
    jobs, users = _p99(MANY, "listJobs"), _p99(MANY, "adminListUsers")
    return [
        *found,
        Target("listJobs, 3 filters of 100,000, 200/s", "p99", 20, jobs, "ms", at_least=False),
        Target("adminListUsers, 100,000 and more", "p99", 30, users, "ms", at_least=False),
    ]


def _of_the_process() -> list[Target]:
    return [
        Target("memory of a process, idle", "", 120, _idle, "MB", at_least=False),
        Target("memory of a process, under load", "", 250, _memory, "MB", at_least=False),
        Target("start to first answer", "", 1.5, _start, "s", at_least=False),
    ]


def _growth() -> list[Target]:
    limits = {
        "listExperts": ("list", 1.3),
        "getExpert": ("one", 1.3),
        "searchExperts": ("search", 4),
    }
    return [
        Target(
            f"{name} of 1,000,000, cold cache",
            "slower than of 10,000",
            most,
            _slower(COLD, MILLION, work),
            at_least=False,
        )
        for work, (name, most) in limits.items()
    ]


TARGETS = (
    *_against_peers(),
    *_beside(),
    *_on_postgresql(),
    *_in_time(),
    *_of_the_process(),
    *_growth(),
)
