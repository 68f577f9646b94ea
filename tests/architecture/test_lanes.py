"""tests/lanes.py runs the tests of a lane, and reports slow ones and markers without a reason."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import AREAS, ROOT, all_sources
from tests.lanes import (
    ALLOWANCE,
    LIMIT,
    MANY,
    MOST_REPEATED,
    ON_OTHER_PYTHONS,
    ON_POSTGRESQL,
    SLOW_FOLDERS,
    USUAL_MEAN,
    too_slow,
)

CONFTEST = 'pytest_plugins = ["tests.lanes"]\n'
SETTINGS = f"""[pytest]
pythonpath = {ROOT} {ROOT / "src"}
markers =
    slow(reason)
    long(reason)
    postgresql(reason)
"""
TESTS = """
import pytest

def test_fast(): pass

@pytest.mark.slow("a browser")
def test_slow(): pass

@pytest.mark.long("an hour")
def test_long(): pass

@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_of_databases(database): pass

@pytest.mark.postgresql("locks")
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_of_locks(database): pass
"""
IN_LANE = {
    "fast": {"fast", "of_databases[sqlite]", "of_locks[sqlite]", "of_locks[postgresql]"},
    "all": {"slow", "of_databases[postgresql]"},
    "long": {"long"},
}


def run_pytest(folder: Path, tests: str, *arguments: str, counts: Path) -> tuple[int, str]:
    """Run pytest in `folder`; return the exit status and the output."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text(SETTINGS)
    (folder / "test_it.py").write_text(tests)
    variables = {
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "BRIDGEWORK_TEST_COUNTS": str(counts),
        "CI": "",
    }
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=folder,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout


@pytest.mark.parametrize("lane", IN_LANE)
def test_a_lane_runs_its_tests_and_those_of_shorter_lanes(tmp_path: Path, lane: str) -> None:
    status, output = run_pytest(tmp_path, TESTS, "-v", "--lane", lane, counts=tmp_path / "counts")
    assert status == 0, output
    lanes = list(IN_LANE)
    expected = set().union(*(IN_LANE[each] for each in lanes[: lanes.index(lane) + 1]))
    passed = {
        line.split()[0].partition("::test_")[2]
        for line in output.splitlines()
        if line.split()[1:2] == ["PASSED"]
    }
    assert passed == expected
    assert (tmp_path / "counts").read_text() == f"{len(expected)} 0 0\n"


