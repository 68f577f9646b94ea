"""The order of measurements: each stack alone, in rounds, so that no stack profits from drift."""

import dataclasses
import functools
import pathlib
import statistics
import time
from collections.abc import Sequence

import click

from bench import bodies, checks, client, dataset, load, pacing, processes, quiet, usage
from bench.client import FAILURES, Request
from bench.cores import Cores
from bench.peers import Peer
from bench.peers.bridgework import Bridgework
from bench.works import WORKS, Work

SETTLE = 1.0
SAMPLE_SECONDS = 1.0
TURN_SECONDS = 2.0
MOST = 6_000
"""Non-repeatable requests are prepared for this rate per second."""
BODY_REPEATS = 5
WATCHED_RATE = 100
"""Requests per second of the caller that is observed during the largest bodies."""


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """How often and how long to measure, and on which cores; `folder` holds the requests.

    A `quick` run tests one in four of the largest bodies. `patience` is for other programs.
    """

    quick: bool
    rounds: int
    seconds: int
    cores: Cores
    folder: pathlib.Path
    works: frozenset[str]
    patience: quiet.Patience

    @property
    def turns(self) -> int:
        """Return how often reads with and without writes alternate."""
        return max(1, self.seconds)


@dataclasses.dataclass(frozen=True, slots=True)
class Start:
    """One start of one stack: seconds to the first response, idle bytes, loads by work.

    `errors` gives the reason for works without a measurement. `sizes` are bytes of a response.
    """

    seconds: float
    idle: int
    loads: dict[str, load.Load] = dataclasses.field(default_factory=dict)
    errors: dict[str, str] = dataclasses.field(default_factory=dict)
    sizes: dict[str, int] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """The starts of a stack; `left_out` gives the reason if it could not be started."""

    name: str
    title: str
    starts: list[Start] = dataclasses.field(default_factory=list)
    left_out: list[str] = dataclasses.field(default_factory=list)


def works_of(peer: Peer, selected: frozenset[str]) -> list[Work]:
    """Return the works of a stack; reads during writes if it may use both cores."""
    return [
        work
        for work in WORKS
        if work.name in selected
        and work.kind in peer.kinds
        and (work.how == "beside_writes") == peer.both_cores
    ]


def measure(peers: Sequence[Peer], plan: Plan) -> list[Result]:
    """Start every stack once per round, in reverse order every second round."""
    results = [Result(peer.name, peer.title) for peer in peers]
    for number in range(plan.rounds):
        order = list(zip(peers, results, strict=True))
        for peer, result in reversed(order) if number % 2 else order:
            click.echo(f"Round {number + 1} of {plan.rounds}: {peer.title}", err=True)
            try:
                result.starts.append(_start(peer, plan))
            except FAILURES as error:
                result.left_out.append(str(error))
                click.echo(f"  left out: {error}", err=True)
    return results


def _start(peer: Peer, plan: Plan) -> Start:
    pair = plan.cores
    cores = (pair.server, pair.load) if peer.both_cores else (pair.server,)
    sample = functools.partial(usage.sample, peer.backing_pids, pair, SAMPLE_SECONDS)
    plan.patience.wait(sample)
    with processes.running(peer.launch, peer.list_path, cores, peer.backing_pids) as server:
        if dataset.listed(server.port, Request(peer.list_path)) != peer.listed:
            raise click.ClickException("its list differs from Bridgework's")
        time.sleep(SETTLE)
        start = Start(server.start_seconds, server.largest_process())
        for work in works_of(peer, plan.works):
            try:
                start.sizes[work.name] = checks.check(peer, server.port, work)
                measurement = quiet.measure(
                    functools.partial(_measure, peer, server, work, plan), sample, plan.patience
                )
            except FAILURES as error:
                start.errors[work.name] = str(error)
                click.echo(f"  {work.title}: {error}", err=True)
            else:
                start.loads[work.name] = measurement
                click.echo(
                    f"  {work.title}: {measurement.rate:,.0f} req/s, p50 {measurement.p50:.1f} ms, "
                    f"p99 {measurement.p99:.1f} ms",
                    err=True,
                )
        return start


