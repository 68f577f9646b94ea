"""A pytest plugin for the lanes of a run, and for the times at its end.

script/test runs the fast lane, --all adds the slow tests, and --long those that take minutes.
script/test --python runs the lane `python`, the tests of what differs between Pythons. Markers put
tests into lanes:

    slow(reason)        not in the fast lane
    long(reason)        only with --long
    postgresql(reason)  in the fast lane on PostgreSQL too; without it only on SQLite

`SLOW_FOLDERS` marks all tests of a folder as slow. pytest without `--lane` runs everything.

Slow tests wait for browsers, servers and processes, which a machine with few cores may delay for
longer than a test waits. With `CI` set, script/test repeats up to ten tests that failed with
`--repeat-failed`, one after the other, and names them. A test that fails again fails the run.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

LANES = ("fast", "all", "long")
PYTHON = "python"
"""The lane of other Pythons. It is a selection of tests, and no lane contains it."""
OUTCOMES = ("passed", "failed", "skipped")
SLOW_FOLDERS: Mapping[str, str] = {
    "areas/calendar/luma": "with the answers of Luma",
    "areas/recruiting/zoho": "with the answers of Zoho",
    "clients": "packages are built and installed",
    "commands": "each test starts processes",
    "console": "a browser",
    "demo": "the data of the demo is loaded",
    "deploy": "each test starts processes",
    "faults": "services are stopped and processes are killed",
    "fleet": "several nodes",
    "golden": "thousands of records",
    "guides": "a server with the data of the demo",
    "kit/captcha": "a provider that answers late",
    "served": "each test starts a server",
    "site": "a browser",
}
"""Folders of slow tests, with the reason."""
ON_POSTGRESQL: Mapping[str, str] = {
    "tests/areas/changes/test_numbering": "numbering by commits",
    "tests/areas/changes/test_reading": "numbering by commits",
    "tests/areas/changes/test_stream": "numbering by commits",
    "tests/areas/test_search_spellings": "case and accents",
    "tests/kit/db": "transactions and locks",
    "tests/kit/delivery": "rows locked by workers",
    "tests/kit/idempotency": "concurrent requests",
    "tests/kit/outbox": "rows locked by workers",
    "tests/kit/pagination": "the order of lists",
    "tests/kit/search": "case and accents",
    "tests/machines": "any sequence of requests",
}
"""Folders of tests that can differ on PostgreSQL, with the reason."""

ON_OTHER_PYTHONS: Mapping[str, str] = {
    "tests/areas/calendar": "the floor community: dates, time zones, and e-mails with events",
    "tests/areas/changes": "the floor history: streams on asyncio",
    "tests/areas/imports": "the floor back_office: CSV, JSON Lines and zipped workbooks",
    "tests/areas/profiles": "the floor people: schemas with many types",
    "tests/areas/saved_searches": "the floor work: periodic tasks and e-mails",
    "tests/areas/uploads": "the floor identity: files, threads and archives",
    "tests/commands/test_config.py": "the command line",
    "tests/commands/test_key.py": "the command line, and locked files",
    "tests/kit": "each use of the standard library: asyncio, threads, email, json, datetime, ssl",
    "tests/machines": "any sequence of requests",
    "tests/served/test_ending.py": "processes, signals and the event loop",
    "tests/served/test_wire.py": "the server, with its library for this Python",
}
"""Tests that can differ between Pythons, with the reason: one area of each floor, what uses the
standard library, and processes. Other areas consist of calls of these, which are the same with each
Python. They run on SQLite."""

LIMIT = 2.0
"""The limit of seconds of a fast test."""
ALLOWANCE = 3
"""A fast test fails the run at this many times the limit, since times vary. With `CI` set it is
only reported."""
USUAL_MEAN = 0.11
"""The mean of the seconds of all fast tests on a quiet machine. In a run of at least `MANY` tests
the limit rises with their mean, so that a slow or busy machine fails no run."""
MANY = 1000
MOST_REPEATED = 10
"""Tests that may be repeated. If more fail, none is repeated."""
_SHOWN = 10


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--lane", choices=(*LANES, PYTHON), help="skip the tests of other lanes")
    what = f"run the tests that failed in the last run, if they are {MOST_REPEATED} or fewer"
    parser.addoption("--repeat-failed", action="store_true", help=what)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        lane, is_repeated = config.getoption("--lane"), config.getoption("--repeat-failed")
        config.pluginmanager.register(_Times(lane, is_repeated), "bridgework-times")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no tests that the lane of other Pythons does not run: it takes half a minute."""
    if config.getoption("--lane") != PYTHON:
        return None
    path = collection_path.relative_to(config.rootpath)
    selected = [Path(each) for each in ON_OTHER_PYTHONS]
    is_beside = any(path.is_relative_to(each) or each.is_relative_to(path) for each in selected)
    return None if is_beside else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for folder, reason in SLOW_FOLDERS.items():
            if item.nodeid.startswith(f"tests/{folder}/"):
                item.add_marker(pytest.mark.slow(reason))
        for path, reason in ON_POSTGRESQL.items():
            if item.nodeid.startswith(path):
                item.add_marker(pytest.mark.postgresql(reason))
        item.user_properties.append(("lane", lane_of(item)))
    wanted = config.getoption("--lane")
    if wanted is None:
        return
    skipped = [item for item in items if not _is_in(item, wanted)]
    if config.getoption("--repeat-failed"):
        failed = _failed(config)
        skipped = [item for item in items if item.nodeid not in failed]
    if skipped:
        config.hook.pytest_deselected(items=skipped)
        excluded = set(skipped)
        items[:] = [item for item in items if item not in excluded]


