"""The order of measuring: every stack alone, in rounds, so that a drifting machine favours none."""

import dataclasses
import pathlib
import time
from collections.abc import Sequence

import click

from bench import ask, cores, directory, load, processes
from bench.peers import Peer

WARM_UP = 1
SETTLE = 1.0


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """How often, for how many seconds each, on which cores; `folder` takes the lists of paths."""

    rounds: int
    seconds: int
    cores: cores.Pair
    folder: pathlib.Path


@dataclasses.dataclass(frozen=True, slots=True)
class Visit:
    """One start of one stack: seconds to its first answer, idle bytes, and the two loads."""

    started_in: float
    idle: int
    list_experts: load.Load
    get_expert: load.Load


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    name: str
    title: str
    visits: list[Visit]


def measure(peers: Sequence[Peer], rows: directory.Directory, plan: Plan) -> list[Result]:
    """Visit every stack once a round, every second round in the opposite order."""
    results = [Result(peer.name, peer.title, []) for peer in peers]
    for number in range(plan.rounds):
        turns = list(zip(peers, results, strict=True))
        for peer, result in reversed(turns) if number % 2 else turns:
            visit = _visit(peer, rows, plan)
            result.visits.append(visit)
            click.echo(
                f"Round {number + 1} of {plan.rounds}: {peer.title}: "
                f"list {visit.list_experts.rate:,.0f}, one {visit.get_expert.rate:,.0f} req/s",
                err=True,
            )
    return results


def _visit(peer: Peer, rows: directory.Directory, plan: Plan) -> Visit:
    lists, ones = plan.folder / "list.paths", plan.folder / "one.paths"
    lists.write_text(peer.list_path + "\n")
    ones.write_text("".join(peer.one_path(one) + "\n" for one in rows.ids))
    with processes.running(peer.launch, peer.list_path, plan.cores.server) as server:
        _must_be_right(peer, server.port, rows)
        time.sleep(SETTLE)
        return Visit(
            started_in=server.started_in,
            idle=server.memory(),
            list_experts=_warm_measure(server, lists, plan),
            get_expert=_warm_measure(server, ones, plan),
        )


def _warm_measure(server: processes.Server, paths: pathlib.Path, plan: Plan) -> load.Load:
    load.measure(server, paths, WARM_UP, plan.cores)
    return load.measure(server, paths, plan.seconds, plan.cores)


def _must_be_right(peer: Peer, port: int, rows: directory.Directory) -> None:
    """Refuse to measure a stack that does not answer with the very rows all others have."""
    answer = ask.get(port, peer.list_path)
    listed = peer.listed(answer)
    if answer.status != 200 or listed != directory.Listed(rows.ids[:20], len(rows.rows)):
        raise click.ClickException(
            f"{peer.title} answered its list with {answer.status}, {len(listed.ids)} rows and "
            f"total {listed.total}; expected were the first 20 of {len(rows.rows)} in order."
        )
    answer = ask.get(port, peer.one_path(rows.ids[0]))
    if answer.status != 200 or peer.shown(answer) != rows.ids[0]:
        raise click.ClickException(f"{peer.title} did not show expert {rows.ids[0]}.")
