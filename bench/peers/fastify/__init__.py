"""Fastify on better-sqlite3, bare: no limiter, no sign-in, nothing but the two reads."""

import json
import pathlib
import shutil
import sqlite3
import sys

import click

from bench import processes
from bench.dataset import Row
from bench.peers import ReadingPeer

HERE = pathlib.Path(__file__).parent
INSTALLED = pathlib.Path(sys.prefix) / "bench-fastify"
"""Beside Python's own packages, so that it is deleted with them."""

INSTALL_TIMEOUT = 300.0


class Fastify(ReadingPeer):
    name = "fastify"
    title = "Fastify on better-sqlite3"

    def prepare(self) -> None:
        _install()
        self.folder.mkdir()
        cards = [_to_columns({**row, "position": at}) for at, row in enumerate(self.dataset.cards)]
        names = list(cards[0])
        kinds = {"id": "TEXT PRIMARY KEY", "position": "INTEGER UNIQUE", "yearsExperience": "REAL"}
        columns = ", ".join(f"{name} {kinds.get(name, 'TEXT')}" for name in names)
        database = sqlite3.connect(self.folder / "experts.db")
        with database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute(f"CREATE TABLE experts ({columns})")
            marks = ", ".join(f":{name}" for name in names)
            database.executemany(f"INSERT INTO experts VALUES ({marks})", cards)
            database.execute("CREATE TABLE records (id TEXT PRIMARY KEY, record TEXT)")
            records = [(row["id"], json.dumps(row)) for row in self.dataset.records]
            database.executemany("INSERT INTO records VALUES (?, ?)", records)
        database.close()

    def launch(self, port: int) -> processes.Launch:
        server, file = str(HERE / "server.js"), str(self.folder / "experts.db")
        command = ["node", server, str(INSTALLED), file, str(port)]
        return processes.Launch(command, self.folder, {"NODE_ENV": "production"})


_LISTS = ("specialty", "secondarySpecialties", "skills", "tags")


def _to_columns(row: Row) -> dict[str, object]:
    """Lists as text: SQLite has no such column."""
    return {name: json.dumps(value) if name in _LISTS else value for name, value in row.items()}


def _install() -> None:
    """Install what the lock file names, until it changes."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise click.ClickException("node or npm is not installed")
    lock = (HERE / "package-lock.json").read_text()
    stamp = INSTALLED / "setup.stamp"
    if stamp.exists() and stamp.read_text() == lock:
        return
    click.echo("  Installing Fastify and better-sqlite3", err=True)
    shutil.rmtree(INSTALLED, ignore_errors=True)
    INSTALLED.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, INSTALLED)
    try:
        command = ["npm", "ci", "--no-audit", "--no-fund"]
        processes.run(processes.Launch(command, INSTALLED), INSTALL_TIMEOUT)
    except click.ClickException:
        raise click.ClickException(
            "better-sqlite3 could not be built, which takes a compiler and the headers of Node: "
            f"see {INSTALLED.name}/output.log in .venv"
        ) from None
    stamp.write_text(lock)
