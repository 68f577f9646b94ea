"""Each list returns the recorded results for a thousand random queries, on both databases.

GOLDEN_RECORD=1 pytest tests/golden -k sqlite

records the results again after an intended change.
"""

import os
from pathlib import Path

import pytest

from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import world as worlds
from tests.golden import asking
from tests.golden.worlds import MAKERS
from tests.world import World

ANSWERS = Path(__file__).parent / "answers"


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """A rate limit above a thousand queries."""
    limit = Rule("default", 100_000, 60)
    return worlds.settings(tmp_path, database_url=database_url, rate_limit=limit)


@pytest.mark.parametrize("name", MAKERS)
def test_a_list_returns_the_golden_results(world: World, name: str) -> None:
    lines = asking.recorded(MAKERS[name](world), name)
    file = ANSWERS / f"{name}.txt"
    if os.environ.get("GOLDEN_RECORD"):
        file.write_text("\n".join(lines) + "\n")
    queries = [*asking.queries(name)]
    recorded_lines = file.read_text().splitlines()
    differing = [
        (queries[int(now.partition(" ")[0])], expected, now)
        for expected, now in zip(recorded_lines, lines, strict=False)
        if expected != now
    ]
    assert differing[:5] == []
    assert len(lines) == len(recorded_lines)
