"""The lists answer a thousand random queries each as they are known to, on both databases.

    GOLDEN_RECORD=1 pytest tests/golden -k sqlite

writes the answers anew, for a change that is meant to alter them.
"""

import os
from pathlib import Path

import pytest

from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import Settings
from tests import world as worlds
from tests.golden import asking
from tests.golden.worlds import MAKERS
from tests.world import World

ANSWERS = Path(__file__).parent / "answers"


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """A limit that a thousand queries don't meet."""
    limit = Rule("default", 100_000, 60)
    return worlds.settings(tmp_path, database_url=database_url, rate_limit=limit)


@pytest.mark.parametrize("name", MAKERS)
def test_a_list_returns_the_golden_results(world: World, name: str) -> None:
    lines = asking.recorded(MAKERS[name](world), name)
    file = ANSWERS / f"{name}.txt"
    if os.environ.get("GOLDEN_RECORD"):
        file.write_text("\n".join(lines) + "\n")
    queries = [*asking.queries(name)]
    known = file.read_text().splitlines()
    differing = [
        (queries[int(now.partition(" ")[0])], was, now)
        for was, now in zip(known, lines, strict=False)
        if was != now
    ]
    assert differing[:5] == []
    assert len(lines) == len(known)
