"""Worlds of Bridgework: loaded by its own command, filled, and with people signed in."""

import contextlib
import dataclasses
import json
import pathlib
import random
import sqlite3
from collections.abc import Sequence

import click
from pydantic import BaseModel

from bench import ask, filling, processes
from bridgework.demo import people, rows

FIRST_PATH = "/experts?limit=20"
PROFILE_PATH = "/users/me/profile"
BIO = (
    "Half of my consultations end with a review in a year and no appliance at all. I keep a list of"
    " the movements that aligners promise and do not deliver."
)
"""What every member says, but for a last sentence."""
_AT_ONCE = 1024 * 1024
"""Bytes of a file."""
_RECORD = "SELECT record FROM directory_experts JOIN directory_records USING (number) WHERE id = ?"


@dataclasses.dataclass(frozen=True, slots=True)
class Filled:
    """What is added to the demo world; see `bench.filling`."""

    members: int = 0
    postings: int = 0
    clients: int = 0
    all_open: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class World:
    """A folder with the data of so many experts; `database_url` is empty for a file in it."""

    folder: pathlib.Path
    experts: int
    database_url: str = ""

    @property
    def data(self) -> pathlib.Path:
        return self.folder / "data"

    def load(self) -> None:
        """Load it, or bring up to date what a run before this one has loaded into its folder."""
        mark, told = self.folder / "loaded", f"{self.experts:,} experts"
        if not self.folder.exists():
            click.echo(f"Loading {told} into Bridgework", err=True)
            self.folder.mkdir(parents=True)
            processes.run(self.call("demo-data", "load", "--experts", str(self.experts)))
            mark.write_text(told)
        elif mark.exists() and mark.read_text() == told:
            click.echo(f"Taking the {told} in {self.folder}", err=True)
            processes.run(self.call("migrate"))
        else:
            why = f"{self.folder} has no world of {told} that was loaded whole"
            raise click.ClickException(f"{why}: delete it, or name another folder.")

    def read_through(self) -> None:
        """Have the system read the database's file, as if a server had run on it for a while."""
        for file in self.data.glob("*.db"):
            with file.open("rb", buffering=0) as opened:
                while opened.read(_AT_ONCE):
                    continue

    def read_records(self, ids: Sequence[str]) -> None:
        """The same for the records of these experts: a file may be larger than the memory."""
        for file in self.data.glob("*.db"):
            with contextlib.closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as world:
                for one in ids:
                    world.execute(_RECORD, (one,)).fetchone()

    def fill(self, filled: Filled) -> filling.Facts:
        """Add what is wanted, unless a run before this one has; who and what was added."""
        file, mark = self.folder / "facts.json", self.folder / "filled"
        if not (mark.exists() and mark.read_text() == str(filled)):
            click.echo(f"Adding {filled.postings:,} postings and {filled.members:,} CVs", err=True)
            options = ["--members", str(filled.members), "--postings", str(filled.postings)]
            options += ["--clients", str(filled.clients)]
            options += ["--all-open"] if filled.all_open else []
            program = processes.python("-m", "bench.filling", *options, str(file))
            processes.run(processes.Launch(program, self.folder, self.environment()))
            mark.write_text(str(filled))
        return filling.Facts.model_validate_json(file.read_bytes())

    def call(self, *arguments: str) -> processes.Launch:
        """A command of Bridgework's on this world."""
        return processes.Launch(
            processes.python("-m", "bridgework", *arguments), self.folder, self.environment()
        )

    def serve(self, port: int) -> processes.Launch:
        return self.call("serve", "--port", str(port))

    def environment(self) -> dict[str, str]:
        there = {"BRIDGEWORK_DATABASE_URL": self.database_url} if self.database_url else {}
        return {
            **there,
            "BRIDGEWORK_DATA_DIR": str(self.data),
            "BRIDGEWORK_ENV": "development",
            # High enough that no load reaches it: a refusal would end the run.
            "BRIDGEWORK_RATE_LIMIT": "100000000/60",
            "BRIDGEWORK_ADMIN_RATE_LIMIT": "100000000/60",
            # Tokens name their issuer, and have to be good on whatever port comes next.
            "BRIDGEWORK_PUBLIC_URL": "http://127.0.0.1:8000",
            "BRIDGEWORK_TOKEN_LIFETIME": "86400",
        }

    def ids(self, count: int) -> list[str]:
        """The ids of some experts, out of all of them at random."""
        draw = random.Random(self.experts)  # noqa: S311 - the same in every run
        numbers = draw.sample(range(self.experts), min(count, self.experts))
        return [rows.id_of(rows.EXPERTS + number) for number in numbers]


class _SignedIn(BaseModel):
    token: str


class _SignedInAnswer(BaseModel):
    data: _SignedIn


@dataclasses.dataclass(frozen=True, slots=True)
class Badges:
    """`Authorization` headers: one a member, in their order, one of a client, one of an admin."""

    members: Sequence[str]
    client: str
    admin: str


def signed_in(port: int, members: Sequence[filling.Member]) -> Badges:
    """Sign people in at a running server, as they would."""
    click.echo(f"Signing {len(members) + 2:,} people in", err=True)
    return Badges(
        members=[_badge(port, "/auth/login", credentials(member.email)) for member in members],
        client=_badge(port, "/auth/login", credentials(people.BEN)),
        admin=_badge(
            port,
            "/auth/admin/login",
            {"email": people.ROOT, "masterPassword": people.MASTER_PASSWORD},
        ),
    )


def say_the_same(port: int, badges: Badges) -> None:
    """Have all members say in their bios what they will change a sentence of."""
    for badge in badges.members:
        edit = {"profile": {"bio": BIO}}
        answer = ask.send(port, "PATCH", PROFILE_PATH, edit, {"authorization": badge})
        _must_be_good(answer, "PATCH", PROFILE_PATH)


def credentials(email: str) -> dict[str, str]:
    return {"email": email, "password": people.PASSWORD}


def _badge(port: int, path: str, body: dict[str, str]) -> str:
    answer = ask.send(port, "POST", path, body)
    _must_be_good(answer, "POST", path)
    return f"Bearer {_SignedInAnswer.model_validate_json(answer.body).data.token}"


def _must_be_good(answer: ask.Answer, method: str, path: str) -> None:
    if answer.status != 200:
        told = json.dumps(answer.body[:300].decode(errors="replace"))
        raise click.ClickException(f"Bridgework answered {method} {path}: {answer.status} {told}")
