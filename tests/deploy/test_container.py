"""deploy/Containerfile, as far as it can be held against the tree: nobody builds it here."""

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
    """Instructions and what follows each, broken lines joined."""
    lines = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [
        (word, rest.strip())
        for word, _, rest in (x.partition(" ") for x in joined.split("\n") if x)
    ]


def told(word: str) -> list[str]:
    return [rest for name, rest in steps() if name == word]


def test_the_image_is_built_in_two_stages_without_sources() -> None:
    words = [word for word, _ in steps()]
    second = len(words) - words[::-1].index("FROM")
    assert words.count("FROM") == 2
    copied = [rest for word, rest in steps()[second:] if word == "COPY"]
    assert copied == ["--from=build /opt/bridgework /opt/bridgework"]


def test_copied_files_exist() -> None:
    taken = [name for rest in told("COPY") if "--from" not in rest for name in rest.split()[:-1]]
    locks = [f"requirements/{name}.txt" for name in ("s3", "otel")]
    assert taken == [*locks, "pyproject.toml", "README.md", "LICENSE", "src"]
    assert [name for name in taken if not (ROOT / name).exists()] == []
    named = re.findall(r"--requirement ([\w/.]+)", " ".join(told("RUN")))
    assert named == ["requirements/s3.txt", "requirements/otel.txt"]


def test_the_sources_of_the_wheel_are_copied() -> None:
    """The names that pyproject.toml has for files beside the package."""
    text = (ROOT / "pyproject.toml").read_text()
    files = {*re.findall(r'^readme = "(.+)"', text, re.MULTILINE)}
    files |= {*re.findall(r'^license-files = \["(.+)"\]', text, re.MULTILINE)}
    assert files == {"README.md", "LICENSE"}


def test_the_container_runs_without_root() -> None:
    words = [word for word, _ in steps()]
    assert words.index("USER") < words.index("ENTRYPOINT")
    (user,) = told("USER")
    assert user != "root"
    assert any(f" {user}" in rest for rest in told("RUN"))
    (data,) = told("VOLUME")
    assert f"BRIDGEWORK_DATA_DIR={data}" in told("ENV")[0]


def test_its_commands_exist() -> None:
    (entry,), (command,) = told("ENTRYPOINT"), told("CMD")
    assert json.loads(entry) == ["/opt/bridgework/bin/bridgework"]
    assert must_be_taken(json.loads(command))
    built = next(rest for rest in told("RUN") if OUR_COMMAND.search(rest))
    arguments = shlex.split(built)[shlex.split(built).index("/opt/bridgework/bin/bridgework") + 1 :]
    assert CliRunner().invoke(bridgework, arguments).output.strip().endswith(__version__)


def must_be_taken(command: Sequence[str]) -> bool:
    """Whether the command line understands this, without having it done."""
    name, *options = command
    context = bridgework.make_context("bridgework", [name], resilient_parsing=True)
    found = bridgework.get_command(context, name)
    assert found is not None
    found.make_context(name, [*options])
    return True


@pytest.mark.parametrize("listens", [True, False], ids=["it answers", "it is gone"])
def test_its_health_check_asks_livez(site: Site, listens: bool) -> None:
    (check,) = told("HEALTHCHECK")
    command = json.loads(check.partition("CMD ")[2])
    assert Path(command[0]).name == "python"
    node: Node = site.nodes[0]
    port = node.port if listens else 1
    code = command[2].replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (ended.returncode == 0) is listens
    assert [path for _, path, _ in node.asked] == (["/livez"] if listens else [])
