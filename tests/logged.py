"""What was logged while a test ran."""

import pytest


def everything(caplog: pytest.LogCaptureFixture) -> str:
    """Every message, and every attribute of its record: the access log's values are among them."""
    return caplog.text + "".join(repr(vars(record)) for record in caplog.records)
