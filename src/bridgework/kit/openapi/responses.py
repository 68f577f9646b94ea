"""Every status an operation can answer with, and what stands in the body then."""

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from itertools import groupby
from typing import get_origin

from pydantic.json_schema import JsonSchemaValue

from bridgework.kit import auth, errors
from bridgework.kit.errors import ApiError
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.results import ReadyList
from bridgework.kit.idempotency import errors as idempotency
from bridgework.kit.openapi import headers

Response = dict[str, object]

_ALWAYS: tuple[type[ApiError], ...] = (
    errors.MalformedQuery,
    errors.MethodNotAllowed,
    errors.ValidationFailed,
    errors.InternalError,
    errors.Busy,
    errors.DatabaseBusy,
    errors.DatabaseUnavailable,
    errors.DatabaseReadOnly,
    errors.NoRoomLeft,
)
_WITH_A_BODY: tuple[type[ApiError], ...] = (
    errors.MalformedBody,
    errors.MalformedJson,
    errors.RequestTimedOut,
    errors.BodyTooLarge,
    errors.ContentTypeNotSupported,
    errors.TooManyBodies,
)
_WITH_A_STREAM: tuple[type[ApiError], ...] = (
    errors.MalformedBody,
    errors.RequestTimedOut,
    errors.BodyTooLarge,
    errors.OtherContentType,
    errors.BodyTooShort,
    errors.TooManyBodies,
)
_WITH_A_FILE: tuple[type[ApiError], ...] = (
    errors.PreconditionFailed,
    errors.RangeNotSatisfiable,
)
_GENERAL = frozenset(
    {
        *_ALWAYS,
        *_WITH_A_BODY,
        *idempotency.ALL,
        auth.AdministratorLoginNeeded,
        auth.KeyNotAccepted,
        errors.NoSuchThing,
        errors.NotAllowed,
        errors.PreconditionFailed,
        errors.RateLimited,
        auth.ScopeMissing,
        errors.SignInNeeded,
        errors.TokenInvalid,
    }
)
"""What is written once, as a component, since no operation tells it in its own way."""

_OF_A_FILE = ("ETag", "Cache-Control", "Accept-Ranges", "Content-Disposition", "Last-Modified")


def of(operation: Operation, payload: JsonSchemaValue | None) -> dict[str, Response]:
    """The answers by status; `payload` is what stands in `data`, None outside the envelope."""
    answers = {operation.status: _success(operation, payload)}
    if operation.moves:
        answers[301] = {
            "description": "It has another address by now.",
            "headers": headers.references(301),
        }
    if operation.leads:
        answers[302] = {
            "description": "It is shown at another address for now.",
            "headers": headers.references(302),
        }
    if operation.sends:
        answers[206] = {**_success(operation, payload), "description": "The part asked for."}
        answers[206]["headers"] = headers.references(206, *_OF_A_FILE)
    if operation.conditional or operation.sends:
        answers[304] = {
            "description": "Your copy is still true.",
            "headers": headers.references(304),
        }
    for status, told in _by_status(operation):
        answers[status] = (
            {"$ref": f"#/components/responses/{_name(told)}"}
            if _GENERAL.issuperset(told)
            else _refusal(status, told)
        )
    return {str(status): answers[status] for status in sorted(answers)}


def components(operations: Sequence[Operation]) -> dict[str, Response]:
    """The answers that operations have in common, by the names of what they tell."""
    in_use = {
        _name(told): _refusal(status, told)
        for operation in operations
        for status, told in _by_status(operation)
        if _GENERAL.issuperset(told)
    }
    return dict(sorted(in_use.items()))


def told_by(operation: Operation) -> list[type[ApiError]]:
    """Every problem that the operation can answer with: its own, and what any can."""
    told = [*_ALWAYS, *operation.problems]
    if operation.body is not None:
        told += _WITH_A_BODY
    if operation.streams:
        told += _WITH_A_STREAM
    if operation.sends:
        told += _WITH_A_FILE
    if operation.takes_key:
        told += idempotency.ALL
    if operation.parameters:
        told.append(operation.missing)
    if operation.versioned:
        told.append(errors.PreconditionFailed)
    if not operation.exempt:
        told.append(errors.RateLimited)
    told += _of_credentials(operation.who)
    return sorted(set(told), key=lambda problem: (problem.status, problem.code))


def _of_credentials(who: auth.Who) -> list[type[ApiError]]:
    """The refusals of callers without credentials, with invalid ones and with insufficient ones."""
    if who.credentials == "none":
        return []
    told: list[type[ApiError]] = [errors.SignInNeeded, errors.TokenInvalid]
    told.append(auth.KeyNotAccepted if who.scope is None else auth.ScopeMissing)
    # Every account is a member, so a member is refused by nothing but the scope of a partner key.
    if who.name.partition(",")[0] != auth.member.name:
        told.append(errors.NotAllowed)
    if who.needs_admin_login:
        told.append(auth.AdministratorLoginNeeded)
    return told


def _by_status(operation: Operation) -> Iterable[tuple[int, list[type[ApiError]]]]:
    for status, group in groupby(told_by(operation), key=lambda problem: problem.status):
        yield status, list(group)


def _name(told: Iterable[type[ApiError]]) -> str:
    return "Or".join(problem.__name__ for problem in told)


def _success(operation: Operation, payload: JsonSchemaValue | None) -> Response:
    further = [
        *(["ETag", "Cache-Control"] if operation.cached else []),
        *(["ETag"] if operation.tells_version else []),
        *(_OF_A_FILE if operation.sends else []),
        *(["Location"] if operation.location else []),
        *(["Idempotency-Replayed"] if operation.takes_key else []),
        *(["Link", "X-Total-Count"] if get_origin(operation.result) is ReadyList else []),
    ]
    return {
        "description": HTTPStatus(operation.status).phrase,
        "headers": headers.references(operation.status, *further),
        "content": _outside(operation) if payload is None else _enveloped(payload),
    }


def _enveloped(payload: JsonSchemaValue) -> dict[str, object]:
    envelope = {"type": "object", "properties": {"data": payload}, "required": ["data"]}
    return {"application/json": {"schema": envelope}}


def _outside(operation: Operation) -> dict[str, object]:
    if operation.sends:
        return {"*/*": {"schema": {"type": "string", "format": "binary"}}}
    is_json = operation.media.partition(";")[0].endswith("json")
    return {operation.media: {"schema": {} if is_json else {"type": "string"}}}


def _refusal(status: int, told: Sequence[type[ApiError]]) -> Response:
    sentences = [f"`{problem.code}`: {problem.sentence}" for problem in told]
    bodies = [
        {"$ref": f"#/components/schemas/{name}"}
        for name in sorted({problem.component for problem in told})
    ]
    media: dict[str, object] = {"schema": bodies[0] if len(bodies) == 1 else {"anyOf": bodies}}
    examples = {
        problem.code: {"value": {"error": problem.code, "message": problem.sentence}}
        for problem in told
        if problem.component == "Error"
    }
    if examples:
        media["examples"] = examples
    return {
        "description": "\n".join(
            sentences if len(sentences) == 1 else [f"- {each}" for each in sentences]
        ),
        "headers": headers.references(status),
        "content": {"application/json": media},
    }
