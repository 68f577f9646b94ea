"""Creates, verifies and restores backups as an operator does, and reads the results."""

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
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.data.db import metadata
from bridgework.settings import Settings
from tests import world as worlds
from tests.commands import cli
from tests.kit.db import another
from tests.loop import Loop
from tests.servers import postgres
from tests.world import World

_numbers = itertools.count(1)


def run(settings: Settings, *arguments: str | Path, **settings_changes: str) -> Result:
    """Run `bridgework backup …` on an installation."""
    return cli.run(settings, "backup", *arguments, **settings_changes)


def done(settings: Settings, *arguments: str | Path, **settings_changes: str) -> str:
    """Run a command that must succeed; return its output."""
    result = run(settings, *arguments, **settings_changes)
    assert result.exit_code == 0, result.output
    return result.output


def refused(settings: Settings, *arguments: str | Path, **settings_changes: str) -> str:
    """Run a command that must be refused; return the message."""
    result = run(settings, *arguments, **settings_changes)
    assert result.exit_code == 1, result.output
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1, result.output
    assert result.stderr.endswith(errors[0] + "\n")
    return errors[0].removeprefix("Error: ")


@contextmanager
def empty_place(settings: Settings, folder: Path) -> Iterator[Settings]:
    """Create an empty installation of the same kind."""
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
    """Run a server on an installation with the clock of another one."""
    with closing(World(app.create_app(settings, like.clock), like.clock, loop)) as made:
        yield made


def take_secret(place: Settings, origin: Settings) -> None:
    """Copy the secret of an installation to another one, as an operator does before a restore."""
    place.secret_file.write_bytes(origin.secret_file.read_bytes())


def rows(settings: Settings) -> dict[str, list[Any]]:
    """Return every row of every table."""
    with another.connection(settings.database_url) as connection:
        return {
            table.name: sorted(map(repr, connection.execute(sa.select(table))))
            for table in metadata.sorted_tables
        }


def email_keys(settings: Settings) -> set[str]:
    """Return the e-mail keys of all accounts."""
    with another.connection(settings.database_url) as connection:
        return set(connection.execute(sa.select(accounts.c.email_key)).scalars())


def leftovers(settings: Settings) -> list[Path]:
    """Return the files that an interrupted command has left."""
    return [*settings.data_dir.glob(".bridgework*")]


def content(settings: Settings) -> dict[str, Any]:
    """Return all data of an installation: rows, files, e-mails and the secret."""
    here = settings.data_dir
    paths = [file for name in ("files", "mail") for file in (here / name).rglob("*")]
    paths += [here / "secret.key", here / "erased.txt"]
    files = {str(file.relative_to(here)): file.read_bytes() for file in paths if file.is_file()}
    return {**rows(settings), **files}


def members(archive: Path) -> dict[str, bytes]:
    """Return the members of an archive as `tar` reads them."""
    with tarfile.open(archive) as tar:
        return {info.name: tar.extractfile(info).read() for info in tar}  # type: ignore[union-attr]


def manifest(archive: Path) -> dict[str, Any]:
    errors: dict[str, Any] = json.loads(members(archive)["manifest.json"])
    return errors


def manifest_of_end(archive: Path) -> dict[str, Any]:
    """Return the manifest at the end of a large archive without reading all of it."""
    with tarfile.open(archive) as tar, closing(tar.extractfile("manifest.json")) as file:  # type: ignore[type-var]
        errors: dict[str, Any] = json.load(file)  # type: ignore[arg-type]
    return errors


def forged(archive: Path, **changes: object) -> Path:
    """Return a copy of the archive with a changed manifest and a correct digest."""
    return written(archive, {**members(archive)}, {**manifest(archive), **changes})


def written(archive: Path, parts: dict[str, bytes], errors: dict[str, Any]) -> Path:
    """Write an archive with these members and a correct digest next to another one."""
    inside = {name: body for name, body in parts.items() if name != "manifest.json"}
    inside["manifest.json"] = json.dumps(errors).encode()
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name, body in inside.items():
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(body), 0o600
            tar.addfile(info, io.BytesIO(body))
    return sealed(archive, buffer.getvalue())


def tar_of(archive: Path) -> bytes:
    """Return an archive without its digest."""
    return archive.read_bytes()[:-65]


def sealed(archive: Path, tar: bytes) -> Path:
    """Write these bytes with their digest to a file next to another archive."""
    forgery = archive.with_name(f"forged{next(_numbers)}.tar")
    forgery.write_bytes(tar + f"{hashlib.sha256(tar).hexdigest()}\n".encode())
    return forgery


@contextmanager
def silent(what: str, length: int) -> Iterator[Callable[[int], object]]:
    """Progress without output."""
    del what, length
    yield lambda amount: amount
