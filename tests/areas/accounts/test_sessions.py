"""Sessions: refreshing with single-use tokens, listing and ending."""

from datetime import timedelta
from typing import Any

from bridgework.areas.accounts.tables import sessions
from tests import cast, make
from tests.world import Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def _sign_in(world: World, email: str, agent: str = "") -> Any:
    sent = {"email": email, "password": cast.PASSWORD}
    return world.post("/auth/login", sent, headers={"user-agent": agent}).must(200).data


def _refresh(world: World, token: str) -> Any:
    return world.post("/auth/refresh", {"refreshToken": token})


def test_a_refresh_returns_new_tokens(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)
    second = _refresh(world, first["refreshToken"]).must(200).data
    assert second["refreshToken"] != first["refreshToken"]
    world.get("/users/me", as_=Person(ben.email, token=second["token"])).must(200)
    third = _refresh(world, second["refreshToken"]).must(200).data
    assert third["user"]["id"] == ben.id


def test_a_reused_refresh_token_ends_its_session(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)
    second = _refresh(world, first["refreshToken"]).must(200).data
    assert _refresh(world, first["refreshToken"]).must(401).error == "refresh_reused"
    assert _refresh(world, second["refreshToken"]).must(401).error == "refresh_invalid"
    world.get("/users/me", as_=Person(ben.email, token=second["token"])).must(401)
    world.get("/users/me", as_=ben).must(200)  # other sessions are not affected


def test_one_of_twenty_concurrent_refreshes_succeeds_and_the_session_ends(world: World) -> None:
    ben = cast.ben(world)
    token = _sign_in(world, ben.email)["refreshToken"]
    responses = world.together(
        [lambda: world.sending("POST", "/auth/refresh", {"refreshToken": token})] * 20
    )
    assert [response.status for response in responses].count(200) == 1
    winner = next(response for response in responses if response.status == 200)
    world.get("/users/me", as_=Person(ben.email, token=winner.data["token"])).must(401)


def test_a_session_expires_after_thirty_days_despite_refreshes(world: World) -> None:
    ben = cast.ben(world)
    token = _sign_in(world, ben.email)["refreshToken"]
    for _ in range(29):
        world.clock.advance(days=1)
        token = _refresh(world, token).must(200).data["refreshToken"]
    world.clock.advance(days=1)
    assert _refresh(world, token).must(401).error == "refresh_invalid"


def test_an_access_token_expires_with_its_session(world: World) -> None:
    ben = cast.ben(world)
    token = _sign_in(world, ben.email)["refreshToken"]
    world.clock.advance(days=29, hours=23, minutes=30)
    last = _refresh(world, token).must(200).data
    assert last["expiresAt"] == "2026-12-21T12:00:00.000Z"
    me = Person(ben.email, token=last["token"])
    world.clock.advance(minutes=29, seconds=59)
    world.get("/users/me", as_=me).must(200)
    world.clock.advance(seconds=1)
    assert world.get("/users/me", as_=me).must(401).error == "token_invalid"


def test_the_token_of_an_expired_session_is_refused(world: World) -> None:
    ben = cast.ben(world)
    sooner = world.clock.now() + timedelta(minutes=1)
    with world.application.app_state.database.writing() as tx:
        theirs = sessions.c.account_id == ben.id
        tx.execute(sessions.update().where(theirs).values(expires_at=sooner))
    world.clock.advance(seconds=59)
    world.get("/users/me", as_=ben).must(200)
    world.clock.advance(seconds=1)
    assert world.get("/users/me", as_=ben).must(401).error == "token_invalid"


def test_an_unverified_account_can_not_refresh(world: World) -> None:
    ben = cast.ben(world)
    token = _sign_in(world, ben.email)["refreshToken"]
    make.change_account(world, ben.id, is_email_verified=False)
    assert _refresh(world, token).must(401).error == "refresh_invalid"


def test_an_invalid_refresh_token_is_refused(world: World) -> None:
    assert _refresh(world, "nonsense").must(401).error == "refresh_invalid"
    assert list(_refresh(world, "").must(422).faults) == ["refreshToken"]


def test_members_list_and_end_only_their_own_sessions(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    other = _sign_in(world, ben.email, "Firefox")
    listed = world.get("/auth/sessions", as_=ben).must(200).data
    assert [(session["userAgent"], session["current"]) for session in listed] == [
        ("Firefox", False),
        ("", True),
    ]
    firefox = listed[0]["id"]
    world.delete(f"/auth/sessions/{firefox}").must(401)
    world.delete(f"/auth/sessions/{firefox}", as_=ada).must(404)
    world.delete(f"/auth/sessions/{UNKNOWN_ID}", as_=ben).must(404)
    world.delete(f"/auth/sessions/{firefox}", as_=ben).must(200)
    world.delete(f"/auth/sessions/{firefox}", as_=ben).must(404)
    world.get("/users/me", as_=Person(ben.email, token=other["token"])).must(401)
    _refresh(world, other["refreshToken"]).must(401)
    assert len(world.get("/auth/sessions", as_=ben).must(200).data) == 1


def test_a_new_client_is_reported_to_the_owner_once(world: World) -> None:
    ben = cast.ben(world)
    for agent in ("Firefox", "Firefox", "Firefox"):
        _sign_in(world, ben.email, agent)
    subjects = [message["Subject"] for message in world.mail(ben.email)]
    assert subjects.count("New sign-in to your Bridgework account") == 1
