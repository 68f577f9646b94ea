"""A mixed day for half an hour, at 70 % of what the server can do: does anything grow or give way?

First the rate is raised until the server falls behind. Then requests go out at their times, half
a minute after half a minute, and what became of them is told as it happens.
"""

import contextlib
import dataclasses
import datetime
import os
import pathlib
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence

import click
from pydantic import TypeAdapter

from bench import cores, directory, pacing, processes, searches, stacks, table, worlds
from bench.day import SHARES, Day
from bench.peers.bridgework import Bridgework, Crowd
from bench.targets import MEGABYTE
from bench.verdicts import LOADER_LIMIT, OTHERS_LIMIT

SHARE = 0.7
WINDOW = 30.0
"""Seconds of each line of the table."""
FIRST_RATE, RISE, STEP, REFINED = 200.0, 1.5, 5.0, 3
"""The rate that the ramp begins with, by how much it rises, for how many seconds each is kept, and
how often the last gap is halved."""
LATEST = 250.0
"""Milliseconds of p99 beyond which the server has fallen behind."""
MOST = 10_000.0
"""Requests a second for which there are enough jobs to apply to."""
SETTLED = 1 / 3
"""The share of a run that is left out of every judgement: caches fill, the allocator finds its
size."""
GROWTH = 0.5
"""Megabytes a minute that the memory may grow by: at a thousand requests a second that would be
eight bytes of each."""
SLOWER = 1.25
"""How many times the p99 of the middle third that of the last may be."""
LEAST_MINUTES = 15
"""A shorter run is told as such: its slopes are those of a server that is still warming up."""


@dataclasses.dataclass(frozen=True, slots=True)
class Window:
    """Half a minute of it; milliseconds and bytes, `own` without the pages of files.

    `work` is the milliseconds of processor that an answer took, on all threads together.
    `errors` are refusals and what was never answered; `sender` is the share of its core that
    sending took, `others` what programs took of either core that have no part in it.
    """

    minute: float
    rate: float
    p50: float
    p99: float
    slowest: str
    work: float
    own: int
    resident: int
    errors: int
    error: str
    sender: float
    others: float


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    what: str
    bound: str
    figure: str
    is_met: bool


def measured(minutes: int, experts: int) -> tuple[str, str]:
    """The report, as Markdown and as JSON."""
    pair = cores.pair()
    with (
        tempfile.TemporaryDirectory(prefix="bridgework-soak-") as folder,
        _there(pathlib.Path(folder), minutes, experts, pair) as (server, day),
    ):
        os.sched_setaffinity(0, {pair.load})
        file = pathlib.Path(folder) / "day"
        capacity = _capacity(server, day, file, pair)
        rate = SHARE * capacity
        click.echo(f"Capacity {capacity:,.0f} req/s; {minutes} min at {rate:,.0f}", err=True)
        windows = _soaked(server, day, file, pair, rate, minutes)
    judged = verdict(windows)
    data: dict[str, object] = {
        "capacity": capacity,
        "windows": [dataclasses.asdict(one) for one in windows],
        "verdict": [dataclasses.asdict(one) for one in judged],
    }
    told = TypeAdapter(dict[str, object]).dump_json(data, indent=2).decode() + "\n"
    return _markdown(windows, judged, capacity, experts), told


