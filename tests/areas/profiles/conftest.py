"""A rate limit for the tests of profiles, which send many requests from one account."""

from pathlib import Path

import pytest

from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import world


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """A rate limit that no test in this directory reaches."""
    limit = Rule("default", 100_000, 60)
    return world.settings(tmp_path, database_url=database_url, rate_limit=limit)
