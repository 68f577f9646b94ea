"""API keys: created by administrators, returned once, valid until they expire or are revoked."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework import app, routes
from bridgework.areas.identity.api_keys.tables import api_keys
from bridgework.context import Context
from bridgework.kit.core import new_id
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.security import member
from bridgework.settings import Settings
from tests import cast
from tests.clock import ManualClock
from tests.loop import Loop
from tests.world import ANONYMOUS, Person, Response, World

SOMEBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"


@pytest.fixture
def world(settings: Settings, loop: Loop, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A server with an additional operation that accepts API keys with `jobs:read`."""
    router = Router("Probes")

    @router.get("/probe", who=member.or_partner("jobs:read"))
    def probe(context: Context) -> Ok:
        """Return that the caller is allowed."""
        assert context.caller.account_id or context.caller.made_by
        return OK

    monkeypatch.setattr(routes, "AREAS", (*routes.AREAS, router))
    clock = ManualClock()
    made = World(app.create_app(settings, clock), clock, loop)
    yield made
    made.close()


def _make(world: World, root: Person, **sent: Any) -> Any:
    body = {"name": "Jobs board", "scopes": ["jobs:read"], **sent}
    return world.post("/admin/api-keys", body, as_=root).must(201).data


def _probe(world: World, key: str, **how: Any) -> Response:
    return world.get("/probe", headers={"x-api-key": key}, **how)


def test_a_key_is_returned_once_and_stored_as_a_digest(world: World) -> None:
    root = cast.root(world)
    made = _make(world, root)
    listed = world.get("/admin/api-keys", as_=root).must(200).data
    assert [one["id"] for one in listed] == [made["id"]]
    assert "key" not in listed[0]
    assert made["key"].startswith(listed[0]["prefix"])
    with world.application.app_state.database.reading() as tx:
        row = tx.row(sa.select(api_keys))
    assert made["key"] not in repr(row)


def test_only_administrators_create_list_and_revoke_keys(world: World) -> None:
    root = cast.root(world)
    body = {"name": "Jobs board", "scopes": ["jobs:read"]}
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.post("/admin/api-keys", body, as_=person).must(status)
        world.get("/admin/api-keys", as_=person).must(status)
        world.delete(f"/admin/api-keys/{SOMEBODYS}", as_=person).must(status)
    world.delete(f"/admin/api-keys/{SOMEBODYS}", as_=root).must(404)


@pytest.mark.parametrize(
    ("sent", "faults"),
    [
        ({"name": ""}, {"name": "too_short"}),
        ({"name": "x" * 101}, {"name": "too_long"}),
        ({"scopes": []}, {"scopes": "too_few"}),
        ({"scopes": ["everything"]}, {"scopes[0]": "not_one_of"}),
        ({"expiresAt": "2020-01-01T00:00:00Z"}, {"expiresAt": "too_small"}),
    ],
)
def test_an_invalid_request_is_refused(
    world: World, sent: dict[str, Any], faults: dict[str, str]
) -> None:
    root = cast.root(world)
    body = {"name": "Jobs board", "scopes": ["jobs:read"], **sent}
    assert world.post("/admin/api-keys", body, as_=root).must(422).faults == faults


def test_a_key_is_valid_only_for_operations_of_its_scopes(world: World) -> None:
    root = cast.root(world)
    key = _make(world, root)["key"]
    _probe(world, key).must(200)
    other = _make(world, root, scopes=["experts:read", "blogs:read"])["key"]
    missing = _probe(world, other).must(403)
    assert (missing.error, "scope jobs:read." in missing.json["message"]) == ("scope_missing", True)
    refused = world.get("/users/me", headers={"x-api-key": key}).must(403)
    assert refused.error == "key_not_accepted"
    world.get("/experts", headers={"x-api-key": key}).must(200)


def test_a_revoked_or_expired_key_is_refused_immediately(world: World) -> None:
    root = cast.root(world)
    lasting, short = _make(world, root), _make(world, root, expiresAt="2026-11-21T12:10:00+00:00")
    _probe(world, short["key"]).must(200)
    world.clock.advance(minutes=10)
    _probe(world, short["key"]).must(401)
    _probe(world, lasting["key"]).must(200)
    revoked = world.delete(f"/admin/api-keys/{lasting['id']}", as_=root).must(200).data
    assert revoked["revokedAt"] is not None
    _probe(world, lasting["key"]).must(401)
    removed = world.get("/users/me", headers={"x-api-key": lasting["key"]}).must(401)
    assert removed.error == "key_invalid"  # not key_not_accepted: the key is no longer valid


def test_a_forged_or_altered_key_is_refused(world: World) -> None:
    root = cast.root(world)
    key = _make(world, root)["key"]
    altered = key[:-1] + ("0" if key[-1] != "0" else "1")
    for wrong in ("nonsense", "bwk___", altered, key.upper(), f"{key}x", "é" * 20):
        _probe(world, wrong).must(401)
    with world.application.app_state.database.writing() as tx:
        tx.execute(api_keys.update().values(digest="another"))
    _probe(world, key).must(401)


def test_invalid_keys_are_not_cached(world: World) -> None:
    keys = world.application.app_state.api_keys
    genuine = keys.generate(new_id())
    claims = keys.verify(genuine)
    assert claims is not None
    for number in range(1, 2000):
        assert keys.verify(genuine[:-6] + f"{number:06x}") is None
        assert keys.verify(genuine + "x" * number) is None
    assert keys.verify(genuine) is claims
    assert keys._claims.cache_info().currsize == 1


