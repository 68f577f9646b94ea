"""A creation has a Location header; a record with an ETag accepts If-Match."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bridgework import routes
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.http.openapi.schemas import payload_of
from bridgework.kit.http.operations import Operation, PreRendered, Router, WithVersion
from bridgework.kit.security import auth
from bridgework.kit.validation import ResponseModel

WITHOUT_LOCATION: Mapping[str, str] = {
    "reportContent": "only administrators read reports; members send them",
}
"""Creations whose caller has no GET for the result, by operationId, with the reason."""
WITHOUT_IF_MATCH: Mapping[str, str] = {}
"""Updates of a record with an ETag that ignore If-Match, by operationId, with the reason."""

_PARAMETER = re.compile(r"\{[^{}]*\}")
_ADMINISTRATORS = "/admin"


def reads(operations: Sequence[Operation]) -> dict[str, Operation]:
    """Return the operations that read a record by id or name, by path without parameter names."""
    return {
        _PARAMETER.sub("{}", operation.path): operation
        for operation in operations
        if operation.method == "GET" and operation.parameters
    }


def creations_without_location(operations: Sequence[Operation]) -> Iterator[str]:
    readable = reads(operations)
    for operation in operations:
        if operation.method != "POST" or operation.status != 201:
            continue
        if operation.location is not None:
            if _PARAMETER.sub("{}", operation.location) not in readable:
                yield f"{operation.operation_id}: no GET for its location {operation.location}"
        else:
            yield from (
                f"{operation.operation_id}: {at} reads what it creates, so it needs a location="
                for at, read in readable.items()
                if _is_below(at, operation.path)
                or (operation.enveloped and _record_of(read) in _records_of(operation))
            )


def _is_below(at: str, path: str) -> bool:
    """Return whether a GET's path is that of a creation (also an administrator's) and one
    parameter.
    """
    return at in {f"{path}/{{}}", f"{path.removeprefix(_ADMINISTRATORS)}/{{}}"}


def _record_of(operation: Operation) -> Any:
    return payload_of(operation) if operation.enveloped else None


def _records_of(creation: Operation) -> set[Any]:
    """Return the record that a creation returns and the records among its members."""
    record = payload_of(creation)
    is_record = isinstance(record, type) and issubclass(record, ResponseModel)
    members = [field.annotation for field in record.model_fields.values()] if is_record else []
    return {
        record,
        *(
            member
            for member in members
            if isinstance(member, type) and issubclass(member, ResponseModel)
        ),
    }


def updates_without_if_match(operations: Sequence[Operation]) -> Iterator[str]:
    versioned = [
        operation for operation in operations if operation.returns_version and not operation.writes
    ]
    for each in operations:
        if each.method not in {"PATCH", "PUT", "DELETE"} or each.if_match:
            continue
        for read in versioned:
            same_record = each.method != "DELETE" and _record_of(each) is _record_of(read)
            if same_record or _is_same(read.path, each.path):
                yield f"{each.operation_id}: {read.operation_id} returns an ETag; if_match="


def _is_same(path: str, other: str) -> bool:
    path, other = (_PARAMETER.sub("{}", each) for each in (path, other))
    return other in {path, _ADMINISTRATORS + path}


def without_exception(violations: Iterable[str], exceptions: Mapping[str, str]) -> list[str]:
    """Return the violations without an exception, and the exceptions without a violation."""
    by_name = [(violation.partition(":")[0], violation) for violation in violations]
    unused = exceptions.keys() - {name for name, _ in by_name}
    return [violation for name, violation in by_name if name not in exceptions] + sorted(unused)


def test_a_created_resource_has_a_location() -> None:
    assert (
        without_exception(creations_without_location(routes.operations()), WITHOUT_LOCATION) == []
    )


def test_a_resource_with_an_etag_accepts_if_match() -> None:
    assert without_exception(updates_without_if_match(routes.operations()), WITHOUT_IF_MATCH) == []


class Crown(ResponseModel):
    id: Id


class Fitted(ResponseModel):
    crown: Crown


class Bridge(ResponseModel):
    id: Id


def get(context: Context, crown_id: Id) -> PreRendered[Crown]:
    """Read a crown."""
    raise LookupError


def get_versioned(context: Context, crown_id: Id) -> WithVersion[Crown]:
    """Read a crown."""
    raise LookupError


def make(context: Context) -> Crown:
    """Make a crown."""
    raise LookupError


def fit(context: Context) -> Fitted:
    """Fit a crown."""
    raise LookupError


def make_bridge(context: Context) -> Bridge:
    """Make a bridge."""
    raise LookupError


def change(context: Context, crown_id: Id) -> Crown:
    """Change a crown."""
    raise LookupError


def change_bridge(context: Context, crown_id: Id) -> Bridge:
    """Change a bridge."""
    raise LookupError


def created(path: str, handler: Any, **options: Any) -> list[str]:
    """Return the violations of this creation beside `GET /crowns/{id}`."""
    router = Router("Crowns")
    router.get("/crowns/{id}", who=auth.public)(get)
    router.post(path, who=auth.public, **{"status": 201, **options})(handler)
    return [*creations_without_location(router.operations)]


def test_a_creation_without_a_location_is_found() -> None:
    assert created("/crowns", make)
    assert created("/crowns", make_bridge)
    assert created("/admin/crowns", make_bridge)
    assert created("/fittings", fit)
    assert created("/crowns", make, location="/bridges/{id}")
    assert not created("/crowns", make, location="/crowns/{id}")
    assert not created("/fittings", fit, location="/crowns/{crown.id}")
    assert not created("/bridges", make_bridge)
    assert not created("/crowns", make, status=200)


def changed(method: str, path: str, handler: Any, **options: Any) -> list[str]:
    """Return the violations of this update beside a versioned `GET /crowns/{id}`."""
    router = Router("Crowns")
    router.get("/crowns/{id}", who=auth.public)(get_versioned)
    getattr(router, method)(path, who=auth.public, **options)(handler)
    return [*updates_without_if_match(router.operations)]


def test_an_update_without_if_match_is_found() -> None:
    assert changed("patch", "/crowns/{crownId}", change_bridge)
    assert changed("delete", "/admin/crowns/{id}", change_bridge)
    assert changed("put", "/jaws/{id}/crown", change)
    assert not changed("delete", "/jaws/{id}/crown", change)
    assert not changed("post", "/crowns/{id}/polish", change)
    assert not changed("patch", "/crowns/{id}", change, if_match=True)
