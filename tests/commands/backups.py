"""Making, trying out and restoring backups as an operator does, and looking at what came back."""

import hashlib
import io
import itertools
import json
import os
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from click.testing import Result

from bridgework import app
from bridgework.areas.accounts.tables import accounts
from bridgework.kit.db.tables import metadata
from bridgework.settings import Settings
from tests import world as worlds
from tests.commands import cli
from tests.kit.db import another
from tests.loop import Loop
from tests.servers import postgres
from tests.world import World

_numbers = itertools.count(1)


def run(settings: Settings, *arguments: str | Path, **further: str) -> Result:
    """`bridgework backup …` on the installation of these settings."""
    return cli.run(settings, "backup", *arguments, **further)


def done(settings: Settings, *arguments: str | Path, **further: str) -> str:
    """What a command told that had to work."""
    result = run(settings, *arguments, **further)
    assert result.exit_code == 0, result.output
    return result.output


def refused(settings: Settings, *arguments: str | Path, **further: str) -> str:
    """The one line in which a command said why it would not."""
    result = run(settings, *arguments, **further)
    assert result.exit_code == 1, result.output
    told = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(told) == 1, result.output
    assert result.stderr.endswith(told[0] + "\n")
    return told[0].removeprefix("Error: ")


@contextmanager
def empty_place(settings: Settings, folder: Path) -> Iterator[Settings]:
    """An installation with nothing in it, of the same kind as another."""
    number = next(_numbers)
    place = folder / f"place{number}"
    place.mkdir()
    if settings.on_sqlite:
        yield worlds.settings(place, database_url=f"sqlite:///{place / 'bridgework.db'}")
        return
    name = f"place_{os.getpid()}_{number}"
    url = postgres.create_database(settings.database_url, name)
    yield worlds.settings(place, database_url=url)
    postgres.drop_database(settings.database_url, name)


@contextmanager
def served(settings: Settings, like: World, loop: Loop) -> Iterator[World]:
    """A server on it, by the clock of another."""
    with closing(World(app.create_app(settings, like.clock), like.clock, loop)) as made:
        yield made


def take_secret(place: Settings, origin: Settings) -> None:
    """Put the secret of one installation into another, as an operator who restores does."""
    place.secret_file.write_bytes(origin.secret_file.read_bytes())


def rows(settings: Settings) -> dict[str, list[Any]]:
    """Every row of every table."""
    with another.connection(settings.database_url) as connection:
        return {
            table.name: sorted(map(repr, connection.execute(sa.select(table))))
            for table in metadata.sorted_tables
        }


def email_keys(settings: Settings) -> set[str]:
    """Everybody's address."""
    with another.connection(settings.database_url) as connection:
        return set(connection.execute(sa.select(accounts.c.email_key)).scalars())


def leftovers(settings: Settings) -> list[Path]:
    """What a command began and did not end."""
    return [*settings.data_dir.glob(".bridgework*")]


def content(settings: Settings) -> dict[str, Any]:
    """All that an installation is: rows, files, letters and its secret."""
    here = settings.data_dir
    kept = [file for name in ("files", "mail") for file in (here / name).rglob("*")]
    kept += [here / "secret.key", here / "erased.txt"]
    found = {str(file.relative_to(here)): file.read_bytes() for file in kept if file.is_file()}
    return {**rows(settings), **found}


def members(archive: Path) -> dict[str, bytes]:
    """What anybody's `tar` finds in it."""
    with tarfile.open(archive) as tar:
        return {each.name: tar.extractfile(each).read() for each in tar}  # type: ignore[union-attr]


def manifest(archive: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(members(archive)["manifest.json"])
    return told


def manifest_of_end(archive: Path) -> dict[str, Any]:
    """The same of a large archive, which is not read whole."""
    with tarfile.open(archive) as tar, closing(tar.extractfile("manifest.json")) as file:  # type: ignore[type-var]
        told: dict[str, Any] = json.load(file)  # type: ignore[arg-type]
    return told


def forged(archive: Path, **changes: object) -> Path:
    """The same archive with another manifest, sealed as it should be."""
    return written(archive, {**members(archive)}, {**manifest(archive), **changes})


def written(archive: Path, parts: dict[str, bytes], told: dict[str, Any]) -> Path:
    """An archive of these members beside another, with the digest that fits them."""
    inside = {name: body for name, body in parts.items() if name != "manifest.json"}
    inside["manifest.json"] = json.dumps(told).encode()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name, body in inside.items():
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(body), 0o600
            tar.addfile(info, io.BytesIO(body))
    return sealed(archive, buffer.getvalue())


def tar_of(archive: Path) -> bytes:
    """An archive without its digest."""
    return archive.read_bytes()[:-65]


def sealed(archive: Path, tar: bytes) -> Path:
    """These bytes and their digest in a file beside another archive."""
    forgery = archive.with_name(f"forged{next(_numbers)}.tar")
    forgery.write_bytes(tar + f"{hashlib.sha256(tar).hexdigest()}\n".encode())
    return forgery


@contextmanager
def silent(what: str, length: int) -> Iterator[Callable[[int], object]]:
    """Progress that nobody looks at."""
    del what, length
    yield lambda amount: amount
