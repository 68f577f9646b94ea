"""A pytest plugin that fails a run in which an expected response was missing.

The processes of a run (pytest-xdist) pass their notes to the first one, which checks them at the
end. Only a complete run is checked: named files, `-k`, failures or the repetition of failed tests
mean that not everything was tested. `response_coverage.py` defines the expected responses.
"""

from typing import Protocol

import pytest

from bridgework import routes
from tests.contract import response_coverage
from tests.contract.response_coverage import Note

_WHOLE_LANES = ("all", "long", None)
_NOTES = "bridgework_answers"

_missing: list[str] = []


class WorkerNode(Protocol):
    """The part of an xdist worker that is used here."""

    workeroutput: dict[str, list[Note]]


def _is_complete(config: pytest.Config) -> bool:
    """Return whether all tests run, except perhaps long ones."""
    option = config.option
    is_whole_lane = getattr(option, "lane", None) in _WHOLE_LANES
    is_narrowed = option.keyword or option.markexpr or option.deselect or option.collectonly
    is_part = getattr(option, "lf", False) or getattr(option, "repeat_failed", False)
    if is_narrowed or is_part or not is_whole_lane:
        return False
    return config.args_source == pytest.Config.ArgsSource.TESTPATHS


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerNode) -> None:
    # A process that was killed has passed nothing.
    worker_notes = getattr(node, "workeroutput", {}).get(_NOTES, [])
    response_coverage.notes.update((name, kind) for name, kind in worker_notes)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    output: dict[str, list[Note]] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_NOTES] = sorted(response_coverage.notes)
    elif exitstatus == pytest.ExitCode.OK and _is_complete(session.config):
        _missing.extend(
            response_coverage.missing_responses(routes.operations(), response_coverage.notes)
        )
        if _missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _missing:
        terminalreporter.section("responses that no test has seen", sep="=", red=True)
        for line in _missing:
            terminalreporter.line(line)
