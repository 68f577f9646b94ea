"""The table of figures in README.md, made from the committed report, standing.md.

`python -m bench.figures` writes it; so does `script/bench --keep`.
"""

import pathlib
import re
from collections.abc import Mapping

README = pathlib.Path(__file__).parents[1] / "README.md"
REPORT = pathlib.Path(__file__).with_name("standing.md")
BLOCK = re.compile(r"(?<=<!-- bench -->\n).*?(?=<!-- /bench -->)", re.DOTALL)
STACKS = (
    "Bridgework",
    "Bridgework, cold cache",
    "PocketBase",
    "FastAPI + SQLAlchemy async",
    "Django REST Framework",
    "Bridgework, PostgreSQL",
    "FastAPI + SQLAlchemy async, PostgreSQL",
)
RATES = {
    "list": "List of 20",
    "one": "One record",
    "search": "Search",
    "account": "Signed-in GET",
    "post": "Create",
    "application": "Application",
}
MEMORY = {"under load": "Memory", "first response": "Start"}
MISSING = "–"


def write() -> None:
    """Write the figures of the committed report into README.md."""
    README.write_text(update(README.read_text("utf-8"), REPORT.read_text("utf-8")), "utf-8")


def update(readme: str, report: str) -> str:
    """The README with the figures of a report."""
    if BLOCK.search(readme) is None:
        raise ValueError("README.md has no <!-- bench --> and <!-- /bench -->")
    return BLOCK.sub(lambda _: _figures(report), readme)


def _figures(report: str) -> str:
    """The figures of a report, and where they were measured, as Markdown."""
    rates = _table(report, "Responses a second, and p99")
    memory = _table(report, "Memory of the largest process, and start")
    shown = [stack for stack in STACKS if stack in rates]
    # A report may lack a work.
    works = [work for work in RATES if any(rates[stack].get(work) for stack in shown)]
    rows = [
        ["", *(RATES[work] for work in works), *MEMORY.values()],
        ["---", *["---:"] * (len(works) + len(MEMORY))],
    ]
    for stack in shown:
        # A cell holds the rate and the p99.
        cells = [rates[stack].get(work, "").partition(" ")[0] for work in works]
        cells += [memory.get(stack, {}).get(column, "") for column in MEMORY]
        rows.append([stack, *(cell or MISSING for cell in cells)])
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    measured, machine = report.splitlines()[:2]
    return "\n".join([*lines, "", f"{measured} {machine.partition(';')[0]}.", ""])


def _table(report: str, section: str) -> Mapping[str, Mapping[str, str]]:
    """A table of the report: by row, its cells by column."""
    text = report.partition(f"## {section}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {row[0]: dict(zip(cells[0], row, strict=True)) for row in cells[2:]}


if __name__ == "__main__":
    write()
