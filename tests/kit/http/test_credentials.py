"""Authentication and authorization: 401 with a challenge (RFC 6750) and 403."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.security import auth
from bridgework.kit.validation import RequestBody
from bridgework.settings import Settings
from tests import cast
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import ANONYMOUS, Person, World

SIGN_IN_NEEDED = 'Bearer realm="bridgework"'
INVALID_TOKEN = 'Bearer realm="bridgework", error="invalid_token"'

router = Router("Access")


class Key(RequestBody):
    teeth: int


@router.post("/open/{id}", who=auth.public)
def call_public(context: Context, record_id: Id, body: Key) -> Ok:
    """Public: the caller is anonymous with any credentials."""
    assert context.caller == auth.ANONYMOUS
    return OK


@router.post("/members/{id}", who=auth.member)
def call_as_member(context: Context, record_id: Id, body: Key) -> Ok:
    """Members only."""
    assert context.caller.account()
    return OK


@router.post("/members/slowly/{id}", who=auth.member, pool="computing")
def call_in_thread(context: Context, record_id: Id, body: Key) -> Ok:
    """Members only, in a thread."""
    assert context.caller.account()
    return OK


@router.post("/admins/{id}", who=auth.admin)
def call_as_admin(context: Context, record_id: Id, body: Key) -> Ok:
    """Administrators only."""
    return OK


RECORD_ID = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
def server(settings: Settings, loop: Loop) -> Iterator[World]:
    """A server with these operations, on the database of `world`."""
    world = stage.world(settings, router.operations, loop)
    yield world
    world.close()


@pytest.mark.parametrize("credentials", [None, "", "Basic YTpi", "Bearer-less x", "Bearertoken"])
def test_a_missing_token_is_a_401_with_a_challenge(library: World, credentials: str | None) -> None:
    headers = {} if credentials is None else {"authorization": credentials}
    response = library.delete("/loans/front", headers=headers).must(401)
    assert response.error == "sign_in_needed"
    assert response.headers["www-authenticate"] == SIGN_IN_NEEDED


@pytest.mark.parametrize("credentials", ["Bearer ", "Bearer", "Bearer x", "bearer x.y.z"])
def test_a_bad_token_is_a_401_invalid_token(library: World, credentials: str) -> None:
    response = library.delete("/loans/front", headers={"authorization": credentials}).must(401)
    assert response.error == "token_invalid"
    assert response.headers["www-authenticate"] == INVALID_TOKEN


def test_each_operation_accepts_its_callers(world: World, server: World) -> None:
    ada = cast.ada(world)
    key = {"teeth": 5}
    server.post(f"/open/{RECORD_ID}", key).must(200)
    server.post(f"/open/{RECORD_ID}", key, as_=ada).must(200)
    server.post(f"/open/{RECORD_ID}", key, headers={"authorization": "Bearer x"}).must(200)
    server.post(f"/members/{RECORD_ID}", key, as_=ada).must(200)
    server.post(f"/members/slowly/{RECORD_ID}", key, as_=ada).must(200)
    refused = server.post(f"/admins/{RECORD_ID}", key, as_=ada).must(403)
    assert refused.error == "not_allowed"
    assert "www-authenticate" not in refused.headers


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "Bearer ", "Bearer   "])
def test_case_and_spaces_of_the_scheme_are_ignored(
    world: World, server: World, scheme: str
) -> None:
    ada = cast.ada(world)
    headers = {"authorization": f"{scheme} {ada.token}"}
    server.post(f"/members/{RECORD_ID}", {"teeth": 5}, headers=headers).must(200)


def test_authorization_precedes_validation(world: World, server: World) -> None:
    ada = cast.ada(world)
    for who, status in ((ANONYMOUS, 401), (Person("", token="x"), 401), (ada, 403)):
        for record_id in (RECORD_ID, "1"):
            for body in ({"teeth": 5}, {"teeth": "x"}, b"{"):
                server.post(f"/admins/{record_id}", body, as_=who).must(status)


@pytest.mark.parametrize("record_id", ["/members/", "/members/slowly/"])
def test_the_token_of_an_ended_session_is_invalid(
    world: World, server: World, record_id: str
) -> None:
    ada = cast.ada(world)
    again = cast.sign_in(world, ada.email)
    world.post("/auth/logout", as_=ada).must(200)
    response = server.post(record_id + RECORD_ID, {"teeth": 5}, as_=ada).must(401)
    assert response.headers["www-authenticate"] == INVALID_TOKEN
    server.post(record_id + RECORD_ID, {"teeth": 5}, as_=again).must(200)


def test_a_token_of_another_installation_is_invalid(
    world: World, server: World, tmp_path: Path
) -> None:
    ada = cast.ada(world)
    server.post(f"/members/{RECORD_ID}", {"teeth": 5}, as_=ada).must(200)
    claims = world.application.app_state.tokens.verify(ada.token or "")
    assert claims is not None
    (tmp_path / "secret.key").write_text("another-secret-just-as-long-as-the-first")
    with_other_key = stage.world(
        server.application.app_state.settings, router.operations, server.loop
    )
    forged, _ = with_other_key.application.app_state.tokens.issue(
        claims.account_id, claims.session_id
    )
    with_other_key.close()
    other = Person(ada.email, token=forged)
    server.post(f"/members/{RECORD_ID}", {"teeth": 5}, as_=other).must(401)
