"""Generates request bodies of up to 1 MiB that cost the server as much as possible."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from bridgework.kit.validation import MAX_BODY_SIZE
from tests.architecture.probes import Probes

Schema = Mapping[str, Any]

_ITEMS = [b"{}", b"[]", b"0", b'""', b"null", b"1.5", b'{"":{}}', b"[[]]", b'"\\u0001"', b'"[{"']
_TEXTS = ["a", "\\u0001", "\\\\", "[", '\\"', "é", "😀", "0", " a", "&lt;b>", "*_`", "\\n- a"]


class Hostile:
    """Generates bodies for an operation: its own members with unsuitable values."""

    def __init__(self, document: Mapping[str, Any], schema: Schema, dice: random.Random) -> None:
        self._dice = dice
        self._schemas: Mapping[str, Schema] = document["components"]["schemas"]
        self._whole = Probes(document).minimal(schema)
        self._members = self._names(schema) or ["x"]
        self._arrays = [path for path in self._paths(schema) if path[1] == "array"]

    def bodies(self, count: int) -> list[bytes]:
        """Return `count` bodies, each within the limit."""
        kinds: list[Callable[[int], bytes]] = [
            self._repeated,
            self._full_arrays,
            self._unknown_members,
            self._one_text,
            self._deep,
            self._many_containers,
            self._malformed,
            self._correct_but_full,
        ]
        sizes = [self._dice.choice([2_000, 16_000, 60_000, 300_000, MAX_BODY_SIZE]) for _ in kinds]
        bodies = [kind(size) for kind, size in zip(kinds, sizes, strict=True)]
        while len(bodies) < count:
            bodies.append(self._dice.choice(kinds)(MAX_BODY_SIZE))
        assert all(len(body) <= MAX_BODY_SIZE for body in bodies)
        return bodies[:count] if count >= len(kinds) else self._dice.sample(bodies, count)

    def _names(self, schema: Schema) -> list[str]:
        return list(self._resolved(schema).get("properties", {}))

    def _resolved(self, schema: Schema) -> Schema:
        for branch in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
            if "$ref" in branch:
                schema = branch
        name = schema.get("$ref", "").rpartition("/")[2]
        return self._schemas[name] if name else schema

    def _paths(self, schema: Schema, depth: int = 0) -> list[tuple[list[str], str]]:
        """Return the members and their types, including those of nested objects."""
        paths: list[tuple[list[str], str]] = []
        for name, member in self._resolved(schema).get("properties", {}).items():
            inner = self._resolved(member)
            paths.append(([name], inner.get("type", "object")))
            if depth < 2 and inner.get("type") == "object":
                paths += [([name, *path], kind) for path, kind in self._paths(inner, depth + 1)]
        return paths

    def _around(self, path: list[str]) -> tuple[bytes, bytes]:
        """Return the text before and after the value at a path."""
        before = b"".join(b'{"%s":' % name.encode() for name in path)
        return before, b"}" * len(path)

    def _filled(self, before: bytes, item: bytes, after: bytes, size: int) -> bytes:
        times = max(1, (size - len(before) - len(after)) // (len(item) + 1))
        return before + b",".join([item] * times) + after

    def _path(self) -> list[str]:
        return self._dice.choice(self._arrays)[0] if self._arrays else self._members[:1]

    def _repeated(self, size: int) -> bytes:
        before, after = self._around(self._path())
        return self._filled(before + b"[", self._dice.choice(_ITEMS), b"]" + after, size)

    def _full_arrays(self, size: int) -> bytes:
        """Make every member an array of a thousand wrong items."""
        item = self._dice.choice(_ITEMS)
        array = b"[" + b",".join([item] * 1000) + b"]"
        most = max(1, (size - 2) // (len(array) + 40))
        members = [b'"%s":%s' % (name.encode(), array) for name in self._members[:most]]
        return b"{" + b",".join(members) + b"}"

    def _unknown_members(self, size: int) -> bytes:
        name = self._dice.choice([b"", b"n" * 50, b"\\u0001" * 9, b"n" * 5000])
        members: list[bytes] = []
        left = size - 2
        while left > 0:
            member = b'"%s%x":0' % (name, len(members))
            left -= len(member) + 1
            members.append(member)
        return b"{" + b",".join(members[:-1] or members[:0]) + b"}"

    def _one_text(self, size: int) -> bytes:
        before, after = self._around([self._dice.choice(self._members)])
        text = self._dice.choice(_TEXTS).encode()
        times = max(1, (size - len(before) - len(after) - 2) // len(text))
        return before + b'"' + text * times + b'"' + after

    def _deep(self, size: int) -> bytes:
        depth = self._dice.choice([60, 62, 200, size // 4])
        nested = b"[" * depth + b"]" * depth
        before, after = self._around([self._dice.choice([*self._members, "x"])])
        if len(nested) + len(before) + len(after) + 2 > size:
            return before + nested[: max(1, size - len(before))]
        return self._filled(before + b"[", nested, b"]" + after, size)

    def _many_containers(self, size: int) -> bytes:
        """Stay just within the limit of containers, in arrays that are just short enough."""
        before, after = self._around(self._path())
        inner = b"[" + b",".join([self._dice.choice([b"{}", b"[]"])] * 999) + b"]"
        times = max(1, min(49, (size - len(before) - len(after) - 2) // (len(inner) + 1)))
        return before + b"[" + b",".join([inner] * times) + b"]" + after if size > 5_000 else b"[]"

    def _malformed(self, size: int) -> bytes:
        start = self._dice.choice([b'{"', b"[", b'{"a":"', b"[{}", b'{"a":NaN,"', b"\xff"])
        rest = self._dice.choice([b'"\\', b"\\", b"{", b",", b"1", b"[{", b'"a":'])
        return (start + rest * (size // len(rest)))[:size]

    def _correct_but_full(self, size: int) -> bytes:
        """Return a valid body whose arrays and unlimited texts are as large as possible."""
        body = json.loads(json.dumps(self._whole))
        for path, _ in self._arrays:
            inner = body
            for name in path[:-1]:
                inner = inner.get(name) if isinstance(inner, dict) else None
            sample = inner.get(path[-1]) if isinstance(inner, dict) else None
            if isinstance(inner, dict) and sample:
                space = size - len(json.dumps(body))
                times = min(1000, 1 + space // (len(json.dumps(sample[0])) + 2))
                inner[path[-1]] = (sample * max(1, times))[: max(1, times)]
        raw = json.dumps(body).encode()
        return raw if len(raw) <= MAX_BODY_SIZE else b"{}"
