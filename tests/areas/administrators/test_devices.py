"""Known devices: strangers cannot lock an administrator out."""

from dataclasses import replace

import pytest

from tests import cast
from tests.areas.administrators.second_factor import LOGIN, PROOF
from tests.world import Person, Response, World

STRANGER = "203.0.113.9"


def try_login(
    world: World, admin: Person, password: str, device: str | None = None, address: str = STRANGER
) -> Response:
    sent = {"email": admin.email, "masterPassword": password}
    headers = {} if device is None else {"x-device-token": device}
    return world.post(LOGIN, sent, as_=Person(admin.email, address=address), headers=headers)


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


@pytest.fixture
def device(world: World, root: Person) -> str:
    token: str = world.post(LOGIN, {"email": root.email, **PROOF}).must(200).data["deviceToken"]
    return token


def test_a_stranger_locks_strangers_out_and_not_a_known_device(
    world: World, root: Person, device: str
) -> None:
    for _ in range(10):
        try_login(world, root, "wrong").must(401)
    try_login(world, root, cast.MASTER_PASSWORD).must(429)
    try_login(world, root, cast.MASTER_PASSWORD, "an invented token").must(429)
    kept = try_login(world, root, cast.MASTER_PASSWORD, device).must(200).data["deviceToken"]
    assert kept == device


def test_a_known_device_has_ten_failures_of_its_own(
    world: World, root: Person, device: str
) -> None:
    for _ in range(10):
        try_login(world, root, "wrong", device).must(401)
    assert (
        try_login(world, root, cast.MASTER_PASSWORD, device).must(429).error == "too_many_sign_ins"
    )
    try_login(world, root, cast.MASTER_PASSWORD).must(200)
    world.clock.advance(minutes=5)
    try_login(world, root, cast.MASTER_PASSWORD, device).must(200)


def test_guesses_from_many_addresses_are_bounded_by_the_account(world: World, root: Person) -> None:
    statuses = [
        try_login(world, root, "wrong", address=f"203.0.113.{number}").status
        for number in range(12)
    ]
    assert statuses == [401] * 10 + [429] * 2


def test_a_device_of_another_administrator_is_unknown(
    world: World, root: Person, device: str
) -> None:
    second = cast.root(world, "second@example.com")
    for _ in range(10):
        try_login(world, second, "wrong", device).must(401)
    try_login(world, second, cast.MASTER_PASSWORD, device).must(429)
    try_login(world, root, cast.MASTER_PASSWORD, device).must(200)


def test_a_device_is_known_for_180_days_after_its_last_use(
    world: World, root: Person, device: str
) -> None:
    world.clock.advance(days=179)
    assert try_login(world, root, cast.MASTER_PASSWORD, device).data["deviceToken"] == device
    world.clock.advance(days=179)
    assert try_login(world, root, cast.MASTER_PASSWORD, device).data["deviceToken"] == device
    world.clock.advance(days=180)
    assert try_login(world, root, cast.MASTER_PASSWORD, device).data["deviceToken"] != device
    world.run_periodic_tasks()


def test_the_twenty_newest_devices_are_known(world: World, root: Person, device: str) -> None:
    for _ in range(20):
        world.clock.advance(seconds=30)
        try_login(world, root, cast.MASTER_PASSWORD).must(200)
    assert try_login(world, root, cast.MASTER_PASSWORD, device).data["deviceToken"] != device


def test_a_browser_may_send_the_header(world: World) -> None:
    preflight = {
        "origin": "http://localhost:5173",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-device-token",
    }
    response = world.send("OPTIONS", LOGIN, headers=preflight, checked=False).must(200)
    assert "x-device-token" in response.headers["access-control-allow-headers"].lower()


def test_the_token_is_only_in_the_response(world: World, root: Person, device: str) -> None:
    exported = world.get("/users/me/export", as_=root).must(200)
    assert device not in exported.body.decode()
    assert device not in world.get("/admin/logs", as_=replace(root)).must(200).body.decode()
