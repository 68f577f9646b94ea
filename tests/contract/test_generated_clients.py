"""Two generators make clients of the document that compile in strict mode, and a linter accepts it.

The versions are pinned: the Python generator in `requirements/dev.txt`, the others in
`clients/package-lock.json`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.settings import Settings
from tests import cast
from tests.process import ServerProcess

CLIENTS = Path(__file__).parent / "clients"
OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(300),
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
]


def run(*command: str | Path, folder: Path) -> str:
    """Run a command in a folder, which must succeed; return what it prints."""
    completed = _completed(command, folder)
    assert completed.returncode == 0, completed.stdout
    return completed.stdout


def _completed(command: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def skip(reason: str) -> None:
    """Skip the test, or fail if everything is required."""
    if os.environ.get("BRIDGEWORK_TEST_REQUIRE") == "all":
        pytest.fail(f"{reason} (BRIDGEWORK_TEST_REQUIRE=all)", pytrace=False)
    pytest.skip(reason)


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Return a folder with the document and the files in `clients/`."""
    shutil.copytree(CLIENTS, tmp_path / "clients")
    document = routes.api_docs(settings).openapi
    (tmp_path / "clients" / "openapi.json").write_bytes(document)
    return tmp_path / "clients"


def test_a_python_client_has_strict_types_and_works(folder: Path, served: ServerProcess) -> None:
    generate = [sys.executable, "-m", "openapi_python_client", "generate"]
    source = ["--path", "openapi.json", "--config", "openapi-python-client.yaml"]
    target = ["--output-path", "generated", "--meta", "none", "--fail-on-warning"]
    printed = run(*generate, *source, *target, folder=folder)
    assert "warning" not in printed.lower()
    generated = {path.stem for path in (folder / "generated" / "api").glob("*/*.py")}
    assert len(generated - {"__init__"}) == len(routes.operations())
    usage = (folder / "usage.py.txt").rename(folder / "usage.py")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "cache", "--config-file", ""]
    run(*mypy, "generated", usage.name, folder=folder)
    run(sys.executable, usage, served.url, cast.PASSWORD, folder=folder)


def test_a_typescript_client_compiles_and_the_linter_accepts_the_document(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        skip("npm is not installed")
    installed = _completed([str(npm), "ci", *OPTIONS], folder)
    if installed.returncode != 0:
        skip(f"npm cannot install the generator: {installed.stdout.strip()[-300:]}")
    programs = folder / "node_modules" / ".bin"
    run(programs / "openapi-ts", "-i", "openapi.json", "-o", "generated", folder=folder)
    run(programs / "tsc", "--project", ".", folder=folder)
    run(programs / "redocly", "lint", "openapi.json", folder=folder)
