"""Operations, compiled once from the signatures of their handlers.

The first parameter of a handler is the context, followed by the path parameters in their order.
`body` is a RequestBody, `query` a QueryParams. The return annotation defines the response.
"""

import inspect
import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from email.utils import format_datetime
from functools import cached_property
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter
from pydantic.alias_generators import to_camel

from bridgework.kit.actions import EventStream
from bridgework.kit.core import (
    ApiError,
    FieldError,
    Id,
    NoSuchThing,
    NotFound,
    ValidationFailed,
    ids,
)
from bridgework.kit.html_pages import HtmlPage
from bridgework.kit.http.operations.results import (
    HTML,
    JSON,
    Download,
    PermanentRedirect,
    PreRendered,
    PreRenderedPage,
    RawResponse,
    WithVersion,
)
from bridgework.kit.http.operations.tags import Tag
from bridgework.kit.http.operations.thread_pools import PoolName
from bridgework.kit.security import Who
from bridgework.kit.storage import (
    OCTET_STREAM,
    BodyConstraints,
    File,
    ReceivedBody,
    TemporaryRedirect,
)
from bridgework.kit.validation import (
    QueryParams,
    RequestBody,
    ResponseModel,
    parse_body,
    query_params,
    validation_errors,
)

Tail = NewType("Tail", str)
"""The last parameter of a path, if it may contain slashes, plain or percent-encoded."""

_PARAMETER = re.compile(r"\{([A-Za-z]+)\}")


@dataclass(frozen=True, slots=True)
class PathParameter:
    """A parameter of a path; `is_id` if it must be a canonical id."""

    name: str
    is_id: bool
    is_tail: bool = False
    """Whether it is the rest of the path, slashes included."""
    identifies: str | None = None
    """The record with this ID, from the handler's argument: `comment` for `comment_id`."""
    values: tuple[str, ...] = ()
    """The possible values, if the handler's argument is a named Literal; any other is a 404."""
    values_name: str = ""
    """The name of the type of `values`."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """The dates of an operation, or of a use of it, that will be removed."""

    since: date
    sunset: date
    """From this day on, the operation may be missing."""
    only_for: Callable[..., bool] | None = None
    """Whether a request is of the deprecated use, by the arguments of the handler after the
    context. None if the whole operation is deprecated."""

    def headers(self) -> Mapping[str, str]:
        """Return the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594)."""
        since, sunset = (datetime.combine(day, time(), UTC) for day in (self.since, self.sunset))
        return {
            "deprecation": f"@{int(since.timestamp())}",
            "sunset": format_datetime(sunset, usegmt=True),
        }


@dataclass(kw_only=True)
class OperationOptions:
    """The options of an operation, besides its method, path and handler."""

    who: Who
    """The callers who may use it."""
    status: int = 200
    """The status of a successful response."""
    pool: PoolName | None = None
    """The pool of threads to run in, by what the operation waits for: `hashing`, `storage`, …, or
    `computing` for slow computations. The handler opens its own transactions. If it creates a
    record, it must look for the record of an earlier execution: a request that is repeated after a
    crash runs again."""
    bot_check: Callable[..., None] | None = None
    """Called with the arguments of the handler before it, in the pool `bot_checks`. So a CAPTCHA
    provider that hangs delays no operation without a CAPTCHA. Requires `pool`."""
    on_loop: bool = False
    """Run on the event loop, without a transaction: it responds whatever else hangs."""
    errors: tuple[type[ApiError], ...] = ()
    """The possible errors, besides those of every operation."""
    not_found: type[NotFound] = NoSuchThing
    """The 404 for a malformed id in the path."""
    etag: bool = False
    """A read with a strong ETag and a 304. The `Cache-Control` of a public one is that of the
    settings. Any other is kept for an hour, so it must be the same for all its callers."""
    cache_topic: str | None = None
    """The topic (`kit/db/cache_versions`) of a public read whose response is cached."""
    internal_only: bool = False
    """Requires the metrics token, except from localhost outside production."""
    media_type: str = JSON
    """The media type of a response outside the envelope."""
    response_model: type[ResponseModel] | None = None
    """The model of a JSON response outside the envelope, or of each event's `data` in a stream.
    Without one, a JSON response is any object."""
    may_redirect: bool = False
    """May redirect temporarily: its RawResponse has the status 302 and a `location`."""
    rate_limit_exempt: bool = False
    """Has the headers of the rate limit, but is neither counted nor refused by it."""
    deadline_exempt: bool = False
    """Has no deadline: its first request of a process computes what the others are sent."""
    returns_secret: bool = False
    """Returns a credential, such as a token, a code or a signed link: the response is not stored
    under an Idempotency-Key and never compressed."""
    constant_time: bool = False
    """Pad the response time, so that timing does not reveal whether an account exists."""
    location: str | None = None
    """The path of the created record, a format string with its members: `/jobs/{id}`,
    `/jobs/{job.id}`."""
    if_match: bool = False
    """Accepts If-Match, for a change of a record that a GET returns as WithVersion. The action
    calls `context.check_if_match` after it has checked the caller's rights and before it writes."""
    page: Callable[..., HtmlPage] | None = None
    """Renders the result as an HTML page, for clients that prefer HTML to JSON.
    Called with the context."""
    deprecation: Deprecation | None = None
    """Will be removed: the responses have the headers Deprecation and Sunset."""
    takes_device_token: bool = False
    """Accepts X-Device-Token, which the handler reads from the context."""
    body_constraints: Callable[..., BodyConstraints] | None = None
    """For a handler whose `body` is a ReceivedBody: returns the constraints of the body. Called
    with the context and the path parameters before the body is read."""
    body_media_types: tuple[str, ...] = (OCTET_STREAM,)
    """The media types of a streamed body in the API description."""
    body_lines: tuple[type[RequestBody], ...] = ()
    """The schemas that a streamed body may follow. All of its lines follow the same schema."""


