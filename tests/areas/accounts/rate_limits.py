"""Helpers for rate limits: counting many requests at once, and checking a refusal."""

from collections.abc import Callable

from bridgework.context import Context
from bridgework.kit.actions import Client
from tests.world import ANONYMOUS, Response, World


def count_requests(
    world: World,
    times: int,
    act: Callable[[Context, str], None],
    *,
    address: str = ANONYMOUS.address,
) -> None:
    """Count as many requests from one client address, each for a different account."""
    context = Context(world.application.app_state, world.clock.now(), "-", Client(address, "-"))
    with context.write_transaction():
        for number in range(times):
            act(context, f"member{number}@example.com")


def must_be_limited(response: Response, error: str, policy: str, *, wait: int) -> None:
    """Check a 429 with the policy beside the default one, and the wait in seconds."""
    assert response.must(429).error == error
    assert response.headers["retry-after"] == str(wait)
    name = policy.partition(";")[0]
    assert response.headers["ratelimit-policy"] == f'"default";q=60;w=60, {policy}'
    assert response.headers["ratelimit"].split(", ")[1] == f"{name};r=0;t={wait}"
