"""Making the stacks ready: the worlds of Bridgework, and each peer from the first of them."""

import contextlib
import dataclasses
import functools
import pathlib
from collections.abc import Callable, Iterator

import click

from bench import directory, postgres, processes, rounds, searches, worlds
from bench.peers import READS, Peer
from bench.peers.bridgework import Bridgework, Crowd
from bench.peers.conventional import Conventional
from bench.peers.fastify import Fastify, is_possible
from bench.peers.pocketbase import PocketBase
from bench.peers.raw import Raw
from bench.works import WORKS

MEMBERS = 200
MILLION = "bridgework-million"
STANDARD = (
    "bridgework",
    "bridgework-cold",
    "raw",
    "pocketbase",
    "fastify",
    "conventional",
    "bridgework-postgresql",
    "bridgework-postgresql-cold",
    "conventional-postgresql",
    "bridgework-large",
)
NAMES = (*STANDARD, MILLION)
LARGE, LARGEST = 10, 100
"""How many times the experts of the first world those of the others have."""
SEEN_OF_LARGEST = 100_000
"""How many different experts are asked for where there are more."""
OWN_WORKS = frozenset({work.asks for work in WORKS}) - {
    *("searchExperts", "listJobs", "adminListUsers")
}
LARGE_WORKS = frozenset({"listRoleMatches", "people_for", "listJobs", "adminListUsers"})
SEARCHED = READS | {"searchExperts"}


@dataclasses.dataclass(slots=True)
class Stacks:
    """Those that are ready; `left_out` says which are not, and why."""

    peers: list[Peer]
    left_out: list[str]


@dataclasses.dataclass(frozen=True, slots=True)
class First:
    """The first world, whose rows all peers of its size serve."""

    world: worlds.World
    rows: directory.Directory
    crowd: Crowd
    searches: list[searches.Search]


@contextlib.contextmanager
def ready(
    names: frozenset[str], experts: int, plan: rounds.Plan, kept: pathlib.Path | None
) -> Iterator[Stacks]:
    """The named stacks, ready to start, in the order of NAMES; the larger worlds stay in `kept`."""
    folder = plan.folder
    stacks = Stacks([], [])
    with contextlib.ExitStack() as ending:
        first = _first(worlds.World(folder / "first", experts), plan)
        for peer in _of_first_size(first, folder):
            _add(stacks, names, peer)
        on_postgresql = {name for name in names if "-postgresql" in name}
        server = ending.enter_context(postgres.running(plan.cores)) if on_postgresql else None
        if server is not None:
            for peer in _on_postgresql(names, first, folder, server):
                _add(stacks, names, peer)
        elif on_postgresql:
            stacks.left_out.append("the stacks on PostgreSQL, since none is installed here.")
        large, million = ((kept or folder) / name for name in ("large", "million"))
        larger: dict[str, Callable[[], Peer]] = {
            "bridgework-large": lambda: _large(worlds.World(large, LARGE * experts)),
            MILLION: lambda: _largest(worlds.World(million, LARGEST * experts), first),
        }
        for name in NAMES:
            if name in names and name in larger:
                stacks.peers.append(larger[name]())
        yield stacks


def _add(stacks: Stacks, names: frozenset[str], peer: Peer) -> None:
    if peer.name not in names:
        return
    if isinstance(peer, Fastify) and not is_possible():
        stacks.left_out.append("Fastify, since node or npm is not installed here.")
        return
    click.echo(f"Preparing {peer.title}", err=True)
    peer.prepare()
    stacks.peers.append(peer)


def _first(world: worlds.World, plan: rounds.Plan) -> First:
    applied = rounds.MOST * (rounds.WARM_UP + plan.seconds) + 1
    world.load()
    facts = world.fill(worlds.Filled(MEMBERS, applied // MEMBERS + 1, all_open=True))
    with processes.running(world.serve, worlds.FIRST_PATH) as server:
        badges = worlds.signed_in(server.port, facts.members)
        worlds.say_the_same(server.port, badges)
        rows = directory.copied_from(server.port)
    return First(world, rows, Crowd(facts, badges), searches.drawn(rows.rows))


def _of_first_size(first: First, folder: pathlib.Path) -> list[Peer]:
    world, rows = first.world, first.rows
    bridgework = functools.partial(Bridgework, world=world, first=rows.first, ids=rows.ids)
    cold = "Bridgework, cold cache"
    return [
        bridgework("bridgework", "Bridgework", asks=OWN_WORKS, crowd=first.crowd),
        bridgework("bridgework-cold", cold, asks=SEARCHED, searches=first.searches, cold=True),
        Raw(folder / "raw", rows),
        PocketBase(folder / "pocketbase", rows, first.searches),
        Fastify(folder / "fastify", rows),
        Conventional(folder / "conventional", rows),
    ]


def _on_postgresql(
    names: frozenset[str], first: First, folder: pathlib.Path, server: postgres.Postgres
) -> Iterator[Peer]:
    leans_on = (server.pid,)
    named = {name for name in names if name.startswith("bridgework-postgresql")}
    if named:
        url = server.database("bridgework")
        world = worlds.World(folder / "postgresql", first.world.experts, url)
        world.load()
        server.tidy(url)
        with processes.running(world.serve, worlds.FIRST_PATH) as running:
            rows = directory.copied_from(running.port)
        bridgework = functools.partial(
            Bridgework,
            world=world,
            first=rows.first,
            ids=rows.ids,
            read_only=True,
            leans_on=leans_on,
        )
        yield bridgework("bridgework-postgresql", "Bridgework, PostgreSQL")
        title = "Bridgework, PostgreSQL, cold cache"
        yield bridgework("bridgework-postgresql-cold", title, cold=True)
    if "conventional-postgresql" in names:
        url = server.database("conventional")
        yield Conventional(folder / "conventional-postgresql", first.rows, url, leans_on)
        server.tidy(url)  # it was prepared meanwhile


def _large(world: worlds.World) -> Peer:
    """With postings and clients beside the experts, and read only: it is too much to copy."""
    world.load()
    facts = world.fill(
        worlds.Filled(members=20, postings=world.experts, clients=world.experts // 10)
    )
    world.read_through()
    with processes.running(world.serve, worlds.FIRST_PATH) as server:
        crowd = Crowd(facts, worlds.signed_in(server.port, facts.members))
        first = directory.first_of(server.port)
    title = f"Bridgework, {world.experts:,} experts"
    return Bridgework(
        "bridgework-large", title, world, first, asks=LARGE_WORKS, crowd=crowd, read_only=True
    )


def _largest(world: worlds.World, first: First) -> Peer:
    world.load()
    world.read_through()
    with processes.running(world.serve, worlds.FIRST_PATH) as server:
        listed = directory.first_of(server.port)
    return Bridgework(
        MILLION,
        f"Bridgework, cold cache, {world.experts:,} experts",
        world,
        listed,
        asks=SEARCHED,
        ids=world.ids(SEEN_OF_LARGEST),
        searches=first.searches,
        cold=True,
        read_only=True,
    )
