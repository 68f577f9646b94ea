"""Runs tests with a mutant, each time in a process of its own."""

import contextlib
import functools
import gc
import importlib
import importlib.machinery
import os
import pickle
import select
import signal
import sys
import tempfile
import time
import traceback
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import coverage
import pytest

from tests.mutants.mutations import Mutant
from tests.mutants.names import readers

Result = TypeVar("Result")
_Place = tuple[str, str, int]
"""Of a function: the file, the qualified name and the first line."""
Status = Literal["killed", "survived", "untested", "left", "refused"]
"""`untested`: no test runs the line. `left`: the time ended. `refused`: cannot replace the code."""

ROOT = Path(__file__).parents[2]
PROCESSES = 2
_OPTIONS = ("-q", "--no-header", "--tb=no", "-p", "no:xdist", "-p", "no:cacheprovider")
# The parent has imported plugins, which pytest wanted to rewrite.
_REPEATED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
_AT_IMPORT = ""
_SLOWER = 5
_STARTING = 60.0
"""A mutant has a minute more than `_SLOWER` times its tests; then it counts as killed."""
_LIBRARIES = ("alembic.command", "httpx", "jinja2", "pydantic", "sqlalchemy.dialects.sqlite")
"""Libraries that are imported once, before the processes begin. They must not start threads."""


class TestsFail(Exception):
    """Tests fail without a change, so that they say nothing about mutants."""


@dataclass
class Reach:
    """Which tests run which lines."""

    tests: Mapping[str, float]
    """The seconds of each test."""
    by_line: Mapping[str, Mapping[int, Collection[str]]]
    """The tests of each line of each file. `""` stands for the import."""

    def is_at_import(self, mutant: Mutant) -> bool:
        """Tell whether a mutant is run by the import, and so can concern any test."""
        return mutant.function is None or _AT_IMPORT in self._contexts(mutant.path, mutant.lines)

    def tests_of(self, mutant: Mutant, first: Counter[str]) -> Sequence[str]:
        """Return the tests of a mutant: those that killed most before, then the quickest."""
        tests = self._contexts(mutant.path, mutant.lines)
        if self.is_at_import(mutant):
            tests = self._contexts(mutant.path, readers(mutant.module.code, mutant.names))
            if tests <= {_AT_IMPORT}:  # other modules have the functions
                tests = {*self.tests}
        tests -= {_AT_IMPORT}
        return sorted(tests, key=lambda test: (-first[test], self.tests[test], test))

    def _contexts(self, path: str, lines: Iterable[int]) -> set[str]:
        by_line = self.by_line[path]
        return {context for line in lines for context in by_line.get(line, ())}


def measure(paths: Sequence[str], tests: Sequence[str], until: float) -> Reach:
    """Run the tests without a change, and note which lines each runs.

    Raises:
        TestsFail: Some fail, or they do not end until a time of `time.monotonic`.
    """
    for library in _LIBRARIES:
        importlib.import_module(library)
    shares = [share for n in range(PROCESSES) if (share := tests[n::PROCESSES])]
    running = [_Process(functools.partial(_measure, paths, share)) for share in shares]
    seconds: dict[str, float] = {}
    by_line: dict[str, dict[int, set[str]]] = {path: defaultdict(set) for path in paths}
    failed: list[str] = []
    try:
        results = [process.wait(until) for process in running]
    finally:
        for process in running:
            process.stop()
    for measured in results:
        if measured is None:
            raise TestsFail("the tests could not be run; run them with script/test")
        seconds |= measured.seconds
        failed += measured.failed
        for path, lines in measured.contexts.items():
            for line, contexts in lines.items():
                by_line[path][line] |= {*contexts}
    if failed:
        raise TestsFail("tests fail without a change: " + ", ".join(failed))
    return Reach(seconds, by_line)


def run(
    mutants: Sequence[Mutant],
    reach: Reach,
    until: float,
    told: Callable[[Mutant, Status], None],
) -> Mapping[Mutant, Status]:
    """Try the mutants until a time of `time.monotonic`. Tells of each outcome as soon as known.

    A mutant of code that the import runs needs processes that import the program. The others are
    tried in a fork of one process that has imported it, which takes a third of the time. They
    have first two thirds of the time.
    """
    outcomes: dict[Mutant, Status] = dict.fromkeys(mutants, "left")
    tried = [mutant for mutant in mutants if reach.tests_of(mutant, Counter())]
    for mutant in mutants:
        if mutant not in tried:
            outcomes[mutant] = "untested"
            told(mutant, outcomes[mutant])
    at_import = [mutant for mutant in tried if reach.is_at_import(mutant)]
    others = [mutant for mutant in tried if mutant not in at_import]
    if others:
        share = 2 / 3 if at_import else 1.0
        end = time.monotonic() + (until - time.monotonic()) * share
        process = _Process(lambda: _try_imported(others, reach, end, told))
        results = process.wait()
        if results is None:
            raise TestsFail("the tests could not be collected")
        outcomes |= dict(zip(others, results, strict=True))
        at_import += [mutant for mutant in others if outcomes[mutant] == "refused"]
    if at_import:
        _Process(lambda: _check_unchanged(reach)).wait()
        results = _try_each(at_import, reach, until, told, _import_with)
        outcomes |= dict(zip(at_import, results, strict=True))
    return outcomes


