"""Sessions that expired long ago are deleted."""

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import refresh_tokens, sessions
from tests import cast
from tests.world import World

SESSION_DAYS, RETENTION_DAYS = 30, 90
NEW_SIGN_IN = "New sign-in to your Bridgework account"


def sign_in(world: World, email: str, agent: str) -> str:
    """Sign in and refresh once; return the new refresh token."""
    body = {"email": email, "password": cast.PASSWORD}
    opened = world.post("/auth/login", body, headers={"user-agent": agent}).must(200).data
    sent = {"refreshToken": opened["refreshToken"]}
    return str(world.post("/auth/refresh", sent).must(200).data["refreshToken"])


def count_rows(world: World) -> tuple[int, int]:
    """The numbers of sessions and of refresh tokens."""

    def count(table: sa.Table) -> int:
        return int(tx.value(sa.select(sa.func.count()).select_from(table)))

    with world.application.app_state.database.reading() as tx:
        return count(sessions), count(refresh_tokens)


def test_a_session_is_deleted_ninety_days_after_it_expired(world: World) -> None:
    cast.sign_up(world, "eve@example.com")
    sign_in(world, "eve@example.com", "Firefox")
    before = count_rows(world)
    world.clock.advance(days=SESSION_DAYS + RETENTION_DAYS)
    world.run_periodic_tasks()
    assert count_rows(world) == before
    token = sign_in(world, "eve@example.com", "Firefox")
    world.clock.advance(seconds=1)
    world.run_periodic_tasks()
    assert count_rows(world) == (1, 2)
    world.post("/auth/refresh", {"refreshToken": token}).must(200)


def test_old_sessions_are_deleted_in_batches(world: World) -> None:
    cast.sign_up(world, "eve@example.com")
    for _ in range(120):
        sign_in(world, "eve@example.com", "Firefox")
        world.clock.advance(minutes=5)
    world.clock.advance(days=SESSION_DAYS + RETENTION_DAYS)
    world.run_periodic_tasks()
    assert count_rows(world) == (0, 0)


def test_a_client_of_a_deleted_session_counts_as_new(world: World) -> None:
    eve = cast.sign_up(world, "eve@example.com")
    sign_in(world, eve.email, "Firefox")
    before = [message["Subject"] for message in world.mail("eve@example.com")].count(NEW_SIGN_IN)
    world.get("/users/me", as_=eve).must(200)
    world.run_periodic_tasks()
    world.clock.advance(days=SESSION_DAYS + RETENTION_DAYS, seconds=1)
    world.run_periodic_tasks()
    sign_in(world, "eve@example.com", "Firefox")
    after = [message["Subject"] for message in world.mail("eve@example.com")].count(NEW_SIGN_IN)
    assert after == before + 1
