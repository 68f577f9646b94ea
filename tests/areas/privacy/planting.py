"""Values that are planted wherever an operation takes one, and the search for them.

Each value contains a code that occurs nowhere else, so that what is found later can be traced to
the operation and the member that took it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bridgework.kit.delivery.outbox import recipient_keys
from tests.world import Person, Response, World

_METHODS = ("get", "post", "put", "patch", "delete")
_FORMATS = ("line", "multiline", "printable", "binary")
_TIMES = {"startAt": "2027-02-04T18:00:00Z", "endAt": "2027-02-04T20:00:00Z"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
DOMAIN = "pzq.example"
ADDRESS = "203.0.113.77"
"""The client address of the person."""
_PLANTED = re.compile(r"pzq[a-z]{4}|70413\d{6}|" + re.escape(ADDRESS))


class Planter:
    """Calls operations with planted values in each member of their requests."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.document: Any = world.get("/openapi.json").must(200).json
        self.places: dict[str, str] = {ADDRESS: "the client address"}
        """The places by code, such as `createFeedPost.content`."""
        self.called: set[str] = set()
        """The operations that were called."""
        self._operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, item in self.document["paths"].items()
            for method, operation in item.items()
            if method in _METHODS
        }

    def writing(self) -> set[str]:
        """Return the operations that may store something."""
        return {name for name, (method, _, _) in self._operations.items() if method != "GET"}

    def code(self, place: str) -> str:
        """Return a new code for a place."""
        number, letters = len(self.places), ""
        for _ in range(4):
            number, digit = divmod(number, len(_LETTERS))
            letters = _LETTERS[digit] + letters
        code = f"pzq{letters}"
        self.places[code] = place
        return code

    def email(self, place: str) -> str:
        return f"{self.code(place)}@{DOMAIN}"

    def call(
        self,
        operation: str,
        person: Person,
        at: str = "",
        *,
        but: Sequence[str] = (),
        **members: Any,
    ) -> Any:
        """Call an operation that must succeed; return its data.

        `at` is the path parameter. Members that are not given are planted, except those in `but`.
        """
        method, template, declared = self._operations[operation]
        content = declared.get("requestBody", {}).get("content", {})
        body: Any = members or None
        if "application/json" in content:
            schema = content["application/json"]["schema"]
            body = self._members(schema, operation, {*but, *members}) | members
        path = re.sub(r"\{\w+\}", at, template)
        response: Response = self.world.send(method, path, body, as_=person)
        assert response.status < 300, f"{operation}: {response.status} {response.body.decode()}"
        self.called.add(operation)
        return response.data

    def note(self, *operations: str) -> None:
        """Note operations that were called otherwise."""
        assert self._operations.keys() >= set(operations)
        self.called.update(operations)

    def _resolved(self, schema: Any) -> Any:
        """Return a schema without references, the first one of alternatives."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return self._resolved(self.document["components"]["schemas"][name])
        for key in ("allOf", "anyOf"):
            if key in schema:
                return self._resolved(schema[key][0])
        return schema

    def _members(self, schema: Any, place: str, without: set[str]) -> dict[str, Any]:
        return {
            name: self._value(member, f"{place}.{name}")
            for name, member in self._resolved(schema).get("properties", {}).items()
            if name not in without
        }

    def _value(self, schema: Any, place: str) -> Any:
        schema = self._resolved(schema)
        if "enum" in schema:
            return next(value for value in schema["enum"] if value is not None)
        kind = schema.get("type")
        if kind == "object":
            extra = schema.get("additionalProperties")
            if isinstance(extra, Mapping):
                return {self.code(place): self._value(extra, place)}
            return self._members(schema, place, set())
        if kind == "array":
            return [self._value(schema["items"], place)]
        if kind in ("integer", "number"):
            return max(1, schema.get("minimum", 1))
        return True if kind == "boolean" else self._text(schema, place)

    def _text(self, schema: Any, place: str) -> str:
        form, pattern = schema.get("format"), str(schema.get("pattern", ""))
        if form == "date-time":
            return _TIMES.get(place.rpartition(".")[2], "2027-02-04T18:00:00Z")
        if pattern.startswith(r"^\+"):
            return "+1"
        if pattern == "^[0-9]+$":
            digits = f"70413{len(self.places):06}"
            self.places[digits] = place
            return digits
        code = self.code(place)
        if form == "email":
            return f"{code}@{DOMAIN}"
        if form in ("uri", "uri-or-empty"):
            return f"https://{code}.example/{code}"
        assert form in _FORMATS or pattern.startswith("^[a-z0-9]"), (place, schema)
        return " ".join([code] * (1 + schema.get("minLength", 0) // len(code)))


def found(world: World, places: Mapping[str, str]) -> dict[str, set[str]]:
    """Return where planted values are stored, by the places where they were planted."""
    result: dict[str, set[str]] = {}
    for where, stored in _stored(world):
        for code in set(_PLANTED.findall(stored.lower())):
            if code in places:
                result.setdefault(places[code], set()).add(where)
    return result


def _stored(world: World) -> Iterator[tuple[str, str]]:
    """Yield everything that is stored: tables, the files of SQLite, and all other files."""
    settings = world.application.app_state.settings
    with world.application.app_state.database.engine.connect() as connection:
        for table in sa.inspect(connection).get_table_names():
            rows = connection.execute(sa.select(sa.text("*")).select_from(sa.table(table)))
            for row in rows.mappings():
                for column, value in row.items():
                    yield f"{table}.{column}", _text(value)
    for file in settings.data_dir.rglob("*"):
        if file.is_file():
            path = file.relative_to(settings.data_dir)
            yield str(path) if "mail" in path.parts else _folder(path), _content(file)


def _folder(path: Path) -> str:
    return path.parts[0] if len(path.parts) > 1 else path.name


def _content(file: Path) -> str:
    """Return the name and the content of a file; of an e-mail the decoded parts."""
    raw = file.read_bytes()
    if file.suffix != ".eml":
        return f"{file} {raw.decode('latin-1')}"
    message = message_from_bytes(raw, policy=policy.default)
    parts = [str(part.get_content()) for part in message.walk() if not part.is_multipart()]
    return "\n".join([*map(str, message.values()), *parts])


def mail_to_others(world: World, addresses: set[str]) -> set[str]:
    """Return the names of the files of e-mails that are to none of these addresses."""
    folder = world.application.app_state.settings.mail_dir
    return {
        f"{folder.name}/{file.name}"
        for file in folder.glob("*.eml")
        if recipient_keys(file).isdisjoint(addresses)
    }


def _text(value: object) -> str:
    return bytes(value).decode("latin-1") if isinstance(value, bytes | memoryview) else str(value)
