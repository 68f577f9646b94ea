"""Everything that can go wrong and be told to a caller, as one tree.

    ApiError
    ├── BadRequest 400        MalformedJson …
    ├── Unauthorized 401      SignInNeeded, TokenInvalid …
    ├── Forbidden 403         NotAllowed …
    ├── NotFound 404          NoSuchOperation …
    ├── Conflict 409          InvalidTransition …
    ├── PreconditionFailed 412
    ├── Unprocessable 422     ValidationFailed
    ├── TooMany 429           RateLimited, QuotaExceeded …
    └── Unavailable 503       Busy, DatabaseBusy …

An error is raised, never returned. The docstring of its class is its sentence to the client,
the name of its class in snake case is the `error` code. A raised error rolls the call's
transaction back, unless its class says `commits = True`: then what was written before it stands.
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
    sentence: ClassVar[str]
    commits: ClassVar[bool] = False
    component: ClassVar[str] = "Error"
    """The name of the body's shape in the OpenAPI document."""
    page: ClassVar[tuple[str, str] | None] = None
    """The heading and the text of its HTML page; None: those of its status."""

    def __init__(self, message: str | None = None, **headers: str) -> None:
        """Say `message` in place of the class's sentence; `headers` go out with the answer.

        A header's name is written in snake case: `retry_after="3"` is `Retry-After: 3`.
        """
        self.message = message or self.sentence
        self.headers: Mapping[str, str] = headers
        super().__init__(self.message)

    def __init_subclass__(cls, *, family: bool = False) -> None:
        """Enter the class in the registry of codes; a `family` only groups others."""
        super().__init_subclass__()
        if family:
            return
        cls.code = _snake(cls.__name__)
        cls.sentence = " ".join((cls.__doc__ or "").split("\n\n")[0].split())
        if not cls.sentence:
            raise TypeError(f"{cls.__name__} has no docstring, so no sentence for the client")
        if cls.code in _registry:
            raise TypeError(f"two errors are called {cls.code}")
        _registry[cls.code] = cls

    def body(self) -> Mapping[str, object]:
        """The JSON body: specification section 7, shape "Error"."""
        return {"error": self.code, "message": self.message}


def registry() -> Mapping[str, type[ApiError]]:
    """Every error by its code."""
    return dict(sorted(_registry.items()))


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class BadRequest(ApiError, family=True):
    """Answered with status 400."""

    status = 400


class Unauthorized(ApiError, family=True):
    """Answered with status 401, and a challenge as RFC 6750 has it."""

    status = 401
    challenge: ClassVar[str] = 'Bearer realm="bridgework"'

    def __init__(self) -> None:
        super().__init__(www_authenticate=self.challenge)


class Forbidden(ApiError, family=True):
    """Answered with status 403."""

    status = 403


class NotFound(ApiError, family=True):
    """Answered with status 404."""

    status = 404


class Conflict(ApiError, family=True):
    """Answered with status 409."""

    status = 409


class Unprocessable(ApiError, family=True):
    """Answered with status 422."""

    status = 422


class TooMany(ApiError, family=True):
    """Answered with status 429."""

    status = 429


class Unavailable(ApiError, family=True):
    """Answered with status 503."""

    status = 503
    retry_after: ClassVar[str]
    """Seconds."""

    def __init__(self, *, retry_after: str | None = None) -> None:
        super().__init__(retry_after=retry_after or self.retry_after)


class MalformedJson(BadRequest):
    """The body is not well-formed JSON."""


class MalformedBody(BadRequest):
    """The body ended too early or its chunked framing is not valid: send the request again."""


class MalformedQuery(BadRequest):
    """The query string is not well-formed: it must be percent-encoded UTF-8."""


class SignInNeeded(Unauthorized):
    """This needs a bearer token: sign in first."""


class TokenInvalid(Unauthorized):
    """The bearer token is not valid or has expired: sign in again."""

    challenge = 'Bearer realm="bridgework", error="invalid_token"'


class NotAllowed(Forbidden):
    """This is not open to your account."""


class OperatorsOnly(Forbidden):
    """Send the metrics token (BRIDGEWORK_METRICS_TOKEN) as a bearer token.

    Outside production, requests from localhost need none.
    """


class NoSuchThing(NotFound):
    """There is no such thing here, or it is not yours to see."""


class NoSuchOperation(NotFound):
    """There is no operation at this path; /openapi.json lists them all."""


class InvalidTransition(Conflict):
    """That move is not open from the present state; the message names both."""

    def __init__(self, state: str, open_moves: Sequence[str]) -> None:
        """`state` is the present one; `open_moves` are the states that the caller may move to."""
        moves = f"only to {', '.join(open_moves)}" if open_moves else "to no other state"
        super().__init__(f"The present state is {state}; from there you can move {moves}.")


class PreconditionFailed(ApiError):
    """It was changed since you read it: read it again, then send If-Match with its new ETag."""

    status = 412


class MethodNotAllowed(ApiError):
    """This path does not know that method; the Allow header lists those it knows."""

    status = 405

    def __init__(self, allow: str) -> None:
        super().__init__(allow=allow)


class RequestTimedOut(ApiError):
    """The request's body did not arrive in time."""

    status = 408


class BodyTooLarge(ApiError):
    """The body is larger than this operation takes."""

    status = 413


class ContentTypeNotSupported(ApiError):
    """The body must be sent as application/json."""

    status = 415


class OtherContentType(ApiError):
    """The body must be of the type that was agreed upon: send that Content-Type with it."""

    status = 415


class RangeNotSatisfiable(ApiError):
    """The file ends before the range that was asked for; Content-Range tells how long it is."""

    status = 416

    def __init__(self, size: int) -> None:
        super().__init__(content_range=f"bytes */{size}")


class BodyTooShort(Unprocessable):
    """The body is shorter than was agreed upon; nothing of it was kept."""


MOST_FAULTS = 100
"""Faults that one response lists: contract section 1."""
_MORE_FAULTS = (
    f"Some of what was sent does not fit; details names the first {MOST_FAULTS} faults, "
    "and there are more."
)


class ValidationFailed(Unprocessable):
    """Some of what was sent does not fit; details names every fault."""

    component = "ValidationError"

    def __init__(self, *faults: "FieldError") -> None:
        """Of more than a hundred faults the first hundred are listed."""
        super().__init__(_MORE_FAULTS if len(faults) > MOST_FAULTS else None)
        self.faults = faults[:MOST_FAULTS]

    def body(self) -> Mapping[str, object]:
        return {**super().body(), "details": [asdict(fault) for fault in self.faults]}


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing that does not fit: where, its stable code, and a sentence."""

    path: str
    code: str
    message: str


class RateLimited(TooMany):
    """Too many requests: try again after the time that Retry-After tells, in seconds."""


class InternalError(ApiError):
    """Something broke on our side. It is logged under the request id in X-Request-Id."""

    status = 500


class Busy(Unavailable):
    """Too much slow work is under way: try again in a moment."""

    retry_after = "1"


class TooManyBodies(Unavailable):
    """Too many request bodies are being received: wait for some to end, then try again."""

    retry_after = "5"


class DatabaseBusy(Unavailable):
    """The database is busy: try again in a moment."""

    retry_after = "1"


class DatabaseUnavailable(Unavailable):
    """The database can't be reached: try again in a moment."""

    retry_after = "2"


class DatabaseReadOnly(Unavailable):
    """The database takes no changes for now, reading goes on: try again in a while."""

    retry_after = "10"


class NoRoomLeft(Unavailable):
    """The server has no room left to write this to, nothing of it was kept: try again later."""

    retry_after = "60"
