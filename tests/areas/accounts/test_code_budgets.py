"""How often a code may be tried, and how often one is mailed."""

from collections import Counter
from dataclasses import replace

from bridgework.areas.accounts import (
    errors,
    login_limits,
)
from bridgework.kit.http.context import Context
from tests import cast
from tests.areas.accounts.spending import must_be_spent, spend
from tests.world import ANONYMOUS, Response, World

EVE = "eve@example.com"
ELSEWHERE = replace(ANONYMOUS, address="203.0.113.9")
TRIES = '"code-tries";q=5;w=900'
MAILED_AN_HOUR = '"codes-hour";q=5;w=3600'


def prove(world: World, code: str) -> Response:
    return world.post("/auth/verify-email", {"email": EVE, "otp": code})


def resend(world: World) -> Response:
    return world.post("/auth/resend-otp", {"email": EVE})


def sign_in(world: World) -> Response:
    return world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD})


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def try_in_vain(world: World, times: int) -> None:
    code = wrong(world.code(EVE))
    assert [prove(world, code).status for _ in range(times)] == [400] * times


def try_for(context: Context, email: str) -> None:
    login_limits.must_spend_code_try(context, email, "verify-email", None)


def test_after_five_tries_not_even_the_right_code_opens(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    try_in_vain(world, 5)
    must_be_spent(prove(world, code), "too_many_tries", TRIES, wait=900)
    world.clock.advance(minutes=5)
    must_be_spent(prove(world, code), "too_many_tries", TRIES, wait=600)


def test_the_fifth_try_may_still_be_the_right_one(world: World) -> None:
    cast.register(world, EVE)
    try_in_vain(world, 4)
    prove(world, world.code(EVE)).must(200)


def test_a_fresh_code_brings_no_fresh_tries(world: World) -> None:
    cast.register(world, EVE)
    try_in_vain(world, 3)
    resend(world).must(202)
    try_in_vain(world, 2)
    prove(world, world.code(EVE)).must(429)
    sign_in(world).must(403)
    prove(world, world.code(EVE)).must(429)


def test_tries_come_back_as_they_leave_the_quarter_of_an_hour(world: World) -> None:
    cast.register(world, EVE)
    try_in_vain(world, 5)
    world.clock.advance(minutes=15)
    resend(world).must(202)
    prove(world, world.code(EVE)).must(200)


def test_the_tries_at_one_account_are_counted_wherever_they_come_from(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    try_in_vain(world, 5)
    body = {"email": EVE.upper(), "otp": code}
    world.post("/auth/verify-email", body, as_=ELSEWHERE).must(429)
    other = cast.sign_up(world, "adam@example.com")
    world.get("/users/me", as_=other).must(200)


def test_twenty_tries_at_once_are_five(world: World) -> None:
    cast.register(world, EVE)
    body = {"email": EVE, "otp": wrong(world.code(EVE))}
    answers = world.together([lambda: world.sending("POST", "/auth/verify-email", body)] * 20)
    assert Counter(answer.status for answer in answers) == {400: 5, 429: 15}


def test_an_address_has_a_hundred_tries_an_hour_whoever_they_are_for(world: World) -> None:
    cast.register(world, EVE)
    code = world.code(EVE)
    spend(world, 99, try_for)
    try_in_vain(world, 1)
    policy = '"code-tries-address";q=100;w=3600'
    must_be_spent(prove(world, code), "too_many_tries", policy, wait=3600)
    body = {"email": EVE, "otp": code}
    world.post("/auth/verify-email", body, as_=ELSEWHERE).must(200)


def test_tries_that_are_refused_for_the_account_still_count_for_the_address(world: World) -> None:
    cast.register(world, EVE)
    try_in_vain(world, 5)
    assert [prove(world, "000000").status for _ in range(3)] == [429] * 3
    spend(world, 92, try_for)
    body = {"email": "adam@example.com", "otp": "000000"}
    refused = world.post("/auth/verify-email", body).must(429)
    assert '"code-tries-address"' in refused.headers["ratelimit-policy"]


def test_a_code_is_sent_again_once_a_minute(world: World) -> None:
    cast.register(world, EVE)
    resend(world).must(202)
    must_be_spent(resend(world), "too_many_codes", '"resend";q=1;w=60', wait=60)
    world.clock.advance(seconds=59)
    resend(world).must(429)
    assert len(world.mail(EVE)) == 2
    world.clock.advance(seconds=1)
    resend(world).must(202)


def test_the_code_of_a_refused_sign_in_neither_waits_for_that_minute_nor_starts_it(
    world: World,
) -> None:
    cast.register(world, EVE)
    resend(world).must(202)
    sign_in(world).must(403)
    world.clock.advance(minutes=1)
    sign_in(world).must(403)
    resend(world).must(202)
    assert len(world.mail(EVE)) == 5


def test_five_codes_are_mailed_an_hour(world: World) -> None:
    cast.register(world, EVE)
    for _ in range(4):
        resend(world).must(202)
        world.clock.advance(minutes=1)
    must_be_spent(resend(world), "too_many_codes", MAILED_AN_HOUR, wait=56 * 60)
    assert len(world.mail(EVE)) == 5
    world.clock.advance(minutes=56)
    resend(world).must(202)


def test_a_code_that_is_not_mailed_does_not_end_the_former(world: World) -> None:
    cast.register(world, EVE)
    for _ in range(4):
        sign_in(world).must(403)
    code = world.code(EVE)
    resend(world).must(429)
    prove(world, code).must(200)


def test_a_sign_in_past_the_budget_gets_the_same_403_without_another_code(world: World) -> None:
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
    prove(world, code).must(200)


def test_twenty_codes_are_mailed_a_day(world: World) -> None:
    cast.register(world, EVE)
    world.clock.advance(hours=1)
    for _ in range(19):
        resend(world).must(202)
        world.clock.advance(minutes=15)
    wait = int((24 - 1 - 19 / 4) * 3600)
    must_be_spent(resend(world), "too_many_codes", '"codes-day";q=20;w=86400', wait=wait)
    world.clock.advance(seconds=wait)
    resend(world).must(202)
