"""Secrets that are returned once are not stored, not even for replays."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from bridgework import routes
from bridgework.kit.http.idempotency.queries import keys
from bridgework.kit.http.operations import Operation
from bridgework.kit.validation import ResponseModel
from tests import cast
from tests.kit.idempotency import sample_area
from tests.world import World

RETURNING = {"key", "secret", "token", "refresh_token", "password"}
"""Names of members that must not be returned twice."""


def members(shape: Any) -> Iterator[str]:
    """The names of all nested members of a model."""
    if isinstance(shape, type) and issubclass(shape, ResponseModel):
        for name, member in shape.model_fields.items():
            yield name
            yield from members(member.annotation)


def forgotten(operation: Operation) -> bool:
    returns = not RETURNING.isdisjoint(members(operation.result))
    return operation.takes_key and returns and not operation.never_store_response


def test_an_operation_that_returns_a_secret_declares_it() -> None:
    assert [each.operation_id for each in routes.operations() if forgotten(each)] == []


def test_a_missing_declaration_is_detected() -> None:
    sample = {each.operation_id: each for each in sample_area.router.operations}
    ticket = sample["makeSecretBook"]
    assert not forgotten(ticket)
    ticket.never_store_response = False
    found = forgotten(ticket)
    ticket.never_store_response = True
    assert found


def test_an_api_key_is_created_and_returned_once(world: World) -> None:
    root = cast.root(world)
    body = {"name": "A partner", "scopes": ["experts:read"]}
    again = {"as_": root, "headers": {"idempotency-key": "k1"}}
    created = world.post("/admin/api-keys", body, **again).must(201)
    refused = world.post("/admin/api-keys", body, **again).must(409)
    assert (refused.error, refused.json["id"]) == ("already_done", created.data["id"])
    assert len(world.get("/admin/api-keys", as_=root).must(200).data) == 1
    with world.application.app_state.database.reading() as tx:
        (row,) = tx.rows(sa.select(keys))
    assert created.data["key"] not in str(row)
    assert row.body is None
