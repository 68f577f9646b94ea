"""The mail server of a test."""

from collections.abc import Iterator

import pytest

from tests.servers.smtp import MailServer, running_smtp


@pytest.fixture
def server() -> Iterator[MailServer]:
    with running_smtp() as running:
        yield running
