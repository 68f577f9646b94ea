"""The command: prepare the stacks, measure each in turn, judge, show and keep the table."""

import datetime
import os
import pathlib
import signal
import sys
import tempfile
from typing import Any

import click
from pydantic import BaseModel

from bench import cores, load, rounds, soak, stacks, table, targets, verdicts, works

RESULTS = pathlib.Path(__file__).parent / "results"
STANDING, SOAK = "standing.md", "soak.md"


class Asked(BaseModel):
    """What is to be measured; no stack or no work named means all."""

    experts: int
    seconds: int
    rounds: int
    growth: bool
    worlds: pathlib.Path | None
    only: tuple[str, ...]
    work: tuple[str, ...]

    @property
    def stacks(self) -> frozenset[str]:
        grown = (stacks.MILLION,) if self.growth else ()
        return frozenset((*(self.only or stacks.STANDARD), *grown))

    @property
    def works(self) -> frozenset[str]:
        return frozenset(self.work or works.NAMES)


@click.command()
@click.option("--experts", default=targets.EXPERTS, show_default=True, type=click.IntRange(min=200))
@click.option("--seconds", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--rounds", default=2, show_default=True, type=click.IntRange(min=1))
@click.option("--growth", is_flag=True, help="A million experts as well, which takes far longer.")
@click.option(
    "--worlds",
    type=click.Path(file_okay=False, resolve_path=True, path_type=pathlib.Path),
    help="A folder in which the larger worlds stay: they are loaded once, and taken again.",
)
@click.option("--only", multiple=True, type=click.Choice(stacks.NAMES), help="A stack; repeatable.")
@click.option("--work", multiple=True, type=click.Choice(works.NAMES), help="A work; repeatable.")
@click.option("--soak", "soaks", is_flag=True, help="A mixed day at 70 % instead, for --minutes.")
@click.option("--minutes", default=30, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--keep", is_flag=True, help=f"Write bench/{STANDING} or {SOAK} too, which is committed."
)
def main(*, soaks: bool, minutes: int, keep: bool, **asked: Any) -> None:
    """Measure Bridgework and its peers, and say of each target whether it is met.

    Every stack serves from one core, alone, while another core asks.
    """
    load.must_be_installed()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    wanted = Asked.model_validate(asked)
    name = SOAK if soaks else STANDING
    text, data = soak.measured(minutes, wanted.experts) if soaks else measured(wanted)
    click.echo(f"\n{text}")
    now = datetime.datetime.now(datetime.UTC)
    mark = "-soak" if soaks else ""
    kept = table.keep(RESULTS, f"{now:%Y-%m-%d-%H%M%S}{mark}", text, data)
    click.echo(f"Kept as {kept} and the same name in .json.")
    if keep:
        RESULTS.with_name(name).write_text(text)


def measured(asked: Asked) -> tuple[str, str]:
    """The report, as Markdown and as JSON."""
    pair = cores.pair()
    with tempfile.TemporaryDirectory(prefix="bridgework-bench-") as folder:
        plan = rounds.Plan(asked.rounds, asked.seconds, pair, pathlib.Path(folder), asked.works)
        with stacks.ready(asked.stacks, asked.experts, plan, asked.worlds) as made:
            os.sched_setaffinity(0, {pair.load})
            peers = [peer for peer in made.peers if rounds.works_of(peer, asked.works)]
            results = rounds.measure(peers, plan)
    setting = table.setting_of(asked.experts, plan, made.left_out)
    judge = verdicts.judged if asked.experts == targets.EXPERTS else verdicts.figured
    judged = judge(results, targets.TARGETS)
    return table.markdown(results, judged, setting), table.as_json(results, judged, setting)


if __name__ == "__main__":
    main()
