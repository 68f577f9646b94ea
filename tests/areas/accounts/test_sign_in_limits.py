"""The limits on failed sign-ins and on registrations by client address."""

import functools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa

from bridgework import app
from bridgework.areas.identity.accounts.sign_in import login_limits
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.context import Context
from tests import cast
from tests.areas.accounts.rate_limits import count_requests, must_be_limited
from tests.world import ANONYMOUS, Response, World

EVE = "eve@example.com"
ELSEWHERE = replace(ANONYMOUS, address="203.0.113.9")
ACCOUNT_POLICY = '"sign-in-account";q=10;w=300'
ADDRESS_POLICY = '"sign-in-address";q=100;w=300'
REGISTRATIONS = '"registrations";q=100;w=3600'


def sign_in(world: World, password: str = cast.PASSWORD, email: str = EVE) -> Response:
    return world.post("/auth/login", {"email": email, "password": password})


def fail(world: World, times: int) -> None:
    assert [sign_in(world, "wrong horse").status for _ in range(times)] == [401] * times


def count_registration(context: Context, _: str) -> None:
    login_limits.must_count_registration(context)


def test_the_right_password_is_refused_after_ten_failures(world: World) -> None:
    cast.sign_up(world, EVE)
    fail(world, 10)
    must_be_limited(sign_in(world), "too_many_sign_ins", ACCOUNT_POLICY, wait=300)
    other_case = {"email": "EVE@example.com", "password": cast.PASSWORD}
    world.post("/auth/login", other_case, as_=ELSEWHERE).must(429)
    world.clock.advance(minutes=5)
    sign_in(world).must(200)


def test_a_success_resets_the_failures_of_the_account(world: World) -> None:
    cast.sign_up(world, EVE)
    fail(world, 9)
    sign_in(world).must(200)
    fail(world, 10)
    sign_in(world).must(429)


def test_failed_sign_ins_do_not_end_a_session(world: World) -> None:
    eve = cast.sign_up(world, EVE)
    fail(world, 10)
    world.get("/users/me", as_=eve).must(200)


def test_failures_for_an_unknown_address_are_counted_too(world: World) -> None:
    statuses = [sign_in(world, email="nobody@example.com").status for _ in range(11)]
    assert statuses == [404] * 10 + [429]


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_failures_count_as_ten(world: World) -> None:
    cast.sign_up(world, EVE)
    body = {"email": EVE, "password": "wrong horse"}
    responses = world.together([lambda: world.sending("POST", "/auth/login", body)] * 20)
    assert Counter(response.status for response in responses) == {401: 10, 429: 10}


def count_failure(context: Context, email: str) -> None:
    login_limits.MEMBERS.count_failure(context, email, None)


def test_a_client_address_has_a_hundred_failures_for_all_accounts(world: World) -> None:
    cast.sign_up(world, EVE)
    count_requests(world, 99, count_failure)
    fail(world, 1)
    must_be_limited(sign_in(world), "too_many_sign_ins", ADDRESS_POLICY, wait=300)
    body = {"email": EVE, "password": cast.PASSWORD}
    world.post("/auth/login", body, as_=ELSEWHERE).must(200)


def test_a_success_does_not_reset_the_failures_of_the_client_address(world: World) -> None:
    cast.sign_up(world, EVE)
    count_requests(world, 99, count_failure)
    sign_in(world).must(200)
    fail(world, 1)
    sign_in(world).must(429)


def test_a_client_address_can_register_a_hundred_accounts_an_hour(world: World) -> None:
    count_requests(world, 99, count_registration)
    cast.register(world, EVE)
    body = {"email": "adam@example.com", "password": cast.PASSWORD}
    refused = world.post("/auth/register", body)
    must_be_limited(refused, "too_many_registrations", REGISTRATIONS, wait=3600)
    world.post("/auth/register", body, as_=ELSEWHERE).must(201)
    world.clock.advance(hours=1)
    cast.register(world, "abel@example.com")


