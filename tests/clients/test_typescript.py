"""The TypeScript client, compiled and run by Node, against a server with the demo data."""

import json
import os
import sys
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.demo.people import MASTER_PASSWORD, PASSWORD
from clients import generate
from tests.clients import guide
from tests.clients.conftest import Demo
from tests.clients.packages import ROOT, run

MOST_BYTES_OF_AN_OPERATION = 6_500
"""The size of both generated clients, divided by the number of operations."""
OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund")

pytestmark = pytest.mark.timeout(600)


def test_it_works(package: Path, demo: Demo, strict_server: str) -> None:
    compiler = package / "node_modules" / ".bin" / "tsc"
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
    assert "# pass 17\n" in printed
    assert "# skipped 0\n" in printed


def test_the_examples_of_the_guide_have_the_right_types(package: Path) -> None:
    compiler = package / "node_modules" / ".bin" / "tsc"
    modules = [*guide.typescript()]
    assert len(modules) > 3
    for number, module in enumerate(modules):
        (package / "test" / f"example{number}.ts").write_text(module, encoding="utf-8")
    run(compiler, "--project", "test", "--noEmit", folder=package)


def test_the_package_is_installed_by_its_path(made_typescript: Path, tmp_path: Path) -> None:
    [package] = made_typescript.glob("bridgework-client-*.tgz")
    (tmp_path / "package.json").write_text("{}")
    run("npm", "install", *OPTIONS, "--offline", package, folder=tmp_path)
    program = "import('bridgework-client').then((client) => console.log(typeof client.getMe))"
    assert run("node", "-e", program, folder=tmp_path) == "function\n"


def test_the_generated_files_stay_small(package: Path) -> None:
    python = generate.python_files(generate.read_document()).values()
    typescript = [file.read_bytes() for file in (package / "src" / "generated").rglob("*.ts")]
    assert typescript != []
    size = sum(map(len, typescript)) + sum(len(text.encode()) for text in python)
    assert size / len(routes.operations()) < MOST_BYTES_OF_AN_OPERATION
