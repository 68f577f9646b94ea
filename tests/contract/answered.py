"""Every answer that an operation owes was really given, by some test of the run.

A marker on a test says what its author meant to cover; here it is noted what a server really
answered, whatever the test was about. What is owed is read off the operation itself: success,
each problem it declares, the refusal of strangers and of worn-out tokens, the refusal of a body
that does not fit, the 404 of an id in the path. So a new operation without its tests fails the
run, and so does a problem that an operation declares and can never answer with.

`plugin.py` judges the run by it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from bridgework import routes
from bridgework.kit import auth, errors
from bridgework.kit.errors import ApiError
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.route_table import RouteTable

WORKS = "works"
_A_PART = 206
"""The part of a file is no JSON, and as good as the whole."""

Note = tuple[str, str]
"""An operationId, and the kind of answer: `works`, or the code of a problem."""

_dispatch = RouteTable(routes.operations())
notes: set[Note] = set()
"""What was answered in this process so far."""


class Answered(Protocol):
    """As much of a response as is looked at."""

    @property
    def status(self) -> int: ...
    @property
    def body(self) -> bytes: ...


def note(method: str, path: str, response: Answered) -> None:
    """Note what an operation answered; what reached no operation is nobody's answer."""
    try:
        operation, _ = _dispatch.find(method, path)
    except ApiError:
        return
    notes.add((operation.operation_id, _kind(operation, response)))


def owed(operation: Operation) -> set[str]:
    """The kinds of answer that tests must have had from this operation."""
    told: list[type[ApiError]] = [*operation.errors]
    if operation.parameters:
        told.append(operation.not_found)
    if operation.if_match:
        told.append(errors.PreconditionFailed)
    if operation.body is not None or operation.query is not None:
        told.append(errors.ValidationFailed)
    if operation.who.credentials != "none":
        told += [errors.SignInNeeded, errors.TokenInvalid]
        if operation.who.name.partition(",")[0] != "member":
            told.append(errors.NotAllowed)
        if operation.who.needs_admin_login:
            told.append(auth.AdministratorLoginNeeded)
        told.append(auth.KeyNotAccepted if operation.who.scope is None else auth.ScopeMissing)
    return {WORKS, *(_code(problem) for problem in told)}


def gaps(operations: Sequence[Operation], noted: Iterable[Note]) -> Iterator[str]:
    """What is owed and was not answered, a line an operation."""
    given = set(noted)
    for operation in operations:
        name = operation.operation_id
        missing = sorted(kind for kind in owed(operation) if (name, kind) not in given)
        if missing:
            yield f"{name}: {', '.join(missing)}"


def _code(problem: type[ApiError]) -> str:
    # The body of a MessageError holds no code: its status has to do.
    return str(problem.status) if problem.component == "MessageError" else problem.code


def _kind(operation: Operation, response: Answered) -> str:
    if response.status in {operation.status, _A_PART}:
        return WORKS
    if response.body.startswith(b"<!doctype html>"):
        return f"page {response.status}"  # the same error is owed as JSON
    body = json.loads(response.body or b"{}")
    return str(body.get("error") or body.get("code", response.status)).lower()
