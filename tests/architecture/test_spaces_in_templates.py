"""A space between a text and a value survives the end of a line.

The templates of the site and the console drop white space that contains the end of a line.
"""

import itertools
import re
from collections.abc import Iterator

import pytest

from tests.architecture.sources import ROOT

_TEXT_OR_VALUE = re.compile(r"([A-Za-z][a-z]+|[\w,.:]\s*\$\{[^{}]*\})[,:.]?$")
_VALUE = re.compile(r"\$\{(?!html|\" \")[^{}`]*\}")
_NO_TEXT = ("//", "*", "/*", "import", "const", "return")


def missing_spaces(text: str) -> Iterator[int]:
    """Yield the numbers of lines that end with a text or a value before a value."""
    lines = [line.strip() for line in text.splitlines()]
    for number, (line, following) in enumerate(itertools.pairwise(lines), start=1):
        ends = _TEXT_OR_VALUE.search(line) and not line.endswith('${" "}')
        if ends and not line.startswith(_NO_TEXT) and _VALUE.match(following):
            yield number


def test_no_space_is_lost_at_the_end_of_a_line() -> None:
    files = sorted((ROOT / "src" / "bridgework" / "web").rglob("*.js"))
    assert len(files) > 50
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        if "vendor" not in file.parts
        for number in missing_spaces(file.read_text(encoding="utf-8"))
    ]
    assert found == [], 'write ${" "} at the end of the line'


@pytest.mark.parametrize(
    "text", ["<p>The first\n  ${count} records</p>", ": ${count}\n  ${word} in the log"]
)
def test_a_lost_space_is_found(text: str) -> None:
    assert [*missing_spaces(text)] == [1]
