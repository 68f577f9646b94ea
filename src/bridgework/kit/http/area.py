"""How an area declares its operations.

    area = Area("Jobs")

    @area.post("/jobs/{id}/applications", who=member, status=201)
    def apply_to_job(call: Call, job_id: Id, body: JobApplicationRequest) -> JobApplication:
        \"\"\"Apply once to an approved posting.\"\"\"
        return actions.apply(call, job_id, body)

`who` has no default: an operation that forgets it does not import. The handler's name is the
operationId in snake case, its docstring the text of the API's documentation.
"""

from collections.abc import Callable
from typing import Any, TypedDict, TypeVar, Unpack

from bridgework.kit.auth import Who
from bridgework.kit.errors import ApiError, NoSuchThing, NotFound
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.responses import JSON
from bridgework.kit.storage.bodies import Room

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Options(TypedDict, total=False):
    """What an operation may say beside its path and who may call it."""

    status: int
    """Of success; 200 unless said."""
    slow: bool
    """Hashes, computes or calls outside: runs apart and opens its own transactions. One that
    creates looks up what was done before: after a crash a repeated request runs it again."""
    problems: tuple[type[ApiError], ...]
    """What it can answer beside what every operation can."""
    missing: type[NotFound]
    """The 404 of an id in the path that can't be one."""
    cached: bool
    """A public read: strong ETag, 304, `Cache-Control` by setting."""
    topic: str | None
    """The topic of a public read (`kit/db/cache_versions`), whose response is cached."""
    for_operators: bool
    """Needs the metrics token; outside production, not from localhost."""
    media: str
    """The media type of what is told outside the envelope."""
    leads: bool
    """May lead to another address for now: its Plain answers 302 with a `location`."""
    exempt: bool
    """Carries the rate limit's headers but is never refused by it."""
    secret: bool
    """Tells something this once: its answer is not kept under an Idempotency-Key."""
    levelled: bool
    """Asks about an address: how long it takes must not tell whether somebody has that."""
    location: str
    """Where what a 201 made can be read, filled from the record: `/jobs/{id}`, `/jobs/{job.id}`."""
    versioned: bool
    """Changes what a GET tells as Versioned: takes If-Match, and its action asks
    `call.must_match`. Once who calls may see and change it, and before anything is written."""
    room: Callable[..., Room]
    """Of a handler whose `body` is Received: what the body has to be like, asked by the call and
    the parameters of the path before any of it is read."""


class Area:
    """The operations of one area, in the order in which they are declared."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.operations: list[Operation] = []

    def get(
        self, path: str, *, who: Who, **options: Unpack[Options]
    ) -> Callable[[Handler], Handler]:
        """Declare a read. HEAD comes with it."""
        return self._declare("GET", path, who, options)

    def post(
        self, path: str, *, who: Who, **options: Unpack[Options]
    ) -> Callable[[Handler], Handler]:
        """Declare a creation, a move or an act."""
        return self._declare("POST", path, who, options)

    def put(
        self, path: str, *, who: Who, **options: Unpack[Options]
    ) -> Callable[[Handler], Handler]:
        """Declare a replacement."""
        return self._declare("PUT", path, who, options)

    def patch(
        self, path: str, *, who: Who, **options: Unpack[Options]
    ) -> Callable[[Handler], Handler]:
        """Declare a change of what is sent, leaving the rest alone."""
        return self._declare("PATCH", path, who, options)

    def delete(
        self, path: str, *, who: Who, **options: Unpack[Options]
    ) -> Callable[[Handler], Handler]:
        """Declare a removal."""
        return self._declare("DELETE", path, who, options)

    def _declare(
        self, method: str, path: str, who: Who, options: Options
    ) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            operation = Operation(
                area=self.title,
                method=method,
                path=path,
                who=who,
                handler=handler,
                status=options.get("status", 200),
                slow=options.get("slow", False),
                problems=options.get("problems", ()),
                missing=options.get("missing", NoSuchThing),
                cached=options.get("cached", False),
                topic=options.get("topic"),
                for_operators=options.get("for_operators", False),
                media=options.get("media", JSON),
                leads=options.get("leads", False),
                exempt=options.get("exempt", False),
                secret=options.get("secret", False),
                levelled=options.get("levelled", False),
                location=options.get("location"),
                versioned=options.get("versioned", False),
                room=options.get("room"),
            )
            self.operations.append(operation)
            return handler

        return keep
