"""A disk of a few megabytes, visible only to one process and its children.

It is mounted in a namespace of that process and disappears with it. Where users may not have
namespaces, `.ci/run` mounts one as root and names it in BRIDGEWORK_TEST_SMALL_DISK.
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
_GIVEN = "BRIDGEWORK_TEST_SMALL_DISK"
_CHUNK = 16 * 1024


@dataclass(frozen=True, slots=True)
class SmallDisk:
    """A disk at a path that is valid in the test process."""

    root: Path

    def fill(self) -> None:
        """Fill the disk completely."""
        with (self.root / "ballast").open("wb", buffering=0) as ballast:
            for size in (_CHUNK, 4096, 1):
                with contextlib.suppress(OSError):
                    while True:
                        ballast.write(bytes(size))

    def free_space(self) -> None:
        """Delete what the disk was filled with."""
        (self.root / "ballast").unlink()

    def incomplete_files(self) -> Sequence[Path]:
        """Return the incomplete files."""
        return [*self.root.rglob("*.part")]


def given_disk() -> SmallDisk | None:
    """Return the disk that `.ci/run` mounted, if it did."""
    given = os.environ.get(_GIVEN)
    return SmallDisk(Path(given)) if given else None


def mount_command(mount_point: Path, size: str) -> Sequence[str] | None:
    """Return a command prefix that mounts the disk, or None if mounting is not permitted."""
    namespaces = [(), _AS_ROOT_OF_ITS_OWN] if os.geteuid() == 0 else [_AS_ROOT_OF_ITS_OWN]
    for further in namespaces:
        command = [*_NAMESPACE, *further, "sh", "-c", _MOUNT, size, str(mount_point)]
        try:
            tried = subprocess.run([*command, "true"], capture_output=True, check=False, timeout=10)
        except OSError:
            return None
        if tried.returncode == 0:
            return command
    return None


def find_disk(mount_point: Path, pids: Sequence[int]) -> SmallDisk:
    """Return the disk as seen by one of these processes."""
    ours = _namespace("self")
    (pid,) = (each for each in pids if _namespace(str(each)) != ours)
    return SmallDisk(Path(f"/proc/{pid}/root{mount_point}"))


def _namespace(process: str) -> Path:
    return Path("/proc", process, "ns", "mnt").readlink()
