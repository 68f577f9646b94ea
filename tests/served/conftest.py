"""One running program for the tests that only talk to it."""

from collections.abc import Iterator

import pytest

from tests.served import program
from tests.served.program import Program


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with program.serving(tmp_path_factory.mktemp("served")) as running:
        yield running
