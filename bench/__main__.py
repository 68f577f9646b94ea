"""The command: prepare the rows once, measure every stack in turn, show and keep the table."""

import datetime
import os
import pathlib
import signal
import sys
import tempfile

import click

from bench import cores, directory, load, processes, rounds, table
from bench.peers import Peer, bridgework, conventional, pocketbase, raw

NAMES = ("bridgework", "raw", "pocketbase", "conventional")
RESULTS = pathlib.Path(__file__).parent / "results"


@click.command()
@click.option("--experts", default=10_000, show_default=True, type=click.IntRange(min=100))
@click.option("--seconds", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--rounds", "count", default=2, show_default=True, type=click.IntRange(min=1))
@click.option("--only", multiple=True, type=click.Choice(NAMES), help="May be given repeatedly.")
def main(experts: int, seconds: int, count: int, only: tuple[str, ...]) -> None:
    """Measure listExperts and getExpert on Bridgework and its peers.

    Every stack serves the same rows from one core, alone, while wrk asks from another core.
    """
    load.must_be_installed()
    pair = cores.pair()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="bridgework-bench-") as folder:
        measured, rows = prepare(pathlib.Path(folder), experts, only or NAMES)
        os.sched_setaffinity(0, {pair.load})
        plan = rounds.Plan(rounds=count, seconds=seconds, cores=pair, folder=pathlib.Path(folder))
        results = rounds.measure(measured, rows, plan)
    setting = table.setting_of(len(rows.rows), plan)
    text = table.markdown(results, setting)
    click.echo(f"\n{text}")
    now = datetime.datetime.now(datetime.UTC)
    kept = table.keep(RESULTS, f"{now:%Y-%m-%d-%H%M%S}", text, table.as_json(results, setting))
    click.echo(f"Kept as {kept} and the same name in .json.")


def prepare(
    folder: pathlib.Path, experts: int, names: tuple[str, ...]
) -> tuple[list[Peer], directory.Directory]:
    """The named stacks, ready to start, and the rows they all serve.

    Bridgework is loaded in any case: the rows are its demo experts.
    """
    ours = bridgework.Bridgework(folder / "bridgework", experts)
    click.echo(f"Loading {experts:,} experts into Bridgework", err=True)
    ours.prepare()
    with processes.running(ours.launch, ours.list_path) as server:
        rows = directory.copied_from(server.port)
    peers: list[Peer] = [
        raw.Raw(folder / "raw", rows),
        pocketbase.PocketBase(folder / "pocketbase", rows),
        conventional.Conventional(folder / "conventional", rows),
    ]
    for peer in peers:
        if peer.name in names:
            click.echo(f"Copying {len(rows.rows):,} rows to {peer.title}", err=True)
            peer.prepare()
    return [peer for peer in [ours, *peers] if peer.name in names], rows


if __name__ == "__main__":
    main()