def test_other_pythons_run_the_selected_tests_on_sqlite(tmp_path: Path) -> None:
    for name in ("tests/machines", "tests/served", "tests/areas/jobs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "tests" / "machines" / "test_machines.py").write_text(TESTS)
    (tmp_path / "tests" / "served" / "test_wire.py").write_text(TESTS)
    for name in ("served/test_turns.py", "areas/jobs/test_jobs.py"):
        (tmp_path / "tests" / name).write_text("raise AssertionError('imported')")
    arguments = ("-v", "--lane", "python", "--import-mode", "importlib")
    _, output = run_pytest(tmp_path, TESTS, *arguments, counts=tmp_path / "counts")
    lines = [line.split() for line in output.splitlines()]
    passed = {line[0] for line in lines if line[1:2] == ["PASSED"]}
    assert passed == {
        "tests/machines/test_machines.py::test_fast",
        "tests/machines/test_machines.py::test_of_databases[sqlite]",
        "tests/machines/test_machines.py::test_of_locks[sqlite]",
        "tests/served/test_wire.py::test_fast",
        "tests/served/test_wire.py::test_slow",
        "tests/served/test_wire.py::test_of_databases[sqlite]",
        "tests/served/test_wire.py::test_of_locks[sqlite]",
    }, output


def test_each_floor_has_an_area_on_other_pythons() -> None:
    areas = {Path(name).name for name in ON_OTHER_PYTHONS if name.startswith("tests/areas/")}
    floors = {each.parent.name for each in AREAS.glob("*/*") if each.name in areas}
    assert floors == {each.name for each in AREAS.iterdir() if (each / "__init__.py").exists()}


def test_a_run_ends_with_the_times_of_lanes_folders_and_slowest_tests(tmp_path: Path) -> None:
    _, output = run_pytest(tmp_path, TESTS, "--lane", "all", counts=tmp_path / "counts")
    assert "by lane: " in output
    assert "by folder: " in output
    assert " s  test_it.py::test_slow" in output


@pytest.mark.slow("waits for the limit")
def test_a_slow_test_without_a_marker_fails_the_run(tmp_path: Path) -> None:
    sleeping = f"import time\n\ndef test_sleeping(): time.sleep({ALLOWANCE * LIMIT} + 0.1)\n"
    status, output = run_pytest(tmp_path, sleeping, "--lane", "fast", counts=tmp_path / "counts")
    assert (status, "make it faster, or mark it as slow" in output) == (1, True), output


@pytest.mark.parametrize(
    ("many", "mean", "expected"),
    [(MANY, USUAL_MEAN, ["a"]), (MANY, 2 * USUAL_MEAN, []), (10, 2 * USUAL_MEAN, ["a"])],
    ids=["on a quiet machine", "on a slow machine", "in a small run"],
)
def test_the_limit_of_a_test_rises_with_the_mean_of_a_whole_run(
    many: int, mean: float, expected: list[str]
) -> None:
    others = {str(number): mean for number in range(many)}
    assert too_slow({**others, "a": 1.5 * ALLOWANCE * LIMIT}) == expected


ONCE = """
import pytest
from pathlib import Path

@pytest.mark.parametrize("number", range({failing}))
def test_first_run(number):
    first = Path(f"{{number}}")
    assert first.exists() or first.touch()

def test_passing(): pass
"""


@pytest.mark.parametrize(
    ("failing", "statuses", "said"),
    [
        (1, (1, 0), "1 passed"),
        (MOST_REPEATED, (1, 0), f"{MOST_REPEATED} passed"),
        (MOST_REPEATED + 1, (1, 4), f"not repeated: {MOST_REPEATED + 1} tests failed"),
    ],
)
def test_a_few_tests_that_failed_are_repeated(
    tmp_path: Path, failing: int, statuses: tuple[int, int], said: str
) -> None:
    tests, counts = ONCE.format(failing=failing), tmp_path / "counts"
    first, _ = run_pytest(tmp_path, tests, "--lane", "all", counts=counts)
    options = ("--lane", "all", "--repeat-failed")
    second, output = run_pytest(tmp_path, tests, *options, counts=counts)
    assert (first, second) == statuses, output
    assert said in output
    if not second:
        numbers = [line.split() for line in counts.read_text().splitlines()]
        assert numbers == [["1", f"{failing}", "0"], [f"{failing}", f"-{failing}", "0"]]


def test_a_test_that_fails_again_fails_the_run(tmp_path: Path) -> None:
    tests = "def test_it(): assert False\n"
    for options in ((), ("--repeat-failed",)):
        status, output = run_pytest(
            tmp_path, tests, "--lane", "all", *options, counts=tmp_path / "counts"
        )
        assert (status, "1 failed" in output) == (1, True)


@pytest.mark.parametrize("marker", ["slow", "long()", "postgresql('')"])
def test_a_marker_without_a_reason_is_refused(tmp_path: Path, marker: str) -> None:
    test = f"import pytest\n\n@pytest.mark.{marker}\ndef test_it(): pass\n"
    status, output = run_pytest(tmp_path, test, counts=tmp_path / "counts")
    assert status != 0
    assert "a marker of a lane needs a reason" in output, output


def test_folders_of_lanes_exist() -> None:
    folders = [f"tests/{name}" for name in SLOW_FOLDERS]
    prefixes = [*folders, *ON_POSTGRESQL, *ON_OTHER_PYTHONS]
    assert [each for each in prefixes if not list(ROOT.glob(f"{each}*"))] == []


def test_concurrent_requests_run_on_postgresql_in_the_fast_lane() -> None:
    unmarked = []
    for source in all_sources():
        is_test = source.name.startswith("tests/areas/") and source.module.startswith("test_")
        if not is_test or source.name.startswith(tuple(ON_POSTGRESQL)) or _CALL not in source.text:
            continue
        for function in source.tree.body:
            if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
                continue
            markers = " ".join(ast.unparse(each) for each in function.decorator_list)
            if _CALL in ast.unparse(function) and "mark.postgresql(" not in markers:
                unmarked.append(f"{source.name}::{function.name}")
    assert unmarked == []


_CALL = ".together("
