"""The readiness probe."""

import logging

import pytest

from bridgework.kit.security import passwords
from tests.world import World


@pytest.fixture
def unusable_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every hash fail: argon2 needs 8 KiB. Request this fixture before the world."""
    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=1, kib=1))


def test_a_server_that_hashes_passwords_is_ready(world: World) -> None:
    assert world.get("/readyz").must(200).json["status"] == "ready"


def test_a_server_that_cannot_hash_passwords_is_not_ready(
    unusable_hashing: None, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):  # a failure is not remembered as a success
        refused = world.get("/readyz").must(503)
        assert refused.error == "hashing_unavailable"
        assert refused.headers["retry-after"] == "5"
    assert "a password cannot be hashed" in caplog.text
    assert caplog.records[-1].levelno == logging.ERROR
    world.get("/livez").must(200)
