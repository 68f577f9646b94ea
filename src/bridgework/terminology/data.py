"""The data file, which is read once."""

import functools
import hashlib
import tomllib
from importlib import resources
from typing import Any


@functools.cache
def words() -> dict[str, dict[str, Any]]:
    """The tables of `words.toml`."""
    return tomllib.loads(_file().decode())


def digest() -> str:
    """The version of the file, stored with data that was derived from it."""
    return hashlib.sha256(_file()).hexdigest()[:12]


@functools.cache
def _file() -> bytes:
    return resources.files(__package__).joinpath("words.toml").read_bytes()
