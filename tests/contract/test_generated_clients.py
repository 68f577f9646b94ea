"""Linters accept the document, and generators make clients of it that compile in strict mode.

The versions are pinned: the programs in Python and the one in Java in `requirements/dev.txt`, the
others in `clients/package-lock.json`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.settings import Settings
from tests import cast
from tests.architecture import published_schemas as published
from tests.process import ServerProcess

CLIENTS = Path(__file__).parent / "clients"
DOCUMENT = "../openapi.json"
OPENAPI_GENERATOR = str(Path(sys.executable).with_name("openapi-generator-cli"))
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
"""Without these, a linter calls its vendor."""
OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")

pytestmark = [
    pytest.mark.long("installs the generators of clients"),
    pytest.mark.timeout(300),
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
        env={**os.environ, **QUIET},
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


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
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


LINTERS: Mapping[str, Sequence[str]] = {
    "redocly": ("node_modules/.bin/redocly", "lint", "openapi.json"),
    "spectral": (
        *("node_modules/.bin/spectral", "lint", "openapi.json"),
        *("--ruleset", "spectral.yaml", "--fail-severity", "hint"),
    ),
    "swagger-parser": ("node", "parse.mjs", "openapi.json"),
    "openapi-generator": (OPENAPI_GENERATOR, "validate", "--recommend", "-i", "openapi.json"),
    "openapi-spec-validator": (sys.executable, "-m", "openapi_spec_validator", "openapi.json"),
}
"""The programs that read the document, each with all of its rules."""

GENERATORS: Mapping[str, Sequence[str]] = {
    "hey-api": ("../node_modules/.bin/openapi-ts", "-i", DOCUMENT, "-o", "generated"),
    "orval": (
        *("../node_modules/.bin/orval", "--input", DOCUMENT),
        *("--output", "generated/api.ts", "--client", "fetch"),
    ),
    "openapi-typescript": (
        *("../node_modules/.bin/openapi-typescript", DOCUMENT),
        *("--output", "generated/api.ts"),
    ),
    "openapi-generator": (
        *(OPENAPI_GENERATOR, "generate", "-g", "typescript-fetch"),
        *("-i", DOCUMENT, "-o", "generated"),
    ),
}
"""The programs that generate a client in TypeScript, called in a folder of their own."""

LESS_STRICT: Mapping[str, Sequence[str]] = {
    # A file that is the same in every client, whatever the document, needs this.
    "openapi-generator": ("--noUncheckedIndexedAccess", "false"),
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the document, the files in `clients/`, and the programs in TypeScript."""
    npm = shutil.which("npm")
    if npm is None:
        skip("npm is not installed")
    folder = tmp_path_factory.mktemp("generators") / "clients"
    shutil.copytree(CLIENTS, folder)
    (folder / "openapi.json").write_bytes(published.api_docs().openapi)
    completed = _completed([str(npm), "ci", *OPTIONS], folder)
    if completed.returncode != 0:
        skip(f"npm cannot install the generators: {completed.stdout.strip()[-300:]}")
    return folder


@pytest.mark.parametrize("name", LINTERS)
def test_a_linter_accepts_the_document(installed: Path, name: str) -> None:
    run(*LINTERS[name], folder=installed)


@pytest.mark.parametrize("name", GENERATORS)
def test_a_typescript_client_compiles(installed: Path, name: str) -> None:
    folder = installed / name
    folder.mkdir()
    shutil.copy(CLIENTS / "tsconfig.json", folder)
    usage = CLIENTS / f"usage.{name}.ts"
    if usage.exists():
        shutil.copy(usage, folder)
    run(*GENERATORS[name], folder=folder)
    assert [*(folder / "generated").rglob("*.ts")] != []
    run("../node_modules/.bin/tsc", "--project", ".", *LESS_STRICT.get(name, ()), folder=folder)
