"""The token of an ended session does not use the rate limit of its account."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests import cast
from tests.world import ANONYMOUS, Person, World

ELSEWHERE = "203.0.113.9"
"""The client address of the requests with the token of the ended session."""
PATHS = ["/users/me", "/experts", "/blogs", "/nowhere"]
"""An operation that reads the session, two that ignore the token, and an unknown path."""
MAX_REQUESTS = 10
"""The requests of an ended session that a process may count against the account."""


End = Callable[[World, Person, Person], None]


def remaining_limit(world: World, person: Person) -> int:
    """The remaining rate limit after one more request."""
    response = world.get("/users/me", as_=person).must(200)
    return int(response.headers["ratelimit"].split("r=")[1].split(";")[0])


def two_sessions(world: World) -> tuple[Person, Person]:
    """A session of a member, and another one that the test ends."""
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


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("end", [log_out, end_session])
def test_an_ended_session_counts_against_the_client_address_immediately(
    world: World, path: str, end: End
) -> None:
    ben, other = two_sessions(world)
    end(world, ben, other)
    before = remaining_limit(world, ben)
    responses = [world.get(path, as_=other) for _ in range(61)]
    assert remaining_limit(world, ben) == before - 1
    assert responses[0].headers["ratelimit"] == '"default";r=59;t=60'
    assert responses[-1].status == 429
    world.get("/blogs", as_=replace(ANONYMOUS, address=ELSEWHERE)).must(429)


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)  # one process on SQLite
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("end", [log_out, change_password])
def test_a_session_ended_on_another_node_uses_a_bounded_part_of_the_limit(
    world: World, neighbour: World, path: str, end: End
) -> None:
    """`neighbour` is another node: this process reads the end from the database."""
    ben, other = two_sessions(world)
    world.get("/users/me", as_=other).must(200)
    end(neighbour, ben, other)
    before = remaining_limit(world, ben)
    for _ in range(3):
        world.together([lambda: world.sending("GET", path, as_=other)] * 20)
    assert remaining_limit(world, ben) >= before - 1 - MAX_REQUESTS
    world.get("/blogs", as_=replace(ANONYMOUS, address=ELSEWHERE)).must(200)


def test_tokens_of_a_disabled_account_count_against_the_client_address(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    world.post(f"/admin/users/{ben.id}/disable", {"reason": "spam"}, as_=root).must(200)
    world.get("/users/me", as_=ben).must(401)
    response = world.get("/blogs", as_=replace(ben, address=ELSEWHERE)).must(200)
    assert response.headers["ratelimit"] == '"default";r=59;t=60'


def test_an_active_session_counts_against_its_account_for_every_path(world: World) -> None:
    ben = replace(cast.ben(world), address=ELSEWHERE)
    before = remaining_limit(world, ben)
    for _ in range(before):
        world.get("/blogs", as_=ben).must(200)
    world.get("/blogs", as_=ben).must(429)
    response = world.get("/blogs", as_=replace(ANONYMOUS, address=ELSEWHERE)).must(200)
    assert response.headers["ratelimit"] == '"default";r=59;t=60'
