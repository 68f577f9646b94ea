"""The searches of `cases.toml`, on both databases."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests import make
from tests.areas.directory import reading
from tests.world import World

TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))


def cases() -> Iterator[tuple[str, str, set[str]]]:
    for parameter in ("search", "location"):
        for group in TABLE[parameter]:
            for query, finds in group.items():
                if query != "rule":
                    yield parameter, query, set(finds)


def fill(world: World) -> None:
    for name, profile in TABLE["experts"].items():
        skills = [{"category": "All", "items": profile["skills"]}] if "skills" in profile else []
        make.expert(world, name, **{**profile, "skills": skills})
        world.clock.advance(minutes=1)


def test_each_case_finds_the_listed_experts(world: World) -> None:
    fill(world)
    expected = {(name, query): finds for name, query, finds in cases()}
    assert len(expected) >= 60
    names_found = {
        (name, query): reading.find_names(world, f"{name}={quote(query)}")
        for name, query in expected
    }
    assert names_found == expected
