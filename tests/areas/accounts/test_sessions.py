"""Sessions: refreshed by tokens that are good once, listed, ended one by one."""

from datetime import timedelta
from typing import Any

from bridgework.areas.accounts.tables import sessions
from tests import cast, make
from tests.world import Person, World

SOMEBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def _sign_in(world: World, email: str, agent: str = "") -> Any:
    sent = {"email": email, "password": cast.PASSWORD}
    return world.post("/auth/login", sent, headers={"user-agent": agent}).must(200).data


def _refresh(world: World, token: str) -> Any:
    return world.post("/auth/refresh", {"refreshToken": token})


def test_a_refresh_hands_out_the_next_pair(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)
    second = _refresh(world, first["refreshToken"]).must(200).data
    assert second["refreshToken"] != first["refreshToken"]
    world.get("/users/me", as_=Person(ben.email, token=second["token"])).must(200)
    third = _refresh(world, second["refreshToken"]).must(200).data
    assert third["user"]["id"] == ben.id


def test_a_refresh_token_that_comes_again_ends_its_whole_session(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)
    second = _refresh(world, first["refreshToken"]).must(200).data
    assert _refresh(world, first["refreshToken"]).must(401).error == "refresh_reused"
    assert _refresh(world, second["refreshToken"]).must(401).error == "refresh_invalid"
    world.get("/users/me", as_=Person(ben.email, token=second["token"])).must(401)
    world.get("/users/me", as_=ben).must(200)  # another session is another family


def test_of_twenty_refreshes_at_once_one_succeeds_and_the_session_ends(world: World) -> None:
    ben = cast.ben(world)
    token = _sign_in(world, ben.email)["refreshToken"]
    answers = world.together(
        [lambda: world.sending("POST", "/auth/refresh", {"refreshToken": token})] * 20
    )
    assert [answer.status for answer in answers].count(200) == 1
    won = next(answer for answer in answers if answer.status == 200)
    world.get("/users/me", as_=Person(ben.email, token=won.data["token"])).must(401)


def test_a_session_lives_thirty_days_however_often_it_is_refreshed(world: World) -> None:
    ben = cast.ben(world)
    token = _sign_in(world, ben.email)["refreshToken"]
    for _ in range(29):
        world.clock.advance(days=1)
        token = _refresh(world, token).must(200).data["refreshToken"]
    world.clock.advance(days=1)
    assert _refresh(world, token).must(401).error == "refresh_invalid"


def test_an_access_token_ends_with_its_session(world: World) -> None:
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


def test_a_session_that_is_over_lets_no_token_in_however_long_that_is_good(world: World) -> None:
    ben = cast.ben(world)
    sooner = world.clock.now() + timedelta(minutes=1)
    with world.application.app_state.database.writing() as tx:
        theirs = sessions.c.account_id == ben.id
        tx.execute(sessions.update().where(theirs).values(expires_at=sooner))
    world.clock.advance(seconds=59)
    world.get("/users/me", as_=ben).must(200)
    world.clock.advance(seconds=1)
    assert world.get("/users/me", as_=ben).must(401).error == "token_invalid"


def test_an_address_that_is_unproved_again_refreshes_nothing(world: World) -> None:
    ben = cast.ben(world)
    token = _sign_in(world, ben.email)["refreshToken"]
    make.change_account(world, ben.id, is_email_verified=False)
    assert _refresh(world, token).must(401).error == "refresh_invalid"


def test_garbage_is_no_refresh_token(world: World) -> None:
    assert _refresh(world, "nonsense").must(401).error == "refresh_invalid"
    assert list(_refresh(world, "").must(422).faults) == ["refreshToken"]


def test_one_sees_and_ends_ones_own_sessions_alone(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    other = _sign_in(world, ben.email, "Firefox")
    listed = world.get("/auth/sessions", as_=ben).must(200).data
    assert [(one["userAgent"], one["current"]) for one in listed] == [
        ("Firefox", False),
        ("", True),
    ]
    firefox = listed[0]["id"]
    world.delete(f"/auth/sessions/{firefox}").must(401)
    world.delete(f"/auth/sessions/{firefox}", as_=ada).must(404)
    world.delete(f"/auth/sessions/{SOMEBODYS}", as_=ben).must(404)
    world.delete(f"/auth/sessions/{firefox}", as_=ben).must(200)
    world.delete(f"/auth/sessions/{firefox}", as_=ben).must(404)
    world.get("/users/me", as_=Person(ben.email, token=other["token"])).must(401)
    _refresh(world, other["refreshToken"]).must(401)
    assert len(world.get("/auth/sessions", as_=ben).must(200).data) == 1


def test_a_program_not_seen_before_is_told_to_the_owner_once(world: World) -> None:
    ben = cast.ben(world)
    for agent in ("Firefox", "Firefox", "Firefox"):
        _sign_in(world, ben.email, agent)
    subjects = [letter["Subject"] for letter in world.mail(ben.email)]
    assert subjects.count("New sign-in to your Bridgework account") == 1
