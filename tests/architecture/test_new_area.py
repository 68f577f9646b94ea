"""`script/new-area` creates an area that passes the checks and its own tests unchanged."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

TOOLS = ("python", "ruff", "lint-imports", "mypy")
INVALID = [
    (),
    ("work",),
    ("work", "Bridges"),
    ("work", "a-b"),
    ("work", "teeth"),
    ("cellar", "bridges"),
    ("work", "a", "b", "c"),
]
NOT_COPIED = (".venv*", ".git", ".*_cache", ".hypothesis", "__pycache__")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the project so that nothing has to be installed."""
    copy = tmp_path / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
    (copy / "script" / "setup").write_text("#!/bin/sh\n")
    tools = copy / ".venv" / "bin"
    tools.mkdir(parents=True)
    for tool in TOOLS:
        write_tool(tools / tool, f'exec "{ROOT / ".venv" / "bin" / tool}" "$@"')
    return copy


def write_tool(file: Path, command: str) -> None:
    file.write_text(f"#!/bin/sh\n{command}\n")
    file.chmod(0o755)


def run(copy: Path, *command: str) -> tuple[int, str]:
    """Run a command in the copy; return the exit status and the output."""
    ran = subprocess.run(
        command,
        cwd=copy,
        env={**os.environ, "PYTHONPATH": f"{copy / 'src'}:{copy}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout


@pytest.mark.slow("runs the checks in a copy of the project")
def test_an_area_is_created(copy: Path) -> None:
    write_tool(copy / ".venv" / "bin" / "mypy", "exit 0")  # takes a minute: see the long test
    status, output = run(copy, "script/new-area", "work", "dental_bridges")
    assert status == 0, output
    assert "check: passed" in output
    api = (copy / "docs" / "api.txt").read_text()
    for operation in ("createDentalBridge", "listDentalBridges", "getDentalBridge"):
        assert operation in api
    status, output = run(copy, "script/new-area", "work", "dental_bridges")
    assert (status, "already exists" in output) == (1, True)


def test_invalid_names_are_refused(copy: Path) -> None:
    for arguments in INVALID:
        status, output = run(copy, "script/new-area", *arguments)
        assert (status, output.startswith("new-area: ")) == (1, True), (arguments, output)


@pytest.mark.long("runs the tests of a new area")
@pytest.mark.timeout(600)
def test_a_new_area_passes_all_checks_and_its_tests(copy: Path) -> None:
    status, output = run(copy, "script/new-area", "people", "teeth", "tooth")
    assert status == 0, output
    tests = ["tests/areas/teeth", "tests/architecture/test_migrations.py"]
    tests += ["tests/contract/test_snapshots.py", "tests/architecture/test_area_modules.py"]
    # The migration of the new area has not landed.
    tests += ["-k", "not numbers_are_never_used_twice"]
    pytest_run = (".venv/bin/python", "-m", "pytest", "--lane", "all", *tests)
    status, output = run(copy, *pytest_run)
    assert status == 0, output
