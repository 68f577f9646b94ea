"""60 requests per 60 seconds: headers on every response, and 429 beyond the limit."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.kit.core import new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Caller, Claims, KeyClaims
from tests import world as worlds
from tests.kit.http import library as sample
from tests.kit.http import stage
from tests.loop import Loop
from tests.world import Person, World

POLICY = '"default";q=60;w=60'
HERE = Person("here@example.com", address="198.51.100.1")
ELSEWHERE = Person("elsewhere@example.com", address="198.51.100.2")


def live(tx: Tx, credentials: Claims | KeyClaims, now: datetime) -> Caller:
    """Accept every valid token: the library has no sessions."""
    del tx, now
    assert isinstance(credentials, Claims)
    return Caller(account_id=credentials.account_id, session_id=credentials.session_id)


@pytest.fixture
def shop(tmp_path: Path, loop: Loop) -> Iterator[World]:
    """A library with the default rate limit."""
    world = stage.world(worlds.settings(tmp_path), sample.router.operations, loop, live)
    yield world
    world.close()


def signed_in(world: World, address: str = HERE.address) -> Person:
    """Return a person with a valid token, which the library accepts."""
    token, _ = world.application.app_state.tokens.issue(new_id(), new_id())
    return Person("member@example.com", token, address=address)


def use_quota(world: World, times: int, as_: Person = HERE) -> None:
    for _ in range(times):
        world.get("/books", as_=as_).must(200)


def test_the_61st_request_is_refused(shop: World) -> None:
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


def test_every_request_of_an_operation_that_is_not_exempt_counts(shop: World) -> None:
    requests = [
        ("GET", "/books", 200), ("HEAD", "/books", 200), ("OPTIONS", "/books", 200),
        ("GET", "/nothing", 404), ("DELETE", "/books", 405), ("GET", "/books?page=0", 422),
        ("GET", "/books?a=%ff", 400), ("GET", "/broken", 500), ("POST", "/full", 409),
        ("DELETE", "/loans/a", 401),
    ]  # fmt: skip
    for spent, (method, path, status) in enumerate(requests, 1):
        response = shop.send(method, path).must(status)
        assert response.headers["ratelimit"] == f'"default";r={60 - spent};t=60', path


def test_the_window_slides(shop: World) -> None:
    use_quota(shop, 30)
    shop.clock.advance(seconds=40)
    use_quota(shop, 30)
    assert shop.get("/books").must(429).headers["retry-after"] == "20"
    shop.clock.advance(seconds=19)
    assert shop.get("/books").must(429).headers["retry-after"] == "1"
    shop.clock.advance(seconds=1)
    use_quota(shop, 30)
    assert shop.get("/books").must(429).headers["retry-after"] == "40"


def test_a_request_after_retry_after_is_allowed(shop: World) -> None:
    use_quota(shop, 60)
    wait = int(shop.get("/books").must(429).headers["retry-after"])
    shop.clock.advance(seconds=wait)
    shop.get("/books").must(200)


def test_refused_requests_are_not_counted(shop: World) -> None:
    use_quota(shop, 60)
    for _ in range(100):
        shop.clock.advance(seconds=0.5)
        shop.get("/books").must(429)
    shop.clock.advance(seconds=10)
    use_quota(shop, 60)


def test_each_address_has_its_own_quota(shop: World) -> None:
    use_quota(shop, 60)
    shop.get("/books").must(429)
    use_quota(shop, 60, ELSEWHERE)
    shop.get("/books", as_=ELSEWHERE).must(429)


def test_an_ipv6_network_shares_one_quota(shop: World) -> None:
    for number in range(60):
        shop.get("/books", as_=Person("", address=f"2001:db8::{number:x}")).must(200)
    shop.get("/books", as_=Person("", address="2001:db8::ffff")).must(429)
    shop.get("/books", as_=Person("", address="2001:db8:0:1::1")).must(200)


def test_an_ipv6_site_has_four_times_the_quota_of_a_network(shop: World) -> None:
    def person(network: int, site: str = "2001:db8:7") -> Person:
        return Person("here@example.com", address=f"{site}:{network:x}::1")

    for network in range(4):
        use_quota(shop, 60, person(network))
    shop.get("/books", as_=person(4)).must(429)
    shop.get("/books", as_=person(0xFFFF)).must(429)
    shop.get("/books", as_=person(4, "2001:db8:8")).must(200)


def test_signed_in_requests_are_counted_by_account(shop: World) -> None:
    member = signed_in(shop)
    use_quota(shop, 40, member)
    use_quota(shop, 60)  # anonymous requests from this address have their own quota
    at_home = Person(member.email, member.token, address=ELSEWHERE.address)
    use_quota(shop, 20, at_home)
    shop.get("/books", as_=at_home).must(429)
    shop.get("/books", as_=member).must(429)
    use_quota(shop, 60, signed_in(shop))  # another account, at the same address


@pytest.mark.parametrize("credentials", ["Bearer nonsense", "Basic YTpi", "Bearer ", "Bearer"])
def test_requests_with_a_bad_token_are_counted_by_address(shop: World, credentials: str) -> None:
    use_quota(shop, 59)
    shop.get("/books", headers={"authorization": credentials}).must(200)
    shop.get("/books", headers={"authorization": credentials + "x"}).must(429)


def test_an_expired_token_counts_against_the_address(shop: World) -> None:
    member = signed_in(shop)
    shop.clock.advance(hours=2)
    response = shop.delete("/loans/a", as_=member).must(401)
    assert response.headers["ratelimit"] == '"default";r=59;t=60'
    assert shop.get("/books").headers["ratelimit"] == '"default";r=58;t=60'


def test_exempt_operations_have_the_headers_and_are_neither_counted_nor_refused(
    shop: World,
) -> None:
    for _ in range(3):
        response = shop.get("/heartbeat").must(200)
        assert response.headers["ratelimit"] == '"default";r=60;t=60'
    use_quota(shop, 60)
    for _ in range(3):
        response = shop.get("/heartbeat").must(200)
        assert response.headers["ratelimit"] == '"default";r=0;t=60'
    shop.get("/books").must(429)


def test_sixty_of_many_concurrent_requests_are_allowed(shop: World) -> None:
    responses = shop.together([lambda: shop.sending("GET", "/books")] * 100)
    assert sorted(reply.status for reply in responses) == [200] * 60 + [429] * 40


def test_only_probes_metrics_and_files_of_the_program_are_exempt(shop: World) -> None:
    exempt = {op.path for op in routes.operations() if op.rate_limit_exempt}
    assert {"/livez", "/readyz", "/docs/"} <= exempt
    probes, files = ("/livez", "/readyz", "/metrics"), ("/docs", "/console", "/favicon.ico")
    others = (*probes, *files, "/app", "/robots.txt", "/.well-known/")
    assert all(path.startswith(others) for path in exempt)
