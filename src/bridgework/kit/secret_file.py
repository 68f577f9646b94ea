"""The secret that a first start makes, so that nobody has to invent one."""

import os
import secrets
from pathlib import Path


def read_or_make(path: Path) -> str:
    """The secret in `path`, made of 256 random bits if there is none, readable by us alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        secret = secrets.token_urlsafe(32)
        file.write(secret + "\n")
        file.flush()
        os.fsync(file.fileno())
    return secret
