"""Names say what a thing is; those below only say that somebody did not know."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import Source, everywhere, made_up

SAY_NOTHING = {
    *("util", "utils", "helper", "helpers", "common"),
    *("base", "manager", "service", "services"),
}
PEERS = "bench/peers/"
"""A peer of the benchmark is named as its own world names things."""
WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def vague(source: Source) -> Iterator[str]:
    """Files, classes and functions with such a word in their name."""
    for step in Path(source.name).with_suffix("").parts:
        if not SAY_NOTHING.isdisjoint(_words(step)):
            yield f"{source.name}: {step} says nothing"
    for function in source.functions():
        # The last word is the noun: an address may well be called base_url.
        if not SAY_NOTHING.isdisjoint(_words(function.name)[-1:]):
            yield f"{source.at(function)}: {function.name} says nothing"
    for each in source.all(ast.ClassDef):
        if not SAY_NOTHING.isdisjoint(_words(each.name)):
            yield f"{source.at(each)}: {each.name} says nothing"


def _words(name: str) -> list[str]:
    return [word.lower() for word in WORD.findall(name)]


def test_names_say_what_a_thing_is() -> None:
    ours = [source for source in everywhere() if not source.name.startswith(PEERS)]
    assert [fault for source in ours for fault in vague(source)] == []


def test_a_vague_name_is_found() -> None:
    assert [*vague(made_up("class ToothManager: ..."))]
    assert [*vague(made_up("def tooth_helpers(): ..."))]
    assert [*vague(made_up("", "src/bridgework/areas/dentures/utils.py"))]
    assert not [*vague(made_up("def database(): ..."))]
