"""A pytest plugin that fails a run in which some operation was not tried in every way it owes.

The processes of a run (xdist) hand in their notes to the first one, which looks at them when all
is done. Only a whole run is judged: one of named files, of `-k`, or with failures, has not tried
everything. What is owed, and how it is noted, stands in `answered.py`.
"""

from typing import Protocol

import pytest

from bridgework import routes
from tests.contract import answered

_WHOLE_RUNS = ("", "not long")
_NOTES = "bridgework_answers"

_gaps: list[str] = []


class WorkerNode(Protocol):
    """What xdist shows of a test process that has ended."""

    workeroutput: dict[str, list[answered.Note]]


def _is_whole(config: pytest.Config) -> bool:
    """Whether every test was asked for, those that take minutes aside."""
    option = config.option
    narrowed = option.keyword or option.deselect or getattr(option, "lf", False)
    whole = option.markexpr in _WHOLE_RUNS and not narrowed
    return whole and config.args_source == pytest.Config.ArgsSource.TESTPATHS


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerNode) -> None:
    # A process that was killed has handed nothing in.
    handed_in = getattr(node, "workeroutput", {}).get(_NOTES, [])
    answered.notes.update((name, kind) for name, kind in handed_in)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    output: dict[str, list[answered.Note]] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_NOTES] = sorted(answered.notes)
    elif exitstatus == pytest.ExitCode.OK and _is_whole(session.config):
        _gaps.extend(answered.gaps(routes.operations(), answered.notes))
        if _gaps:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _gaps:
        terminalreporter.section("answers that no test has had", sep="=", red=True)
        for line in _gaps:
            terminalreporter.line(line)
