"""The order of measuring: every stack alone, in rounds, so that a drifting machine favours none."""

import dataclasses
import math
import pathlib
import time
from collections.abc import Sequence

import click

from bench import ask, cores, load, paced, pacing, processes, requests, usage
from bench.peers import Peer
from bench.peers.bridgework import Bridgework
from bench.works import WORKS, Work

WARM_UP = 1
SETTLE = 1.0
TURNS, OF_A_TURN = 8, 2
"""How often reads beside writes and without them take turns, and the seconds that each lasts."""
MOST = 10_000
"""Requests a second for which those that may be sent once only are prepared."""
LOOKED_AT = 50
"""Searches whose answers are looked at before they are measured."""


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """How often, for how many seconds each, on which cores; `folder` takes what is to be sent."""

    rounds: int
    seconds: int
    cores: cores.Pair
    folder: pathlib.Path
    works: frozenset[str]


@dataclasses.dataclass(frozen=True, slots=True)
class Visit:
    """One start of one stack: seconds to its first answer, idle bytes, and the loads by work.

    `idle` is that of all processes, `largest` of the largest one. `faults` are the works that
    gave no measurement, and why.
    """

    started_in: float
    idle: int
    largest: int
    loads: dict[str, load.Load]
    faults: dict[str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    name: str
    title: str
    visits: list[Visit]


def works_of(peer: Peer, wanted: frozenset[str]) -> list[Work]:
    """What is to be measured of a stack. What is written beside is Bridgework's own."""
    return [
        work
        for work in WORKS
        if work.name in wanted
        and work.asks in peer.asks
        and (not work.beside or "applyToJob" in peer.asks)
    ]


def measure(peers: Sequence[Peer], plan: Plan) -> list[Result]:
    """Visit every stack once a round, every second round in the opposite order."""
    results = [Result(peer.name, peer.title, []) for peer in peers]
    for number in range(plan.rounds):
        turns = list(zip(peers, results, strict=True))
        for peer, result in reversed(turns) if number % 2 else turns:
            click.echo(f"Round {number + 1} of {plan.rounds}: {peer.title}", err=True)
            result.visits.append(_visit(peer, plan))
    return results


def _visit(peer: Peer, plan: Plan) -> Visit:
    core = plan.cores.server
    with processes.running(peer.launch, peer.list_path, core, peer.leans_on) as server:
        _must_be_right(peer, server.port)
        time.sleep(SETTLE)
        held = server.memory()
        visit = Visit(server.started_in, sum(held), max(held), {}, {})
        for work in works_of(peer, plan.works):
            try:
                visit.loads[work.name] = _measured(peer, server, work, plan)
                _tell(work, visit.loads[work.name])
            except click.ClickException as fault:
                visit.faults[work.name] = fault.message
                click.echo(f"  {work.title}: {fault.message}", err=True)
        return visit


def _measured(peer: Peer, server: processes.Server, work: Work, plan: Plan) -> load.Load:
    if work.how == "bare":
        return _ranked(peer, server, work, plan)
    seconds = plan.seconds * work.longer
    if work.how == "paced":
        sent = peer.requests(work.asks, 0)
        _must_be_good(peer, server.port, work, sent)
        stream = pacing.Stream(work.rate, sent)
        file, warm_up = plan.folder / "stream", WARM_UP + work.filled
        return pacing.measure(server, stream, file, seconds, plan.cores, warm_up=warm_up)
    if work.filled:
        _flood(peer, server, work, plan, work.filled)
    if work.beside:
        return _flooded_beside(peer, server, work, plan)
    return _flooded(peer, server, work, plan, plan.seconds)


def _flooded_beside(peer: Peer, server: processes.Server, work: Work, plan: Plan) -> load.Load:
    """Floods beside writes, and the same without them, by short turns.

    Else a machine that is faster in one moment than in the next would pass for what writes cost.
    """
    streams = peer.beside(work.beside) if isinstance(peer, Bridgework) else []
    file, whole = plan.folder / "streams", OF_A_TURN + 0.5
    turns: list[load.Turn] = []
    before = _flooded(peer, server, work, plan, OF_A_TURN)
    for _ in range(TURNS):
        with pacing.beside(server, streams, file, whole, plan.cores) as told:
            loud = _flooded(peer, server, work, plan, OF_A_TURN)
        after = _flooded(peer, server, work, plan, OF_A_TURN)
        turns.append(load.Turn(loud, told.writes(), (before, after)))
        before = after
    return load.of_turns(turns)


def _flooded(
    peer: Peer, server: processes.Server, work: Work, plan: Plan, seconds: int
) -> load.Load:
    _must_be_good(peer, server.port, work, peer.requests(work.asks, 1))
    _flood(peer, server, work, plan, WARM_UP)
    return _flood(peer, server, work, plan, seconds)


def _flood(peer: Peer, server: processes.Server, work: Work, plan: Plan, seconds: int) -> load.Load:
    file = plan.folder / "requests"
    requests.write(file, peer.requests(work.asks, MOST * seconds), server.port)
    return load.flood(server, file, seconds, plan.cores, in_turn=work.in_turn)


def _ranked(peer: Peer, server: processes.Server, work: Work, plan: Plan) -> load.Load:
    """The bare function on the server's core, while the server has nothing to do."""
    if not isinstance(peer, Bridgework):
        raise TypeError(f"{peer.title} has no such function")
    before = usage.read(server, plan.cores)
    took = peer.rank(plan.seconds * work.longer / 2, plan.cores.server)
    after = usage.read(server, plan.cores)
    shares = usage.between(before, dataclasses.replace(after, server=after.server + took.processor))
    outcomes = [paced.Outcome(label, milliseconds) for label, milliseconds in took.milliseconds]
    kept = paced.kept(outcomes)
    return load.Load(
        rate=1e3 * len(outcomes) / math.fsum(one for _, one in took.milliseconds),
        p50=kept.p50,
        p99=kept.p99,
        memory=0,
        largest=0,
        loader=0.0,
        others=shares.others,
        slowest=f"{kept.slowest}: p99 {kept.slowest_p99:.1f} ms",
    )


def _tell(work: Work, measured: load.Load) -> None:
    click.echo(
        f"  {work.title}: {measured.rate:,.0f} req/s, p50 {measured.p50:.1f} ms, "
        f"p99 {measured.p99:.1f} ms",
        err=True,
    )


def _must_be_right(peer: Peer, port: int) -> None:
    """Refuse to measure a stack that does not answer with the very rows all others have."""
    answer = ask.get(port, peer.list_path)
    listed = peer.listed(answer)
    if answer.status != 200 or listed != peer.first:
        raise click.ClickException(
            f"{peer.title} answered its list with {answer.status}, {len(listed.ids)} rows and "
            f"total {listed.total}; expected were the first 20 of {peer.first.total} in order."
        )
    expert = peer.first.ids[0]
    answer = ask.get(port, peer.one_path(expert))
    if answer.status != 200 or peer.shown(answer) != expert:
        raise click.ClickException(f"{peer.title} did not show expert {expert}.")


def _must_be_good(peer: Peer, port: int, work: Work, sent: Sequence[requests.Request]) -> None:
    """Refuse to measure what is not answered as it should be, or finds nobody."""
    for one in sent[:LOOKED_AT] if work.asks == "searchExperts" else sent[:1]:
        headers = {"Authorization": one.authorization} if one.authorization else {}
        answer = ask.send(port, one.method, one.path, one.body, headers)
        if answer.status not in paced.GOOD:
            told = answer.body[:300].decode(errors="replace")
            raise click.ClickException(
                f"{peer.title} answered {one.method} {one.path}: {answer.status} {told}"
            )
        if work.asks == "searchExperts" and not peer.listed(answer).total:
            raise click.ClickException(f"{peer.title} found nobody at {one.path}")
