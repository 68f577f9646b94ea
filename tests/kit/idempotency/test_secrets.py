"""Secrets that are returned are not stored, not even for replays, and not compressed."""

from collections.abc import Iterator
from typing import Any, get_args

import sqlalchemy as sa

from bridgework import routes
from bridgework.kit.http.idempotency.queries import keys
from bridgework.kit.http.operations import Operation
from bridgework.kit.validation import ResponseModel, error_bodies
from tests import cast
from tests.kit.idempotency import sample_area
from tests.world import World

SECRETS = {
    "key",
    "secret",
    "token",
    "refresh_token",
    "device_token",
    "password",
    "otpauth_uri",
    "recovery_codes",
    "passkey_options",
    "upload_url",
    "DownloadUrl.url",
    "CalendarFeedUrl.url",
}
"""Names of members, with their schema if others have the name too, that hold a credential."""


def members(shape: Any) -> Iterator[str]:
    """The names of all nested members of a type, each alone and with its schema."""
    for argument in get_args(shape):
        yield from members(argument)
    if isinstance(shape, type) and issubclass(shape, ResponseModel):
        for name, member in shape.model_fields.items():
            yield name
            yield f"{shape.__name__}.{name}"
            yield from members(member.annotation)


def forgotten(operation: Operation) -> bool:
    bodies = [operation.result, *(error_bodies().get(each.component) for each in operation.errors)]
    found = {name for body in bodies for name in members(body)}
    return not found.isdisjoint(SECRETS) and not operation.returns_secret


def test_an_operation_that_returns_a_secret_declares_it() -> None:
    assert [each.operation_id for each in routes.operations() if forgotten(each)] == []


def test_no_other_operation_declares_it() -> None:
    """Their responses could be stored and compressed."""
    declared = {each.operation_id for each in routes.operations() if each.returns_secret}
    for operation in routes.operations():
        operation.returns_secret = False
    try:
        found = {each.operation_id for each in routes.operations() if forgotten(each)}
    finally:
        for operation in routes.operations():
            operation.returns_secret = operation.operation_id in declared
    assert declared == found


def test_a_missing_declaration_is_detected() -> None:
    sample = {each.operation_id: each for each in sample_area.router.operations}
    ticket = sample["makeSecretBook"]
    assert not forgotten(ticket)
    ticket.returns_secret = False
    found = forgotten(ticket)
    ticket.returns_secret = True
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


def test_a_secret_beside_a_text_of_the_caller_is_not_compressed(world: World) -> None:
    """BREACH: from the size of a compressed body one learns how alike its texts are."""
    root = cast.root(world)
    how: dict[str, Any] = {"as_": root, "headers": {"accept-encoding": "gzip, identity;q=0"}}
    body = {"url": f"https://example.com/{'a' * 1500}", "types": ["*"]}
    created = world.post("/admin/webhooks", body, **how).must(201)
    assert len(created.body) > 1500
    assert created.data["secret"]
    rotated = world.post(f"/admin/webhooks/{created.data['id']}/rotate-secret", **how).must(200)
    for response in (created, rotated):
        assert "content-encoding" not in response.headers
        assert response.headers["content-length"] == str(len(response.body))
    listed = world.get("/admin/webhooks", **how).must(200)
    assert listed.headers["content-encoding"] == "gzip"
    assert created.data["secret"] not in listed.content.decode()
