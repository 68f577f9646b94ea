"""The log of a test."""

import pytest


def everything(caplog: pytest.LogCaptureFixture) -> str:
    """Return every message and every attribute of its record, including the access log's values."""
    return caplog.text + "".join(repr(vars(record)) for record in caplog.records)
