"""The limits on tries of a code, and on e-mailed codes."""

from collections import Counter
from dataclasses import replace

import pytest

from bridgework.areas.identity.accounts import errors
from bridgework.areas.identity.accounts.sign_in import login_limits
from bridgework.context import Context
from tests import cast
from tests.areas.accounts.rate_limits import count_requests, must_be_limited
from tests.world import ANONYMOUS, Response, World

EVE = "eve@example.com"
ELSEWHERE = replace(ANONYMOUS, address="203.0.113.9")
TRIES = '"code-tries";q=5;w=900'
CODES_AN_HOUR = '"codes-hour";q=5;w=3600'


def verify(world: World, code: str) -> Response:
    return world.post("/auth/verify-email", {"email": EVE, "otp": code})


def resend(world: World) -> Response:
    return world.post("/auth/resend-otp", {"email": EVE})


def sign_in(world: World) -> Response:
    return world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD})


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def fail_tries(world: World, times: int) -> None:
    code = wrong(world.code(EVE))
    assert [verify(world, code).status for _ in range(times)] == [400] * times


def count_try(context: Context, email: str) -> None:
    login_limits.must_count_code_try(context, email, "verify-email", None)


def test_the_right_code_is_refused_after_five_wrong_tries(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    fail_tries(world, 5)
    must_be_limited(verify(world, code), "too_many_tries", TRIES, wait=900)
    world.clock.advance(minutes=5)
    must_be_limited(verify(world, code), "too_many_tries", TRIES, wait=600)


def test_the_fifth_try_can_succeed(world: World) -> None:
    cast.register(world, EVE)
    fail_tries(world, 4)
    verify(world, world.code(EVE)).must(200)


def test_a_new_code_does_not_reset_the_tries(world: World) -> None:
    cast.register(world, EVE)
    fail_tries(world, 3)
    resend(world).must(202)
    fail_tries(world, 2)
    verify(world, world.code(EVE)).must(429)
    sign_in(world).must(403)
    verify(world, world.code(EVE)).must(429)


def test_tries_expire_after_fifteen_minutes(world: World) -> None:
    cast.register(world, EVE)
    fail_tries(world, 5)
    world.clock.advance(minutes=15)
    resend(world).must(202)
    verify(world, world.code(EVE)).must(200)


def test_tries_for_an_account_are_counted_from_all_client_addresses(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    fail_tries(world, 5)
    body = {"email": EVE.upper(), "otp": code}
    world.post("/auth/verify-email", body, as_=ELSEWHERE).must(429)
    other = cast.sign_up(world, "adam@example.com")
    world.get("/users/me", as_=other).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_tries_count_as_five(world: World) -> None:
    cast.register(world, EVE)
    body = {"email": EVE, "otp": wrong(world.code(EVE))}
    responses = world.together([lambda: world.sending("POST", "/auth/verify-email", body)] * 20)
    assert Counter(response.status for response in responses) == {400: 5, 429: 15}


def test_a_client_address_has_a_hundred_tries_an_hour_for_all_accounts(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    count_requests(world, 99, count_try)
    fail_tries(world, 1)
    policy = '"code-tries-address";q=100;w=3600'
    must_be_limited(verify(world, code), "too_many_tries", policy, wait=3600)
    body = {"email": EVE, "otp": code}
    world.post("/auth/verify-email", body, as_=ELSEWHERE).must(200)


def test_tries_refused_by_the_account_limit_count_for_the_client_address(world: World) -> None:
    cast.register(world, EVE)
    fail_tries(world, 5)
    assert [verify(world, "000000").status for _ in range(3)] == [429] * 3
    count_requests(world, 92, count_try)
    body = {"email": "adam@example.com", "otp": "000000"}
    refused = world.post("/auth/verify-email", body).must(429)
    assert '"code-tries-address"' in refused.headers["ratelimit-policy"]


def test_a_code_can_be_resent_once_a_minute(world: World) -> None:
    cast.register(world, EVE)
    resend(world).must(202)
    must_be_limited(resend(world), "too_many_codes", '"resend";q=1;w=60', wait=60)
    world.clock.advance(seconds=59)
    resend(world).must(429)
    assert len(world.mail(EVE)) == 2
    world.clock.advance(seconds=1)
    resend(world).must(202)


def test_the_code_of_a_refused_sign_in_is_independent_of_the_resend_limit(
    world: World,
) -> None:
    cast.register(world, EVE)
    resend(world).must(202)
    sign_in(world).must(403)
    world.clock.advance(minutes=1)
    sign_in(world).must(403)
    resend(world).must(202)
    assert len(world.mail(EVE)) == 5


def test_at_most_five_codes_are_sent_an_hour(world: World) -> None:
    cast.register(world, EVE)
    for _ in range(4):
        resend(world).must(202)
        world.clock.advance(minutes=1)
    must_be_limited(resend(world), "too_many_codes", CODES_AN_HOUR, wait=56 * 60)
    assert len(world.mail(EVE)) == 5
    world.clock.advance(minutes=56)
    resend(world).must(202)


def test_a_code_that_is_not_sent_does_not_replace_the_previous_one(world: World) -> None:
    cast.register(world, EVE)
    for _ in range(4):
        sign_in(world).must(403)
    code = world.code(EVE)
    resend(world).must(429)
    verify(world, code).must(200)


def test_a_sign_in_beyond_the_code_limit_returns_the_same_403_without_a_code(world: World) -> None:
    cast.register(world, EVE)
    mailed = sign_in(world).must(403).json
    for _ in range(3):
        sign_in(world).must(403)
    assert len(world.mail(EVE)) == 5
    code = world.code(EVE)
    for _ in range(3):
        refused = sign_in(world).must(403)
        assert refused.json == {**mailed, "message": errors.EmailNotVerified.NOT_MAILED}
        assert "retry-after" not in refused.headers
    assert len(world.mail(EVE)) == 5
    verify(world, code).must(200)


def test_at_most_twenty_codes_are_sent_a_day(world: World) -> None:
    cast.register(world, EVE)
    world.clock.advance(hours=1)
    for _ in range(19):
        resend(world).must(202)
        world.clock.advance(minutes=15)
    wait = int((24 - 1 - 19 / 4) * 3600)
    must_be_limited(resend(world), "too_many_codes", '"codes-day";q=20;w=86400', wait=wait)
    world.clock.advance(seconds=wait)
    resend(world).must(202)
