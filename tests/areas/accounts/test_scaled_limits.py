"""The setting that scales the limits by client address, not those by account."""

from pathlib import Path

import pytest

from bridgework.areas.identity.accounts.sign_in import login_limits
from bridgework.context import Context
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, world
from tests.areas.accounts.rate_limits import count_requests
from tests.world import World

EVE = "eve@example.com"


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """Twice the default limits."""
    return world.settings(
        tmp_path,
        database_url=database_url,
        rate_limit=Rule("default", 120, 60),
        address_limit_factor=2,
    )


def test_the_limits_of_a_client_address_are_doubled(world: World) -> None:
    def count_all(context: Context, email: str) -> None:
        login_limits.must_count_code_try(context, email, "verify-email", None)
        login_limits.MEMBERS.count_failure(context, email, None)

    def register(context: Context, _: str) -> None:
        login_limits.must_count_registration(context)

    count_requests(world, 199, count_all)
    count_requests(world, 199, register)
    body = {"email": EVE, "password": cast.PASSWORD}
    proof = {"email": EVE, "otp": "000000"}
    for path, sent, status in [
        ("/auth/register", body, 201),
        ("/auth/register", {**body, "email": "adam@example.com"}, 429),
        ("/auth/verify-email", proof, 400),
        ("/auth/verify-email", proof, 429),
        ("/auth/login", {**body, "password": "wrong horse"}, 401),
        ("/auth/login", body, 429),
    ]:
        world.post(path, sent).must(status)


def test_the_limits_of_an_account_are_unchanged(world: World) -> None:
    proof = {"email": EVE, "otp": "000000"}
    tries = [world.post("/auth/verify-email", proof).status for _ in range(6)]
    assert tries == [400] * 5 + [429]
    body = {"email": EVE, "password": cast.PASSWORD}
    failures = [world.post("/auth/login", body).status for _ in range(11)]
    assert failures == [404] * 10 + [429]


class TestALongWindow:
    @pytest.fixture
    def settings(self, tmp_path: Path, database_url: str) -> Settings:
        """The default rate, in a window of a day."""
        limit = Rule("default", 86_400, 86_400)
        return world.settings(
            tmp_path, database_url=database_url, rate_limit=limit, address_limit_factor=1
        )

    def test_the_window_of_the_rate_limit_does_not_raise_the_limits_of_an_address(
        self, world: World
    ) -> None:
        def fail(context: Context, email: str) -> None:
            login_limits.MEMBERS.count_failure(context, email, None)

        count_requests(world, 100, fail)
        world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD}).must(429)
