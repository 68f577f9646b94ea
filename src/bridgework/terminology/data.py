"""The data file, read once."""

import functools
import hashlib
import tomllib
from importlib import resources
from typing import Any


@functools.cache
def words() -> dict[str, dict[str, Any]]:
    """Everything in `words.toml`, by its tables."""
    return tomllib.loads(_file().decode())


def digest() -> str:
    """What tells one edition of the file from another, for what was made with its help."""
    return hashlib.sha256(_file()).hexdigest()[:12]


@functools.cache
def _file() -> bytes:
    return resources.files(__package__).joinpath("words.toml").read_bytes()