def pytest_runtest_setup(item: pytest.Item) -> None:
    for name in ("slow", "long", "postgresql"):
        if any(not (marker.args and marker.args[0]) for marker in item.iter_markers(name)):
            pytest.fail("a marker of a lane needs a reason", pytrace=False)


def lane_of(item: pytest.Item) -> str:
    """Return the first lane that runs a test."""
    if item.get_closest_marker("long"):
        return "long"
    if item.get_closest_marker("slow"):
        return "all"
    on_postgresql = "postgresql" in _parameters(item)
    return "all" if on_postgresql and not item.get_closest_marker("postgresql") else "fast"


def _is_in(item: pytest.Item, lane: str) -> bool:
    """Tell whether a lane runs a test."""
    if lane == PYTHON:
        is_slow = item.get_closest_marker("slow") and not _is_file_of_other_pythons(item)
        is_long = item.get_closest_marker("long")
        return not (is_slow or is_long or "postgresql" in _parameters(item))
    return LANES.index(lane_of(item)) <= LANES.index(lane)


def _failed(config: pytest.Config) -> set[str]:
    """Return the names of the tests that failed in the last run, which may be repeated."""
    assert config.cache is not None
    failed = set(config.cache.get("cache/lastfailed", {}))
    if len(failed) > MOST_REPEATED:
        raise pytest.UsageError(f"not repeated: {len(failed)} tests failed")
    return failed


def _is_file_of_other_pythons(item: pytest.Item) -> bool:
    """Tell whether the file of a test is listed itself, for its slow tests too."""
    return item.nodeid.partition("::")[0] in ON_OTHER_PYTHONS


def first_fast(cases: Sequence[tuple[object, ...]], reason: str) -> list[object]:
    """Return the cases of a parametrized test: the first is fast, the others are slow."""
    slow = pytest.mark.slow(reason)
    return [cases[0], *(pytest.param(*case, marks=slow) for case in cases[1:])]


def folder_of(nodeid: str) -> str:
    """Return the folder of a test below `tests`, such as `areas/jobs`."""
    return str(Path(nodeid.partition("::")[0]).parent).removeprefix("tests").lstrip("/") or "."


def _parameters(item: pytest.Item) -> list[str]:
    callspec = getattr(item, "callspec", None)
    return [str(value) for value in callspec.params.values()] if callspec else []


class _Times:
    """Adds up the time of each test, and writes the times at the end of the run."""

    def __init__(self, lane: str | None, is_repeated: bool) -> None:
        self._lane = lane
        self._is_repeated = is_repeated
        self._seconds: dict[str, float] = defaultdict(float)
        self._lanes: dict[str, str] = {}
        self._outcomes: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration
        if report.when == "call" or report.outcome != "passed":
            self._outcomes[report.outcome] += 1
        self._lanes[report.nodeid] = str(dict(report.user_properties)["lane"])

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        fails = bool(self._too_slow()) and not os.environ.get("CI")
        if fails and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self._lane is None or not self._seconds:
            return
        if path := os.environ.get("BRIDGEWORK_TEST_COUNTS"):  # .ci/run adds them up
            with Path(path).open("a", encoding="utf-8") as file:
                print(*self._counts(), file=file)
        terminalreporter.section("times")
        for name, key_of in (("lane", self._lanes.__getitem__), ("folder", folder_of)):
            times: dict[str, float] = defaultdict(float)
            for test, seconds in self._seconds.items():
                times[key_of(test)] += seconds
            longest = sorted(times.items(), key=itemgetter(1), reverse=True)
            line = ", ".join(f"{key} {seconds:.0f} s" for key, seconds in longest)
            terminalreporter.line(f"by {name}: {line}")
        slowest = sorted(self._seconds, key=self._seconds.__getitem__, reverse=True)[:_SHOWN]
        for test in slowest:
            terminalreporter.line(f"{self._seconds[test]:6.2f} s  {test}")
        for test in self._too_slow():
            terminalreporter.line(
                f"{test} takes {self._seconds[test]:.1f} s: make it faster, or mark it as slow",
                red=True,
            )

    def _counts(self) -> list[int]:
        """Return the numbers of `OUTCOMES`, which are added to those of other runs."""
        passed, failed, skipped = (self._outcomes[name] for name in OUTCOMES)
        # A repeated test was counted before, as a failed one.
        return [passed, -passed, 0] if self._is_repeated else [passed, failed, skipped]

    def _too_slow(self) -> list[str]:
        if self._lane != "fast":
            return []
        return too_slow(
            {test: time for test, time in self._seconds.items() if self._lanes[test] == "fast"}
        )


def too_slow(seconds: Mapping[str, float]) -> list[str]:
    """Return the fast tests that take too long, by the seconds of all fast tests of a run."""
    slowness = 1.0
    if len(seconds) >= MANY:
        slowness = max(1.0, sum(seconds.values()) / len(seconds) / USUAL_MEAN)
    return [test for test, time in seconds.items() if time > LIMIT * ALLOWANCE * slowness]
