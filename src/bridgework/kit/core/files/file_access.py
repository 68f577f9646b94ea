"""Messages about files that the user of this process may not access."""

import errno
import os
import pwd
import stat
from pathlib import Path

_DENIED = frozenset({errno.EACCES, errno.EPERM})


def describe_denial(path: Path, error: OSError) -> str:
    """Describe why a file or directory cannot be accessed, and the remedy."""
    if error.errno not in _DENIED:
        return f"{path}: {error.strerror}"
    return f"{path}: permission denied: {_ownership(path)}"


def access_problem(path: Path, *, write: bool) -> str:
    """Describe why this process may not read (or write) a file or directory; empty if it may."""
    required = os.R_OK | (os.W_OK if write else 0)
    required |= os.X_OK if path.is_dir() else 0
    if os.access(path, required):
        return ""
    if not path.exists():
        return f"{path} does not exist"
    return f"{path}: permission denied: {_ownership(path)}"


def _ownership(path: Path) -> str:
    """Name the user of this process and the owner of the nearest path that can be examined."""
    user = user_name(os.geteuid())
    examined = next(each for each in (path, *path.absolute().parents) if _can_examine(each))
    status = examined.stat()
    mode = stat.S_IMODE(status.st_mode)
    owner = user_name(status.st_uid)
    return (
        f"the command runs as {user}, and {examined} belongs to {owner} with mode {mode:04o}. "
        f"Run the command as the user of the server, or give that user the files with chown"
    )


def _can_examine(path: Path) -> bool:
    try:
        path.stat()
    except OSError:
        return False
    return True


def user_name(user_id: int) -> str:
    """The name of a user, or the number of one that has no name."""
    try:
        return pwd.getpwuid(user_id).pw_name
    except KeyError:
        return f"user {user_id}"
