"""Starts a real PgBouncer in transaction mode for a test, and stops it afterwards.

Its settings are those of deploy/pgbouncer.ini, except addresses and authentication.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from tests.servers import postgres
from tests.servers.guard import guarded
from tests.servers.missing import ServerMissing
from tests.servers.ports import free_port

POOLER = os.environ.get("BRIDGEWORK_TEST_POOLER", "none")
"""`transaction` runs all tests on PostgreSQL behind a pooler."""
IS_POOLED = POOLER == "transaction"
_START = 10.0  # seconds until the pooler must listen
_DEPLOYED = Path(__file__).parents[2] / "deploy" / "pgbouncer.ini"
_SETTINGS = """
%include {deployed}
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
auth_file =
server_reset_query =
[databases]
* = host=127.0.0.1 port={server_port} user={user}
"""
"""The first lines belong to the section that the included file ends with: beginning it again would
reset its settings."""


@contextlib.contextmanager
def running_pgbouncer(server_url: str) -> Iterator[str]:
    """Run a pooler on 127.0.0.1 for all databases of a server; yields the URL of the same database.

    Raises ServerMissing with what to install.
    """
    binary = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if binary is None:
        raise ServerMissing("No PgBouncer is here: on Debian, sudo apt install pgbouncer.")
    address, port, owner = sa.make_url(server_url), free_port(), postgres.server_account()
    folder = Path(tempfile.mkdtemp(prefix="pgbouncer-"))
    if owner:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        _SETTINGS.format(
            deployed=_DEPLOYED, server_port=address.port, user=address.username, port=port
        )
    )
    settings.chmod(0o644)
    with (
        tempfile.TemporaryFile() as log,
        guarded([binary, settings], folder, log, owner) as pooler,
    ):
        if not _is_listening(pooler, port):
            log.seek(0)
            raise RuntimeError(f"PgBouncer did not start: {log.read().decode(errors='replace')}")
        yield address.set(port=port).render_as_string()


def through(pooler_url: str, database_url: str) -> str:
    """Return the URL of a database at the pooler."""
    port = sa.make_url(pooler_url).port
    return sa.make_url(database_url).set(port=port).render_as_string()


def _is_listening(pooler: subprocess.Popen[bytes], port: int) -> bool:
    deadline = time.monotonic() + _START
    while pooler.poll() is None and time.monotonic() < deadline:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port), 1),
        ):
            return True
        time.sleep(0.02)
    return False
