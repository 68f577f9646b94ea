"""A pytest plugin with the real servers for tests, one of each per test run.

The first process of the run owns the servers, whichever test process (pytest-xdist) needs one
first, and stops them at the end. Servers that no test needs are not started. A test whose server is
not installed is skipped, or fails with BRIDGEWORK_TEST_REQUIRE=all.
"""

import contextlib
import functools
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn, Protocol

import pytest

from tests.servers import desk, pgbouncer, postgres, s3, valkey
from tests.servers.missing import ServerMissing

Ask = Callable[[str], desk.Answer]

_DESK = pytest.StashKey[desk.Desk]()
_ASK = pytest.StashKey[Ask]()
_ADDRESS = "bridgework_servers"


class WorkerNode(Protocol):
    """The part of an xdist worker that is used here."""

    config: pytest.Config
    workerinput: dict[str, object]


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> str:
    """The URL of the run's PostgreSQL database `postgres`; create your own database there."""
    return _url_of(pytestconfig, "postgres")


@pytest.fixture(scope="session")
def valkey_url(pytestconfig: pytest.Config) -> str:
    """The URL of the run's Valkey, shared by all test processes; use a key prefix of your own."""
    return _url_of(pytestconfig, "valkey")


@pytest.fixture(scope="session")
def s3_url(pytestconfig: pytest.Config) -> str:
    """The URL of the run's S3 server. All test processes share it, so create your own bucket."""
    return _url_of(pytestconfig, "s3")


@pytest.fixture(scope="session")
def pgbouncer_url(postgres_url: str) -> Iterator[str]:
    """The URL of the database `postgres` at a pooler in transaction mode, of this test process."""
    with contextlib.ExitStack() as ending:
        try:
            url = ending.enter_context(pgbouncer.running_pgbouncer(postgres_url))
        except ServerMissing as missing:
            skip_or_fail(str(missing))
        yield url


def pytest_configure(config: pytest.Config) -> None:
    given: dict[str, str] | None = getattr(config, "workerinput", None)
    if given:
        ask: Ask = functools.partial(desk.ask_at, given[_ADDRESS])
    else:
        starters = {
            "postgres": postgres.running_postgres,
            "valkey": valkey.running_valkey,
            "s3": s3.running_s3,
        }
        config.stash[_DESK] = desk.Desk(starters)
        ask = config.stash[_DESK].ask
    config.stash[_ASK] = ask
    if shutil.which("pg_dump") is None:  # used by backups, and installed with the server
        with contextlib.suppress(ServerMissing):
            os.environ["PATH"] += f"{os.pathsep}{postgres._programs()}"


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    if pgbouncer.IS_POOLED:
        skip = pytest.mark.skip(reason="a pooler in transaction mode has no sessions for clients")
        for item in items:
            if item.get_closest_marker("needs_session"):
                item.add_marker(skip)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerNode) -> None:
    node.workerinput[_ADDRESS] = node.config.stash[_DESK].address()


def pytest_unconfigure(config: pytest.Config) -> None:
    if _DESK in config.stash:
        config.stash[_DESK].close()


def _url_of(config: pytest.Config, name: str) -> str:
    answer = config.stash[_ASK](name)
    if answer.missing:
        skip_or_fail(answer.missing)
    if answer.failed:
        pytest.fail(answer.failed, pytrace=False)
    return answer.url


def skip_or_fail(reason: str) -> NoReturn:
    """Skip the test, or fail if skipping is not allowed."""
    if os.environ.get("BRIDGEWORK_TEST_REQUIRE") == "all":
        pytest.fail(f"{reason} (BRIDGEWORK_TEST_REQUIRE=all)", pytrace=False)
    pytest.skip(reason)
