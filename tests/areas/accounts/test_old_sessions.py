"""Sessions that ended long ago: what is dropped of them, when, and what that changes."""

import sqlalchemy as sa

from bridgework.areas.accounts.tables import refresh_tokens, sessions
from tests import cast
from tests.world import World

DAYS_ALIVE, DAYS_KEPT = 30, 90
NEW_PROGRAM = "New sign-in to your Bridgework account"


def sign_in(world: World, email: str, agent: str) -> str:
    """A refresh token of a session that was carried on once."""
    known = {"email": email, "password": cast.PASSWORD}
    opened = world.post("/auth/login", known, headers={"user-agent": agent}).must(200).data
    sent = {"refreshToken": opened["refreshToken"]}
    return str(world.post("/auth/refresh", sent).must(200).data["refreshToken"])


def rows(world: World) -> tuple[int, int]:
    """How many sessions there are, and how many refresh tokens."""

    def count(table: sa.Table) -> int:
        return int(tx.value(sa.select(sa.func.count()).select_from(table)))

    with world.application.app_state.database.reading() as tx:
        return count(sessions), count(refresh_tokens)


def test_a_session_is_dropped_ninety_days_after_its_last(world: World) -> None:
    cast.sign_up(world, "eve@example.com")
    sign_in(world, "eve@example.com", "Firefox")
    at_first = rows(world)
    world.clock.advance(days=DAYS_ALIVE + DAYS_KEPT)
    world.run_periodic_tasks()
    assert rows(world) == at_first
    token = sign_in(world, "eve@example.com", "Firefox")
    world.clock.advance(seconds=1)
    world.run_periodic_tasks()
    assert rows(world) == (1, 2)
    world.post("/auth/refresh", {"refreshToken": token}).must(200)


def test_many_are_dropped_a_few_at_a_time(world: World) -> None:
    cast.sign_up(world, "eve@example.com")
    for _ in range(120):
        sign_in(world, "eve@example.com", "Firefox")
        world.clock.advance(minutes=5)
    world.clock.advance(days=DAYS_ALIVE + DAYS_KEPT)
    world.run_periodic_tasks()
    assert rows(world) == (0, 0)


def test_who_comes_back_after_that_comes_by_a_program_that_is_not_known(world: World) -> None:
    eve = cast.sign_up(world, "eve@example.com")
    sign_in(world, eve.email, "Firefox")
    told = [letter["Subject"] for letter in world.mail("eve@example.com")].count(NEW_PROGRAM)
    world.get("/users/me", as_=eve).must(200)
    world.run_periodic_tasks()
    world.clock.advance(days=DAYS_ALIVE + DAYS_KEPT, seconds=1)
    world.run_periodic_tasks()
    sign_in(world, "eve@example.com", "Firefox")
    now_told = [letter["Subject"] for letter in world.mail("eve@example.com")].count(NEW_PROGRAM)
    assert now_told == told + 1