@dataclass
class _Measured:
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    contexts: dict[str, Mapping[int, list[str]]] = field(default_factory=dict)


def _measure(paths: Sequence[str], tests: Sequence[str]) -> _Measured:
    measured = _Measured()
    files = {path: str(ROOT / path) for path in paths}
    coverer = coverage.Coverage(data_file=None, include=[*files.values()], config_file=False)

    class Contexts:
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            # Not by `-k`, which would leave out tests that are marked `postgresql`.
            items[:] = [item for item in items if "postgresql" not in item.name.partition("[")[2]]

        def pytest_runtest_logstart(self, nodeid: str) -> None:
            coverer.switch_context(nodeid)

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            seconds = measured.seconds.get(report.nodeid, 0.0) + report.duration
            measured.seconds[report.nodeid] = seconds
            if report.failed:
                measured.failed.append(report.nodeid)

    coverer.start()
    _pytest(["--lane", "fast", *tests], Contexts())
    coverer.stop()
    data = coverer.get_data()
    measured.contexts = {path: data.contexts_by_lineno(file) for path, file in files.items()}
    return measured


def _try_imported(
    mutants: Sequence[Mutant],
    reach: Reach,
    until: float,
    told: Callable[[Mutant, Status], None],
) -> list[Status]:
    """Import the program and the tests, then try each mutant in a fork."""
    files = sorted({test.partition("::")[0] for test in reach.tests})
    if _pytest([*_REPEATED, "--collect-only", *files]) != 0:
        raise TestsFail("the tests could not be collected")
    # What the first test of a process builds, such as schemas, is ready for all forks.
    _check_unchanged(reach)
    imported = _Imported({mutant.path for mutant in mutants})
    return _try_each(mutants, reach, until, told, imported.replace)


def _try_each(
    mutants: Sequence[Mutant],
    reach: Reach,
    until: float,
    told: Callable[[Mutant, Status], None],
    apply: Callable[[Mutant], None],
) -> list[Status]:
    """Try the mutants, several at a time."""
    outcomes: list[Status] = ["left"] * len(mutants)
    killing: Counter[str] = Counter()
    running: dict[int, _Process[_Tested]] = {}
    waiting = [*range(len(mutants))][::-1]
    try:
        while (waiting or running) and time.monotonic() < until:
            while waiting and len(running) < PROCESSES:
                index = waiting.pop()
                tests = reach.tests_of(mutants[index], killing)
                limit = _STARTING + _SLOWER * sum(reach.tests[test] for test in tests)
                running[index] = _begin(mutants[index], tests, apply, limit)
            time.sleep(0.02)
            for index, process in [*running.items()]:
                if process.is_running():
                    continue
                del running[index]
                # A process that ends without a result ended by the mutant, or after its limit.
                status, test = process.result or _Tested("killed")
                if test is not None:
                    killing[test] += 1
                outcomes[index] = status
                told(mutants[index], outcomes[index])
    finally:
        for process in running.values():
            process.stop()
    return outcomes


class _Tested(NamedTuple):
    status: Status
    test: str | None = None


def _begin(
    mutant: Mutant, tests: Sequence[str], apply: Callable[[Mutant], None], limit: float
) -> "_Process[_Tested]":
    def body() -> _Tested:
        try:
            apply(mutant)
        except (LookupError, ValueError):
            return _Tested("refused")
        return _test(tests)

    return _Process(body, limit)


def _test(tests: Sequence[str]) -> _Tested:
    failed: list[str] = []

    class Failures:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failed.append(report.nodeid)

        def pytest_collection_finish(self) -> None:
            # To read the document of the API takes more time than most tests.
            conformity = sys.modules.get("tests.contract.conformity")
            if conformity is not None and not conformity._checks:
                vars(conformity)["checker"] = lambda _: lambda *_: None

    status = _pytest(["-x", *_REPEATED, *tests], Failures())
    return _Tested("survived" if status == 0 else "killed", failed[0] if failed else None)


def _pytest(arguments: Sequence[str], *plugins: object) -> int:
    """Run pytest without its output."""
    sys.stdout.flush()
    shown = os.dup(1), os.dup(2)
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    try:
        # A folder of its own: other runs of pytest delete the usual one while it is in use.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            options = [*_OPTIONS, f"--basetemp={folder}/t"]
            return int(pytest.main([*options, *arguments], plugins))
    finally:
        sys.stdout.flush()
        os.dup2(shown[0], 1)
        os.dup2(shown[1], 2)


