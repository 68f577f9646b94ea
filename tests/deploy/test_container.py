"""Checks of deploy/Containerfile against the tree; the image is not built."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from bridgework import __version__
from bridgework.__main__ import bridgework
from fleet.machines import DEPLOY, ROOT
from tests.deploy.conftest import Node, Site

Step = tuple[str, str]
FILE = DEPLOY / "Containerfile"
OUR_COMMAND = re.compile(r"/opt/bridgework/bin/bridgework")


def steps() -> list[Step]:
    """Return the instructions and their arguments, with continued lines joined."""
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [
        (word, rest.strip())
        for word, _, rest in (x.partition(" ") for x in joined.split("\n") if x)
    ]


def arguments_of(instruction: str) -> list[str]:
    return [rest for name, rest in steps() if name == instruction]


def test_the_image_is_built_in_two_stages_without_sources() -> None:
    instructions = [instruction for instruction, _ in steps()]
    second = len(instructions) - instructions[::-1].index("FROM")
    assert instructions.count("FROM") == 2
    copied = [rest for word, rest in steps()[second:] if word == "COPY"]
    assert copied == ["--from=build /opt/bridgework /opt/bridgework"]


def test_copied_files_exist() -> None:
    copied = [
        name for rest in arguments_of("COPY") if "--from" not in rest for name in rest.split()[:-1]
    ]
    locks = [f"requirements/{name}.txt" for name in ("s3", "otel")]
    sources = ["pyproject.toml", "setup.py", "README.md", "LICENSE", "src"]
    assert copied == [*locks, *sources, "requirements/sbom.txt"]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    named = re.findall(r"--requirement ([\w/.]+)", " ".join(arguments_of("RUN")))
    assert named == [*locks, "requirements/sbom.txt"]


def test_the_sources_of_the_wheel_are_copied() -> None:
    """The names of files beside the package in pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text()
    files = {*re.findall(r'^readme = "(.+)"', text, re.MULTILINE)}
    files |= {*re.findall(r'^license-files = \["(.+)"\]', text, re.MULTILINE)}
    assert files == {"README.md", "LICENSE"}


def test_the_container_runs_without_root() -> None:
    instructions = [instruction for instruction, _ in steps()]
    assert instructions.index("USER") < instructions.index("ENTRYPOINT")
    (user,) = arguments_of("USER")
    assert user != "root"
    assert any(f"useradd --system --uid {user} " in rest for rest in arguments_of("RUN"))
    (data,) = arguments_of("VOLUME")
    assert f"BRIDGEWORK_DATA_DIR={data}" in arguments_of("ENV")[0]


def test_its_labels_name_the_version_and_the_commit() -> None:
    (labels,) = arguments_of("LABEL")
    values = dict(pair.split("=", 1) for pair in shlex.split(labels))
    assert values["org.opencontainers.image.version"] == __version__
    assert values["org.opencontainers.image.revision"] == "${SOURCE_COMMIT}"
    assert arguments_of("ARG").count("SOURCE_COMMIT=unknown") == 2


def test_its_commands_exist() -> None:
    (entry,), (command,) = arguments_of("ENTRYPOINT"), arguments_of("CMD")
    assert json.loads(entry) == ["/opt/bridgework/bin/bridgework"]
    assert is_accepted(json.loads(command))
    built = next(rest for rest in arguments_of("RUN") if OUR_COMMAND.search(rest))
    arguments = shlex.split(built)[shlex.split(built).index("/opt/bridgework/bin/bridgework") + 1 :]
    assert f"bridgework {__version__} " in CliRunner().invoke(bridgework, arguments).output


def is_accepted(command: Sequence[str]) -> bool:
    """Return whether the command line accepts this command, without running it."""
    name, *options = command
    context = bridgework.make_context("bridgework", [name], resilient_parsing=True)
    subcommand = bridgework.get_command(context, name)
    assert subcommand is not None
    subcommand.make_context(name, [*options])
    return True


@pytest.mark.parametrize("listens", [True, False], ids=["running", "stopped"])
def test_its_health_check_asks_livez(site: Site, listens: bool) -> None:
    (check,) = arguments_of("HEALTHCHECK")
    command = json.loads(check.partition("CMD ")[2])
    assert Path(command[0]).name == "python"
    node: Node = site.nodes[0]
    port = node.port if listens else 1
    code = command[2].replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    completed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (completed.returncode == 0) is listens
    assert [path for _, path, _ in node.requests] == (["/livez"] if listens else [])
