"""Sessions: refreshing with single-use tokens, listing and ending."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import refresh_tokens, sessions
from tests import cast, make
from tests.world import Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def _sign_in(world: World, email: str, agent: str = "") -> Any:
    sent = {"email": email, "password": cast.PASSWORD}
    return world.post("/auth/login", sent, headers={"user-agent": agent}).must(200).data


def _refresh(world: World, token: str, **how: Any) -> Any:
    return world.post("/auth/refresh", {"refreshToken": token}, **how)


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
    world.clock.advance(seconds=11)
    assert _refresh(world, first["refreshToken"]).must(401).error == "refresh_reused"
    assert _refresh(world, second["refreshToken"]).must(401).error == "refresh_invalid"
    world.get("/users/me", as_=Person(ben.email, token=second["token"])).must(401)
    world.get("/users/me", as_=ben).must(200)  # other sessions are not affected


def test_two_tabs_that_refresh_within_ten_seconds_stay_signed_in(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)["refreshToken"]
    tabs = [_refresh(world, first).must(200).data]
    world.clock.advance(seconds=10)
    tabs.append(_refresh(world, first).must(200).data)
    assert tabs[0]["refreshToken"] != tabs[1]["refreshToken"]
    for tab in tabs:
        world.get("/users/me", as_=Person(ben.email, token=tab["token"])).must(200)
    _refresh(world, tabs[1]["refreshToken"]).must(200)


def test_the_tokens_of_two_tabs_are_valid_until_one_is_exchanged(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)["refreshToken"]
    one, other = (_refresh(world, first).must(200).data["refreshToken"] for _ in range(2))
    world.clock.advance(days=1)
    _refresh(world, one).must(200)
    world.clock.advance(seconds=10)
    last = _refresh(world, other).must(200).data["refreshToken"]
    world.clock.advance(seconds=1)
    assert _refresh(world, other).must(401).error == "refresh_reused"
    assert _refresh(world, last).must(401).error == "refresh_invalid"


def test_a_token_before_the_last_exchange_ends_the_session_at_once(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)["refreshToken"]
    second = _refresh(world, first).must(200).data["refreshToken"]
    third = _refresh(world, second).must(200).data["refreshToken"]
    assert _refresh(world, first).must(401).error == "refresh_reused"
    assert _refresh(world, third).must(401).error == "refresh_invalid"


@pytest.mark.parametrize(
    "elsewhere",
    [{"headers": {"user-agent": "curl"}}, {"as_": Person("", address="203.0.113.9")}],
    ids=["user agent", "address"],
)
def test_a_token_that_is_reused_from_elsewhere_ends_the_session_at_once(
    world: World, elsewhere: dict[str, Any]
) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)["refreshToken"]
    second = _refresh(world, first).must(200).data
    assert _refresh(world, first, **elsewhere).must(401).error == "refresh_reused"
    world.get("/users/me", as_=Person(ben.email, token=second["token"])).must(401)


def test_a_fifth_tab_is_refused_and_the_session_goes_on(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)["refreshToken"]
    tabs = [_refresh(world, first).must(200).data for _ in range(4)]
    assert _refresh(world, first).must(401).error == "refresh_invalid"
    for tab in tabs:
        world.get("/users/me", as_=Person(ben.email, token=tab["token"])).must(200)
    again = _refresh(world, tabs[0]["refreshToken"]).must(200).data["refreshToken"]
    assert len({_refresh(world, again).must(200).data["token"] for _ in range(4)}) == 4


def test_beyond_the_further_pairs_a_reuse_from_elsewhere_still_ends_the_session(
    world: World,
) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)["refreshToken"]
    tabs = [_refresh(world, first).must(200).data for _ in range(4)]
    elsewhere = Person("", address="203.0.113.9")
    assert _refresh(world, first, as_=elsewhere).must(401).error == "refresh_reused"
    world.get("/users/me", as_=Person(ben.email, token=tabs[0]["token"])).must(401)


@pytest.mark.postgresql("concurrent requests")
def test_four_of_twenty_concurrent_refreshes_of_one_browser_get_tokens_of_one_generation(
    world: World,
) -> None:
    ben = cast.ben(world)
    token = _sign_in(world, ben.email)["refreshToken"]
    responses = world.together(
        [lambda: world.sending("POST", "/auth/refresh", {"refreshToken": token})] * 20
    )
    assert Counter(response.status for response in responses) == {200: 4, 401: 16}
    refused = {response.error for response in responses if response.status == 401}
    assert refused == {"refresh_invalid"}
    pairs = [response.data for response in responses if response.status == 200]
    for pair in pairs:
        world.get("/users/me", as_=Person(ben.email, token=pair["token"])).must(200)
    _refresh(world, pairs[2]["refreshToken"]).must(200)
    world.clock.advance(seconds=11)
    assert _refresh(world, pairs[3]["refreshToken"]).must(401).error == "refresh_reused"


@pytest.mark.postgresql("concurrent requests")
def test_of_two_exchanges_that_race_with_a_third_none_is_lost(world: World) -> None:
    ben = cast.ben(world)
    first = _sign_in(world, ben.email)["refreshToken"]
    second = _refresh(world, first).must(200).data["refreshToken"]
    responses = world.together(
        [
            lambda: world.sending("POST", "/auth/refresh", {"refreshToken": first}),
            lambda: world.sending("POST", "/auth/refresh", {"refreshToken": second}),
        ]
    )
    # In either order: the exchange of the first token is of the generation before the last one, or
    # of an older one, which ends the session.
    outcomes = {response.status for response in responses}
    assert outcomes <= {200, 401}
    with world.application.app_state.database.reading() as tx:
        rows = tx.rows(
            sa.select(refresh_tokens.c.generation)
            .join(sessions)
            .where(
                sessions.c.account_id == ben.id,
                sessions.c.ended_at.is_(None),
                refresh_tokens.c.used_at.is_(None),
                refresh_tokens.c.generation > 0,
            )
        )
    assert len({row.generation for row in rows}) <= 1, "no session has two generations in use"


def test_nothing_readable_is_stored_of_the_client_that_refreshed(world: World) -> None:
    ben = cast.ben(world)
    browser = {"headers": {"user-agent": "Planted browser"}}
    _refresh(world, _sign_in(world, ben.email)["refreshToken"], **browser).must(200)
    with world.application.app_state.database.reading() as tx:
        stored = [str(row) for row in tx.rows(sa.select(refresh_tokens))]
    assert stored
    assert not any("Planted" in row or "198.51.100.1" in row for row in stored)


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
