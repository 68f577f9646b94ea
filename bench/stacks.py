"""Prepares the stacks: the datasets of Bridgework, and each peer from the first of them."""

import contextlib
import dataclasses
import functools
import pathlib
from collections.abc import Callable, Iterator

import click

from bench import client, dataset, postgres, processes, queries, rounds, worlds
from bench.client import FAILURES, Request
from bench.dataset import Dataset
from bench.peers import Peer
from bench.peers.bridgework import Bridgework
from bench.peers.conventional import Conventional
from bench.peers.django import Django
from bench.peers.fastify import Fastify
from bench.peers.pocketbase import PocketBase
from bench.peers.raw import Raw
from bench.works import READS
from bench.worlds import People, World

MEMBERS = 200
MILLION = "bridgework-million"
ON_POSTGRESQL = ("bridgework-postgresql", "conventional-postgresql")
STANDARD = (
    *("bridgework", "bridgework-cold", "bridgework-two-cores", "raw", "pocketbase", "fastify"),
    *("conventional", "django", *ON_POSTGRESQL, "bridgework-large"),
)
NAMES = (*STANDARD, MILLION)
LARGE, LARGEST = 10, 100
"""The sizes of the larger datasets as multiples of the first."""
IDS_OF_LARGEST = 10_000
"""As many as in the first dataset, so that the disk is not measured."""
QUERIES = 1000
LISTS = {"jobs": "/jobs", "roles": "/roles", "vendors": "/vendors/directory"}
SIGNED_IN = READS | {"account", "post"}


@dataclasses.dataclass(slots=True)
class Stacks:
    """The prepared stacks; `left_out` names the others with the reason."""

    peers: list[Peer]
    left_out: list[str]
    postgresql: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class First:
    """The first dataset, whose rows all peers of its size serve."""

    world: World
    dataset: Dataset
    people: People
    jobs: list[str]
    roles: list[str]
    searches: list[queries.Search]


@contextlib.contextmanager
def ready(
    names: frozenset[str], experts: int, plan: rounds.Plan, shared_folder: pathlib.Path | None
) -> Iterator[Stacks]:
    """Prepare the named stacks; the larger datasets stay in `kept` for later runs."""
    stacks = Stacks([], [])
    with contextlib.ExitStack() as stack:
        first = _first(World(plan.folder / "first", experts), plan)
        server = None
        if names.intersection(ON_POSTGRESQL):
            try:
                server = stack.enter_context(postgres.running(plan.cores))
                stacks.postgresql = server.version
            except (click.ClickException, RuntimeError) as error:
                stacks.left_out.append(f"{' and '.join(ON_POSTGRESQL)}: {error}")
        makers = _makers(first, plan, shared_folder or plan.folder, server)
        for name in NAMES:
            if name not in names or name not in makers:
                continue
            click.echo(f"Preparing {name}", err=True)
            try:
                peer = makers[name]()
                peer.prepare()
            except FAILURES as error:
                click.echo(f"  left out: {error}", err=True)
                stacks.left_out.append(f"{name}: {error}")
            else:
                stacks.peers.append(peer)
        if server is not None:
            server.vacuum()
        yield stacks


