"""The errors of the API, as one class hierarchy.

    ApiError
    ├── BadRequest 400        MalformedJson …
    ├── Unauthorized 401      SignInNeeded, TokenInvalid …
    ├── Forbidden 403         NotAllowed …
    ├── NotFound 404          NoSuchOperation …
    ├── Conflict 409          InvalidTransition …
    ├── Removed 410
    ├── PreconditionFailed 412
    ├── Unprocessable 422     ValidationFailed
    ├── TooMany 429           RateLimited, QuotaExceeded …
    └── Unavailable 503       Busy, DatabaseBusy …

An error is raised, never returned. The first paragraph of its class's docstring is the message to
the client; the name of its class in snake case is the `error` code. A raised error rolls back the
transaction of the request, unless its class sets `commits = True`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar

_registry: dict[str, type["ApiError"]] = {}


class ApiError(Exception):
    """Something went wrong."""

    status: ClassVar[int]
    code: ClassVar[str]
    default_message: ClassVar[str]
    commits: ClassVar[bool] = False
    component: ClassVar[str] = "Error"
    """The name of the schema component of the body."""
    page: ClassVar[tuple[str, str] | None] = None
    """The heading and the text of the HTML page; None for those of the status."""
    page_links: ClassVar[Sequence[tuple[str, str]]] = ()
    """The links of the HTML page: their texts, and their paths below the public URL."""

    def __init__(self, message: str | None = None, **headers: str) -> None:
        """`message` replaces the default message; `headers` are added to the response.

        Header names are written in snake case: `retry_after="3"` is `Retry-After: 3`.
        """
        self.message = message or self.default_message
        self.headers: Mapping[str, str] = headers
        super().__init__(self.message)

    def __init_subclass__(cls, *, family: bool = False) -> None:
        """Register the class by its code; a `family` only groups other errors."""
        super().__init_subclass__()
        if family:
            return
        cls.code = _snake(cls.__name__)
        cls.default_message = " ".join((cls.__doc__ or "").split("\n\n")[0].split())
        if not cls.default_message:
            raise TypeError(f"{cls.__name__} has no docstring, so it has no message")
        if cls.code in _registry:
            raise TypeError(f"two errors have the code {cls.code}")
        _registry[cls.code] = cls

    def body(self) -> Mapping[str, object]:
        """The JSON body of the response."""
        return {"error": self.code, "message": self.message}


def registry() -> Mapping[str, type[ApiError]]:
    """All errors by their codes."""
    return dict(sorted(_registry.items()))


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z0-9][A-Z])(?=[A-Z][a-z])", "_", name).lower()


class BadRequest(ApiError, family=True):
    """Errors with status 400."""

    status = 400


class Unauthorized(ApiError, family=True):
    """Errors with status 401 and a challenge (RFC 6750)."""

    status = 401
    challenge: ClassVar[str] = 'Bearer realm="bridgework"'

    def __init__(self) -> None:
        super().__init__(www_authenticate=self.challenge)


class Forbidden(ApiError, family=True):
    """Errors with status 403."""

    status = 403


class NotFound(ApiError, family=True):
    """Errors with status 404."""

    status = 404


class Conflict(ApiError, family=True):
    """Errors with status 409."""

    status = 409


class Removed(ApiError, family=True):
    """Errors with status 410."""

    status = 410


class Unprocessable(ApiError, family=True):
    """Errors with status 422."""

    status = 422


class TooMany(ApiError, family=True):
    """Errors with status 429."""

    status = 429


class Unavailable(ApiError, family=True):
    """Errors with status 503."""

    status = 503
    retry_after: ClassVar[str]
    """Seconds."""

    def __init__(self, *, retry_after: str | None = None) -> None:
        super().__init__(retry_after=retry_after or self.retry_after)


class MalformedJson(BadRequest):
    """The body is not well-formed JSON."""


class MalformedBody(BadRequest):
    """The body ended too early or its chunked framing is not valid: send the request again."""


class HostInvalid(BadRequest):
    """The request must have exactly one Host header, with a host and at most a port."""


class MalformedQuery(BadRequest):
    """The query string is not well-formed: it must be percent-encoded UTF-8."""


class SignInNeeded(Unauthorized):
    """This operation requires a bearer token: sign in first."""


class TokenInvalid(Unauthorized):
    """The bearer token is invalid or has expired: sign in again."""

    challenge = 'Bearer realm="bridgework", error="invalid_token"'


class KeyInvalid(Unauthorized):
    """The API key is invalid, revoked or expired: ask an administrator for a new one."""

    challenge = 'Bearer realm="bridgework", error="invalid_token"'


class NotAllowed(Forbidden):
    """Your account is not allowed to do this."""


class OperatorsOnly(Forbidden):
    """Send the metrics token (BRIDGEWORK_METRICS_TOKEN) as a bearer token.

    Outside production, requests from localhost need none.
    """


class NoSuchThing(NotFound):
    """The resource does not exist, or you may not read it."""


class NoSuchOperation(NotFound):
    """No operation has this path; /openapi.json lists all operations."""


class InvalidTransition(Conflict):
    """The current state does not allow this transition; the message names the allowed ones."""

    def __init__(self, state: str, open_moves: Sequence[str]) -> None:
        """`open_moves` are the states that the caller may move to from `state`."""
        moves = f"only to {', '.join(open_moves)}" if open_moves else "to no other state"
        super().__init__(f"The current state is {state}; from there you can move {moves}.")


class PreconditionFailed(ApiError):
    """The resource has changed since you read it: read it again, and send its new ETag."""

    status = 412


class MethodNotAllowed(ApiError):
    """This path does not support the method; the Allow header lists the supported ones."""

    status = 405

    def __init__(self, allow: str) -> None:
        super().__init__(allow=allow)


class RequestTimedOut(ApiError):
    """The request body did not arrive in time."""

    status = 408


class BodyTooLarge(ApiError):
    """The body is larger than this operation accepts."""

    status = 413


class ContentTypeNotSupported(ApiError):
    """The body must be sent as application/json."""

    status = 415


class UnsupportedEncoding(ApiError):
    """The body must not be compressed: send it without Content-Encoding."""

    status = 415


class OtherContentType(ApiError):
    """The body must have the declared content type: send it as Content-Type."""

    status = 415


class RangeNotSatisfiable(ApiError):
    """The range starts after the end of the file; Content-Range contains the file's size."""

    status = 416

    def __init__(self, size: int) -> None:
        super().__init__(content_range=f"bytes */{size}")


