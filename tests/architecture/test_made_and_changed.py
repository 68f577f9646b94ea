"""A creation tells where what it made can be read; what has a version is changed by its version."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bridgework import routes
from bridgework.kit import auth
from bridgework.kit.http.context import Context
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.results import PreRendered, WithVersion
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id
from bridgework.kit.openapi.schemas import payload_of
from bridgework.kit.schemas import ResponseModel

NOWHERE: Mapping[str, str] = {}
"""Creations whose GET is none for who creates, by operationId: say why."""
WHATEVER_IT_IS: Mapping[str, str] = {}
"""Changes of a versioned record that heed no If-Match, by operationId: say why."""

_PARAMETER = re.compile(r"\{[^{}]*\}")
_ADMINISTRATORS = "/admin"


def reads(operations: Sequence[Operation]) -> dict[str, Operation]:
    """The operations that read one thing by its id or name, by path without the name of that."""
    return {
        _PARAMETER.sub("{}", each.path): each
        for each in operations
        if each.method == "GET" and each.parameters
    }


def creations_without_a_place(operations: Sequence[Operation]) -> Iterator[str]:
    readable = reads(operations)
    for each in operations:
        if each.method != "POST" or each.status != 201:
            continue
        if each.location is not None:
            if _PARAMETER.sub("{}", each.location) not in readable:
                yield f"{each.operation_id}: no GET answers at its location, {each.location}"
        else:
            yield from (
                f"{each.operation_id}: {at} reads what it makes, so it owes a location="
                for at, read in readable.items()
                if _is_below(at, each.path) or (each.enveloped and _tells(read) in _made(each))
            )


def _is_below(at: str, path: str) -> bool:
    """Whether a GET's path is that of a creation, an administrator's too, and one parameter."""
    return at in {f"{path}/{{}}", f"{path.removeprefix(_ADMINISTRATORS)}/{{}}"}


def _tells(operation: Operation) -> Any:
    return payload_of(operation) if operation.enveloped else None


def _made(creation: Operation) -> set[Any]:
    """The record that a creation tells, and those that are its members."""
    record = payload_of(creation)
    is_record = isinstance(record, type) and issubclass(record, ResponseModel)
    members = [each.annotation for each in record.model_fields.values()] if is_record else []
    return {
        record,
        *(each for each in members if isinstance(each, type) and issubclass(each, ResponseModel)),
    }


def changes_in_the_dark(operations: Sequence[Operation]) -> Iterator[str]:
    versioned = [each for each in operations if each.tells_version and not each.writes]
    for each in operations:
        if each.method not in {"PATCH", "PUT", "DELETE"} or each.if_match:
            continue
        for read in versioned:
            same_record = each.method != "DELETE" and _tells(each) is _tells(read)
            if same_record or _is_same(read.path, each.path):
                yield f"{each.operation_id}: {read.operation_id} tells a version; if_match="


def _is_same(path: str, other: str) -> bool:
    path, other = (_PARAMETER.sub("{}", each) for each in (path, other))
    return other in {path, _ADMINISTRATORS + path}


def unexcused(found: Iterable[str], excused: Mapping[str, str]) -> list[str]:
    """What is left of what was found, and whatever needs its excuse no more."""
    by_name = [(fault.partition(":")[0], fault) for fault in found]
    idle = excused.keys() - {name for name, _ in by_name}
    return [fault for name, fault in by_name if name not in excused] + sorted(idle)


def test_a_created_resource_has_a_location() -> None:
    assert unexcused(creations_without_a_place(routes.operations()), NOWHERE) == []


def test_a_resource_with_an_etag_accepts_if_match() -> None:
    assert unexcused(changes_in_the_dark(routes.operations()), WHATEVER_IT_IS) == []


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
    """What is found where this creation stands beside `GET /crowns/{id}`."""
    router = Router("Crowns")
    router.get("/crowns/{id}", who=auth.public)(get)
    router.post(path, who=auth.public, **{"status": 201, **options})(handler)
    return [*creations_without_a_place(router.operations)]


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
    """What is found where this change stands beside a versioned `GET /crowns/{id}`."""
    router = Router("Crowns")
    router.get("/crowns/{id}", who=auth.public)(get_versioned)
    getattr(router, method)(path, who=auth.public, **options)(handler)
    return [*changes_in_the_dark(router.operations)]


def test_an_update_without_if_match_is_found() -> None:
    assert changed("patch", "/crowns/{crownId}", change_bridge)
    assert changed("delete", "/admin/crowns/{id}", change_bridge)
    assert changed("put", "/jaws/{id}/crown", change)
    assert not changed("delete", "/jaws/{id}/crown", change)
    assert not changed("post", "/crowns/{id}/polish", change)
    assert not changed("patch", "/crowns/{id}", change, if_match=True)
