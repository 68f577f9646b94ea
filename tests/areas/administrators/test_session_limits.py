"""The sessions of administrators end 12 hours after the sign-in, or after an hour without use."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bridgework import app
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.administrators.second_factor import LOGIN, PROOF
from tests.loop import Loop
from tests.world import Person, Response, World


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """Access tokens that outlast the sessions, so that only the session ends the access."""
    return worlds.settings(tmp_path, database_url=database_url, access_token_ttl=86_400)


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def sign_in(world: World, root: Person) -> Any:
    return world.post(LOGIN, {"email": root.email, **PROOF}).must(200).data


def use(world: World, person: Person) -> Response:
    """Send a request, and write its time as the task of each minute does."""
    response = world.get("/admin/users", as_=person)
    world.run_periodic_tasks()
    return response


def refresh(world: World, signed_in: Any) -> Response:
    return world.post("/auth/refresh", {"refreshToken": signed_in["refreshToken"]})


def use_for(world: World, person: Person, **span: float) -> None:
    """Use a session every half hour."""
    end = world.clock.now() + timedelta(**span)
    while world.clock.now() < end:
        use(world, person).must(200)
        left = (end - world.clock.now()).total_seconds()
        world.clock.advance(seconds=min(left, 1800))


def test_a_session_in_use_ends_twelve_hours_after_the_sign_in(world: World, root: Person) -> None:
    signed_in = sign_in(world, root)
    person = replace(root, token=signed_in["token"])
    use_for(world, person, hours=11, minutes=59, seconds=59)
    use(world, person).must(200)
    world.clock.advance(seconds=1)
    assert use(world, person).must(401).error == "token_invalid"
    assert refresh(world, signed_in).must(401).error == "refresh_invalid"


def test_a_refresh_does_not_extend_the_twelve_hours(world: World, root: Person) -> None:
    signed_in = sign_in(world, root)
    for _ in range(23):
        world.clock.advance(minutes=30)
        signed_in = refresh(world, signed_in).must(200).data
    assert signed_in["expiresAt"] == "2026-11-22T00:00:00.000Z"
    world.clock.advance(minutes=29, seconds=59)
    signed_in = refresh(world, signed_in).must(200).data
    world.clock.advance(seconds=1)
    assert refresh(world, signed_in).must(401).error == "refresh_invalid"


@pytest.mark.parametrize("minute", [60, 61])
def test_a_session_is_valid_to_the_minute_after_the_last_request(
    world: World, root: Person, minute: int
) -> None:
    world.clock.advance(minutes=minute, seconds=-1)
    use(world, root).must(200)


def test_a_session_ends_after_an_hour_without_a_request(world: World, root: Person) -> None:
    signed_in = sign_in(world, root)
    person = replace(root, token=signed_in["token"])
    world.clock.advance(minutes=61)
    assert use(world, person).must(401).error == "token_invalid"
    assert refresh(world, signed_in).must(401).error == "refresh_invalid"
    world.clock.advance(minutes=1)
    use(world, person).must(401)


def test_an_ended_session_is_not_revived_by_the_refused_request(world: World, root: Person) -> None:
    for _ in range(3):
        world.clock.advance(minutes=61)
        use(world, root).must(401)


def test_a_request_just_before_the_end_extends_the_session(world: World, root: Person) -> None:
    for _ in range(5):
        world.clock.advance(minutes=59, seconds=59)
        use(world, root).must(200)


def test_a_session_in_use_never_ends_because_its_use_is_not_stored_yet(
    world: World, root: Person
) -> None:
    """Another node knows of a use a minute later."""
    world.clock.advance(minutes=59, seconds=59)
    world.get("/admin/users", as_=root).must(200)
    world.clock.advance(minutes=1)
    world.get("/admin/users", as_=root).must(200)


def test_the_session_of_a_member_lasts_for_thirty_days(world: World, root: Person) -> None:
    sent = {"email": root.email, "password": cast.PASSWORD}
    signed_in = world.post("/auth/login", sent).must(200).data
    world.clock.advance(days=29, hours=23, minutes=59, seconds=59)
    refresh(world, signed_in).must(200)


def test_the_list_of_sessions_tells_when_each_ends(world: World, root: Person) -> None:
    member = cast.sign_in(world, root.email)
    listed = world.get("/auth/sessions", as_=member).must(200).data
    of_member, of_root = "2026-12-21T12:00:00.000Z", "2026-11-21T13:00:00.000Z"
    assert [session["expiresAt"] for session in listed] == [of_member, of_root, of_member]
    world.clock.advance(minutes=62)
    listed = world.get("/auth/sessions", as_=member).must(200).data
    assert [session["expiresAt"] for session in listed] == [of_member, of_member]


def test_a_shorter_setting_ends_open_sessions_at_the_next_start(
    world: World, root: Person, settings: Settings, loop: Loop
) -> None:
    """The last use of a session is in the database, so a restart does not extend it."""
    world.clock.advance(minutes=50)
    shorter = settings.model_copy(update={"admin_idle_minutes": 30})
    for changed, status in ((settings, 200), (shorter, 401)):
        restarted = World(app.create_app(changed, world.clock), world.clock, loop)
        restarted.get("/admin/users", as_=root).must(status)
        restarted.close()


@pytest.mark.postgresql("the time of the last use over two nodes")
def test_two_nodes_agree_on_the_end(
    world: World, root: Person, settings: Settings, loop: Loop
) -> None:
    other = World(app.create_app(settings, world.clock), world.clock, loop)
    world.clock.advance(minutes=59)
    use(world, root).must(200)
    world.clock.advance(minutes=59)
    use(other, root).must(200)
    world.clock.advance(minutes=61)
    world.get("/admin/users", as_=root).must(401)
    other.get("/admin/users", as_=root).must(401)
    other.close()