def _measure(peer: Peer, server: processes.Server, work: Work, plan: Plan) -> load.Load:
    file = plan.folder / "requests"
    if work.how == "bodies":
        return _beside_bodies(peer, server, plan)
    if work.how == "paced":
        requests = peer.requests(work.kind, 0)
        # The first half loads rows and pages into memory, but not the responses of the second half.
        half = max(1, len(requests) // 2)
        pacing.measure(server, pacing.Stream(work.rate, requests[:half]), file, 2, plan.cores)
        stream = pacing.Stream(work.rate, requests[half:] or requests)
        return pacing.measure(server, stream, file, 2 * plan.seconds, plan.cores)
    _flood(peer, server, work, plan, min(work.warm_up, plan.seconds))
    if work.how == "beside_writes":
        return _beside_writes(peer, server, work, plan)
    return _flood(peer, server, work, plan, plan.seconds)


def _flood(
    peer: Peer, server: processes.Server, work: Work, plan: Plan, seconds: float
) -> load.Load:
    file = plan.folder / "flood"
    requests = peer.requests(work.kind, int(MOST * seconds))
    client.write_requests(file, requests, server.port)
    return load.flood(server, file, seconds, plan.cores, sent_once=work.sent_once)


def _beside_writes(peer: Peer, server: processes.Server, work: Work, plan: Plan) -> load.Load:
    """Measure loads with and without writes in short alternation.

    Otherwise a temporary change of the machine's speed would count as a cost of writes.
    """
    if not isinstance(peer, Bridgework):
        raise TypeError(f"{peer.title} has no such work")
    file = plan.folder / "writes"
    turns: list[load.Turn] = []
    before = _flood(peer, server, work, plan, TURN_SECONDS)
    for _ in range(plan.turns):
        with pacing.in_background(
            server, peer.writes(), file, TURN_SECONDS + 1, plan.cores, precise=False
        ) as background:
            time.sleep(0.5)
            with_writes = _flood(peer, server, work, plan, TURN_SECONDS)
        pacing.must_succeed(background.outcomes)
        after = _flood(peer, server, work, plan, TURN_SECONDS)
        turns.append(load.Turn(with_writes, (before, after)))
        before = after
    return load.of_turns(turns)


def _beside_bodies(peer: Peer, server: processes.Server, plan: Plan) -> load.Load:
    """Measure how long another caller waits while the largest bodies are sent one by one.

    Each body is sent several times, and the median of the longest waits counts, so that a single
    pause of the machine is not attributed to a body.
    """
    if not isinstance(peer, Bridgework):
        raise TypeError(f"{peer.title} has no such work")
    openapi = client.must_succeed(server.port, Request("/openapi.json")).json()
    waits: dict[str, float] = {}
    before = usage.read(server.backing_pids, plan.cores)
    watched = pacing.Stream(WATCHED_RATE, peer.requests("account", 0))
    blog = client.must_succeed(server.port, Request("/blogs?limit=1")).json()["data"][0]["id"]
    for case in bodies.worst_cases(openapi, peer.people, blog)[:: 4 if plan.quick else 1]:
        status, waited = _beside_body(case, server, watched, plan)
        if status in (401, 403, 404, 413) or status >= 500:
            raise click.ClickException(f"{case.name}: {status}")
        size = len(case.request.body) / 1024
        waits[f"{case.name} ({size:,.0f} KB, {status})"] = statistics.median(waited)
    shares = usage.between(before, usage.read(server.backing_pids, plan.cores))
    ranked = sorted(waits, key=lambda name: waits[name], reverse=True)
    note = "; ".join(f"{waits[name]:.0f} ms beside {name}" for name in ranked[:3])
    return load.Load(
        rate=WATCHED_RATE,
        p50=statistics.median(waits.values()),
        p99=waits[ranked[0]],
        others=shares.others,
        programs=shares.programs,
        note=note,
    )


def _beside_body(
    case: bodies.WorstCase, server: processes.Server, watched: pacing.Stream, plan: Plan
) -> tuple[int, list[float]]:
    """Send a body several times. Return its status, and the longest wait beside each."""
    spans: list[tuple[float, float]] = []
    with pacing.in_background(
        server, [watched], plan.folder / "watched", 2, plan.cores, precise=False
    ) as background:
        time.sleep(0.7)  # for the program to start
        end, status = time.monotonic() + 1.2, 0
        while len(spans) < BODY_REPEATS and time.monotonic() < end:
            started = time.monotonic()
            status = client.send(server.port, case.request).status
            spans.append((started, time.monotonic()))
            time.sleep(0.1)
    pacing.must_succeed(background.outcomes)
    return status, [
        max((o.milliseconds for o in background.outcomes if start <= o.due <= end), default=0)
        for start, end in spans
    ]