def _first(world: World, plan: rounds.Plan) -> First:
    click.echo("Preparing Bridgework", err=True)
    # Enough for the warm-up and the measurement of each try; each start begins with fresh data.
    applications = rounds.MOST * (1 + plan.seconds) * plan.patience.tries
    world.load()
    with processes.running(world.serve, worlds.READY_PATH) as server:
        people = worlds.upload_cvs(server.port, worlds.sign_in(server.port, MEMBERS))
        jobs = worlds.post_jobs(server.port, people, applications // len(people.members) + 1)
        roles = worlds.active_roles(server.port, people)
        rows = dataset.copy_from(server.port, people, jobs)
    return First(world, rows, people, jobs, roles, queries.searches(rows.cards))


def _makers(
    first: First, plan: rounds.Plan, shared_folder: pathlib.Path, server: postgres.Postgres | None
) -> dict[str, Callable[[], Peer]]:
    """Return the function that builds each stack, by name."""
    folder, rows = plan.folder, first.dataset
    large = World(shared_folder / "large", LARGE * first.world.experts)
    million = World(shared_folder / "million", LARGEST * first.world.experts)
    makers: dict[str, Callable[[], Peer]] = {
        **_of_first_world(first),
        "raw": lambda: Raw(folder / "raw", rows),
        "pocketbase": lambda: PocketBase(folder / "pocketbase", rows, first.searches),
        "fastify": lambda: Fastify(folder / "fastify", rows),
        "conventional": lambda: Conventional(folder / "conventional", rows),
        "django": lambda: Django(folder / "django", rows),
        "bridgework-large": lambda: _large(large),
        MILLION: lambda: _million(million, first),
    }
    if server is not None:
        makers["bridgework-postgresql"] = lambda: _on_postgresql(first, folder, server)
        makers["conventional-postgresql"] = lambda: Conventional(
            folder / "conventional-postgresql",
            rows,
            server.create_database("conventional"),
            (server.pid,),
        )
    return makers


def _of_first_world(first: First) -> dict[str, Callable[[], Peer]]:
    make = functools.partial(
        Bridgework,
        world=first.world,
        listed=first.dataset.listed,
        people=first.people,
        ids=first.dataset.ids,
        searches=first.searches,
        jobs=first.jobs,
        roles=first.roles,
    )
    warm, cold = SIGNED_IN | {"application", "matches", "bodies"}, READS | {"search"}
    return {
        "bridgework": lambda: make("bridgework", "Bridgework", kinds=warm),
        "bridgework-cold": lambda: make(
            "bridgework-cold", "Bridgework, cold cache", kinds=cold, cold=True
        ),
        "bridgework-two-cores": lambda: make(
            "bridgework-two-cores", "Bridgework, two cores", kinds=READS, both_cores=True
        ),
    }


def _on_postgresql(first: First, folder: pathlib.Path, server: postgres.Postgres) -> Peer:
    url = server.create_database("bridgework")
    world = World(folder / "postgresql", first.world.experts, url)
    world.load()
    with processes.running(world.serve, worlds.READY_PATH) as running:
        people = worlds.sign_in(running.port, MEMBERS)
        listed = dataset.listed(running.port, Request(Bridgework.list_path))
    return Bridgework(
        "bridgework-postgresql",
        "Bridgework, PostgreSQL",
        world,
        listed,
        SIGNED_IN,
        people=people,
        ids=first.dataset.ids,
        shared=True,
        backing_pids=(server.pid,),
    )


def _large(world: World) -> Peer:
    """As many jobs, roles and vendors as experts; too large for a copy at each start."""
    world.load()
    world.fill(world.experts)
    world.read_through()
    with processes.running(world.serve, worlds.READY_PATH) as server:
        port = server.port
        people = worlds.sign_in(port, MEMBERS // 10)
        openapi = client.must_succeed(port, Request("/openapi.json")).json()
        member = people.members[0].authorization
        lists = {
            kind: queries.filtered(port, openapi, path, member, QUERIES, seed=number)
            for number, (kind, path) in enumerate(LISTS.items())
        }
        lists["users"] = queries.filtered(
            port, openapi, "/admin/users", people.administrator, QUERIES, seed=len(LISTS)
        )
        lists["changes"] = queries.changes(port, people.administrator, QUERIES)
        listed = dataset.listed(port, Request(Bridgework.list_path))
        roles = worlds.active_roles(port, people)
    return Bridgework(
        "bridgework-large",
        f"Bridgework, {world.experts:,} rows",
        world,
        listed,
        frozenset({"matches", *lists}),
        people=people,
        roles=roles,
        lists=lists,
        shared=True,
    )


def _million(world: World, first: First) -> Peer:
    world.load()
    world.read_through()
    with processes.running(world.serve, worlds.READY_PATH) as server:
        listed = dataset.listed(server.port, Request(Bridgework.list_path))
    return Bridgework(
        MILLION,
        f"Bridgework, cold cache, {world.experts:,} experts",
        world,
        listed,
        READS | {"search"},
        people=first.people,
        ids=world.random_ids(IDS_OF_LARGEST),
        searches=first.searches,
        cold=True,
        shared=True,
    )
