"""What operators are told: the files that are named are there, and the commands are commands."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bridgework.__main__ import bridgework
from tests.architecture.sources import ROOT

PAGE = ROOT / "docs" / "operate.md"
PAGES = [PAGE, ROOT / "README.md", *sorted(file for file in (ROOT / "deploy").rglob("*.*"))]
DEPLOYED = sorted(file for file in (ROOT / "deploy").rglob("*") if file.is_file())
NAMED = re.compile(r"(?<![\w/])(?:deploy|script|requirements)/[\w./-]*\w")
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OURS = re.compile(r"(?:.* -- )?(?:/opt/bridgework/bin/)?bridgework (.+)")


def strangers(text: str) -> Iterator[str]:
    """Files of the tree that are named and are not there."""
    for name in NAMED.findall(text):
        if not (ROOT / name).exists():
            yield f"{name} is not there"


def unknown(text: str) -> Iterator[str]:
    """Commands of ours that the command line does not have, or options that they do not take."""
    for block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            if found := OURS.fullmatch(line.strip()):
                words = shlex.split(found[1].partition(" > ")[0])
                yield from (f"{line.strip()}: {fault}" for fault in _faults(words))


def _faults(words: list[str]) -> Iterator[str]:
    found: click.Command = bridgework
    context = click.Context(found)
    while words and isinstance(found, click.Group):
        inner = found.get_command(context, words[0])
        if inner is None:
            yield f"there is no command {words[0]}"
            return
        found, words = inner, words[1:]
    taken = {name for each in found.params for name in each.opts}
    yield from (f"there is no {word}" for word in words if word[:2] == "--" and word not in taken)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_files_exist(page: Path) -> None:
    assert [*strangers(page.read_text(encoding="utf-8"))] == []


def test_each_file_to_install_is_documented() -> None:
    text = PAGE.read_text(encoding="utf-8")
    names = [str(file.relative_to(ROOT)) for file in DEPLOYED]
    assert len(names) >= 5
    assert [name for name in names if name not in NAMED.findall(text)] == []


def test_each_documented_command_exists() -> None:
    assert [*unknown(PAGE.read_text(encoding="utf-8"))] == []


def test_a_missing_file_is_found() -> None:
    assert [*strangers("cp deploy/apache.conf /etc")]
    assert not [*strangers("see (../deploy/nginx.conf) and /etc/script/nothing")]
    assert [
        *unknown("```\nrunuser -u x -- /opt/bridgework/bin/bridgework admin demote a@b.c\n```\n")
    ]
    assert [*unknown("```\nbridgework migrate --plans\n```\n")]
    assert not [*unknown("```\nbridgework backup erased > /x\n```\n")]
