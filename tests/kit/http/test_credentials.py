"""Who may call, as the edge sees it: 401 with a challenge (RFC 6750), 403, and bad tokens."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgework.kit import auth
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id
from bridgework.kit.schemas import RequestBody
from bridgework.settings import Settings
from tests import cast
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import ANONYMOUS, Person, World

SIGN_IN_NEEDED = 'Bearer realm="bridgework"'
INVALID_TOKEN = 'Bearer realm="bridgework", error="invalid_token"'

router = Router("Doors")


class Key(RequestBody):
    teeth: int


@router.post("/open/{id}", who=auth.public)
def enter_open(context: Context, door: Id, body: Key) -> Ok:
    """Open to all: nobody is known here, whatever they send along."""
    assert context.caller == auth.ANONYMOUS
    return OK


@router.post("/members/{id}", who=auth.member)
def enter_as_member(context: Context, door: Id, body: Key) -> Ok:
    """Open to members."""
    assert context.caller.account()
    return OK


@router.post("/members/slowly/{id}", who=auth.member, run_in_thread=True)
def enter_slowly(context: Context, door: Id, body: Key) -> Ok:
    """Open to members, behind a thread."""
    assert context.caller.account()
    return OK


@router.post("/admins/{id}", who=auth.admin)
def enter_as_admin(context: Context, door: Id, body: Key) -> Ok:
    """Open to administrators."""
    return OK


DOOR = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
def house(settings: Settings, loop: Loop) -> Iterator[World]:
    """These doors on a migrated database, in front of the house that Ada signed up at."""
    world = stage.world(settings, router.operations, loop)
    yield world
    world.close()


@pytest.mark.parametrize("credentials", [None, "", "Basic YTpi", "Bearer-less x", "Bearertoken"])
def test_who_shows_no_token_is_asked_for_one(library: World, credentials: str | None) -> None:
    headers = {} if credentials is None else {"authorization": credentials}
    told = library.delete("/doors/front", headers=headers).must(401)
    assert told.error == "sign_in_needed"
    assert told.headers["www-authenticate"] == SIGN_IN_NEEDED


@pytest.mark.parametrize("credentials", ["Bearer ", "Bearer", "Bearer x", "bearer x.y.z"])
def test_who_shows_a_bad_one_is_told_so(library: World, credentials: str) -> None:
    told = library.delete("/doors/front", headers={"authorization": credentials}).must(401)
    assert told.error == "token_invalid"
    assert told.headers["www-authenticate"] == INVALID_TOKEN


def test_members_and_strangers_at_every_door(world: World, house: World) -> None:
    ada = cast.ada(world)
    key = {"teeth": 5}
    house.post(f"/open/{DOOR}", key).must(200)
    house.post(f"/open/{DOOR}", key, as_=ada).must(200)
    house.post(f"/open/{DOOR}", key, headers={"authorization": "Bearer x"}).must(200)
    house.post(f"/members/{DOOR}", key, as_=ada).must(200)
    house.post(f"/members/slowly/{DOOR}", key, as_=ada).must(200)
    refused = house.post(f"/admins/{DOOR}", key, as_=ada).must(403)
    assert refused.error == "not_allowed"
    assert "www-authenticate" not in refused.headers


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "Bearer ", "Bearer   "])
def test_the_scheme_s_case_and_blanks_do_not_matter(
    world: World, house: World, scheme: str
) -> None:
    ada = cast.ada(world)
    headers = {"authorization": f"{scheme} {ada.token}"}
    house.post(f"/members/{DOOR}", {"teeth": 5}, headers=headers).must(200)


def test_who_may_not_enter_learns_nothing_of_what_lies_behind(world: World, house: World) -> None:
    ada = cast.ada(world)
    for who, status in ((ANONYMOUS, 401), (Person("", token="x"), 401), (ada, 403)):
        for door in (DOOR, "1"):
            for body in ({"teeth": 5}, {"teeth": "x"}, b"{"):
                house.post(f"/admins/{door}", body, as_=who).must(status)


@pytest.mark.parametrize("door", ["/members/", "/members/slowly/"])
def test_the_token_of_an_ended_session_is_good_no_more(
    world: World, house: World, door: str
) -> None:
    ada = cast.ada(world)
    again = cast.sign_in(world, ada.email)
    world.post("/auth/logout", as_=ada).must(200)
    told = house.post(door + DOOR, {"teeth": 5}, as_=ada).must(401)
    assert told.headers["www-authenticate"] == INVALID_TOKEN
    house.post(door + DOOR, {"teeth": 5}, as_=again).must(200)


def test_a_token_of_another_installation_opens_nothing(
    world: World, house: World, tmp_path: Path
) -> None:
    ada = cast.ada(world)
    house.post(f"/members/{DOOR}", {"teeth": 5}, as_=ada).must(200)
    claims = world.application.app_state.tokens.verify(ada.token or "")
    assert claims is not None
    (tmp_path / "secret.key").write_text("another secret, just as long as the first")
    with_other_key = stage.world(
        house.application.app_state.settings, router.operations, house.loop
    )
    forged, _ = with_other_key.application.app_state.tokens.issue(
        claims.account_id, claims.session_id
    )
    with_other_key.close()
    other = Person(ada.email, token=forged)
    house.post(f"/members/{DOOR}", {"teeth": 5}, as_=other).must(401)
