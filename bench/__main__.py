"""The command: prepare the stacks, measure each in turn, judge, print and keep the report."""

import datetime
import os
import pathlib
import shutil
import signal
import sys
import tempfile

import click

from bench import cores, figures, quiet, report, rounds, stacks, targets, works

RESULTS = pathlib.Path(__file__).parent / "results"
QUICK_EXPERTS = 500
PATIENCE = 30
"""Minutes that a run waits for other programs in all."""


@click.command()
@click.option("--quick", is_flag=True, help="Every work, short and on small data; judges nothing.")
@click.option("--growth", is_flag=True, help="A million experts as well, which takes far longer.")
@click.option("--only", multiple=True, type=click.Choice(stacks.NAMES), help="A stack; repeatable.")
@click.option("--work", multiple=True, type=click.Choice(works.NAMES), help="A work; repeatable.")
@click.option("--rounds", "count", type=click.IntRange(min=1), help="Starts of each stack.")
@click.option("--seconds", type=click.IntRange(min=1), help="Seconds of each measurement.")
@click.option(
    "--worlds",
    type=click.Path(file_okay=False, resolve_path=True, path_type=pathlib.Path),
    help="A folder in which the larger worlds stay, to be used again by later runs.",
)
@click.option(
    "--patience",
    type=click.IntRange(min=0),
    help=f"Minutes to wait for other programs in all: {PATIENCE}, and none with --quick.",
)
@click.option("--keep", is_flag=True, help="Also write bench/standing.md and README.md's figures.")
def main(
    *,
    quick: bool,
    growth: bool,
    only: tuple[str, ...],
    work: tuple[str, ...],
    count: int | None,
    seconds: int | None,
    worlds: pathlib.Path | None,
    patience: int | None,
    keep: bool,
) -> None:
    """Measure Bridgework beside its peers, and say of each target whether it is met."""
    if keep and quick:
        raise click.UsageError("--quick judges nothing, so there is nothing to --keep.")
    if shutil.which("taskset") is None:
        raise click.ClickException("taskset is not installed: sudo apt-get install util-linux")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    names = frozenset(only or stacks.STANDARD) | ({stacks.MILLION} if growth else set())
    minutes = (0 if quick else PATIENCE) if patience is None else patience
    with tempfile.TemporaryDirectory(prefix="bridgework-bench-") as folder:
        plan = rounds.Plan(
            quick=quick,
            rounds=count or (1 if quick else 2),
            seconds=seconds or (1 if quick else 5),
            cores=cores.choose(),
            folder=pathlib.Path(folder),
            works=frozenset(work or works.NAMES),
            patience=quiet.Patience(60 * minutes),
        )
        text, data, disturbed = _measure(names, plan, worlds)
    _write(text, data)
    if keep:
        _keep(text, disturbed)


def _measure(
    names: frozenset[str], plan: rounds.Plan, worlds: pathlib.Path | None
) -> tuple[str, str, str | None]:
    """The report as Markdown and as JSON, and the other programs that disturbed it."""
    experts = QUICK_EXPERTS if plan.quick else targets.EXPERTS
    with stacks.ready(names, experts, plan, worlds) as ready:
        os.sched_setaffinity(0, {plan.cores.load})
        peers = [peer for peer in ready.peers if rounds.works_of(peer, plan.works)]
        results = rounds.measure(peers, plan)
    if shutil.which("wrk") is None:
        ready.left_out.append("all floods: wrk is not installed (sudo apt-get install wrk)")
    setting = report.setting_of(experts, plan, ready.postgresql, ready.left_out)
    verdicts = targets.judge(results, sizes_fit=not plan.quick)
    markdown = report.to_markdown(results, verdicts, setting)
    data = report.to_json(results, verdicts, setting)
    return markdown, data, report.most_disturbed(results)


def _write(text: str, data: str) -> None:
    click.echo(f"\n{text}")
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d-%H%M%S}.md"
    file.write_text(text)
    file.with_suffix(".json").write_text(data)
    click.echo(f"Written to {file} and the same name in .json.")


def _keep(text: str, disturbed: str | None) -> None:
    """Replace the committed report. Raises ClickException if other programs disturbed the run."""
    if disturbed is not None:
        raise click.ClickException(
            "Nothing is kept: bench/standing.md and README.md stay as they were. Other programs"
            f" worked beside a measurement: {disturbed} of a core."
        )
    figures.REPORT.write_text(text)
    figures.write()


if __name__ == "__main__":
    main()