class BodyTooShort(Unprocessable):
    """The body is shorter than declared; it was not stored."""


MAX_ERRORS = 100
"""Field errors that one response lists."""
_TRUNCATED_MESSAGE = f"The request is invalid; details lists the first {MAX_ERRORS} errors."


class ValidationFailed(Unprocessable):
    """The request is invalid; details lists every error."""

    component = "ValidationError"

    def __init__(self, *faults: "FieldError") -> None:
        """Only the first 100 faults are listed."""
        super().__init__(_TRUNCATED_MESSAGE if len(faults) > MAX_ERRORS else None)
        self.faults = faults[:MAX_ERRORS]

    def body(self) -> Mapping[str, object]:
        return {**super().body(), "details": [asdict(fault) for fault in self.faults]}


@dataclass(frozen=True, slots=True)
class FieldError:
    """One invalid value: its JSON path or parameter, a stable code and a message."""

    path: str
    code: str
    message: str


class RateLimited(TooMany):
    """Too many requests: try again after the number of seconds in Retry-After."""


class TooManyEventStreams(TooMany):
    """You have too many open streams: use one of them, or close one."""


class InternalError(ApiError):
    """An internal error occurred. It is logged with the request ID in X-Request-Id."""

    status = 500


class Busy(Unavailable):
    """Too many slow requests are being processed: try again in a moment."""

    retry_after = "1"


class RequestTookTooLong(Unavailable):
    """The request took too long. It may have had an effect: look, or repeat it with its key.

    A repetition with the same Idempotency-Key has no second effect.
    """

    retry_after = "5"


class HashingUnavailable(Unavailable):
    """The server cannot hash passwords, so sign-ins fail: its log says why."""

    retry_after = "5"


class TooManyBodies(Unavailable):
    """Too many request bodies are being uploaded: try again when some have finished."""

    retry_after = "5"


class EventStreamsInUse(Unavailable):
    """Too many streams are open: try again in a moment, or poll."""

    retry_after = "30"


class DatabaseBusy(Unavailable):
    """The database is busy: try again in a moment."""

    retry_after = "1"


class DatabaseUnavailable(Unavailable):
    """The database is unreachable: try again in a moment."""

    retry_after = "2"


class DatabaseReadOnly(Unavailable):
    """The database is temporarily read-only: try again later."""

    retry_after = "10"


class DatabaseDamaged(Unavailable):
    """The database is damaged: the operator of the server must restore a backup."""

    retry_after = "60"


class NoRoomLeft(Unavailable):
    """The server has no disk space left, and nothing was stored: try again later."""

    retry_after = "60"
