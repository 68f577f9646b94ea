"""Fastify on better-sqlite3, bare: no limiter, no sign-in, nothing but the two reads."""

import json
import pathlib
import shutil
import sqlite3
import sys

import click

from bench import ask, directory, processes
from bench.peers import READS, reads
from bench.peers.conventional import Id, Ids
from bench.requests import Request

HERE = pathlib.Path(__file__).parent
INSTALLED = pathlib.Path(sys.prefix) / "bench-fastify"
"""Beside Python's own packages, so that it goes when they go."""


def is_possible() -> bool:
    return shutil.which("node") is not None and shutil.which("npm") is not None


class Fastify:
    name = "fastify"
    title = "Fastify on better-sqlite3"
    asks = READS
    list_path = "/experts?limit=20"
    leans_on: tuple[int, ...] = ()

    def __init__(self, folder: pathlib.Path, rows: directory.Directory) -> None:
        self._folder = folder
        self._rows = rows
        self.first = rows.first

    def prepare(self) -> None:
        _install()
        self._folder.mkdir()
        cards = [_flat({**row, "position": at}) for at, row in enumerate(self._rows.rows)]
        names = list(cards[0])
        kinds = {"id": "TEXT PRIMARY KEY", "position": "INTEGER UNIQUE", "yearsExperience": "REAL"}
        columns = ", ".join(f"{name} {kinds.get(name, 'TEXT')}" for name in names)
        database = sqlite3.connect(self._folder / "experts.db")
        with database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute(f"CREATE TABLE experts ({columns})")
            marks = ", ".join(f":{name}" for name in names)
            database.executemany(f"INSERT INTO experts VALUES ({marks})", cards)
        database.close()

    def launch(self, port: int) -> processes.Launch:
        server, file = str(HERE / "server.js"), str(self._folder / "experts.db")
        command = ["node", server, str(INSTALLED), file, str(port)]
        return processes.Launch(command, self._folder, {"NODE_ENV": "production"})

    def requests(self, asks: str, count: int) -> list[Request]:
        del count
        return reads(self, self._rows.ids)[asks]

    def one_path(self, expert_id: str) -> str:
        return f"/experts/{expert_id}"

    def listed(self, answer: ask.Answer) -> directory.Listed:
        page = Ids.model_validate_json(answer.body)
        return directory.Listed([one.id for one in page.items], page.total)

    def shown(self, answer: ask.Answer) -> str:
        return Id.model_validate_json(answer.body).id


def _flat(row: directory.Row) -> dict[str, object]:
    """Lists as text: SQLite has no such column."""
    return {
        name: json.dumps(member) if isinstance(member, list) or name in _LISTS else member
        for name, member in row.items()
    }


_LISTS = ("specialty", "secondarySpecialties", "skills", "tags")


def _install() -> None:
    """What the lock file names, once: until it changes."""
    lock = (HERE / "package-lock.json").read_text()
    stamp = INSTALLED / "setup.stamp"
    if stamp.exists() and stamp.read_text() == lock:
        return
    click.echo("Installing Fastify and better-sqlite3", err=True)
    shutil.rmtree(INSTALLED, ignore_errors=True)
    INSTALLED.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, INSTALLED)
    processes.run(processes.Launch(["npm", "ci", "--no-audit", "--no-fund"], INSTALLED))
    stamp.write_text(lock)