def test_requests_are_counted_against_the_key(world: World) -> None:
    root = cast.root(world)
    key = _make(world, root)["key"]
    for _ in range(60):
        _probe(world, key).must(200)
    _probe(world, key).must(429)
    _probe(world, _make(world, root)["key"]).must(200)
    world.get("/probe", as_=root).must(200)


def test_the_last_use_is_recorded_in_the_background(world: World) -> None:
    root = cast.root(world)
    key = _make(world, root)["key"]
    _probe(world, key).must(200)
    world.clock.advance(minutes=1)
    world.run_periodic_tasks()
    listed = world.get("/admin/api-keys", as_=root).must(200).data
    assert listed[0]["lastUsedAt"] == "2026-11-21T12:00:00.000Z"


def test_the_openapi_document_declares_which_operations_accept_a_key(world: World) -> None:
    paths = world.get("/openapi.json").must(200).json["paths"]
    assert paths["/probe"]["get"]["security"] == [{"bearerAuth": []}, {"partnerApiKey": []}]
    assert paths["/users/me"]["get"]["security"] == [{"bearerAuth": []}]


def _former(world: World) -> tuple[Person, str, Any]:
    """Return an administrator, the ID of another one, and a key of that one."""
    root, other = cast.root(world), cast.root(world, "second@example.com")
    return root, str(other.id), _make(world, other)


def test_a_key_of_an_administrator_without_the_role_is_refused_until_it_is_given_back(
    world: World,
) -> None:
    root, other, made = _former(world)
    _probe(world, made["key"]).must(200)
    for role, status, reason in (("expert", 401, "not_an_administrator"), ("admin", 200, None)):
        world.post("/admin/users/assign-role", {"id": other, "role": role}, as_=root).must(200)
        _probe(world, made["key"]).must(status)
        listed = world.get("/admin/api-keys", as_=root).must(200).data
        assert [key["suspension"] for key in listed] == [reason]


def test_a_key_of_a_disabled_administrator_is_refused(world: World) -> None:
    root, other, made = _former(world)
    world.post(f"/admin/users/{other}/disable", {"reason": "left"}, as_=root).must(200)
    _probe(world, made["key"]).must(401)
    listed = world.get("/admin/api-keys", as_=root).must(200).data
    assert [key["suspension"] for key in listed] == ["administrator_disabled"]


def test_a_key_of_an_erased_administrator_is_refused(world: World) -> None:
    made = _former(world)[2]
    second = cast.root_again(world, "second@example.com")
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=second).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    _probe(world, made["key"]).must(401)
    listed = world.get("/admin/api-keys", as_=cast.root_again(world)).must(200).data
    assert [key["suspension"] for key in listed] == ["administrator_erased"]


def _rotate(world: World, root: Person, key_id: str, hours: int) -> Any:
    path = f"/admin/api-keys/{key_id}/rotate"
    return world.post(path, {"keepHours": hours}, as_=root).must(200).data


def test_a_rotated_key_has_a_new_secret_and_the_old_one_lives_on_for_the_hours(
    world: World,
) -> None:
    root = cast.root(world)
    made = _make(world, root)
    rotated = _rotate(world, root, made["id"], 2)
    assert rotated["id"] == made["id"]
    assert rotated["key"] != made["key"]
    assert rotated["key"].startswith(rotated["prefix"])
    assert rotated["previousUntil"] == "2026-11-21T14:00:00.000Z"
    world.clock.advance(hours=2, seconds=-1)
    for key in (made, rotated):
        _probe(world, key["key"]).must(200)
    world.clock.advance(seconds=1)
    _probe(world, made["key"]).must(401)
    _probe(world, rotated["key"]).must(200)


def test_a_rotation_without_hours_or_a_second_one_ends_the_older_key(world: World) -> None:
    root = cast.root(world)
    made = _make(world, root)
    first = _rotate(world, root, made["id"], 0)
    _probe(world, made["key"]).must(401)
    second = _rotate(world, root, made["id"], 168)
    third = _rotate(world, root, made["id"], 168)
    statuses = [_probe(world, key["key"]).status for key in (first, second, third)]
    assert statuses == [401, 200, 200]


def test_an_administrator_takes_over_a_key_by_a_rotation(world: World) -> None:
    root, other, made = _former(world)
    world.post("/admin/users/assign-role", {"id": other, "role": "expert"}, as_=root).must(200)
    rotated = _rotate(world, root, made["id"], 1)
    assert rotated["suspension"] is None
    _probe(world, rotated["key"]).must(200)


def test_an_ended_key_is_not_rotated(world: World) -> None:
    root = cast.root(world)
    revoked, expired = _make(world, root), _make(world, root, expiresAt="2026-11-21T12:05:00Z")
    world.delete(f"/admin/api-keys/{revoked['id']}", as_=root).must(200)
    world.clock.advance(minutes=5)
    for made in (revoked, expired):
        path = f"/admin/api-keys/{made['id']}/rotate"
        assert world.post(path, {"keepHours": 1}, as_=root).must(409).error == "api_key_ended"
    missing = world.post(f"/admin/api-keys/{SOMEBODYS}/rotate", {"keepHours": 1}, as_=root)
    assert missing.must(404).error == "api_key_not_found"


@pytest.mark.parametrize("sent", [{}, {"keepHours": -1}, {"keepHours": 169}, {"keepHours": "1"}])
def test_the_hours_are_0_to_168(world: World, sent: dict[str, Any]) -> None:
    root = cast.root(world)
    path = f"/admin/api-keys/{_make(world, root)['id']}/rotate"
    assert world.post(path, sent, as_=root).must(422).faults.keys() == {"keepHours"}
