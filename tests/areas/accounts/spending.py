"""Budgets in tests: spending much at once, and knowing a spent one when it answers."""

from collections.abc import Callable

from bridgework.kit.http.context import Context
from tests.world import ANONYMOUS, Response, World


def spend(
    world: World,
    times: int,
    act: Callable[[Context, str], None],
    *,
    address: str = ANONYMOUS.address,
) -> None:
    """What so many requests from the strangers' address would spend, each for somebody else."""
    context = Context(world.application.app_state, world.clock.now(), "-", address, "-")
    with context.write_transaction():
        for number in range(times):
            act(context, f"somebody{number}@example.com")


def must_be_spent(answer: Response, error: str, policy: str, *, wait: int) -> None:
    """A 429 that names the budget beside the default limit, and says how long to wait."""
    assert answer.must(429).error == error
    assert answer.headers["retry-after"] == str(wait)
    name = policy.partition(";")[0]
    assert answer.headers["ratelimit-policy"] == f'"default";q=60;w=60, {policy}'
    assert answer.headers["ratelimit"].split(", ")[1] == f"{name};r=0;t={wait}"
