"""An operation, compiled once from its handler's signature.

The first parameter is the call; those after it are the path's, in the path's order; `body` is a
Request, `query` a Query. What the handler returns says how it is written.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import from_json

from bridgework.kit import ids
from bridgework.kit.auth import Who
from bridgework.kit.http import faults
from bridgework.kit.http.results import Plain, Ready, ReadyList
from bridgework.kit.ids import Id
from bridgework.kit.problems import (
    Fault,
    MalformedJson,
    NotFound,
    Problem,
    ValidationFailed,
)
from bridgework.kit.shapes import Query, Request

_PARAMETER = re.compile(r"\{([A-Za-z]+)\}")


@dataclass(frozen=True, slots=True)
class PathParameter:
    """One braced part of a path; `is_id` if only a canonical id can stand there."""

    name: str
    is_id: bool


@dataclass(slots=True)
class Operation:
    """Everything the edge, the document and the house rules need to know of one operation."""

    area: str
    method: str
    path: str
    who: Who
    handler: Callable[..., Any]
    status: int
    slow: bool
    problems: tuple[type[Problem], ...]
    missing: type[NotFound]
    cached: bool
    media: str
    exempt: bool
    secret: bool

    operation_id: str = field(init=False)
    summary: str = field(init=False)
    description: str = field(init=False)
    parameters: tuple[PathParameter, ...] = field(init=False)
    query: type[Query] | None = field(init=False)
    body: type[Request] | None = field(init=False)
    body_required: bool = field(init=False)
    result: Any = field(init=False)
    """The annotation of what the handler returns."""
    enveloped: bool = field(init=False)
    writes: bool = field(init=False)
    takes_key: bool = field(init=False)
    """Whether an Idempotency-Key is heeded: it creates, for a caller whom we know."""
    dump: Callable[[Any], bytes] = field(init=False, repr=False)
    _many: frozenset[str] = field(init=False, repr=False)
    _named: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        hints = get_type_hints(self.handler, include_extras=True)
        names = list(inspect.signature(self.handler).parameters)
        self.operation_id = to_camel(self.handler.__name__)
        self.summary, self.description = _documentation(self.handler)
        self.parameters = self._path_parameters(names, hints)
        self.query = hints.get("query")
        self.body = hints.get("body")
        self.body_required = self.body is not None and any(
            member.is_required() for member in self.body.model_fields.values()
        )
        self.result = hints["return"]
        self.enveloped = self.result is not Plain
        self.writes = self.method != "GET"
        creates = self.method == "POST" and self.status == 201
        self.takes_key = creates and self.who.credentials != "none"
        self.dump = _dumper(self.result)
        self._named = tuple(name for name in names if name in {"body", "query"})
        self._many = frozenset() if self.query is None else _listed(self.query)

    def _path_parameters(
        self, names: Sequence[str], hints: Mapping[str, Any]
    ) -> tuple[PathParameter, ...]:
        in_path = _PARAMETER.findall(self.path)
        in_signature = [name for name in names[1:] if name not in {"body", "query"}]
        if len(in_path) != len(in_signature):
            raise TypeError(
                f"{self.handler.__name__}: the path names {in_path}, the handler {in_signature}"
            )
        return tuple(
            PathParameter(name, is_id=hints[argument] is Id)
            for name, argument in zip(in_path, in_signature, strict=True)
        )

    def arguments(
        self,
        path_values: Sequence[str],
        pairs: Sequence[tuple[str, str]],
        raw: bytes,
        *,
        strictly: bool,
    ) -> list[object]:
        """What the handler is called with, after the call itself.

        `strictly` refuses unknown members (`Prefer: handling=strict`). Raises the operation's
        404 for an id or a name that can't be one, MalformedJson, or ValidationFailed with all
        faults of query and body at once.
        """
        for parameter, value in zip(self.parameters, path_values, strict=True):
            # Nothing is called by a name with a NUL in it, and PostgreSQL can't even look for one.
            if "\0" in value or (parameter.is_id and not ids.is_id(value)):
                raise self.missing
        arguments: list[object] = list(path_values)
        found: list[Fault] = []
        named: dict[str, object] = {}
        if self.body is not None:
            named["body"] = _read_body(self.body, raw or b"{}", found, strictly=strictly)
        if self.query is not None:
            named["query"] = self._read_query(self.query, pairs, found, strictly=strictly)
        elif strictly:
            found += [_unknown(name) for name, _ in pairs]
        if found:
            raise ValidationFailed(*found)
        return arguments + [named[name] for name in self._named]

    def _read_query(
        self,
        shape: type[Query],
        pairs: Sequence[tuple[str, str]],
        found: list[Fault],
        *,
        strictly: bool,
    ) -> Query | None:
        sent: dict[str, Any] = {}
        for name, value in pairs:
            if name in self._many:
                sent.setdefault(name, []).extend(part for part in value.split(",") if part.strip())
            elif value:
                sent[name] = value
        try:
            return shape.model_validate(sent, extra="forbid" if strictly else None, by_name=False)
        except ValidationError as error:
            found += faults.of(error, sent)
            return None


def _unknown(name: str) -> Fault:
    return Fault(name, "unknown_member", "This operation knows no such parameter.")


def _read_body(
    shape: type[Request], raw: bytes, found: list[Fault], *, strictly: bool
) -> Request | None:
    try:
        return shape.model_validate_json(raw, extra="forbid" if strictly else None, by_name=False)
    except ValidationError as error:
        if error.errors(include_url=False)[0]["type"] == "json_invalid":
            raise MalformedJson(
                f"The body is not well-formed JSON: {error.errors()[0]['ctx']['error']}."
            ) from None
        found += faults.of(error, from_json(raw))
        return None


def _listed(shape: type[Query]) -> frozenset[str]:
    """The names of the parameters that may be repeated or hold several, comma-separated."""
    names = []
    for name, member in shape.model_fields.items():
        parts = (member.annotation, *get_args(member.annotation))
        if any(get_origin(part) is list for part in parts):
            names.append(member.alias or name)
    return frozenset(names)


def _documentation(handler: Callable[..., Any]) -> tuple[str, str]:
    text = inspect.getdoc(handler)
    if not text:
        raise TypeError(f"{handler.__name__} has no docstring, so the API has no text for it")
    summary, _, description = text.partition("\n\n")
    return " ".join(summary.split()).rstrip("."), description.strip()


def _dumper(result: Any) -> Callable[[Any], bytes]:
    """What turns a handler's result into the bytes of the body."""
    origin = get_origin(result) or result
    if origin is Plain:
        return lambda plain: plain.body
    if origin is Ready:
        return lambda ready: b'{"data":' + ready.json + b"}"
    if origin is ReadyList:
        return lambda page: b'{"data":[' + b",".join(page.items) + b"]}"
    dump_json = TypeAdapter(result).dump_json
    return lambda value: b'{"data":' + dump_json(value, by_alias=True) + b"}"
