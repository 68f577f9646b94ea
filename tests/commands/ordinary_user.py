"""Runs the real command in a process, as a user who is not root."""

import contextlib
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bridgework.settings import PREFIX

_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Place:
    """A data directory of a user who is not root."""

    data: Path
    user: pwd.struct_passwd | None
    """None: the tests run as an ordinary user, who runs the command too."""

    def process(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return _run(self.data, self.data.parent, self.user, *arguments)

    def run(self, *arguments: str) -> str:
        """Run a command that must succeed."""
        done = self.process(*arguments)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def refused(self, *arguments: str) -> str:
        """Run a command that must fail with a message; return its output."""
        done = self.process(*arguments)
        output = done.stderr + done.stdout
        assert done.returncode == 1, output
        assert "Traceback" not in output
        return output

    def doctor(self) -> dict[str, Any]:
        """Return the results of a check that finds failures, by name."""
        done = self.process("doctor", "--json")
        assert done.returncode == 2, done.stderr + done.stdout
        assert "Traceback" not in done.stderr
        return {result["check"]: result for result in json.loads(done.stdout)["checks"]}

    def own(self, path: Path, *, owner: int | None = None, mode: int = 0o600) -> None:
        """Give a file to the user, or to another one."""
        if self.user is not None:
            os.chown(path, self.user.pw_uid if owner is None else owner, -1)
        path.chmod(mode)


@contextlib.contextmanager
def private_place() -> Iterator[Place]:
    """Create an empty place that belongs to the user of the commands."""
    user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="bridgework-place-"))
    try:
        if user is not None:
            os.chown(home, user.pw_uid, user.pw_gid)
        yield Place(home / "data", user)
    finally:
        for folder in (home, home / "data"):
            if folder.exists():
                folder.chmod(0o700)
        shutil.rmtree(home)


def run_as_self(data: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the user of the tests."""
    return _run(data, Path("/"), None, *arguments, **settings)


def post(url: str, body: str) -> None:
    """Send a request whose response does not matter."""
    request = urllib.request.Request(  # noqa: S310 - a server of the test
        url, body.encode(), {"content-type": "application/json"}
    )
    try:
        urllib.request.urlopen(request, timeout=30).close()  # noqa: S310
    except urllib.error.HTTPError as error:
        error.close()


def _run(
    data: Path, folder: Path, user: pwd.struct_passwd | None, *arguments: str, **settings: str
) -> subprocess.CompletedProcess[str]:
    values = {"env": "development", "data_dir": str(data), **settings}
    environment = {name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}
    environment |= {f"{PREFIX}{name.upper()}": value for name, value in values.items()}
    return subprocess.run(  # the caller reads the status
        [sys.executable, "-m", "bridgework", *arguments],
        env=environment,
        cwd=folder,
        user=user and user.pw_uid,
        group=user and user.pw_gid,
        extra_groups=[] if user else None,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
