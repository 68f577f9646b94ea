"""A PostgreSQL server for the run, on the server's core: its work counts for the stack.

It is the server that the tests start, which does not wait for the disk.
"""

import contextlib
import dataclasses
import os
import pathlib
from collections.abc import Iterator

import click

from bench import cores
from tests.servers import postgres
from tests.servers.missing import ServerMissing


@dataclasses.dataclass(frozen=True, slots=True)
class Postgres:
    url: str
    pid: int
    version: str
    databases: list[str] = dataclasses.field(default_factory=list)

    def create_database(self, name: str) -> str:
        """Create an empty database and return its URL."""
        self.databases.append(postgres.create_database(self.url, name))
        return self.databases[-1]

    def vacuum(self) -> None:
        """Vacuum and analyze the filled databases now instead of during the measurements."""
        for url in self.databases:
            with postgres.administering(url) as connection:
                connection.execute("VACUUM ANALYZE")


@contextlib.contextmanager
def running(pair: cores.Cores) -> Iterator[Postgres]:
    """Start PostgreSQL. Raises ClickException if it is not installed."""
    before = os.sched_getaffinity(0)
    with contextlib.ExitStack() as stack:
        os.sched_setaffinity(0, {pair.server})
        try:
            url = stack.enter_context(postgres.running_postgres())
        except ServerMissing:
            raise click.ClickException("PostgreSQL is not installed") from None
        finally:
            os.sched_setaffinity(0, before)
        yield _describe(url)


def _describe(url: str) -> Postgres:
    with postgres.administering(url) as connection:
        row = connection.execute(
            "SELECT current_setting('data_directory'), current_setting('server_version')"
        ).fetchone()
    folder, version = row or ("", "")
    pid = int((pathlib.Path(str(folder)) / "postmaster.pid").read_text().splitlines()[0])
    return Postgres(url, pid, str(version))
