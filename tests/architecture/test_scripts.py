"""The scripts run in any POSIX shell, and the lock files have versions and hashes but no URLs."""

import os
import re
import shutil
import subprocess
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path for path in (ROOT / "script").iterdir() if path.is_file())
SETS = ("main", "s3", "otel", "dev", "bench")


def lock_text(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text()


def pins(name: str) -> set[Requirement]:
    """Return the pinned version of each package in the lock file, with its environment marker."""
    lines = lock_text(name).splitlines()
    return {Requirement(line.rstrip(" \\")) for line in lines if re.match(r"\w", line)}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_posix_shell_and_stops_on_errors(script: Path) -> None:
    text = script.read_text()
    assert text.startswith("#!/bin/sh\n#"), "the shebang, then a comment that says what it is for"
    assert "\nset -eu\n" in text
    assert not re.search(r"\[\[|^\s*(local|function|source) |pipefail", text, re.MULTILINE)
    assert os.access(script, os.X_OK)
    subprocess.run(["sh", "-n", script], check=True)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_help_installs_nothing(clone: Path, script: Path) -> None:
    status, output = run(clone / "script" / script.name, "--help")
    assert status == 0
    assert f"script/{script.name}" in output
    assert "set -eu" not in output
    assert not (clone / ".venv").exists()


def test_the_pipeline_is_bash_and_executable() -> None:
    script = ROOT / ".ci" / "run"
    assert script.read_text().startswith("#!/usr/bin/env bash\n")
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)


@pytest.mark.parametrize("name", SETS)
def test_a_lock_file_has_hashes_and_no_urls(name: str) -> None:
    text = lock_text(name)
    assert "://" not in text
    assert not re.search(r"^ *-(?!-hash=)| @ ", re.sub(r"#.*", "", text), re.MULTILINE)
    entries = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(pins(name)) > 0
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize(("smaller", "larger"), list(pairwise(SETS)))
def test_a_larger_set_contains_the_smaller_one(smaller: str, larger: str) -> None:
    """A larger set can replace a smaller one.

    A package that the larger set needs everywhere may lose the environment marker of the smaller
    one.
    """
    held = pins(larger)
    everywhere = {str(pin) for pin in held if pin.marker is None}
    missing = [pin for pin in pins(smaller) - held if str(pin).partition(";")[0] not in everywhere]
    assert missing == []


def requirements_of(name: str) -> list[str]:
    """Return the requirements of a lock file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    requirements = list(project["dependencies"])
    for extra in SETS[1 : SETS.index(name) + 1]:
        requirements += project["optional-dependencies"][extra]
    return requirements


@pytest.mark.parametrize("name", SETS)
def test_the_lock_matches_the_requirements(name: str) -> None:
    locked = {pin.name.lower().replace("_", "-"): str(pin.specifier)[2:] for pin in pins(name)}
    for requirement in map(Requirement, requirements_of(name)):
        version = locked.get(requirement.name.lower().replace("_", "-"), "nothing")
        assert version != "nothing", f"{requirement} is not locked: script/lock"
        assert requirement.specifier.contains(version), f"{requirement} is locked at {version}"


def test_uv_installs_from_the_lock_files() -> None:
    """A constraint in pyproject.toml has no hash, so `uv pip install` refuses the lock files."""
    assert "uv" not in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    assert "-c constraints.txt" in (ROOT / "script" / "lock").read_text()


@pytest.mark.parametrize("arguments", [["--python", "python0"], ["--python"]])
def test_setup_refuses_a_missing_python(clone: Path, arguments: list[str]) -> None:
    status, output = run(clone / "script/setup", *arguments)
    assert status != 0
    assert "--python: there is no program" in output


@pytest.mark.long("installs an environment")
def test_setup_creates_an_environment_for_another_python(clone: Path) -> None:
    program = shutil.which("python3", path="/usr/bin:/bin") or pytest.skip("no other Python")
    status, output = run(clone / "script/setup", "--python", program)
    assert (status, "creating .venv-3." in output) == (0, True)
    assert not (clone / ".venv").exists()
    assert run(clone / "script/setup", "--python", program) == (0, "")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Copy the scripts, with nothing to install, to a path with a space and an umlaut."""
    copy = tmp_path / "ein schöner clone"
    shutil.copytree(ROOT / "script", copy / "script")
    (copy / "requirements").mkdir()
    (copy / "requirements" / "main.txt").touch()
    (copy / "src" / "bridgework").mkdir(parents=True)
    (copy / "src" / "bridgework" / "__main__.py").write_text(
        "import sys\n\n\ndef main() -> None:\n    print('|'.join(sys.argv[1:]))\n"
    )
    return copy


def run(script: Path, *arguments: str, path: str = "/usr/bin:/bin") -> tuple[int, str]:
    """Run a script in an empty environment with PATH; return the exit status and the output."""
    ran = subprocess.run(
        [script, *arguments],
        env={"PATH": path},
        cwd="/",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout


def path_without_python(folder: Path, python: str = "") -> str:
    """Return a PATH with the tools of every Debian machine and, if given, this `python3`."""
    folder.mkdir()
    for tool in ("sh", "cat", "cksum", "dirname", "grep", "readlink", "flock"):
        if found := shutil.which(tool):
            (folder / tool).symlink_to(found)
    if python:
        (folder / "python3").write_text(f"#!/bin/sh\n{python}\n")
        (folder / "python3").chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(
    ("python", "advice"),
    [
        ("", "sudo apt install python3 python3-venv"),
        ("exit 1", "Python 3.11 or newer is needed"),
        ('case "$*" in *ensurepip*) exit 1 ;; esac', "sudo apt install python3-venv"),
    ],
    ids=["no Python", "an old Python", "no venv"],
)
def test_setup_names_missing_programs(
    clone: Path, tmp_path: Path, python: str, advice: str
) -> None:
    status, output = run(clone / "script/demo", path=path_without_python(tmp_path / "bin", python))
    assert status == 1
    assert advice in output
    assert not (clone / ".venv").exists()


def test_setup_refuses_an_unknown_set(clone: Path) -> None:
    status, output = run(clone / "script/setup", "everything")
    assert (status, 'unknown set "everything"' in output) == (1, True)


@pytest.mark.long("installs an environment")
def test_setup_runs_once_and_repairs_an_interrupted_run(clone: Path) -> None:
    first = run(clone / "script/run", "two words", "--flag")
    assert first[1].endswith("setup: ready\ntwo words|--flag\n")
    assert run(clone / "script/run", "x") == (0, "x\n")

    (clone / ".venv" / "setup.stamp").write_text("unfinished\n")
    assert "creating .venv" in run(clone / "script/setup")[1]

    moved = clone.rename(clone.with_name("elsewhere"))
    assert "creating .venv" in run(moved / "script/setup")[1]
    assert run(moved / "script/demo", "x") == (0, "demo|x\n")
