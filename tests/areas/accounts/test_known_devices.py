"""Known devices of members, and accounts that a hundred failed sign-ins in a row have locked."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from bridgework.areas.identity.accounts.sign_in import devices
from bridgework.areas.identity.accounts.sign_in.device_queries import Kind
from bridgework.context import Context
from bridgework.kit.actions import Client
from bridgework.kit.core import Id
from tests import cast
from tests.world import ANONYMOUS, Person, Response, World

NEW = "a quite different one"
STRANGER = "203.0.113.9"


def sign_in(
    world: World, email: str, device: str | None = None, password: str = cast.PASSWORD
) -> Response:
    headers = {} if device is None else {"x-device-token": device}
    sent = {"email": email, "password": password}
    return world.post(
        "/auth/login", sent, as_=replace(ANONYMOUS, address=STRANGER), headers=headers
    )


def fail(world: World, email: str, times: int, device: str | None = None) -> None:
    for _ in range(times):
        sign_in(world, email, device, "wrong horse").must(401)


def fail_in_a_row(
    world: World,
    email: str,
    account_id: str | None,
    times: int,
    *,
    kind: Kind = "member",
    device: str = "",
) -> None:
    """Count failures of the last hours, each from another address."""
    state, start = world.application.app_state, world.clock.now()
    owner = None if account_id is None else Id(account_id)
    for number in range(times):
        if number % 10 == 0:
            world.clock.advance(minutes=5)
        client = Client(f"192.0.2.{number}", "-")
        context = Context(state, world.clock.now(), "-", client)
        with context.write_transaction():
            devices.failure_count(context, kind, owner, email, device).count_failure(context)
    world.clock.advance(minutes=5)
    assert world.clock.now() > start


@pytest.fixture
def ben(world: World) -> Person:
    return cast.ben(world)


@pytest.fixture
def device(world: World, ben: Person) -> str:
    token: str = sign_in(world, ben.email).must(200).data["deviceToken"]
    return token


def reset_password(world: World, ben: Person) -> str:
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    sent = {"email": ben.email, "otp": world.code(ben.email), "newPassword": NEW}
    token: str = world.post("/auth/reset-password", sent).must(200).data["deviceToken"]
    return token


def test_a_stranger_locks_strangers_out_and_not_a_known_device(
    world: World, ben: Person, device: str
) -> None:
    fail(world, ben.email, 10)
    assert sign_in(world, ben.email).must(429).error == "too_many_sign_ins"
    sign_in(world, ben.email, "an invented token").must(429)
    assert sign_in(world, ben.email, device).must(200).data["deviceToken"] == device


def test_a_known_device_has_ten_failures_of_its_own(world: World, ben: Person, device: str) -> None:
    fail(world, ben.email, 10, device)
    refused = sign_in(world, ben.email, device).must(429)
    assert '"sign-in-device";q=10;w=300' in refused.headers["ratelimit-policy"]
    sign_in(world, ben.email).must(200)
    world.clock.advance(minutes=5)
    sign_in(world, ben.email, device).must(200)


def test_a_success_on_a_known_device_resets_its_failures(
    world: World, ben: Person, device: str
) -> None:
    fail(world, ben.email, 9, device)
    sign_in(world, ben.email, device).must(200)
    fail(world, ben.email, 10, device)
    sign_in(world, ben.email, device).must(429)


def test_a_device_of_another_account_is_unknown(world: World, ben: Person, device: str) -> None:
    ada = cast.ada(world)
    fail(world, ada.email, 10, device)
    sign_in(world, ada.email, device).must(429)
    sign_in(world, ben.email, device).must(200)


def test_a_device_of_a_member_is_unknown_to_the_administrator_login(world: World) -> None:
    root = cast.root(world)
    device = sign_in(world, root.email).must(200).data["deviceToken"]
    sent = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    new = world.post("/auth/admin/login", sent, headers={"x-device-token": device}).must(200)
    assert new.data["deviceToken"] != device
    assert sign_in(world, root.email, new.data["deviceToken"]).data["deviceToken"] not in {
        device,
        new.data["deviceToken"],
    }


def test_one_wrong_password_every_thirty_seconds_does_not_lock_the_owner_out(
    world: World, ben: Person, device: str
) -> None:
    statuses = Counter[int]()
    for _ in range(30):
        world.clock.advance(seconds=30)
        statuses[sign_in(world, ben.email, password="wrong horse").status] += 1
    assert statuses[429] == 0 < statuses[401]
    sign_in(world, ben.email, device).must(200)


def test_a_new_browser_signs_in_after_a_reset_in_the_middle_of_an_attack(
    world: World, ben: Person
) -> None:
    fail_in_a_row(world, ben.email, ben.id, 100)
    device = reset_password(world, ben)
    fail(world, ben.email, 10)
    sign_in(world, ben.email, password=NEW).must(429)
    sign_in(world, ben.email, device, NEW).must(200)


@pytest.mark.parametrize(("failures", "status"), [(99, 200), (100, 403), (101, 403)])
def test_a_hundred_failures_in_a_row_lock_unknown_devices_out(
    world: World, ben: Person, failures: int, status: int
) -> None:
    fail_in_a_row(world, ben.email, ben.id, min(failures, 99))
    for number in range(99, failures):
        sign_in(world, ben.email, password="wrong horse").must(401 if number == 99 else 403)
    sign_in(world, ben.email).must(status)


def test_a_locked_account_stays_locked_and_says_what_opens_it(world: World, ben: Person) -> None:
    fail_in_a_row(world, ben.email, ben.id, 100)
    refused = sign_in(world, ben.email).must(403)
    assert refused.error == "sign_in_locked"
    assert "Reset the password" in refused.json["message"]
    world.clock.advance(days=400)
    world.run_periodic_tasks()
    sign_in(world, ben.email).must(403)


def test_a_known_device_opens_a_locked_account_for_all(
    world: World, ben: Person, device: str
) -> None:
    fail_in_a_row(world, ben.email, ben.id, 100)
    sign_in(world, ben.email).must(403)
    sign_in(world, ben.email, device).must(200)
    sign_in(world, ben.email).must(200)


def test_a_reset_opens_a_locked_account(world: World, ben: Person) -> None:
    fail_in_a_row(world, ben.email, ben.id, 100)
    reset_password(world, ben)
    sign_in(world, ben.email, password=NEW).must(200)


def test_a_hundred_failures_in_a_row_lock_a_known_device_out(
    world: World, ben: Person, device: str
) -> None:
    fail_in_a_row(world, ben.email, ben.id, 99, device=device)
    sign_in(world, ben.email, device, "wrong horse").must(401)
    sign_in(world, ben.email, device).must(403)
    sign_in(world, ben.email).must(200)


def test_an_address_without_an_account_is_locked_for_thirty_days(world: World) -> None:
    fail_in_a_row(world, "nobody@example.com", None, 100)
    sign_in(world, "nobody@example.com").must(403)
    world.clock.advance(days=30)
    sign_in(world, "nobody@example.com").must(404)


def test_failures_before_a_registration_do_not_lock_the_account(world: World) -> None:
    fail_in_a_row(world, "eve@example.com", None, 100)
    eve = cast.sign_up(world, "eve@example.com")
    sign_in(world, eve.email).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_of_ten_concurrent_failures_after_ninety_nine_one_is_answered(
    world: World, ben: Person
) -> None:
    fail_in_a_row(world, ben.email, ben.id, 99)
    body = {"email": ben.email, "password": "wrong horse"}
    responses = world.together([lambda: world.sending("POST", "/auth/login", body)] * 10)
    assert Counter(response.status for response in responses) == {401: 1, 403: 9}


@pytest.mark.parametrize(("failures", "status"), [(99, 200), (100, 403)])
def test_a_hundred_failures_in_a_row_lock_the_administrator_login(
    world: World, failures: int, status: int
) -> None:
    root = cast.root(world)
    sent = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    device = world.post("/auth/admin/login", sent).must(200).data["deviceToken"]
    fail_in_a_row(world, root.email, root.id, failures, kind="admin")
    refused = world.post("/auth/admin/login", sent).must(status)
    if status == 403:
        assert refused.error == "sign_in_locked"
        world.post("/auth/admin/login", sent, headers={"x-device-token": device}).must(200)
        world.post("/auth/admin/login", sent).must(200)


def is_known(world: World, email: str, device: str, password: str = cast.PASSWORD) -> bool:
    token: str = sign_in(world, email, device, password).must(200).data["deviceToken"]
    return token == device


def test_a_sign_out_keeps_the_device(world: World, ben: Person, device: str) -> None:
    world.post("/auth/logout", as_=ben).must(200)
    assert is_known(world, ben.email, device)


def test_a_reset_forgets_every_device(world: World, ben: Person, device: str) -> None:
    reset_password(world, ben)
    assert not is_known(world, ben.email, device, NEW)


@pytest.mark.parametrize("is_sent", [True, False])
def test_a_changed_password_forgets_all_devices_but_the_one_that_sends_it(
    world: World, ben: Person, device: str, is_sent: bool
) -> None:
    other = sign_in(world, ben.email).must(200).data["deviceToken"]
    sent = {"currentPassword": cast.PASSWORD, "newPassword": NEW}
    headers = {"x-device-token": device} if is_sent else {}
    world.post("/auth/change-password", sent, as_=ben, headers=headers).must(200)
    assert is_known(world, ben.email, device, NEW) == is_sent
    assert not is_known(world, ben.email, other, NEW)


def test_a_changed_address_forgets_all_devices_but_the_one_that_sends_it(
    world: World, ben: Person, device: str
) -> None:
    other = sign_in(world, ben.email).must(200).data["deviceToken"]
    email = "new@example.com"
    world.post("/users/me/email", {"newEmail": email, "password": cast.PASSWORD}, as_=ben).must(202)
    sent, headers = {"otp": world.code(email)}, {"x-device-token": device}
    world.post("/users/me/email/confirm", sent, as_=ben, headers=headers).must(200)
    assert is_known(world, email, device)
    assert not is_known(world, email, other)


def disable_and_enable(world: World, ben: Person) -> None:
    root = cast.root(world)
    world.post(f"/admin/users/{ben.id}/disable", {"reason": "spam"}, as_=root).must(200)
    world.post(f"/admin/users/{ben.id}/enable", as_=root).must(200)


def end_sessions(world: World, ben: Person) -> None:
    world.delete(f"/admin/users/{ben.id}/sessions", as_=cast.root(world)).must(200)


@pytest.mark.parametrize("act", [disable_and_enable, end_sessions])
def test_an_administrator_makes_all_devices_unknown(
    world: World, ben: Person, device: str, act: Callable[[World, Person], None]
) -> None:
    act(world, ben)
    assert not is_known(world, ben.email, device)


def test_a_verified_address_makes_the_device_known(world: World) -> None:
    cast.register(world, "eve@example.com")
    sent = {"email": "eve@example.com", "otp": world.code("eve@example.com")}
    device = world.post("/auth/verify-email", sent).must(200).data["deviceToken"]
    assert is_known(world, "eve@example.com", device)
