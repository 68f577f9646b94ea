"""A running server shared by tests that only send requests to it."""

from collections.abc import Iterator

import pytest

from tests.served import program
from tests.served.program import Program


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with program.run_server(tmp_path_factory.mktemp("served")) as running:
        yield running