class Operation(OperationOptions):
    """One operation, compiled from its handler's signature."""

    def __init__(
        self,
        tag: Tag,
        method: str,
        path: str,
        handler: Callable[..., Any],
        options: OperationOptions,
    ) -> None:
        super().__init__(**vars(options))
        self.tag = tag
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
        """Whether the body is streamed to a file instead of held in memory."""
        self.body: type[RequestBody] | None = None if self.streams else hints.get("body")
        self.result, self.has_redirect = _result_type(hints["return"])
        """The type of the result, and whether the handler may return PermanentRedirect instead."""
        self.writes = method != "GET"
        creates = method == "POST" and self.status == 201
        self.takes_key = creates and self.who.credentials != "none"
        """Whether it accepts an Idempotency-Key: it creates a record for an identified caller."""
        self.returns_version = get_origin(self.result) is WithVersion
        """Whether the response has the ETag of a row's version."""
        self.conditional = not self.writes and (self.etag or self.returns_version)
        """Whether it is a read with an ETag, which may return a 304."""
        self._must_be_consistent(creates=creates)
        self._named = tuple(name for name in names if name in {"body", "query"})
        members = {} if self.query is None else self.query.model_fields
        self._parameters = frozenset(member.alias or name for name, member in members.items())

    @cached_property
    def dump(self) -> Callable[[Any], bytes]:
        """Serializes a result of the handler. Created at the first request."""
        return _dumper(self.result)

    @property
    def has_error_pages(self) -> bool:
        """Whether its errors are HTML pages for clients that prefer HTML to JSON."""
        return self.media_type == HTML or self.page is not None

    @property
    def is_deprecated(self) -> bool:
        """Whether the whole operation is deprecated."""
        return self.deprecation is not None and self.deprecation.only_for is None

    @property
    def body_required(self) -> bool:
        """Whether the body has required members."""
        members = {} if self.body is None else self.body.model_fields
        return any(member.is_required() for member in members.values())

    @property
    def sends(self) -> bool:
        """Whether the response is a file or a range of it."""
        return self.result is File

    @property
    def generates(self) -> bool:
        """Whether the response is a file that is generated while it is sent."""
        return self.result is Download

    @property
    def is_event_stream(self) -> bool:
        """Whether the response is a stream of Server-Sent Events."""
        return self.result is EventStream

    @property
    def enveloped(self) -> bool:
        """Whether the response is `{"data": …}`."""
        return self.result not in {RawResponse, File, Download, EventStream}

    @property
    def _is_cacheable(self) -> bool:
        """Whether the response is the same for all callers, whose requests are all counted."""
        is_public = self.who.credentials == "none" and not self.internal_only
        varies = self.page is not None or self.rate_limit_exempt
        return self.etag and not self.writes and is_public and not varies

    def _must_be_consistent(self, *, creates: bool) -> None:
        name = self.handler.__name__
        if self.location and not creates:
            raise TypeError(f"{name}: location= requires a POST with status 201")
        if self.streams != (self.body_constraints is not None):
            raise TypeError(f"{name}: body_constraints= requires a body of the type ReceivedBody")
        if any(parameter.is_tail for parameter in self.parameters[:-1]):
            raise TypeError(f"{name}: a Tail must be the last parameter of the path")
        if self.bot_check is not None and self.pool is None:
            raise TypeError(f"{name}: bot_check= requires pool=")
        if self.on_loop and (self.writes or self.pool or self.who.credentials != "none"):
            raise TypeError(f"{name}: on_loop= is for public reads without a pool")
        if self.if_match and not self.writes:
            raise TypeError(f"{name}: if_match= is for writes; a read returns WithVersion")
        if self.has_redirect and self.writes:
            raise TypeError(f"{name}: only a read may return PermanentRedirect")
        if self.cache_topic is not None and not self._is_cacheable:
            raise TypeError(f"{name}: cache_topic= requires a public read with etag=True")
        if self.returns_version and (self.etag or creates):
            raise TypeError(f"{name}: WithVersion is not allowed for a public read or a creation")

    def _path_parameters(
        self, names: Sequence[str], hints: Mapping[str, Any]
    ) -> tuple[PathParameter, ...]:
        in_path = _PARAMETER.findall(self.path)
        in_signature = [name for name in names[1:] if name not in {"body", "query"}]
        if len(in_path) != len(in_signature):
            raise TypeError(
                f"{self.handler.__name__}: the path has {in_path}, the handler has {in_signature}"
            )
        return tuple(
            PathParameter(
                name,
                is_id=hints[argument] is Id,
                is_tail=hints[argument] is Tail,
                identifies=_identified(argument),
                values=_literal_values(hints[argument]),
                values_name=getattr(hints[argument], "__name__", ""),
            )
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
        """Return the arguments of the handler after the context.

        `strictly` refuses unknown members (`Prefer: handling=strict`). Raises the operation's 404
        for an invalid id or name in the path, MalformedJson, or ValidationFailed with all errors of
        query and body.
        """
        self.must_match(path_values)
        arguments: list[object] = list(path_values)
        errors: list[FieldError] = []
        named: dict[str, object] = {}
        if self.streams or isinstance(raw, ReceivedBody):
            named["body"] = raw
        elif self.body is not None:
            named["body"] = parse_body(self.body, raw or b"{}", errors, strictly=strictly)
        if self.query is not None:
            named["query"] = query_params.parse(self.query, pairs, errors, strictly=strictly)
        elif strictly:
            errors += [validation_errors.unknown_member(name) for name, _ in pairs]
        if errors:
            raise ValidationFailed(*errors)
        return arguments + [named[name] for name in self._named]

    def known(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the query parameters that this operation has, without empty ones."""
        return [(name, value) for name, value in pairs if value and name in self._parameters]

    def must_match(self, path_values: Sequence[str]) -> None:
        """Raise the operation's 404 for an invalid id or name in the path."""
        for parameter, value in zip(self.parameters, path_values, strict=True):
            # No name contains a NUL, and PostgreSQL refuses one in a parameter.
            is_unknown = bool(parameter.values) and value not in parameter.values
            if is_unknown or "\0" in value or (parameter.is_id and not ids.is_id(value)):
                raise self.not_found

    def canonical(self, path_values: Sequence[str]) -> tuple[str, ...]:
        """Return the values of a path with its IDs in lower case."""
        return tuple(
            (ids.parse_id(value) or value) if parameter.is_id else value
            for parameter, value in zip(self.parameters, path_values, strict=True)
        )


def _documentation(handler: Callable[..., Any]) -> tuple[str, str]:
    text = inspect.getdoc(handler)
    if not text:
        raise TypeError(
            f"{handler.__name__} needs a docstring: it is the text of the API description"
        )
    summary, _, description = text.partition("\n\n")
    # A summary is plain text, a description Markdown.
    return " ".join(summary.replace("`", "").split()).rstrip("."), description.strip()


def _identified(argument: str) -> str | None:
    subject = argument.removesuffix("_id")
    return None if subject == argument else subject.replace("_", " ")


def _literal_values(annotation: Any) -> tuple[str, ...]:
    """Return the values of a named Literal; none for another type."""
    literal = getattr(annotation, "__value__", None)
    return get_args(literal) if get_origin(literal) is Literal else ()


def _result_type(annotation: Any) -> tuple[Any, bool]:
    """Return the type of a result without redirects, and whether PermanentRedirect is possible."""
    is_union = get_origin(annotation) in {Union, types.UnionType}
    branches = get_args(annotation) if is_union else ()
    results = tuple(
        branch for branch in branches if branch not in {PermanentRedirect, TemporaryRedirect}
    )
    if results == branches:
        return annotation, False
    return Union[results], PermanentRedirect in branches  # noqa: UP007 - of a tuple


def _dumper(result: Any) -> Callable[[Any], bytes]:
    """Return the function that serializes a handler's result."""
    origin = get_origin(result) or result
    if origin is RawResponse:
        return lambda plain: plain.body
    if origin in {File, Download, EventStream}:
        return lambda _: b""  # sent in chunks
    if origin is PreRendered:
        return lambda ready: b'{"data":' + ready.json + b"}"
    if origin is PreRenderedPage:
        return lambda page: b'{"data":[' + b",".join(page.items) + b"]}"
    if origin is WithVersion:
        dump_record = _dumper(get_args(result)[0])
        return lambda versioned: dump_record(versioned.record)
    dump_json = TypeAdapter(result).dump_json
    return lambda value: b'{"data":' + dump_json(value, by_alias=True) + b"}"
