"""Refusals common to all operations: expired tokens and missing bodies."""

import pytest

from bridgework import routes
from bridgework.kit.http.operations import Operation
from bridgework.kit.security import admin
from tests import cast
from tests.architecture import published_schemas as published
from tests.world import Person, World

ACCOUNT_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
EXPIRED = Person("gone@example.com", token="no.token.ofours")

PROTECTED = [operation for operation in routes.operations() if operation.who.credentials != "none"]
WITH_BODY = [
    operation
    for operation in routes.operations()
    if operation.body_required and operation.who.credentials == "none"
]


def path_of(operation: Operation) -> str:
    path = operation.path
    for parameter in operation.parameters:
        value = next(iter(parameter.values), ACCOUNT_ID)
        path = path.replace(f"{{{parameter.name}}}", value)
    return path


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_expired_token_is_refused_everywhere(world: World) -> None:
    for number, operation in enumerate(PROTECTED):
        caller = Person(EXPIRED.email, EXPIRED.token, address=f"203.0.113.{number % 200}")
        refused = world.send(operation.method, path_of(operation), as_=caller).must(401)
        assert (operation.operation_id, refused.error) == (operation.operation_id, "token_invalid")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_invalid_api_key_is_refused_everywhere(world: World) -> None:
    for number, operation in enumerate(PROTECTED):
        caller = Person("partner@example.com", address=f"203.0.113.{number % 200}")
        headers = {"x-api-key": "bwk_wrong"}
        refused = world.send(operation.method, path_of(operation), as_=caller, headers=headers)
        assert refused.must(401).error == "key_invalid", operation.operation_id
        assert refused.headers["www-authenticate"] == (
            'Bearer realm="bridgework", error="invalid_token"'
        )


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_past_the_limit_each_operation_answers_as_documented(world: World) -> None:
    documented = published.document()["paths"]
    caller = Person("busy@example.com", address="203.0.113.7")
    answers = {world.get("/options", as_=caller).status for _ in range(61)}
    assert answers == {200, 429}
    for operation in routes.operations():
        response = world.send(operation.method, path_of(operation), as_=caller)
        statuses = documented[operation.path][operation.method.lower()]["responses"]
        is_refused = response.status == 429
        assert is_refused == ("429" in statuses), operation.operation_id
        assert is_refused == (not operation.rate_limit_exempt), operation.operation_id


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_empty_body_lists_every_missing_member(world: World) -> None:
    for operation in WITH_BODY:
        refused = world.send(operation.method, path_of(operation), {}).must(422)
        assert set(refused.faults.values()) == {"required"}, operation.operation_id


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_anonymous_callers_get_401(world: World) -> None:
    for number, operation in enumerate(PROTECTED):
        caller = Person("stranger@example.com", address=f"203.0.113.{number % 200}")
        refused = world.send(operation.method, path_of(operation), as_=caller).must(401)
        assert (operation.operation_id, refused.error) == (operation.operation_id, "sign_in_needed")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_members_may_not_call_administrators_operations(world: World) -> None:
    ben = cast.ben(world)
    for operation in (one for one in PROTECTED if one.who is admin):
        world.clock.advance(seconds=1)  # the rate limit counts the requests of an account
        refused = world.send(operation.method, path_of(operation), as_=ben).must(403)
        assert (operation.operation_id, refused.error) == (operation.operation_id, "not_allowed")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_administrators_member_session_must_use_the_admin_login(
    world: World,
) -> None:
    root = cast.root(world)
    ordinary = cast.sign_in(world, root.email)
    for operation in (one for one in PROTECTED if one.who.needs_admin_login):
        world.clock.advance(seconds=1)
        refused = world.send(operation.method, path_of(operation), as_=ordinary).must(403)
        assert refused.error == "administrator_login_needed", operation.operation_id
        assert "`adminLogin`" in refused.json["message"]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_api_key_is_refused_without_the_scope(world: World) -> None:
    root = cast.root(world)
    body = {"name": "A site of dentists", "scopes": ["blogs:read"]}
    key = world.post("/admin/api-keys", body, as_=root).must(201).data["key"]
    for operation in PROTECTED:
        world.clock.advance(seconds=1)  # the rate limit counts the requests of a key
        refused = world.send(operation.method, path_of(operation), headers={"x-api-key": key})
        scope = operation.who.scope
        expected = "key_not_accepted" if scope is None else "scope_missing"
        assert refused.must(403).error == expected, operation.operation_id
        assert scope is None or f"scope {scope}." in refused.json["message"]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_empty_body_is_refused_for_members(world: World) -> None:
    root = cast.root(world)
    ben = cast.sign_up(world, "ben@example.com", role="client", jobsRole="clinic_owner")
    for operation in (one for one in PROTECTED if one.body_required):
        caller = root if operation.who.needs_admin_login else ben
        refused = world.send(operation.method, path_of(operation), {}, as_=caller).must(422)
        assert set(refused.faults.values()) == {"required"}, operation.operation_id
