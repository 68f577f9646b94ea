"""Every pattern in the document means the same to the server, Python and JavaScript.

The patterns of the text formats are included. JavaScript reads the patterns without the flag `u`,
as most OpenAPI 3.0 validators do. Its engine comes with Playwright, a development package.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import playwright
import pytest
from pydantic import Field, TypeAdapter, ValidationError

from bridgework.kit.http.idempotency import fingerprint
from bridgework.kit.http.openapi import parameters
from bridgework.kit.validation import fields
from tests import cast
from tests.architecture import probes
from tests.architecture import published_schemas as published
from tests.world import World

NODE = Path(playwright.__file__).parent / "driver" / "node"
SCRIPT = """
const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
const matches = pairs.map(([pattern, text]) => new RegExp(pattern).test(text));
process.stdout.write(JSON.stringify(matches));
"""
GOOD = {
    **probes.ACCEPTED_BY_PATTERN,
    fields.NO_CONTROLS: ["", "Anna", "a\u2028b"],
    fields.SIX_DIGITS: ["123456"],
    fingerprint.PATTERN: ["0197f7a0-5d3c", '"0197f7a0-5d3c"', r'"a\"b\\c"', "k" * 255],
    parameters._ID_PATTERN: ["0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71"],
}
BAD = {
    **probes.REFUSED_BY_PATTERN,
    fingerprint.PATTERN: ["", '""', "two words", '"unended', "caf\xe9", "nul\x00", "k" * 256],
    parameters._ID_PATTERN: ["", "nobody", "0197f7a05d3c7b3e9c0e2f6d1c9b8a71"],
}
NAMES = ["Anna", "Zoë", "Ольга", "\u5f20\u4f1f", "O'Brien 3rd", "\U00020bb7\u91ce", "أحمد\u200f"]


def patterns(node: Any) -> Iterator[str]:
    """Return every pattern in the document."""
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            yield node["pattern"]
        for value in node.values():
            yield from patterns(value)
    elif isinstance(node, list):
        for value in node:
            yield from patterns(value)


PATTERNS = sorted(set(patterns(published.document())))


def in_javascript(pattern: str, texts: list[str]) -> list[bool]:
    pairs = json.dumps([[pattern, text] for text in texts])
    printed = subprocess.check_output([NODE, "-e", SCRIPT], input=pairs, text=True)
    matches: list[bool] = json.loads(printed)
    return matches


def in_python(pattern: str, text: str) -> bool:
    # Python's `$` also matches before a final line feed; that of ECMA-262 does not.
    return re.search(pattern.removesuffix("$") + r"\Z", text) is not None


def by_the_server(pattern: str, text: str) -> bool:
    try:
        TypeAdapter(Annotated[str, Field(pattern=pattern)]).validate_python(text)
    except ValidationError:
        return False
    return True


def test_every_pattern_has_examples() -> None:
    assert [pattern for pattern in PATTERNS if not (GOOD.get(pattern) and BAD.get(pattern))] == []


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_means_the_same_in_every_engine(pattern: str) -> None:
    texts = [*GOOD[pattern], *BAD[pattern]]
    expected = [True] * len(GOOD[pattern]) + [False] * len(BAD[pattern])
    assert in_javascript(pattern, texts) == expected
    assert [in_python(pattern, text) for text in texts] == expected
    assert [by_the_server(pattern, text) for text in texts] == expected


def test_a_name_that_the_document_allows_is_accepted(world: World) -> None:
    ada = cast.ada(world)
    members = published.document()["components"]["schemas"]["UpdateUserRequest"]["properties"]
    assert members["firstName"]["description"].endswith("Must contain at least one letter.")
    assert in_javascript(members["firstName"]["pattern"], NAMES) == [True] * len(NAMES)
    for name in NAMES:
        changed = world.patch("/users/me", {"firstName": name}, as_=ada).must(200)
        assert changed.data["firstName"] == name
