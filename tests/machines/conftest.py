"""A server with a very high rate limit."""

from pathlib import Path

import pytest

from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import world as worlds


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    rate = Rule("default", 1_000_000, 60)
    return worlds.settings(tmp_path, database_url=database_url, rate_limit=rate)
