"""Every status that an operation can answer with, and the headers and body of each."""

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from itertools import groupby
from typing import get_origin

from pydantic.json_schema import JsonSchemaValue

from bridgework.kit import auth
from bridgework.kit import errors as api_errors
from bridgework.kit.errors import ApiError
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.results import HTML, PreRenderedPage
from bridgework.kit.idempotency import errors as idempotency

Response = dict[str, object]

_ALWAYS: tuple[type[ApiError], ...] = (
    api_errors.MalformedQuery,
    api_errors.MethodNotAllowed,
    api_errors.ValidationFailed,
    api_errors.InternalError,
    api_errors.Busy,
    api_errors.DatabaseBusy,
    api_errors.DatabaseUnavailable,
    api_errors.DatabaseReadOnly,
    api_errors.NoRoomLeft,
)
_WITH_A_BODY: tuple[type[ApiError], ...] = (
    api_errors.MalformedBody,
    api_errors.MalformedJson,
    api_errors.RequestTimedOut,
    api_errors.BodyTooLarge,
    api_errors.ContentTypeNotSupported,
    api_errors.TooManyBodies,
)
_WITH_A_STREAM: tuple[type[ApiError], ...] = (
    api_errors.MalformedBody,
    api_errors.RequestTimedOut,
    api_errors.BodyTooLarge,
    api_errors.OtherContentType,
    api_errors.BodyTooShort,
    api_errors.TooManyBodies,
)
_WITH_A_FILE: tuple[type[ApiError], ...] = (
    api_errors.PreconditionFailed,
    api_errors.RangeNotSatisfiable,
)
_SHARED = frozenset(
    {
        *_ALWAYS,
        *_WITH_A_BODY,
        *idempotency.ALL,
        auth.AdministratorLoginNeeded,
        auth.KeyNotAccepted,
        api_errors.NoSuchThing,
        api_errors.NotAllowed,
        api_errors.PreconditionFailed,
        api_errors.RateLimited,
        auth.ScopeMissing,
        api_errors.SignInNeeded,
        api_errors.TokenInvalid,
    }
)
"""Written once, as response components: no operation declares them with a text of its own."""

_OF_A_FILE = ("ETag", "Cache-Control", "Accept-Ranges", "Content-Disposition", "Last-Modified")


def _header(description: str, example: str | int, *, required: bool = True) -> dict[str, object]:
    kind = {"type": "string"} if isinstance(example, str) else {"type": "integer", "minimum": 0}
    return {"description": description, "required": required, "schema": kind, "example": example}


def _structured(description: str, example: str) -> dict[str, object]:
    """A value with parameters: 3.0.4 advises `content`, since `schema` can't tell its syntax."""
    return {
        "description": f"{description} A structured field (RFC 9651).",
        "required": True,
        "content": {"text/plain": {"schema": {"type": "string"}, "example": example}},
    }


HEADERS: Mapping[str, Mapping[str, object]] = {
    "RateLimit": _structured(
        "What is left of the rate limit, and the seconds until there is more.",
        '"default";r=59;t=60',
    ),
    "RateLimit-Policy": _structured(
        "The rate limit itself: so many requests in so many seconds. Sessions of the administrator "
        "login have a policy of their own, `admin`.",
        '"default";q=60;w=60',
    ),
    "X-Request-Id": _header(
        "The request's id: the one that was sent, or a new one. Name it when you ask for help.",
        "0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71",
    ),
    "Accept-Ranges": _header("That parts of it may be asked for, in bytes.", "bytes"),
    "Allow": _header("The methods that this path knows.", "GET, HEAD"),
    "Cache-Control": _header("How long a copy may be kept.", "public, max-age=0, must-revalidate"),
    "Content-Disposition": _header(
        "Whether it may be shown, and what it is called.", 'inline; filename="chair.png"'
    ),
    "Content-Range": _header("Which part it is, of how many bytes.", "bytes 0-499/1234"),
    "ETag": _header(
        "The version of what is told: send it as If-None-Match to read, as If-Match to change.",
        '"7-0f5c3a9e8d7b2c61"',
    ),
    "Idempotency-Replayed": _header(
        "There if this was done before: then the answer is the one that was given first.",
        "true",
        required=False,
    ),
    "Last-Modified": _header("When it was complete.", "Sat, 21 Nov 2026 09:00:00 GMT"),
    "Link": _header(
        "Where the first, previous, next and last page are (RFC 8288).",
        '<https://api.example/blogs?page=2>; rel="next"',
    ),
    "Location": _header(
        "Where what was made, or has moved, can be read.",
        "https://api.example/jobs/0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71",
    ),
    "Retry-After": _header("The seconds to wait before the next try.", 7),
    "WWW-Authenticate": _header(
        "Which credentials are wanted (RFC 6750).", 'Bearer realm="bridgework"'
    ),
    "X-Total-Count": _header("How many there are on all pages together.", 240),
}

_EVERYWHERE = ("RateLimit", "RateLimit-Policy", "X-Request-Id")

