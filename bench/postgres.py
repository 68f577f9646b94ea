"""A PostgreSQL of the run's own, on the core of the servers: it is a part of each that uses it."""

import contextlib
import dataclasses
import os
import pathlib
from collections.abc import Iterator

from bench import cores
from tests.servers import postgres
from tests.servers.missing import ServerMissing


@dataclasses.dataclass(frozen=True, slots=True)
class Postgres:
    url: str
    pid: int

    def database(self, name: str) -> str:
        """The address of a new, empty database."""
        return postgres.create_database(self.url, name)

    def tidy(self, url: str) -> None:
        """Have a filled database know its rows now, and not while it is measured."""
        with postgres.administering(url) as connection:
            connection.execute("VACUUM ANALYZE")


@contextlib.contextmanager
def running(pair: cores.Pair) -> Iterator[Postgres | None]:
    """None where no PostgreSQL is installed."""
    before = os.sched_getaffinity(0)
    with contextlib.ExitStack() as ending:
        os.sched_setaffinity(0, {pair.server})
        try:
            url = ending.enter_context(postgres.running_postgres())
        except ServerMissing:
            url = ""
        finally:
            os.sched_setaffinity(0, before)
        yield Postgres(url, _pid(url)) if url else None


def _pid(url: str) -> int:
    with postgres.administering(url) as connection:
        told = connection.execute("SHOW data_directory").fetchone()
    folder = pathlib.Path(str(told[0]) if told else "")
    return int((folder / "postmaster.pid").read_text().splitlines()[0])
