"""60 requests per 60 seconds: headers on every response, and 429 beyond the limit."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.kit.access_tokens import Claims
from bridgework.kit.api_keys import KeyClaims
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import new_id
from tests import world as worlds
from tests.kit.http import library as made_up
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import Person, World

POLICY = '"default";q=60;w=60'
HERE = Person("here@example.com", address="198.51.100.1")
ELSEWHERE = Person("elsewhere@example.com", address="198.51.100.2")


def live(tx: Tx, credentials: Claims | KeyClaims, now: datetime) -> Caller:
    """The library has no sessions of its own: each good token is that of a live one."""
    del tx, now
    assert isinstance(credentials, Claims)
    return Caller(account_id=credentials.account_id, session_id=credentials.session_id)


@pytest.fixture
def shop(tmp_path: Path, loop: Loop) -> Iterator[World]:
    """A fresh library under the limit of the specification."""
    world = stage.world(worlds.settings(tmp_path), made_up.router.operations, loop, live)
    yield world
    world.close()


def signed_in(world: World, address: str = HERE.address) -> Person:
    """Somebody with a good token; the library asks for no more."""
    token, _ = world.application.app_state.tokens.issue(new_id(), new_id())
    return Person("member@example.com", token, address=address)


def spend(world: World, times: int, as_: Person = HERE) -> None:
    for _ in range(times):
        world.get("/books", as_=as_).must(200)


def test_sixty_pass_and_the_next_is_refused(shop: World) -> None:
    for number in range(60):
        passed = shop.get("/books").must(200)
        assert passed.headers["ratelimit-policy"] == POLICY
        assert passed.headers["ratelimit"] == f'"default";r={59 - number};t=60'
        assert "retry-after" not in passed.headers
    refused = shop.get("/books").must(429)
    assert refused.json == {
        "error": "rate_limited",
        "message": "Too many requests: try again after the number of seconds in Retry-After.",
    }
    assert refused.headers["ratelimit-policy"] == POLICY
    assert refused.headers["ratelimit"] == '"default";r=0;t=60'
    assert refused.headers["retry-after"] == "60"


def test_whatever_is_asked_counts(shop: World) -> None:
    asked = [
        ("GET", "/books", 200), ("HEAD", "/books", 200), ("OPTIONS", "/books", 200),
        ("GET", "/nothing", 404), ("DELETE", "/books", 405), ("GET", "/books?page=0", 422),
        ("GET", "/books?a=%ff", 400), ("GET", "/broken", 500), ("POST", "/full", 409),
        ("DELETE", "/doors/a", 401), ("GET", "/heartbeat", 200),
    ]  # fmt: skip
    for spent, (method, path, status) in enumerate(asked, 1):
        told = shop.send(method, path).must(status)
        assert told.headers["ratelimit"] == f'"default";r={60 - spent};t=60', path


def test_the_window_slides(shop: World) -> None:
    spend(shop, 30)
    shop.clock.advance(seconds=40)
    spend(shop, 30)
    assert shop.get("/books").must(429).headers["retry-after"] == "20"
    shop.clock.advance(seconds=19)
    assert shop.get("/books").must(429).headers["retry-after"] == "1"
    shop.clock.advance(seconds=1)
    spend(shop, 30)
    assert shop.get("/books").must(429).headers["retry-after"] == "40"


def test_who_waits_as_long_as_it_tells_is_served(shop: World) -> None:
    spend(shop, 60)
    wait = int(shop.get("/books").must(429).headers["retry-after"])
    shop.clock.advance(seconds=wait)
    shop.get("/books").must(200)


def test_who_is_refused_is_not_counted(shop: World) -> None:
    spend(shop, 60)
    for _ in range(100):
        shop.clock.advance(seconds=0.5)
        shop.get("/books").must(429)
    shop.clock.advance(seconds=10)
    spend(shop, 60)


def test_each_address_has_its_own(shop: World) -> None:
    spend(shop, 60)
    shop.get("/books").must(429)
    spend(shop, 60, ELSEWHERE)
    shop.get("/books", as_=ELSEWHERE).must(429)


def test_one_network_of_ipv6_has_one(shop: World) -> None:
    for number in range(60):
        shop.get("/books", as_=Person("", address=f"2001:db8::{number:x}")).must(200)
    shop.get("/books", as_=Person("", address="2001:db8::ffff")).must(429)
    shop.get("/books", as_=Person("", address="2001:db8:0:1::1")).must(200)


def test_who_is_signed_in_is_counted_by_account_wherever_they_are(shop: World) -> None:
    member = signed_in(shop)
    spend(shop, 40, member)
    spend(shop, 60)  # strangers at the same address have their own
    at_home = Person(member.email, member.token, address=ELSEWHERE.address)
    spend(shop, 20, at_home)
    shop.get("/books", as_=at_home).must(429)
    shop.get("/books", as_=member).must(429)
    spend(shop, 60, signed_in(shop))  # another account, at the same address


@pytest.mark.parametrize("credentials", ["Bearer nonsense", "Basic YTpi", "Bearer ", "Bearer"])
def test_a_bad_token_opens_no_account_of_its_own(shop: World, credentials: str) -> None:
    spend(shop, 59)
    shop.get("/books", headers={"authorization": credentials}).must(200)
    shop.get("/books", headers={"authorization": credentials + "x"}).must(429)


def test_an_expired_token_counts_against_the_address(shop: World) -> None:
    member = signed_in(shop)
    shop.clock.advance(hours=2)
    told = shop.delete("/doors/a", as_=member).must(401)
    assert told.headers["ratelimit"] == '"default";r=59;t=60'
    assert shop.get("/books").headers["ratelimit"] == '"default";r=58;t=60'


def test_what_is_exempt_is_told_and_never_refused(shop: World) -> None:
    spend(shop, 60)
    for _ in range(3):
        told = shop.get("/heartbeat").must(200)
        assert told.headers["ratelimit"] == '"default";r=0;t=60'
    shop.get("/books").must(429)


def test_of_many_at_once_sixty_pass(shop: World) -> None:
    answers = shop.together([lambda: shop.sending("GET", "/books")] * 100)
    assert sorted(answer.status for answer in answers) == [200] * 60 + [429] * 40


def test_the_house_exempts_its_probes_and_docs_and_nothing_else(shop: World) -> None:
    exempt = {op.path for op in routes.operations() if op.rate_limit_exempt}
    assert {"/livez", "/readyz", "/docs/"} <= exempt
    assert all(path.startswith(("/livez", "/readyz", "/metrics", "/docs")) for path in exempt)