_BY_STATUS: Mapping[int, tuple[str, ...]] = {
    206: ("Content-Range",),
    301: ("Location",),
    302: ("Location",),
    304: ("ETag", "Cache-Control"),
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    416: ("Content-Range",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}


def to_responses(operation: Operation, payload: JsonSchemaValue | None) -> dict[str, Response]:
    """The responses by status; `payload` is the schema of `data`, None outside the envelope."""
    found = {operation.status: _success(operation, payload)}
    if operation.moves:
        found[301] = _without_body(301, "It has another address by now.")
    if operation.may_redirect:
        found[302] = _without_body(302, "It is shown at another address for now.")
    if operation.sends:
        found[206] = {
            **found[operation.status],
            "description": "The part asked for.",
            "headers": _headers(206, *_OF_A_FILE),
        }
    if operation.conditional or operation.sends:
        found[304] = _without_body(304, "Your copy is still true.")
    for status, errors in _by_status(operation):
        found[status] = (
            {"$ref": f"#/components/responses/{_name(operation, errors)}"}
            if _SHARED.issuperset(errors)
            else _error_response(operation, status, errors)
        )
    return {str(status): found[status] for status in sorted(found)}


def shared_responses(operations: Sequence[Operation]) -> dict[str, Response]:
    """The error responses that operations have in common, by the names of their errors."""
    in_use = {
        _name(operation, errors): _error_response(operation, status, errors)
        for operation in operations
        for status, errors in _by_status(operation)
        if _SHARED.issuperset(errors)
    }
    return dict(sorted(in_use.items()))


def possible_errors(operation: Operation) -> list[type[ApiError]]:
    """Every error that the operation can answer with: its own, and those of its kind."""
    errors = [*_ALWAYS, *operation.errors, *_of_credentials(operation.who)]
    for applies, further in (
        (operation.body is not None, _WITH_A_BODY),
        (operation.streams, _WITH_A_STREAM),
        (operation.sends, _WITH_A_FILE),
        (operation.takes_key, idempotency.ALL),
        (operation.parameters, (operation.not_found,)),
        (operation.if_match, (api_errors.PreconditionFailed,)),
        (not operation.rate_limit_exempt, (api_errors.RateLimited,)),
    ):
        if applies:
            errors += further
    return sorted(set(errors), key=lambda error: (error.status, error.code))


def _headers(status: int, *further: str) -> dict[str, object]:
    """The headers of a response with `status`, as references to the components."""
    names = (*_EVERYWHERE, *_BY_STATUS.get(status, ()), *further)
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _without_body(status: int, description: str) -> Response:
    return {"description": description, "headers": _headers(status)}


def _of_credentials(who: auth.Who) -> list[type[ApiError]]:
    """The refusals of callers without credentials, with invalid ones and with insufficient ones."""
    if who.credentials == "none":
        return []
    errors: list[type[ApiError]] = [api_errors.SignInNeeded, api_errors.TokenInvalid]
    errors.append(auth.KeyNotAccepted if who.scope is None else auth.ScopeMissing)
    # Every account is a member, so a member is refused by nothing but the scope of a partner key.
    if who.name.partition(",")[0] != auth.member.name:
        errors.append(api_errors.NotAllowed)
    if who.needs_admin_login:
        errors.append(auth.AdministratorLoginNeeded)
    return errors


def _by_status(operation: Operation) -> Iterable[tuple[int, list[type[ApiError]]]]:
    for status, group in groupby(possible_errors(operation), key=lambda error: error.status):
        yield status, list(group)


def _name(operation: Operation, errors: Iterable[type[ApiError]]) -> str:
    names = "Or".join(error.__name__ for error in errors)
    return f"{names}Page" if operation.media_type == HTML else names


def _success(operation: Operation, payload: JsonSchemaValue | None) -> Response:
    further = [
        *(["ETag", "Cache-Control"] if operation.etag else []),
        *(["ETag"] if operation.tells_version else []),
        *(_OF_A_FILE if operation.sends else []),
        *(["Location"] if operation.location else []),
        *(["Idempotency-Replayed"] if operation.takes_key else []),
        *(["Link", "X-Total-Count"] if get_origin(operation.result) is PreRenderedPage else []),
    ]
    return {
        "description": HTTPStatus(operation.status).phrase,
        "headers": _headers(operation.status, *further),
        "content": _content(operation, payload),
    }


def _content(operation: Operation, payload: JsonSchemaValue | None) -> dict[str, object]:
    if payload is not None:
        envelope = {"type": "object", "properties": {"data": payload}, "required": ["data"]}
        return {"application/json": {"schema": envelope}}
    if operation.sends:
        return {"*/*": {"schema": {"type": "string", "format": "binary"}}}
    is_json = operation.media_type.partition(";")[0].endswith("json")
    return {operation.media_type: {"schema": {} if is_json else {"type": "string"}}}


def _error_response(
    operation: Operation, status: int, errors: Sequence[type[ApiError]]
) -> Response:
    sentences = [f"`{error.code}`: {error.sentence}" for error in errors]
    bodies = [
        {"$ref": f"#/components/schemas/{name}"}
        for name in sorted({error.component for error in errors})
    ]
    media: dict[str, object] = {"schema": bodies[0] if len(bodies) == 1 else {"anyOf": bodies}}
    examples = {
        error.code: {"value": {"error": error.code, "message": error.sentence}}
        for error in errors
        if error.component == "Error"
    }
    if examples:
        media["examples"] = examples
    content: dict[str, object] = {"application/json": media}
    if operation.media_type == HTML:
        content[HTML] = {"schema": {"type": "string"}}
    return {
        "description": sentences[0] if len(sentences) == 1 else "- " + "\n- ".join(sentences),
        "headers": _headers(status),
        "content": content,
    }
