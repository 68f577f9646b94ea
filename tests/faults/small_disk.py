"""A disk of a few megabytes, which only one process and its children see.

It is mounted in a namespace of that process's own, and gone with it, however it ends.
"""

import contextlib
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_NAMESPACE = ("unshare", "--mount", "--propagation", "private")
_AS_ROOT_OF_ITS_OWN = ("--user", "--map-root-user")
_MOUNT = 'mount -t tmpfs -o "size=$0" none "$1" && shift && exec "$@"'
_CHUNK = 16 * 1024


@dataclass(frozen=True, slots=True)
class SmallDisk:
    """Where it is mounted, seen from within, and a process that sees it."""

    place: Path
    pid: int

    @property
    def root(self) -> Path:
        """The same, seen from here."""
        return Path(f"/proc/{self.pid}/root{self.place}")

    def fill(self) -> None:
        """Leave no room."""
        with (self.root / "ballast").open("wb", buffering=0) as ballast:
            for size in (_CHUNK, 4096, 1):
                with contextlib.suppress(OSError):
                    while True:
                        ballast.write(bytes(size))

    def make_room(self) -> None:
        """Take away what it was filled with."""
        (self.root / "ballast").unlink()

    def halves(self) -> Sequence[Path]:
        """What was begun and not ended."""
        return [*self.root.rglob("*.part")]


def mounting(place: Path, size: str) -> Sequence[str] | None:
    """What to put before a command that is to see the disk; None where nobody may mount one."""
    namespaces = [(), _AS_ROOT_OF_ITS_OWN] if os.geteuid() == 0 else [_AS_ROOT_OF_ITS_OWN]
    for further in namespaces:
        words = [*_NAMESPACE, *further, "sh", "-c", _MOUNT, size, str(place)]
        try:
            tried = subprocess.run([*words, "true"], capture_output=True, check=False, timeout=10)
        except OSError:
            return None
        if tried.returncode == 0:
            return words
    return None


def seen_by(place: Path, pids: Sequence[int]) -> SmallDisk:
    """The disk, by that one of these processes which has it."""
    ours = _namespace("self")
    (pid,) = (each for each in pids if _namespace(str(each)) != ours)
    return SmallDisk(place, pid)


def _namespace(process: str) -> Path:
    return Path("/proc", process, "ns", "mnt").readlink()
