"""Files and commands in the operator documentation exist."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bridgework.__main__ import bridgework
from tests.architecture.sources import ROOT

CHAPTERS = sorted((ROOT / "docs" / "operate").glob("*.md"))
PAGES = [*CHAPTERS, ROOT / "README.md", *sorted(file for file in (ROOT / "deploy").rglob("*.*"))]
DEPLOYED = sorted(file for file in (ROOT / "deploy").rglob("*") if file.is_file())
NAMED = re.compile(r"(?<![\w/])(?:deploy|script|requirements)/[\w./-]*\w")
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OURS = re.compile(r"(?:.* -- )?(?:/opt/bridgework/bin/)?bridgework (.+)")


def missing_files(text: str) -> Iterator[str]:
    """Yield files that are named and do not exist."""
    for name in NAMED.findall(text):
        if not (ROOT / name).exists():
            yield f"{name} is not there"


def unknown_commands(text: str) -> Iterator[str]:
    """Yield commands that do not exist, or with options that they lack."""
    for block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            if found := OURS.fullmatch(line.strip()):
                words = shlex.split(found[1].partition(" > ")[0])
                yield from (f"{line.strip()}: {problem}" for problem in _problems_of(words))


def _problems_of(words: list[str]) -> Iterator[str]:
    command: click.Command = bridgework
    context = click.Context(command)
    while words and words[0][:1] != "-" and isinstance(command, click.Group):
        inner = command.get_command(context, words[0])
        if inner is None:
            yield f"there is no command {words[0]}"
            return
        command, words = inner, words[1:]
    taken = {name for param in command.params for name in param.opts}
    yield from (f"there is no {word}" for word in words if word[:2] == "--" and word not in taken)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_files_exist(page: Path) -> None:
    assert [*missing_files(page.read_text(encoding="utf-8"))] == []


def test_each_file_to_install_is_documented() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in CHAPTERS)
    names = [str(file.relative_to(ROOT)) for file in DEPLOYED]
    assert len(names) >= 5
    assert [name for name in names if name not in NAMED.findall(text)] == []


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.name)
def test_each_documented_command_exists(page: Path) -> None:
    assert [*unknown_commands(page.read_text(encoding="utf-8"))] == []


def test_a_missing_file_is_found() -> None:
    assert [*missing_files("cp deploy/apache.conf /etc")]
    assert not [*missing_files("see (../deploy/nginx.conf) and /etc/script/nothing")]
    assert [
        *unknown_commands(
            "```\nrunuser -u x -- /opt/bridgework/bin/bridgework admin demote a@b.c\n```\n"
        )
    ]
    assert [*unknown_commands("```\nbridgework migrate --plans\n```\n")]
    assert not [*unknown_commands("```\nbridgework backup erased > /x\n```\n")]
