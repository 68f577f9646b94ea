"""Runs a server process that ends with a block, or with the test run if that is killed."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

_END = 10.0  # seconds until a stopping server is killed

# Runs the server and holds a pipe to the test process. When that process ends, even by kill -9, its
# end of the pipe closes; then the server is stopped and its directory is removed.
_GUARD = """
folder=$1; shift
exec 3<&0
"$@" 3<&- &
server=$!
{ cat <&3 >/dev/null; kill -s INT "$server"; } 2>/dev/null &
wait "$server"
cd /
rm -rf -- "$folder"
"""


@contextlib.contextmanager
def guarded(
    command: Sequence[str | Path],
    folder: Path,
    log: IO[bytes],
    owner: pwd.struct_passwd | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server that keeps its files in `folder`; both are removed after the block.

    The given process ends when the server does. The server's output goes to `log`, which must be
    outside the directory. Only root can run it as another owner.
    """
    process = subprocess.Popen(
        ["/bin/sh", "-c", _GUARD, "guard", folder, *command],
        stdin=subprocess.PIPE,
        stdout=log,
        stderr=log,
        cwd=folder,
        start_new_session=True,  # Ctrl-C is for the tests: the server must outlive their cleanup
        user=owner and owner.pw_uid,
        group=owner and owner.pw_gid,
        extra_groups=[] if owner else None,
    )
    try:
        yield process
    finally:
        _end(process)
        shutil.rmtree(folder, ignore_errors=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close the pipe, which makes the guard stop the server; kill both if it takes too long."""
    if process.stdin:
        process.stdin.close()
    try:
        process.wait(_END)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
