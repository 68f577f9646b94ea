"""Checks that the tests of a run saw every response that each operation declares.

The responses of the test server are recorded in every test, whatever the test is about. The
expected responses come from the operation itself: success, each declared error, the refusal of
anonymous callers and expired tokens, the refusal of an invalid body, and the 404 of an id in the
path. So a new operation without tests fails the run, and so does a declared error that never
occurs.

`plugin.py` fails the run.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from bridgework import routes
from bridgework.kit.core import ApiError, errors
from bridgework.kit.http.operations import Operation, RouteTable
from bridgework.kit.security import auth

WORKS = "works"
ALWAYS_PAGES = {("getJobPage", "page_removed"): "page 410"}
"""Errors without JSON, by operation and code: the script renders the record in their page."""
_PARTIAL_CONTENT = 206
"""Partial content is not JSON and counts as success."""

Note = tuple[str, str]
"""An operationId and the kind of response: `works`, or an error code."""

_dispatch = RouteTable(routes.operations())
notes: set[Note] = set()
"""The responses recorded in this process."""


class ResponseLike(Protocol):
    """The part of a response that is used here."""

    @property
    def status(self) -> int: ...
    @property
    def content(self) -> bytes: ...


def note(method: str, path: str, response: ResponseLike) -> None:
    """Record a response; requests without an operation are ignored."""
    try:
        operation, _ = _dispatch.find(method, path)
    except ApiError:
        return
    notes.add((operation.operation_id, _kind(operation, response)))


def expected_kinds(operation: Operation) -> set[str]:
    """Return the kinds of response that the tests must see from this operation."""
    error_classes: list[type[ApiError]] = [*operation.errors]
    if operation.parameters:
        error_classes.append(operation.not_found)
    if operation.if_match:
        error_classes.append(errors.PreconditionFailed)
    if operation.body is not None or operation.query is not None:
        error_classes.append(errors.ValidationFailed)
    if operation.who.credentials != "none":
        error_classes += [errors.SignInNeeded, errors.TokenInvalid, errors.KeyInvalid]
        if not operation.who.every_account:
            error_classes.append(errors.NotAllowed)
        if operation.who.needs_admin_login:
            error_classes.append(auth.AdministratorLoginNeeded)
        if operation.who.needs_fresh_proof is not None:
            error_classes.append(auth.FreshSignInNeeded)
        error_classes.append(
            auth.KeyNotAccepted if operation.who.scope is None else auth.ScopeMissing
        )
    codes = {_code(error_class) for error_class in error_classes}
    name = operation.operation_id
    return {WORKS, *(ALWAYS_PAGES.get((name, code), code) for code in codes)}


def missing_responses(operations: Sequence[Operation], notes: Iterable[Note]) -> Iterator[str]:
    """Yield a line for each operation with missing responses."""
    recorded = set(notes)
    for operation in operations:
        name = operation.operation_id
        missing = sorted(kind for kind in expected_kinds(operation) if (name, kind) not in recorded)
        if missing:
            yield f"{name}: {', '.join(missing)}"


def _code(error_class: type[ApiError]) -> str:
    # The body of a MessageError has no code, so its status is used.
    return str(error_class.status) if error_class.component == "MessageError" else error_class.code


def _kind(operation: Operation, response: ResponseLike) -> str:
    if response.status in {operation.status, _PARTIAL_CONTENT}:
        return WORKS
    if response.content.startswith(b"<!doctype html>"):
        return f"page {response.status}"  # the same error is owed as JSON
    body = json.loads(response.content or b"{}")
    return str(body.get("error") or body.get("code", response.status)).lower()
