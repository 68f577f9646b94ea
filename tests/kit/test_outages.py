"""An outage logs one line a minute and component."""

import logging

import pytest

from bridgework.kit.core import outages

_log = logging.getLogger("bridgework.database")


def test_an_outage_is_logged_once_a_minute_with_the_number_of_suppressed_lines(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        outages.warn(_log, "database", "it failed: %s", "lost")
    outages.warn(_log, "storage", "another component")
    assert caplog.messages == ["it failed: lost", "another component"]
    monkeypatch.setattr(outages, "_SECONDS", 0.0)
    outages.warn(_log, "database", "it failed: %s", "still")
    assert caplog.messages[-1] == (
        "it failed: still (2 more warnings about the database were not logged)"
    )
