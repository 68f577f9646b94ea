"""The responses of an operation by status, with their headers and bodies."""

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from itertools import groupby
from typing import get_origin

from pydantic.json_schema import JsonSchemaValue

from bridgework.kit.core import ApiError
from bridgework.kit.core import errors as api_errors
from bridgework.kit.http.idempotency import errors as idempotency
from bridgework.kit.http.openapi.json_schema_30 import MAX_INTEGER
from bridgework.kit.http.operations import HTML, Operation, PreRenderedPage
from bridgework.kit.security import auth
from bridgework.kit.storage import OCTET_STREAM
from bridgework.kit.validation import error_bodies

Response = dict[str, object]

ANY_TYPE = "*/*"

_ALWAYS: tuple[type[ApiError], ...] = (
    api_errors.HostInvalid,
    api_errors.MalformedQuery,
    api_errors.MethodNotAllowed,
    api_errors.ValidationFailed,
    api_errors.InternalError,
    api_errors.Busy,
    api_errors.RequestTookTooLong,
    api_errors.DatabaseBusy,
    api_errors.DatabaseUnavailable,
    api_errors.DatabaseReadOnly,
    api_errors.DatabaseDamaged,
    api_errors.NoRoomLeft,
)
_WITH_A_BODY: tuple[type[ApiError], ...] = (
    api_errors.MalformedBody,
    api_errors.MalformedJson,
    api_errors.RequestTimedOut,
    api_errors.BodyTooLarge,
    api_errors.ContentTypeNotSupported,
    api_errors.UnsupportedEncoding,
    api_errors.TooManyBodies,
)
_WITH_A_STREAM: tuple[type[ApiError], ...] = (
    api_errors.MalformedBody,
    api_errors.RequestTimedOut,
    api_errors.BodyTooLarge,
    api_errors.OtherContentType,
    api_errors.UnsupportedEncoding,
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
        api_errors.KeyInvalid,
        auth.KeyNotAccepted,
        api_errors.NoSuchThing,
        api_errors.NotAllowed,
        api_errors.PreconditionFailed,
        api_errors.RateLimited,
        auth.ScopeMissing,
        auth.FreshSignInNeeded,
        auth.SecondFactorRequired,
        api_errors.SignInNeeded,
        api_errors.TokenInvalid,
    }
)
"""Errors whose responses are components, shared by all operations."""

_OF_A_FILE = ("ETag", "Cache-Control", "Accept-Ranges", "Content-Disposition", "Last-Modified")


def _header(description: str, example: str | int, *, required: bool = True) -> dict[str, object]:
    kind: dict[str, object] = {"type": "string"}
    if isinstance(example, int):
        kind = {"type": "integer", "minimum": 0, "maximum": MAX_INTEGER}
    return {"description": description, "required": required, "schema": kind, "example": example}


HEADERS: Mapping[str, Mapping[str, object]] = {
    # Structured fields. OpenAPI 3.0.4 advises `content` for them, which generators do not know.
    "RateLimit": _header(
        "The remaining requests of the rate limit, and the seconds until it resets. A structured "
        "field (RFC 9651).",
        '"default";r=59;t=60',
    ),
    "RateLimit-Policy": _header(
        "The rate limit: the number of requests in a number of seconds. Sessions of the "
        "administrator login have a separate policy, `admin`. A structured field (RFC 9651).",
        '"default";q=60;w=60',
    ),
    "X-Request-Id": _header(
        "The request ID: the one that was sent, or a new one. Include it in support requests.",
        "0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71",
    ),
    "Accept-Ranges": _header("Byte ranges are supported.", "bytes"),
    "Allow": _header("The methods that this path supports.", "GET, HEAD"),
    "Cache-Control": _header(
        "How long the response may be cached.", "public, max-age=0, must-revalidate"
    ),
    "Content-Disposition": _header(
        "Whether to display or to save the file, and its name.", 'inline; filename="chair.png"'
    ),
    "Content-Range": _header(
        "The byte range of the response, and the size of the file.", "bytes 0-499/1234"
    ),
    "Deprecation": _header("Since when the operation is deprecated (RFC 9745).", "@1795651200"),
    "ETag": _header(
        "The version of the resource: send it as If-None-Match to read, as If-Match to update.",
        '"7-0f5c3a9e8d7b2c61"',
    ),
    "Idempotency-Replayed": _header(
        "Present if the request was executed before: the response is the first one.",
        "true",
        required=False,
    ),
    "Last-Modified": _header(
        "When the upload of the file was completed.", "Sat, 21 Nov 2026 09:00:00 GMT"
    ),
    "Link": _header(
        "The URLs of the first, previous, next and last page (RFC 8288).",
        '<https://api.example/blogs?page=2>; rel="next"',
    ),
    "Location": _header(
        "The URL of the created or moved resource.",
        "https://api.example/jobs/0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71",
    ),
    "Retry-After": _header("The seconds to wait before a retry.", 7),
    "Sunset": _header(
        "When the operation will be removed (RFC 8594).", "Fri, 26 Nov 2027 00:00:00 GMT"
    ),
    "WWW-Authenticate": _header(
        "The required credentials (RFC 6750).", 'Bearer realm="bridgework"'
    ),
    "X-Total-Count": _header("The number of items on all pages.", 240),
}