def verdict(windows: Sequence[Window]) -> list[Judged]:
    """Memory flat, p99 flat, no error: over the last two thirds, errors over the whole."""
    settled = windows[int(len(windows) * SETTLED) :]
    middle = settled[: max(1, len(settled) // 2)]
    last = settled[len(settled) // 2 :]
    slope = _slope([one.minute for one in settled], [one.own / MEGABYTE for one in settled])
    before, after = (statistics.median(one.p99 for one in part) for part in (middle, last))
    errors = sum(one.errors for one in windows)
    return [
        Judged("memory is flat", f"at most {GROWTH} MB a minute", f"{slope:+.2f}", slope <= GROWTH),
        Judged(
            "p99 is flat",
            f"last third at most {SLOWER} × the middle",
            f"{after / before:.2f} × ({before:.1f} ms, {after:.1f} ms)",
            after <= SLOWER * before,
        ),
        Judged("no error", "0", f"{errors:,}", errors == 0),
    ]


@contextlib.contextmanager
def _there(
    folder: pathlib.Path, minutes: int, experts: int, pair: cores.Pair
) -> Iterator[tuple[processes.Server, Day]]:
    """Bridgework with its defaults on a core, and a day for it."""
    world = worlds.World(folder / "world", experts)
    world.load()
    ramp = 20 * STEP
    applied = MOST * (60 * minutes + ramp) * SHARES["applyToJob"] / 100
    postings = int(applied * SHARE / stacks.MEMBERS) + 100
    facts = world.fill(worlds.Filled(stacks.MEMBERS, postings, all_open=True))
    with processes.running(world.serve, worlds.FIRST_PATH) as server:
        badges = worlds.signed_in(server.port, facts.members)
        worlds.say_the_same(server.port, badges)
        rows = directory.copied_from(server.port)
    peer = Bridgework(
        "bridgework",
        "Bridgework",
        world,
        rows.first,
        ids=rows.ids,
        crowd=Crowd(facts, badges),
        searches=searches.drawn(rows.rows),
    )
    with processes.running(peer.launch, peer.list_path, pair.server) as server:
        yield server, Day(peer, badges, server.port)


def _capacity(server: processes.Server, day: Day, file: pathlib.Path, pair: cores.Pair) -> float:
    """The most requests a second that are answered in time, to an eighth or so."""
    good, bad = 0.0, 0.0
    rate = FIRST_RATE
    while not bad and rate <= MOST:
        if _keeps_up(server, day, file, pair, rate):
            good, rate = rate, rate * RISE
        else:
            bad = rate
    if not good:
        raise click.ClickException(f"Not even {FIRST_RATE:.0f} requests a second are answered.")
    for _ in range(REFINED if bad else 0):
        middle = (good + bad) / 2
        if _keeps_up(server, day, file, pair, middle):
            good = middle
        else:
            bad = middle
    return good


def _keeps_up(
    server: processes.Server, day: Day, file: pathlib.Path, pair: cores.Pair, rate: float
) -> bool:
    kept, shares = pacing.keep(server, day.streams(rate, STEP), file, STEP, pair)
    is_good = kept.refused == 0 and kept.answered == kept.planned and kept.p99 <= LATEST
    told = "kept up" if is_good else "fell behind"
    click.echo(
        f"  {rate:7,.0f} req/s: p50 {kept.p50:.1f} ms, p99 {kept.p99:.1f} ms, {told}; "
        f"sending took {shares.loader:.0%} of its core {kept.refusal}",
        err=True,
    )
    return is_good


def _soaked(
    server: processes.Server,
    day: Day,
    file: pathlib.Path,
    pair: cores.Pair,
    rate: float,
    minutes: int,
) -> list[Window]:
    began = time.perf_counter()
    windows: list[Window] = []
    while time.perf_counter() - began < minutes * 60:
        streams = day.streams(rate, WINDOW)
        sent_at, worked = time.perf_counter(), server.processor_time()
        kept, shares = pacing.keep(server, streams, file, WINDOW, pair)
        windows.append(
            Window(
                minute=(time.perf_counter() - began) / 60,
                rate=kept.answered / max(WINDOW, time.perf_counter() - sent_at - 1),
                p50=kept.p50,
                p99=kept.p99,
                slowest=f"{kept.slowest} {kept.slowest_p99:.0f} ms",
                work=1e3 * (server.processor_time() - worked) / max(1, kept.answered),
                own=server.own_memory(),
                resident=max(server.memory()),
                errors=kept.refused + kept.planned - kept.answered,
                error=kept.refusal,
                sender=shares.loader,
                others=shares.others,
            )
        )
        click.echo(f"  {'  '.join(_cells(windows[-1]))}  {kept.refusal}", err=True)
    return windows


def _slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """By how much the one rises with the other, by least squares; 0 where there is one alone."""
    return statistics.linear_regression(xs, ys).slope if len(set(xs)) > 1 else 0.0


def _cells(one: Window) -> list[str]:
    return [
        f"{one.minute:.1f} min",
        f"{one.rate:,.0f} req/s",
        f"{one.p50:.1f} ms",
        f"{one.p99:.1f} ms",
        one.slowest,
        f"{one.work:.2f} ms",
        f"{one.own / MEGABYTE:.1f} MB",
        f"{one.resident / MEGABYTE:.0f} MB",
        f"{one.errors}",
        f"{one.others:.0%}",
    ]


_HEADS = [
    "After",
    "rate",
    "p50",
    "p99",
    "slowest, its p99",
    "work",
    "memory",
    "resident",
    "errors",
    "others",
]


def _markdown(
    windows: Sequence[Window], judged: Sequence[Judged], capacity: float, experts: int
) -> str:
    now = datetime.datetime.now(datetime.UTC)
    held = all(one.is_met for one in judged)
    shares = ", ".join(f"{name} {share}" for name, share in SHARES.items())
    minutes = round(windows[-1].minute)
    how = f"{minutes} minutes of a mixed day at {SHARE:.0%} of {capacity:,.0f} requests a second"
    rows = [[one.what, one.bound, one.figure, table.MET[one.is_met]] for one in judged]
    lines = [
        f"{now:%Y-%m-%d %H:%M} UTC. {experts:,} experts; {how}.",
        table.machine(),
        "",
        f"Of a hundred requests: {shares}.",
        "",
        f"## Verdict: {'it holds' if held else 'IT DOES NOT HOLD'}",
        *table.padded(["What", "bound", "figure", "met"], rows),
        "",
        *_remarks(windows),
        "## Half minutes",
        *table.padded(_HEADS, [_cells(one) for one in windows]),
        "",
        "Work is the processor's time an answer, of all threads: a thousand times that is what a",
        "thousand requests a second take of cores. Memory is what the largest process holds for",
        "itself; resident counts the pages of the database's file too, which the kernel takes back",
        "when it needs them.",
        "",
    ]
    return "\n".join(lines)


def _remarks(windows: Sequence[Window]) -> list[str]:
    lines = []
    if windows[-1].minute < LEAST_MINUTES:
        told = f"Under {LEAST_MINUTES} minutes a server still warms up: its slopes say little."
        lines += [f"**{told}**", ""]
    others = max(one.others for one in windows)
    if others > OTHERS_LIMIT:
        told = f"Other programs took {others:.0%} of a core: measure again on a quiet machine."
        lines += [f"**{told}**", ""]
    if max(one.sender for one in windows) > LOADER_LIMIT:
        lines += ["**Sending was itself at its limit: the latency is not the server's alone.**", ""]
    lines += [f"- {one.minute:.1f} min: {one.error}" for one in windows if one.error]
    return [*lines, ""] if lines and lines[-1] else lines