def _check_unchanged(reach: Reach) -> None:
    """Run a usual test without a change: a process in which each test fails would kill all."""
    tests = sorted(reach.tests, key=lambda test: reach.tests[test])
    usual = tests[len(tests) // 2]
    if _test([usual]).status != "survived":
        raise TestsFail(f"{usual} fails without a change, in a process of the mutants")


def _import_with(mutant: Mutant) -> None:
    """Import the mutant instead of its file."""
    path = str(ROOT / mutant.path)
    get_code = importlib.machinery.SourceFileLoader.get_code

    def get_mutant(
        loader: importlib.machinery.SourceFileLoader, fullname: str
    ) -> types.CodeType | None:
        if loader.path == path:
            return compile(mutant.source, path, "exec", dont_inherit=True)
        return get_code(loader, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_mutant  # type: ignore[method-assign,assignment]


class _Imported:
    """The functions of some files, as the import created them."""

    def __init__(self, paths: Collection[str]) -> None:
        files = {str(ROOT / path): path for path in paths}
        self._functions = defaultdict[_Place, list[types.FunctionType]](list)
        self._caches: list[functools._lru_cache_wrapper[Any]] = []
        gc.unfreeze()  # tests/conftest.py froze what is sought here
        for each in gc.get_objects():
            if isinstance(each, types.FunctionType):
                path = files.get(each.__code__.co_filename)
                if path is not None:
                    self._functions[path, *_key(each.__code__)].append(each)
            elif isinstance(each, functools._lru_cache_wrapper):
                self._caches.append(each)
        gc.freeze()  # a fork would copy memory to collect garbage

    def replace(self, mutant: Mutant) -> None:
        """Replace the code of the function that has the change.

        Raises:
            LookupError: There is no such function any more, as when a decorator kept another.
            ValueError: The change adds or removes a variable of an outer function.
        """
        if mutant.function is None:
            raise LookupError
        module = compile(mutant.source, str(ROOT / mutant.path), "exec", dont_inherit=True)
        code = {_key(code): code for code in _codes(module)}[mutant.function]
        functions = self._functions.get((mutant.path, *mutant.function))
        if functions is None:
            raise LookupError
        for function in functions:
            function.__code__ = code
        for cache in self._caches:
            cache.cache_clear()


def _key(code: types.CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes(constant)


class _Process(Generic[Result]):
    """A fork that computes a result. With a limit of seconds it has a group of processes."""

    def __init__(self, body: Callable[[], Result], limit: float | None = None) -> None:
        self.result: Result | None = None
        self._began = time.monotonic()
        self._limit = limit
        reading, writing = os.pipe()
        sys.stdout.flush()
        self._id = os.fork()
        if self._id == 0:
            os.close(reading)
            if limit is not None:
                os.setpgid(0, 0)
            _compute(body, writing)
        os.close(writing)
        self._results = os.fdopen(reading, "rb")
        self._is_reaped = False

    def is_running(self) -> bool:
        """Tell whether the process runs; afterwards, `result` is set or the process failed."""
        if os.waitpid(self._id, os.WNOHANG)[0] == 0:
            if self._limit is None or time.monotonic() - self._began < self._limit:
                return True
            self.stop()
            return False
        self._is_reaped = True
        self._end_group()
        self._read()
        return False

    def wait(self, until: float | None = None) -> Result | None:
        """Wait for the result, None if the process failed.

        Raises:
            TestsFail: The process raised it, or does not end until a time of `time.monotonic`.
        """
        left = None if until is None else max(0.0, until - time.monotonic())
        if not select.select([self._results], [], [], left)[0]:
            raise TestsFail("the tests take all of the time; name fewer files, or use --minutes")
        self._read()
        self.stop()
        if isinstance(self.result, TestsFail):
            raise self.result
        return self.result

    def stop(self) -> None:
        """End the process and those that its tests started."""
        if not self._is_reaped:
            self._end_group()
            os.kill(self._id, signal.SIGKILL)
            os.waitpid(self._id, 0)
            self._is_reaped = True

    def _read(self) -> None:
        with self._results:
            content = self._results.read()
        self.result = pickle.loads(content) if content else None  # noqa: S301 - of this program

    def _end_group(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._id, signal.SIGKILL)


def _result_or_failure(body: Callable[[], Any]) -> Any:
    try:
        return body()
    except TestsFail as failure:
        return failure


def _compute(body: Callable[[], Any], writing: int) -> None:
    """Write the result of `body` into a pipe, and end the process."""
    status = 1
    try:
        result = pickle.dumps(_result_or_failure(body))
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(result)
        status = 0
    except Exception:  # noqa: BLE001 - the parent sees that there is no result
        traceback.print_exc()
    finally:
        os._exit(status)  # threads of a test must not delay the end
