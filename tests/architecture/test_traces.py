"""No file contains a package registry or a path of the machine it was written on."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

REGISTRIES = ["pypi.org", "pythonhosted.org", "registry.npmjs", "registry.yarnpkg", "unpkg.com"]
FOLDERS = ["work", "root", "tmp", "home"]
TRACE = re.compile(
    "|".join([*map(re.escape, REGISTRIES), rf"(?<![\w.$}}*/])/(?:{'|'.join(FOLDERS)})/[\w.]"])
)
HERE = Path(__file__).name


def ignored() -> set[str]:
    """Return the names and patterns in .gitignore, and the repository's own directory."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    return {".git", *(line.strip("/").rpartition("/")[2] for line in lines if line)}


def files(folder: Path, excluded: set[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if any(path.match(pattern) for pattern in excluded):
            continue
        if path.is_dir():
            yield from files(path, excluded)
        elif path.name != HERE:
            yield path


def traces(text: str) -> list[str]:
    return [match[0] for match in TRACE.finditer(text)]


def test_no_file_contains_a_path_of_a_machine() -> None:
    traces_by_file = {
        str(path.relative_to(ROOT)): traces(path.read_text(encoding="utf-8", errors="replace"))
        for path in files(ROOT, ignored())
    }
    assert len(traces_by_file) > 100
    assert {name: each for name, each in traces_by_file.items() if each} == {}


@pytest.mark.parametrize(
    ("text", "is_trace"),
    [
        ("see https://pypi.org/project/x", True),
        ("cd /home/ada/bridgework", True),
        ('open("/tmp/x")', True),
        ("the folder /var/lib/bridgework", False),
        ("$HOME/work/x and a/tmp/b", False),
    ],
)
def test_a_path_of_a_machine_is_found(text: str, is_trace: bool) -> None:
    assert bool(traces(text)) is is_trace
