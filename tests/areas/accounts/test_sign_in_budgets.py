"""How often a sign-in may fail, and how many accounts an address may register."""

import functools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa

from bridgework import app
from bridgework.areas.accounts import login_limits
from bridgework.areas.accounts.tables import accounts
from bridgework.kit.http.context import Context
from tests import cast
from tests.areas.accounts.spending import must_be_spent, spend
from tests.world import ANONYMOUS, Response, World

EVE = "eve@example.com"
ELSEWHERE = replace(ANONYMOUS, address="203.0.113.9")
OF_THE_ACCOUNT = '"sign-in-account";q=10;w=300'
OF_THE_ADDRESS = '"sign-in-address";q=100;w=300'
REGISTRATIONS = '"registrations";q=100;w=3600'


def sign_in(world: World, password: str = cast.PASSWORD, email: str = EVE) -> Response:
    return world.post("/auth/login", {"email": email, "password": password})


def fail(world: World, times: int) -> None:
    assert [sign_in(world, "wrong horse").status for _ in range(times)] == [401] * times


def register_one(context: Context, _: str) -> None:
    login_limits.must_spend_registration(context)


def test_after_ten_failures_not_even_the_right_password_opens(world: World) -> None:
    cast.sign_up(world, EVE)
    fail(world, 10)
    must_be_spent(sign_in(world), "too_many_sign_ins", OF_THE_ACCOUNT, wait=300)
    other_letters = {"email": "EVE@example.com", "password": cast.PASSWORD}
    world.post("/auth/login", other_letters, as_=ELSEWHERE).must(429)
    world.clock.advance(minutes=5)
    sign_in(world).must(200)


def test_a_success_wipes_the_failures_before_it(world: World) -> None:
    cast.sign_up(world, EVE)
    fail(world, 9)
    sign_in(world).must(200)
    fail(world, 10)
    sign_in(world).must(429)


def test_who_is_signed_in_stays_so_while_others_fail(world: World) -> None:
    eve = cast.sign_up(world, EVE)
    fail(world, 10)
    world.get("/users/me", as_=eve).must(200)


def test_failures_at_an_unknown_address_are_counted_alike(world: World) -> None:
    statuses = [sign_in(world, email="nobody@example.com").status for _ in range(11)]
    assert statuses == [404] * 10 + [429]


def test_twenty_failures_at_once_are_ten(world: World) -> None:
    cast.sign_up(world, EVE)
    body = {"email": EVE, "password": "wrong horse"}
    answers = world.together([lambda: world.sending("POST", "/auth/login", body)] * 20)
    assert Counter(answer.status for answer in answers) == {401: 10, 429: 10}


def fail_to_sign_in(context: Context, email: str) -> None:
    login_limits.MEMBERS.count_failure(context, email, None)


def test_an_address_has_a_hundred_failures_whoever_they_are_of(world: World) -> None:
    cast.sign_up(world, EVE)
    spend(world, 99, fail_to_sign_in)
    fail(world, 1)
    must_be_spent(sign_in(world), "too_many_sign_ins", OF_THE_ADDRESS, wait=300)
    body = {"email": EVE, "password": cast.PASSWORD}
    world.post("/auth/login", body, as_=ELSEWHERE).must(200)


def test_a_success_does_not_wipe_the_failures_of_the_address(world: World) -> None:
    cast.sign_up(world, EVE)
    spend(world, 99, fail_to_sign_in)
    sign_in(world).must(200)
    fail(world, 1)
    sign_in(world).must(429)


def test_an_address_registers_a_hundred_accounts_an_hour(world: World) -> None:
    spend(world, 99, register_one)
    cast.register(world, EVE)
    body = {"email": "adam@example.com", "password": cast.PASSWORD}
    refused = world.post("/auth/register", body)
    must_be_spent(refused, "too_many_registrations", REGISTRATIONS, wait=3600)
    world.post("/auth/register", body, as_=ELSEWHERE).must(201)
    world.clock.advance(hours=1)
    cast.register(world, "abel@example.com")


def test_registrations_that_come_to_nothing_are_not_counted(world: World) -> None:
    cast.register(world, EVE)
    spend(world, 98, register_one)
    body = {"email": EVE, "password": cast.PASSWORD}
    assert {world.post("/auth/register", body).status for _ in range(3)} == {409}
    cast.register(world, "adam@example.com")


def test_of_eleven_registrations_at_once_the_last_ten_of_the_hundred_pass(world: World) -> None:
    spend(world, 90, register_one)
    bodies = [
        {"email": f"eve{number}@example.com", "password": cast.PASSWORD} for number in range(11)
    ]
    answers = world.together(
        [functools.partial(world.sending, "POST", "/auth/register", body) for body in bodies]
    )
    assert Counter(answer.status for answer in answers) == {201: 10, 429: 1}


HERE, SAME_NETWORK, NEXT_NETWORK = (
    replace(ANONYMOUS, address=address)
    for address in ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1")
)
MAPPED = replace(ANONYMOUS, address=f"::ffff:{ANONYMOUS.address}")


def fail_code(context: Context, email: str) -> None:
    login_limits.must_spend_code_try(context, email, "verify-email", None)


def fail_admin_sign_in(context: Context, email: str) -> None:
    login_limits.ADMINISTRATORS.count_failure(context, email, None)


@pytest.mark.parametrize(
    ("act", "path", "body", "budget"),
    [
        (register_one, "/auth/register", {"password": cast.PASSWORD}, "registrations"),
        (fail_to_sign_in, "/auth/login", {"password": "wrong horse"}, "sign-in-address"),
        (fail_code, "/auth/verify-email", {"otp": "000000"}, "code-tries-address"),
        (
            *(fail_admin_sign_in, "/auth/admin/login"),
            *({"masterPassword": "wrong horse"}, "admin-sign-in-address"),
        ),
    ],
)
def test_an_ipv6_network_has_one_budget_and_a_mapped_address_that_of_its_ipv4(
    world: World,
    act: Callable[[Context, str], None],
    path: str,
    body: dict[str, str],
    budget: str,
) -> None:
    sent = {"email": EVE, **body}
    for spent_at, same, other in (
        (HERE, SAME_NETWORK, NEXT_NETWORK),
        (ANONYMOUS, MAPPED, ELSEWHERE),
    ):
        spend(world, 100, act, address=spent_at.address)
        refused = world.post(path, sent, as_=same).must(429)
        assert f'"{budget}";q=100' in refused.headers["ratelimit-policy"]
        assert world.post(path, sent, as_=other).status in {201, 400, 401, 404, 409}


def test_twenty_registrations_of_one_address_at_once_make_one_account(world: World) -> None:
    body = {"email": EVE, "password": cast.PASSWORD}
    answers = world.together([lambda: world.sending("POST", "/auth/register", body)] * 20)
    assert Counter(answer.status for answer in answers) == {201: 1, 409: 19}
    with world.application.app_state.database.reading() as tx:
        assert tx.value(sa.select(sa.func.count()).select_from(accounts)) == 1
    assert len(world.mail()) == 1


def test_budgets_outlive_the_server_and_hold_on_its_neighbour(world: World) -> None:
    cast.sign_up(world, EVE)
    fail(world, 10)
    neighbour = World(
        app.create_app(world.application.app_state.settings, world.clock), world.clock, world.loop
    )
    try:
        must_be_spent(sign_in(neighbour), "too_many_sign_ins", OF_THE_ACCOUNT, wait=300)
    finally:
        neighbour.close()
