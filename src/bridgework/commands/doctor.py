"""`bridgework doctor`."""

import json
import logging
import shutil
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import asdict

import click

from bridgework.doctor import runner
from bridgework.doctor.checks import addresses_by_check, checks
from bridgework.doctor.result import Result, Status, failed
from bridgework.settings_loader import InvalidSettings, load

_EXIT_CODES: Mapping[Status, int] = {"ok": 0, "warning": 1, "failed": 2}
_COLORS: Mapping[Status, str] = {"ok": "green", "warning": "yellow", "failed": "red"}
_MAX_COLUMNS = 120


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=1, max=86_400),
    default=runner.SECONDS,
    show_default=True,
    help="Time for all checks, which run at once. A large SQLite file needs more.",
)
def command(*, as_json: bool, seconds: float) -> None:
    """Check the installation, and say what to do about each problem.

    The command may run while the server runs, and changes nothing. The exit status is 0 if all is
    well, 1 if there are warnings, and 2 if a check failed.
    """
    logging.getLogger().addHandler(logging.NullHandler())  # the results have the reasons
    try:
        settings = load()
    except InvalidSettings as error:
        results = {"settings": failed(str(error), "correct the settings; see docs/settings.md")}
    else:
        results = runner.run(checks(settings, seconds), seconds, addresses_by_check(settings))
    worst = max((result.status for result in results.values()), key=_EXIT_CODES.__getitem__)
    if as_json:
        click.echo(_to_json(worst, results))
    else:
        _print(results)
    sys.exit(_EXIT_CODES[worst])


def _to_json(worst: Status, results: Mapping[str, Result]) -> str:
    listed = [{"check": name, **asdict(result)} for name, result in results.items()]
    return json.dumps({"status": worst, "checks": listed}, indent=1, ensure_ascii=False)


def _print(results: Mapping[str, Result]) -> None:
    columns = min(shutil.get_terminal_size((100, 24)).columns, _MAX_COLUMNS)
    width = max(map(len, results))
    indent = " " * (width + 11)
    for name, result in results.items():
        head = f"{result.status:<8} {name:<{width}}  "
        lines = _wrap(result.message, columns, indent, indent)
        status = click.style(head[:8], fg=_COLORS[result.status])
        click.echo("\n".join([status + head[8:] + lines[0].strip(), *lines[1:]]))
        if result.remedy:
            click.echo("\n".join(_wrap(result.remedy, columns, f"{indent}-> ", f"{indent}   ")))
    counts = dict.fromkeys(("failed", "warning", "ok"), 0)
    for result in results.values():
        counts[result.status] += 1
    click.echo(f"{counts['failed']} failed, {counts['warning']} warnings, {counts['ok']} ok")


def _wrap(text: str, columns: int, first: str, others: str) -> list[str]:
    """Return the lines of a text; a path or command is never broken, so that it can be copied."""
    return textwrap.wrap(
        text,
        columns,
        initial_indent=first,
        subsequent_indent=others,
        break_on_hyphens=False,
        break_long_words=False,
    )
