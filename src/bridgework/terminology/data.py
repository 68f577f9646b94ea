"""The data files, which are read once."""

import functools
import hashlib
import tomllib
from importlib import resources
from typing import Any


@functools.cache
def words() -> dict[str, dict[str, Any]]:
    """The tables of `words.toml`."""
    return tomllib.loads(_file("words.toml").decode())


@functools.cache
def general_words() -> dict[str, dict[str, str]]:
    """The tables of `general_words.toml`."""
    return tomllib.loads(_file("general_words.toml").decode())


@functools.cache
def professions() -> dict[str, dict[str, Any]]:
    """The tables of `professions.toml`."""
    return tomllib.loads(_file("professions.toml").decode())


@functools.cache
def protected() -> dict[str, dict[str, list[str]]]:
    """The tables of `protected.toml`."""
    return tomllib.loads(_file("protected.toml").decode())


@functools.cache
def metropolitan_areas() -> dict[str, dict[str, str]]:
    """The places of each area of `metropolitan_areas.toml`, by state."""
    areas: dict[str, dict[str, str]] = tomllib.loads(_file("metropolitan_areas.toml").decode())[
        "areas"
    ]
    return areas


@functools.cache
def regions() -> dict[str, dict[str, list[str]]]:
    """The tables of `regions.toml`."""
    return tomllib.loads(_file("regions.toml").decode())


def cities() -> list[str]:
    """The lines of `cities.csv`."""
    lines = _file("cities.csv").decode().splitlines()
    return [line for line in lines if not line.startswith("#")]


def digest() -> str:
    """The version of the data of a search, stored with what was derived from it."""
    names = ("words.toml", "professions.toml", "metropolitan_areas.toml", "regions.toml")
    content = b"".join(map(_file, (*names, "cities.csv")))
    return hashlib.sha256(content).hexdigest()[:12]


@functools.cache
def _file(name: str) -> bytes:
    return resources.files(__package__).joinpath(name).read_bytes()
