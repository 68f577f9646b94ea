"""The packages that script/clients makes, and how the tests of the clients run programs."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from clients import generate

ROOT = Path(__file__).parents[2]


def make(folder: Path, client: str) -> subprocess.CompletedProcess[str]:
    """Run script/clients for one client, which writes into `folder`."""
    return ran((ROOT / "script" / "clients", "--into", folder, client), ROOT)


def python_sources(folder: Path) -> Path:
    """Write the sources of the Python client below `folder`; return their folder."""
    sources = folder / "src"
    shutil.copytree(ROOT / "clients" / "python" / "src", sources)
    generate.write_python(sources / "bridgework_client" / "generated")
    return sources


def run(*command: str | Path, folder: Path, **variables: str) -> str:
    """Run a command in a folder, which must succeed; return what it prints."""
    finished = ran(command, folder, **variables)
    assert finished.returncode == 0, finished.stdout
    return finished.stdout


def ran(
    command: Sequence[str | Path], folder: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, outside of the test run that it is called by."""
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith("PYTEST_")}
    return subprocess.run(
        command,
        cwd=folder,
        env={**inherited, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
