"""An operation, compiled once from its handler's signature.

The first parameter is the context; those after it are the path's, in the path's order; `body` is a
Request, `query` a Query. What the handler returns says how it is written.
"""

import inspect
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter
from pydantic.alias_generators import to_camel

from bridgework.kit import ids, query_params
from bridgework.kit.auth import Who
from bridgework.kit.errors import ApiError, FieldError, NoSuchThing, NotFound, ValidationFailed
from bridgework.kit.http import location_header, validation_errors
from bridgework.kit.http.request_body import parse_body
from bridgework.kit.http.responses import JSON
from bridgework.kit.http.results import (
    PermanentRedirect,
    PreRendered,
    PreRenderedPage,
    RawResponse,
    WithVersion,
)
from bridgework.kit.ids import Id
from bridgework.kit.schemas import QueryParams, RequestBody
from bridgework.kit.storage.bodies import BodyConstraints, File, ReceivedBody, TemporaryRedirect

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


@dataclass(kw_only=True)
class OperationOptions:
    """What an area declares about an operation, besides its method, path and handler."""

    who: Who
    """Who may call it."""
    status: int = 200
    """The status of success."""
    run_in_thread: bool = False
    """Hashes, computes or calls other services: runs in a thread and opens its own transactions.
    One that creates looks up earlier executions: after a crash a repeated request runs it again."""
    errors: tuple[type[ApiError], ...] = ()
    """The errors it can answer with, besides those that every operation has."""
    not_found: type[NotFound] = NoSuchThing
    """The 404 of a malformed id in the path."""
    etag: bool = False
    """A public read: strong ETag, 304, `Cache-Control` by setting."""
    cache_topic: str | None = None
    """The topic of a public read (`kit/db/cache_versions`), whose response is cached."""
    internal_only: bool = False
    """Needs the metrics token; outside production, not from localhost."""
    media_type: str = JSON
    """The media type of a response outside the envelope."""
    may_redirect: bool = False
    """May redirect for now: its RawResponse answers 302 with a `location`."""
    rate_limit_exempt: bool = False
    """Carries the rate limit's headers but is never refused by it."""
    never_store_response: bool = False
    """Shows a secret once: its response is not stored under an Idempotency-Key."""
    constant_time: bool = False
    """Constant-time, so that timing does not show whether an account exists."""
    location: str | None = None
    """The path of the created record, filled from its members: `/jobs/{id}`, `/jobs/{job.id}`."""
    if_match: bool = False
    """Changes a record that a GET returns as WithVersion: takes If-Match. Its action calls
    `context.check_if_match` once the caller may see and change the record, before it writes."""
    body_constraints: Callable[..., BodyConstraints] | None = None
    """For a handler whose `body` is ReceivedBody: the constraints on the body, called with the
    context and the path's parameters before any of the body is read."""


