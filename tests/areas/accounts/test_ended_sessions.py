"""A token whose session has ended does not spend the rate limit of the account's owner."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests import cast
from tests.world import ANONYMOUS, Person, World

ELSEWHERE = "203.0.113.9"
"""Where the requests with the ended session's token come from."""
ASKED = ["/users/me", "/experts", "/blogs", "/nowhere"]
"""An operation that looks the session up, two that ignore the token, and no operation."""
MOST = 10
"""Requests of one ended session that a process may count against the owner."""


End = Callable[[World, Person, Person], None]


def left(world: World, person: Person) -> int:
    """What is left of the rate limit after one more request."""
    answer = world.get("/users/me", as_=person).must(200)
    return int(answer.headers["ratelimit"].split("r=")[1].split(";")[0])


def two_sessions(world: World) -> tuple[Person, Person]:
    """A member's own session, and another one that will end."""
    ben = cast.ben(world)
    return ben, replace(cast.sign_in(world, ben.email), address=ELSEWHERE)


def log_out(world: World, ben: Person, other: Person) -> None:
    del ben
    world.post("/auth/logout", as_=other).must(200)


def end_session(world: World, ben: Person, other: Person) -> None:
    del other
    (ended,) = (
        session["id"]
        for session in world.get("/auth/sessions", as_=ben).must(200).data
        if not session["current"]
    )
    world.delete(f"/auth/sessions/{ended}", as_=ben).must(200)


def change_password(world: World, ben: Person, other: Person) -> None:
    del other
    body = {"currentPassword": cast.PASSWORD, "newPassword": "a quite different one"}
    world.post("/auth/change-password", body, as_=ben).must(200)


@pytest.mark.parametrize("path", ASKED)
@pytest.mark.parametrize("end", [log_out, end_session])
def test_an_ended_session_counts_against_the_address_at_once(
    world: World, path: str, end: End
) -> None:
    ben, other = two_sessions(world)
    end(world, ben, other)
    before = left(world, ben)
    answers = [world.get(path, as_=other) for _ in range(61)]
    assert left(world, ben) == before - 1
    assert answers[0].headers["ratelimit"] == '"default";r=59;t=60'
    assert answers[-1].status == 429
    world.get("/blogs", as_=replace(ANONYMOUS, address=ELSEWHERE)).must(429)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)  # one process on SQLite
@pytest.mark.parametrize("path", ASKED)
@pytest.mark.parametrize("end", [log_out, change_password])
def test_a_session_that_was_ended_elsewhere_spends_a_bounded_part(
    world: World, neighbour: World, path: str, end: End
) -> None:
    """`neighbour` is another node, so this process only learns of the end from the database."""
    ben, other = two_sessions(world)
    world.get("/users/me", as_=other).must(200)
    end(neighbour, ben, other)
    before = left(world, ben)
    for _ in range(3):
        world.together([lambda: world.sending("GET", path, as_=other)] * 20)
    assert left(world, ben) >= before - 1 - MOST
    world.get("/blogs", as_=replace(ANONYMOUS, address=ELSEWHERE)).must(200)


def test_the_tokens_of_a_disabled_account_count_against_the_address(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    world.post(f"/admin/users/{ben.id}/disable", {"reason": "spam"}, as_=root).must(200)
    world.get("/users/me", as_=ben).must(401)
    told = world.get("/blogs", as_=replace(ben, address=ELSEWHERE)).must(200)
    assert told.headers["ratelimit"] == '"default";r=59;t=60'


def test_a_live_session_counts_against_its_account_whatever_it_asks(world: World) -> None:
    ben = replace(cast.ben(world), address=ELSEWHERE)
    before = left(world, ben)
    for _ in range(before):
        world.get("/blogs", as_=ben).must(200)
    world.get("/blogs", as_=ben).must(429)
    told = world.get("/blogs", as_=replace(ANONYMOUS, address=ELSEWHERE)).must(200)
    assert told.headers["ratelimit"] == '"default";r=59;t=60'
