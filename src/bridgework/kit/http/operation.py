"""An operation, compiled once from its handler's signature.

The first parameter is the call; those after it are the path's, in the path's order; `body` is a
Request, `query` a Query. What the handler returns says how it is written.
"""

import inspect
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from bridgework.kit import ids
from bridgework.kit.auth import Who
from bridgework.kit.errors import (
    ApiError,
    FieldError,
    NotFound,
    ValidationFailed,
)
from bridgework.kit.http.request_body import parse_body
from bridgework.kit.http.results import Moved, Plain, Ready, ReadyList, Versioned
from bridgework.kit.ids import Id
from bridgework.kit.schemas import QueryParams, RequestBody
from bridgework.kit.storage.bodies import Elsewhere, File, Received, Room

Tail = NewType("Tail", str)
"""The last parameter of a path, if it may hold slashes: as they are, or percent-encoded."""

_PARAMETER = re.compile(r"\{([A-Za-z]+)\}")


@dataclass(frozen=True, slots=True)
class PathParameter:
    """One braced part of a path; `is_id` if only a canonical id can stand there."""

    name: str
    is_id: bool
    is_tail: bool = False
    """Whether it is all that follows, slashes included."""


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
    problems: tuple[type[ApiError], ...]
    missing: type[NotFound]
    cached: bool
    topic: str | None
    for_operators: bool
    media: str
    leads: bool
    exempt: bool
    secret: bool
    levelled: bool
    location: str | None
    versioned: bool
    room: Callable[..., Room] | None

    operation_id: str = field(init=False)
    summary: str = field(init=False)
    description: str = field(init=False)
    parameters: tuple[PathParameter, ...] = field(init=False)
    query: type[QueryParams] | None = field(init=False)
    body: type[RequestBody] | None = field(init=False)
    streams: bool = field(init=False)
    """Whether its body goes to a file, and is never whole in memory."""
    sends: bool = field(init=False)
    """Whether it answers with a file, or a part of it."""
    body_required: bool = field(init=False)
    result: Any = field(init=False)
    """The annotation of what the handler returns, if it is not Moved."""
    moves: bool = field(init=False)
    """Whether it may answer that what is asked for has another address."""
    enveloped: bool = field(init=False)
    writes: bool = field(init=False)
    takes_key: bool = field(init=False)
    """Whether an Idempotency-Key is heeded: it creates, for a caller whom we know."""
    tells_version: bool = field(init=False)
    """Whether a success has the ETag of a row's version."""
    conditional: bool = field(init=False)
    """Whether it is a read with an ETag, which tells nothing to who has the bytes."""
    dump: Callable[[Any], bytes] = field(init=False, repr=False)
    place: Callable[[Any], str] | None = field(init=False, repr=False)
    """The path at which what was made can be read; None if it can't be."""
    _many: frozenset[str] = field(init=False, repr=False)
    _parameters: frozenset[str] = field(init=False, repr=False)
    _named: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        hints = get_type_hints(self.handler, include_extras=True)
        names = list(inspect.signature(self.handler).parameters)
        self.operation_id = to_camel(self.handler.__name__)
        self.summary, self.description = _documentation(self.handler)
        self.parameters = self._path_parameters(names, hints)
        self.query = hints.get("query")
        self.streams = hints.get("body") is Received
        self.body = None if self.streams else hints.get("body")
        self.body_required = self.body is not None and any(
            member.is_required() for member in self.body.model_fields.values()
        )
        self.result, self.moves = _told(hints["return"])
        self.sends = self.result is File
        self.enveloped = self.result is not Plain and not self.sends
        self.writes = self.method != "GET"
        creates = self.method == "POST" and self.status == 201
        self.takes_key = creates and self.who.credentials != "none"
        self.tells_version = get_origin(self.result) is Versioned
        self.conditional = not self.writes and (self.cached or self.tells_version)
        self._must_be_sound(creates=creates)
        self.dump = _dumper(self.result)
        self.place = locations.filler(self.location, self.result) if self.location else None
        self._named = tuple(name for name in names if name in {"body", "query"})
        fields = {} if self.query is None else self.query.model_fields
        self._parameters = frozenset(member.alias or name for name, member in fields.items())
        self._many = frozenset() if self.query is None else _listed(self.query)

    def _must_be_sound(self, *, creates: bool) -> None:
        name = self.handler.__name__
        if self.location and not creates:
            raise TypeError(f"{name}: a Location belongs to a POST that answers 201")
        if self.streams != (self.room is not None):
            raise TypeError(f"{name}: a body that is Received needs a room=, and nothing else does")
        if self.streams and self.who.credentials != "none":
            raise TypeError(f"{name}: a streamed body is brought by who has a ticket: who=public")
        if any(parameter.is_tail for parameter in self.parameters[:-1]):
            raise TypeError(f"{name}: what may hold slashes stands at the end of the path")
        if self.versioned and not self.writes:
            raise TypeError(f"{name}: a read is versioned by returning Versioned")
        if self.moves and self.writes:
            raise TypeError(f"{name}: only a read may answer Moved")
        if self.topic is not None and (
            not self.cached or self.writes or self.who.credentials != "none"
        ):
            raise TypeError(f"{name}: only what everybody may read is kept by a topic")
        if self.tells_version and (self.cached or creates):
            raise TypeError(f"{name}: neither a public read nor a creation returns Versioned")

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
            PathParameter(name, is_id=hints[argument] is Id, is_tail=hints[argument] is Tail)
            for name, argument in zip(in_path, in_signature, strict=True)
        )

    def arguments(
        self,
        path_values: Sequence[str],
        pairs: Sequence[tuple[str, str]],
        raw: bytes | Received,
        *,
        strictly: bool,
    ) -> list[object]:
        """What the handler is called with, after the call itself.

        `strictly` refuses unknown members (`Prefer: handling=strict`). Raises the operation's
        404 for an id or a name that can't be one, MalformedJson, or ValidationFailed with all
        faults of query and body at once.
        """
        self.must_fit(path_values)
        arguments: list[object] = list(path_values)
        found: list[FieldError] = []
        named: dict[str, object] = {}
        if isinstance(raw, Received):
            named["body"] = raw
        elif self.body is not None:
            named["body"] = parse_body(self.body, raw or b"{}", found, strictly=strictly)
        if self.query is not None:
            named["query"] = self._read_query(self.query, pairs, found, strictly=strictly)
        elif strictly:
            found += [faults.unknown_member(name) for name, _ in pairs]
        if found:
            raise ValidationFailed(*found)
        return arguments + [named[name] for name in self._named]

    def known(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """The query parameters that this operation has, without empty ones."""
        return [(name, value) for name, value in pairs if value and name in self._parameters]

    def must_fit(self, path_values: Sequence[str]) -> None:
        """Raise the operation's 404 for an id or a name that can't be one."""
        for parameter, value in zip(self.parameters, path_values, strict=True):
            # Nothing is called by a name with a NUL in it, and PostgreSQL can't even look for one.
            if "\0" in value or (parameter.is_id and not ids.is_id(value)):
                raise self.missing

    def _read_query(
        self,
        shape: type[QueryParams],
        pairs: Sequence[tuple[str, str]],
        found: list[FieldError],
        *,
        strictly: bool,
    ) -> QueryParams | None:
        sent: dict[str, Any] = {}
        for name, value in pairs:
            if name in self._many:
                sent.setdefault(name, []).extend(part for part in value.split(",") if part.strip())
            elif value:
                sent[name] = value
        try:
            return shape.model_validate(sent, extra="forbid" if strictly else None, by_name=False)
        except ValidationError as error:
            found += faults.of(error.errors(include_url=False, include_input=False), sent)
            return None


def _listed(shape: type[QueryParams]) -> frozenset[str]:
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


def _told(annotation: Any) -> tuple[Any, bool]:
    """What a success is written as, and whether there may be Moved in its place."""
    is_union = get_origin(annotation) in {Union, types.UnionType}
    branches = get_args(annotation) if is_union else ()
    told = tuple(branch for branch in branches if branch not in {Moved, Elsewhere})
    if told == branches:
        return annotation, False
    return Union[told], Moved in branches  # noqa: UP007 - of as many as there are


def _dumper(result: Any) -> Callable[[Any], bytes]:
    """What turns a handler's result into the bytes of the body."""
    origin = get_origin(result) or result
    if origin is Plain:
        return lambda plain: plain.body
    if origin is File:
        return lambda _: b""  # it is sent piece by piece
    if origin is Ready:
        return lambda ready: b'{"data":' + ready.json + b"}"
    if origin is ReadyList:
        return lambda page: b'{"data":[' + b",".join(page.items) + b"]}"
    if origin is Versioned:
        dump_record = _dumper(get_args(result)[0])
        return lambda versioned: dump_record(versioned.record)
    dump_json = TypeAdapter(result).dump_json
    return lambda value: b'{"data":' + dump_json(value, by_alias=True) + b"}"