def test_failed_registrations_are_not_counted(world: World) -> None:
    cast.register(world, EVE)
    count_requests(world, 98, count_registration)
    body = {"email": EVE, "password": cast.PASSWORD}
    assert {world.post("/auth/register", body).status for _ in range(3)} == {409}
    cast.register(world, "adam@example.com")


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_registrations_do_not_exceed_the_limit(world: World) -> None:
    count_requests(world, 90, count_registration)
    bodies = [
        {"email": f"eve{number}@example.com", "password": cast.PASSWORD} for number in range(11)
    ]
    responses = world.together(
        [functools.partial(world.sending, "POST", "/auth/register", body) for body in bodies]
    )
    assert Counter(response.status for response in responses) == {201: 10, 429: 1}


HERE, SAME_NETWORK, NEXT_NETWORK = (
    replace(ANONYMOUS, address=address)
    for address in ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1")
)
MAPPED = replace(ANONYMOUS, address=f"::ffff:{ANONYMOUS.address}")


def count_code_try(context: Context, email: str) -> None:
    login_limits.must_count_code_try(context, email, "verify-email", None)


def count_admin_failure(context: Context, email: str) -> None:
    login_limits.ADMINISTRATORS.count_failure(context, email, None)


BY_ADDRESS = pytest.mark.parametrize(
    ("act", "path", "body", "quota"),
    [
        (count_registration, "/auth/register", {"password": cast.PASSWORD}, "registrations"),
        (count_failure, "/auth/login", {"password": "wrong horse"}, "sign-in-address"),
        (count_code_try, "/auth/verify-email", {"otp": "000000"}, "code-tries-address"),
        (
            *(count_admin_failure, "/auth/admin/login"),
            *({"masterPassword": "wrong horse"}, "admin-sign-in-address"),
        ),
    ],
)


@BY_ADDRESS
def test_an_ipv6_network_shares_a_limit_and_a_mapped_address_counts_as_ipv4(
    world: World,
    act: Callable[[Context, str], None],
    path: str,
    body: dict[str, str],
    quota: str,
) -> None:
    sent = {"email": EVE, **body}
    for spent_at, same, other in (
        (HERE, SAME_NETWORK, NEXT_NETWORK),
        (ANONYMOUS, MAPPED, ELSEWHERE),
    ):
        count_requests(world, 100, act, address=spent_at.address)
        refused = world.post(path, sent, as_=same).must(429)
        assert f'"{quota}";q=100' in refused.headers["ratelimit-policy"]
        assert world.post(path, sent, as_=other).status in {201, 400, 401, 404, 409}


@BY_ADDRESS
def test_the_networks_of_one_ipv6_site_share_four_times_the_limit(
    world: World,
    act: Callable[[Context, str], None],
    path: str,
    body: dict[str, str],
    quota: str,
) -> None:
    sent = {"email": EVE, **body}
    spent = [f"2001:db8:0:{number:x}::1" for number in range(4)]
    for address, times in zip(spent, (100, 100, 100, 99), strict=True):
        count_requests(world, times, act, address=address)
    same = replace(ANONYMOUS, address="2001:db8:0:ff::1")
    other = replace(ANONYMOUS, address="2001:db8:1::1")
    assert world.post(path, sent, as_=same).status in {201, 400, 401, 404}
    refused = world.post(path, sent, as_=same).must(429)
    assert f'"{quota}";q=400' in refused.headers["ratelimit-policy"]
    assert world.post(path, sent, as_=other).status in {201, 400, 401, 404, 409}


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_registrations_create_one_account(world: World) -> None:
    body = {"email": EVE, "password": cast.PASSWORD}
    responses = world.together([lambda: world.sending("POST", "/auth/register", body)] * 20)
    assert Counter(response.status for response in responses) == {201: 1, 409: 19}
    with world.application.app_state.database.reading() as tx:
        assert tx.value(sa.select(sa.func.count()).select_from(accounts)) == 1
    assert len(world.mail()) == 1


def test_limits_survive_a_restart_and_are_shared_with_other_nodes(world: World) -> None:
    cast.sign_up(world, EVE)
    fail(world, 10)
    neighbour = World(
        app.create_app(world.application.app_state.settings, world.clock), world.clock, world.loop
    )
    try:
        must_be_limited(sign_in(neighbour), "too_many_sign_ins", ACCOUNT_POLICY, wait=300)
    finally:
        neighbour.close()