class Operation(OperationOptions):
    """One operation, compiled from its handler's signature."""

    def __init__(
        self,
        area: str,
        method: str,
        path: str,
        handler: Callable[..., Any],
        options: OperationOptions,
    ) -> None:
        super().__init__(**vars(options))
        self.area = area
        self.method = method
        self.path = path
        self.handler = handler
        hints = get_type_hints(handler, include_extras=True)
        names = list(inspect.signature(handler).parameters)
        self.operation_id = to_camel(handler.__name__)
        self.summary, self.description = _documentation(handler)
        self.parameters = self._path_parameters(names, hints)
        self.query: type[QueryParams] | None = hints.get("query")
        self.streams = hints.get("body") is ReceivedBody
        """Whether its body goes to a file, and is never whole in memory."""
        self.body: type[RequestBody] | None = None if self.streams else hints.get("body")
        self.result, self.moves = _result(hints["return"])
        """The annotation of what the handler returns, and whether it may redirect instead."""
        self.writes = method != "GET"
        creates = method == "POST" and self.status == 201
        self.takes_key = creates and self.who.credentials != "none"
        """Whether it accepts an Idempotency-Key: it creates, for an identified caller."""
        self.tells_version = get_origin(self.result) is WithVersion
        """Whether a success has the ETag of a row's version."""
        self.conditional = not self.writes and (self.etag or self.tells_version)
        """Whether it is a read with an ETag, which answers 304 to a client that has the bytes."""
        self._must_be_consistent(creates=creates)
        self.dump = _dumper(self.result)
        self.place = location_header.filler(self.location, self.result) if self.location else None
        """What renders the path of a created record; None if it has none."""
        self._named = tuple(name for name in names if name in {"body", "query"})
        members = {} if self.query is None else self.query.model_fields
        self._parameters = frozenset(member.alias or name for name, member in members.items())

    @property
    def body_required(self) -> bool:
        """Whether a request without a body is refused."""
        members = {} if self.body is None else self.body.model_fields
        return any(member.is_required() for member in members.values())

    @property
    def sends(self) -> bool:
        """Whether it answers with a file, or a part of it."""
        return self.result is File

    @property
    def enveloped(self) -> bool:
        """Whether its response is `{"data": …}`."""
        return self.result not in {RawResponse, File}

    def _must_be_consistent(self, *, creates: bool) -> None:
        name = self.handler.__name__
        if self.location and not creates:
            raise TypeError(f"{name}: a Location belongs to a POST that answers 201")
        if self.streams != (self.body_constraints is not None):
            raise TypeError(f"{name}: body_constraints= belongs to a body that is Received")
        if self.streams and self.who.credentials != "none":
            raise TypeError(f"{name}: a streamed body is brought by who has a ticket: who=public")
        if any(parameter.is_tail for parameter in self.parameters[:-1]):
            raise TypeError(f"{name}: what may hold slashes stands at the end of the path")
        if self.if_match and not self.writes:
            raise TypeError(f"{name}: a read has a version by returning WithVersion")
        if self.moves and self.writes:
            raise TypeError(f"{name}: only a read may answer PermanentRedirect")
        if self.cache_topic is not None and (
            not self.etag or self.writes or self.who.credentials != "none"
        ):
            raise TypeError(f"{name}: only what everybody may read is kept by a topic")
        if self.tells_version and (self.etag or creates):
            raise TypeError(f"{name}: neither a public read nor a creation returns WithVersion")

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
        raw: bytes | ReceivedBody,
        *,
        strictly: bool,
    ) -> list[object]:
        """What the handler is called with, after the context.

        `strictly` refuses unknown members (`Prefer: handling=strict`). Raises the operation's
        404 for an id or a name that can't be one, MalformedJson, or ValidationFailed with all
        faults of query and body at once.
        """
        self.must_fit(path_values)
        arguments: list[object] = list(path_values)
        found: list[FieldError] = []
        named: dict[str, object] = {}
        if isinstance(raw, ReceivedBody):
            named["body"] = raw
        elif self.body is not None:
            named["body"] = parse_body(self.body, raw or b"{}", found, strictly=strictly)
        if self.query is not None:
            named["query"] = query_params.parse(self.query, pairs, found, strictly=strictly)
        elif strictly:
            found += [validation_errors.unknown_member(name) for name, _ in pairs]
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
                raise self.not_found


def _documentation(handler: Callable[..., Any]) -> tuple[str, str]:
    text = inspect.getdoc(handler)
    if not text:
        raise TypeError(f"{handler.__name__} has no docstring, so the API has no text for it")
    summary, _, description = text.partition("\n\n")
    return " ".join(summary.split()).rstrip("."), description.strip()


def _result(annotation: Any) -> tuple[Any, bool]:
    """What a success is written as, and whether there may be PermanentRedirect in its place."""
    is_union = get_origin(annotation) in {Union, types.UnionType}
    branches = get_args(annotation) if is_union else ()
    told = tuple(
        branch for branch in branches if branch not in {PermanentRedirect, TemporaryRedirect}
    )
    if told == branches:
        return annotation, False
    return Union[told], PermanentRedirect in branches  # noqa: UP007 - of as many as there are


def _dumper(result: Any) -> Callable[[Any], bytes]:
    """What turns a handler's result into the bytes of the body."""
    origin = get_origin(result) or result
    if origin is RawResponse:
        return lambda plain: plain.body
    if origin is File:
        return lambda _: b""  # it is sent piece by piece
    if origin is PreRendered:
        return lambda ready: b'{"data":' + ready.json + b"}"
    if origin is PreRenderedPage:
        return lambda page: b'{"data":[' + b",".join(page.items) + b"]}"
    if origin is WithVersion:
        dump_record = _dumper(get_args(result)[0])
        return lambda versioned: dump_record(versioned.record)
    dump_json = TypeAdapter(result).dump_json
    return lambda value: b'{"data":' + dump_json(value, by_alias=True) + b"}"
