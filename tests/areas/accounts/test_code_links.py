"""Wrong codes of a day, and the link of the newest e-mail that they do not lock out."""

import re
from collections import Counter
from dataclasses import replace

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import one_time_codes
from tests import cast
from tests.areas.accounts.rate_limits import must_be_limited
from tests.world import ANONYMOUS, Response, World

EVE = "eve@example.com"
NEW = "a quite different one"
STRANGER = replace(ANONYMOUS, address="203.0.113.9")
DAY_POLICY = '"wrong-codes-day";q=20;w=86400'


def link_token(world: World, email: str = EVE) -> str:
    """Return the token in the link of the newest e-mail."""
    text = world.mail(email)[-1].get_body(("plain",))
    assert text is not None
    match = re.search(r"[&#]link=([\w-]{40,})", text.get_content())
    assert match is not None, text.get_content()
    return match[1]


def verify(world: World, code: str, link: str | None = None) -> Response:
    sent = {"email": EVE, "otp": code, **({} if link is None else {"linkToken": link})}
    return world.post("/auth/verify-email", sent)


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def guess(world: World, times: int) -> list[int]:
    """Try the code as a stranger, every 30 seconds; return the statuses."""
    statuses = []
    for _ in range(times):
        world.clock.advance(seconds=30)
        sent = {"email": EVE, "otp": "000000"}
        statuses.append(world.post("/auth/verify-email", sent, as_=STRANGER).status)
    return statuses


def fail_on_this_day(world: World, times: int) -> None:
    """Use up wrong codes of the day, five in a quarter of an hour."""
    for number in range(times):
        if number % 5 == 0:
            world.clock.advance(minutes=15)
        sent = {"email": EVE, "otp": "000000"}
        world.post("/auth/verify-email", sent, as_=STRANGER).must(400)
    world.clock.advance(minutes=15)


def new_code(world: World) -> str:
    world.clock.advance(minutes=15)
    code = "000000"
    while code in {"000000", "999999"}:
        world.post("/auth/resend-otp", {"email": EVE}).must(202)
        code = world.code(EVE)
        world.clock.advance(minutes=1)
    return code


@pytest.mark.parametrize(("failures", "status"), [(19, 200), (20, 429)])
def test_an_account_has_twenty_wrong_codes_a_day(world: World, failures: int, status: int) -> None:
    cast.register(world, EVE)
    fail_on_this_day(world, failures)
    response = verify(world, new_code(world)).must(status)
    if status == 429:
        assert DAY_POLICY in response.headers["ratelimit-policy"]
        assert "Open the link in the newest e-mail" in response.json["message"]


def test_the_wrong_codes_of_a_day_expire(world: World) -> None:
    cast.register(world, EVE)
    fail_on_this_day(world, 20)
    verify(world, "000000").must(429)
    world.clock.advance(days=1)
    verify(world, new_code(world)).must(200)


def test_a_right_code_does_not_reset_the_wrong_codes_of_the_day(world: World) -> None:
    ben = cast.ben(world)
    for _ in range(4):
        world.clock.advance(minutes=15)
        for _ in range(5):
            sent = {"email": ben.email, "otp": "000000", "newPassword": NEW}
            world.post("/auth/reset-password", sent).must(400)
        world.clock.advance(hours=1)
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    code, link = world.code(ben.email), link_token(world, ben.email)
    sent = {"email": ben.email, "otp": code, "newPassword": NEW}
    world.post("/auth/reset-password", sent).must(429)
    world.post("/auth/reset-password", {**sent, "linkToken": link}).must(200)
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    sent = {"email": ben.email, "otp": world.code(ben.email), "newPassword": cast.PASSWORD}
    must_be_limited(
        world.post("/auth/reset-password", sent), "too_many_tries", DAY_POLICY, wait=19 * 3600 + 900
    )


@pytest.mark.postgresql("concurrent requests")
def test_of_ten_concurrent_wrong_codes_after_nineteen_one_is_answered(world: World) -> None:
    cast.register(world, EVE)
    fail_on_this_day(world, 19)
    body = {"email": EVE, "otp": "000000"}
    responses = world.together([lambda: world.sending("POST", "/auth/verify-email", body)] * 10)
    assert Counter(response.status for response in responses) == {400: 1, 429: 9}


def test_one_wrong_code_every_thirty_seconds_does_not_lock_the_link_out(world: World) -> None:
    cast.register(world, EVE)
    assert set(guess(world, 200)) == {400, 429}
    code = new_code(world)
    guess(world, 5)
    verify(world, code).must(429)
    verify(world, code, "an invented token").must(429)
    verify(world, code, link_token(world)).must(200)


def test_a_reset_with_the_link_is_not_locked_out(world: World) -> None:
    ben = cast.ben(world)
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    code, link = world.code(ben.email), link_token(world, ben.email)
    sent = {"email": ben.email, "otp": code, "newPassword": NEW}
    for _ in range(5):
        world.post("/auth/reset-password", {**sent, "otp": wrong(code)}, as_=STRANGER).must(400)
    world.post("/auth/reset-password", sent).must(429)
    world.post("/auth/reset-password", {**sent, "linkToken": link}).must(200)


def test_a_link_has_five_tries(world: World) -> None:
    cast.register(world, EVE)
    code, link = world.code(EVE), link_token(world)
    for _ in range(5):
        verify(world, wrong(code), link).must(400)
    policy = '"code-tries-link";q=5;w=900'
    must_be_limited(verify(world, code, link), "too_many_tries", policy, wait=900)
    verify(world, code).must(200)


def test_the_fifth_try_with_a_link_can_succeed(world: World) -> None:
    cast.register(world, EVE)
    code, link = world.code(EVE), link_token(world)
    for _ in range(4):
        verify(world, wrong(code), link).must(400)
    verify(world, code, link).must(200)


def test_a_newer_code_replaces_the_link(world: World) -> None:
    cast.register(world, EVE)
    former = link_token(world)
    code = new_code(world)
    for _ in range(5):
        verify(world, wrong(code)).must(400)
    verify(world, code, former).must(429)
    verify(world, code, link_token(world)).must(200)


def test_a_link_is_valid_for_ten_minutes_as_its_code(world: World) -> None:
    cast.register(world, EVE)
    code, link = world.code(EVE), link_token(world)
    world.clock.advance(minutes=10)
    for _ in range(5):
        verify(world, code, link).must(400)
    verify(world, code, link).must(429)


def test_the_token_of_a_link_is_stored_as_a_digest_and_wiped_from_the_sent_email(
    world: World,
) -> None:
    cast.register(world, EVE)
    link = link_token(world)
    with world.application.app_state.database.reading() as tx:
        (row,) = tx.rows(sa.select(one_time_codes))
        assert row.link_digest
        assert link not in str(row)
        assert all(
            link not in str(row) and row.sealed is None
            for row in tx.rows(sa.text("select * from outbox_emails"))
        )
