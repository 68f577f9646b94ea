"""The TypeScript client, compiled and run by Node, against a server with the demo data."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bridgework.demo.people import MASTER_PASSWORD, PASSWORD
from clients import generate
from tests.clients import guide
from tests.clients.conftest import Demo
from tests.contract.test_generated_clients import OPTIONS, skip

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "clients" / "typescript"

pytestmark = [pytest.mark.long("installs packages of npm"), pytest.mark.timeout(300)]


def run(*command: str | Path, folder: Path, **variables: str) -> str:
    """Run a command in a folder, which must succeed; return what it prints."""
    ran = _ran(command, folder, variables)
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


def _ran(
    command: Sequence[str | Path], folder: Path, variables: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with what it needs to be compiled."""
    npm = shutil.which("npm")
    if npm is None:
        skip("npm is not installed")
    folder = tmp_path_factory.mktemp("typescript") / "client"
    ignored = shutil.ignore_patterns("node_modules", "dist", "dist-test")
    shutil.copytree(CLIENT, folder, ignore=ignored)
    installed = _ran([str(npm), "ci", *OPTIONS], folder, {})
    if installed.returncode != 0:
        skip(f"npm cannot install the compiler: {installed.stdout.strip()[-300:]}")
    return folder


def test_it_works(package: Path, demo: Demo, strict_server: str) -> None:
    compiler = package / "node_modules" / ".bin" / "tsc"
    run(compiler, "--project", ".", folder=package)
    run(compiler, "--project", "test", folder=package)
    helper = ["-m", "tests.clients.server_side", str(demo.folder), demo.url]
    story = [demo.url, strict_server, PASSWORD, MASTER_PASSWORD, sys.executable, *helper]
    printed = run(
        "timeout",  # a failed test can leave a connection open
        "120",
        "node",
        "--test",
        "--test-reporter=tap",
        "dist-test/story.test.js",
        folder=package,
        BRIDGEWORK_STORY=json.dumps(story),
        PYTHONPATH=os.pathsep.join((str(ROOT / "src"), str(ROOT))),
    )
    assert "# pass 9\n" in printed
    assert "# skipped 0\n" in printed


def test_the_examples_of_the_guide_have_the_right_types(package: Path) -> None:
    compiler = package / "node_modules" / ".bin" / "tsc"
    run(compiler, "--project", ".", folder=package)
    modules = [*guide.typescript()]
    assert len(modules) > 3
    for number, module in enumerate(modules):
        (package / "test" / f"example{number}.ts").write_text(module, encoding="utf-8")
    run(compiler, "--project", "test", "--noEmit", folder=package)


def test_the_committed_files_are_those_of_the_generator(package: Path, tmp_path: Path) -> None:
    document, generated = tmp_path / "openapi.json", tmp_path / "generated"
    reduced = generate.read_document()
    document.write_text(json.dumps(reduced, ensure_ascii=False), encoding="utf-8")
    program = package / "node_modules" / ".bin" / "openapi-ts"
    variables = {"BRIDGEWORK_DOCUMENT": str(document), "BRIDGEWORK_GENERATED": str(generated)}
    run(program, "--file", "openapi-ts.config.mjs", folder=package, **variables)
    expected = {
        str(file.relative_to(generated)): generate.without_package_links(
            file.read_text(encoding="utf-8")
        )
        for file in generated.rglob("*")
        if file.is_file()
    }
    expected.update(generate.typescript_files(reduced))
    committed = CLIENT / "src" / "generated"
    assert expected == {
        str(file.relative_to(committed)): file.read_text(encoding="utf-8")
        for file in committed.rglob("*")
        if file.is_file()
    }