_EVERYWHERE = ("RateLimit", "RateLimit-Policy", "X-Request-Id")

_BY_STATUS: Mapping[int, tuple[str, ...]] = {
    206: ("Content-Range",),
    301: ("Location",),
    302: ("Location",),
    308: ("Location",),
    304: ("ETag", "Cache-Control"),
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    416: ("Content-Range",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}


def to_responses(operation: Operation, body: JsonSchemaValue | None) -> dict[str, Response]:
    """The responses by status; `body` is the schema of a JSON response, None without a model."""
    by_status = {operation.status: _success(operation, body)}
    if operation.has_redirect:
        by_status[301] = _without_body(301, "The resource has moved permanently.")
    if operation.may_redirect:
        by_status[302] = _without_body(302, "The resource is at another URL temporarily.")
    if operation.sends:
        by_status[206] = {
            **by_status[operation.status],
            "description": "The requested byte range.",
            "headers": _headers(206, *_OF_A_FILE),
        }
    if operation.conditional or operation.sends:
        by_status[304] = _without_body(304, "Your copy is current.")
    for status, errors in _by_status(operation):
        by_status[status] = (
            {"$ref": f"#/components/responses/{_name(operation, errors)}"}
            if _SHARED.issuperset(errors)
            else _error_response(operation, status, errors)
        )
    return {str(status): by_status[status] for status in sorted(by_status)}


def shared_responses(operations: Sequence[Operation]) -> dict[str, Response]:
    """The error responses that are components, by the names of their errors."""
    in_use = {
        _name(operation, errors): _error_response(operation, status, errors)
        for operation in operations
        for status, errors in _by_status(operation)
        if _SHARED.issuperset(errors)
    }
    return dict(sorted(in_use.items()))


def error_codes(operation: Operation) -> list[str]:
    """The values of `error` in the responses of the operation."""
    bodies = error_bodies()
    return [
        error.code
        for error in possible_errors(operation)
        if "error" in bodies[error.component].model_fields
    ]


def possible_errors(operation: Operation) -> list[type[ApiError]]:
    """All errors of the operation: those that it declares, and those of every operation like it."""
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
    # An error of the operation replaces that of every operation with the same code.
    by_code = {error.code: error for error in (*errors, *operation.errors)}
    return sorted(by_code.values(), key=lambda error: (error.status, error.code))


def _headers(status: int, *further: str) -> dict[str, object]:
    """The headers of a response with `status`, as references to the components."""
    names = (*_EVERYWHERE, *_BY_STATUS.get(status, ()), *further)
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _without_body(status: int, description: str) -> Response:
    return {"description": description, "headers": _headers(status)}


def _of_credentials(who: auth.Who) -> list[type[ApiError]]:
    """The errors of missing, invalid and insufficient credentials."""
    if who.credentials == "none":
        return []
    errors: list[type[ApiError]] = [
        api_errors.SignInNeeded,
        api_errors.TokenInvalid,
        api_errors.KeyInvalid,
    ]
    errors.append(auth.KeyNotAccepted if who.scope is None else auth.ScopeMissing)
    if not who.every_account:
        errors.append(api_errors.NotAllowed)
    if who.needs_admin_login:
        errors.append(auth.AdministratorLoginNeeded)
    if who.credentials == "bearer" and who.needs_second_factor:
        errors.append(auth.SecondFactorRequired)
    if who.needs_fresh_proof is not None:
        errors.append(auth.FreshSignInNeeded)
    return errors


def _by_status(operation: Operation) -> Iterable[tuple[int, list[type[ApiError]]]]:
    for status, group in groupby(possible_errors(operation), key=lambda error: error.status):
        yield status, list(group)


def _name(operation: Operation, errors: Iterable[type[ApiError]]) -> str:
    names = "Or".join(error.__name__ for error in errors)
    return f"{names}Page" if operation.has_error_pages else names


def _success(operation: Operation, body: JsonSchemaValue | None) -> Response:
    further = [
        *(["ETag", "Cache-Control"] if operation.etag else []),
        *(["ETag"] if operation.returns_version else []),
        *(["Deprecation", "Sunset"] if operation.is_deprecated else []),
        *(_OF_A_FILE if operation.sends else []),
        *(["Content-Disposition"] if operation.generates else []),
        *(["Location"] if operation.location else []),
        *(["Idempotency-Replayed"] if operation.takes_key else []),
        *(["Link", "X-Total-Count"] if get_origin(operation.result) is PreRenderedPage else []),
    ]
    phrase = HTTPStatus(operation.status).phrase
    return {
        # OpenAPI 3.0 cannot describe a sequence; generators of clients read the schema of an event.
        "description": f"{phrase}. The schema is that of the `data` of one event."
        if operation.is_event_stream
        else phrase,
        "headers": _headers(operation.status, *further),
        "content": _content(operation, body),
    }


def _content(operation: Operation, body: JsonSchemaValue | None) -> dict[str, object]:
    if operation.sends or operation.generates or operation.media_type == ANY_TYPE:
        binary = {"schema": {"type": "string", "format": "binary"}}
        # Generators of clients read the first type; they do not know the range.
        return {OCTET_STREAM: binary, ANY_TYPE: binary}
    is_json = operation.media_type.partition(";")[0].endswith("json")
    other = {"type": "object", "additionalProperties": True} if is_json else {"type": "string"}
    content: dict[str, object] = {operation.media_type: {"schema": other if body is None else body}}
    if operation.page is not None:
        content[HTML] = {"schema": {"type": "string"}}
    return content


def _error_response(
    operation: Operation, status: int, errors: Sequence[type[ApiError]]
) -> Response:
    messages = [f"`{error.code}`: {error.default_message}" for error in errors]
    bodies = [
        {"$ref": f"#/components/schemas/{name}"}
        for name in sorted({error.component for error in errors})
    ]
    media: dict[str, object] = {"schema": bodies[0] if len(bodies) == 1 else {"anyOf": bodies}}
    media["examples"] = {error.code: {"value": _example_body(error)} for error in errors}
    content: dict[str, object] = {"application/json": media}
    if operation.has_error_pages:
        content[HTML] = {"schema": {"type": "string"}}
    return {
        "description": messages[0] if len(messages) == 1 else "- " + "\n- ".join(messages),
        "headers": _headers(status),
        "content": content,
    }


_WITH_DETAILS: Mapping[type[ApiError], ApiError] = {
    api_errors.ValidationFailed: api_errors.ValidationFailed(
        api_errors.FieldError("email", "required", "This is required."),
        api_errors.FieldError("profile.education[0].endYear", "wrong_type", "Must be an integer."),
    ),
    idempotency.AlreadyDone: idempotency.AlreadyDone("0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71"),
}
"""Errors with further members, as examples."""


def _example_body(error: type[ApiError]) -> Mapping[str, object]:
    if error.component == "Error":
        return {"error": error.code, "message": error.default_message}
    return (_WITH_DETAILS.get(error) or error()).body()
