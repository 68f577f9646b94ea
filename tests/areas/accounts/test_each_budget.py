"""Each row of the table of budgets, by requests: one below it, at it, and one beyond it."""

from typing import Any

import pytest

from bridgework.areas.identity.accounts import budgets
from bridgework.areas.identity.accounts.budgets import Budget
from bridgework.settings import Settings
from tests.areas.accounts import spending
from tests.areas.accounts.spending import Act, Case
from tests.areas.accounts.test_sign_in_limits import BY_ADDRESS
from tests.world import Response, World

SILENT = "no e-mail"
REFUSALS = {budget.refusal.partition("`")[2].rstrip("`") for budget in budgets.ALL} - {""}

pytestmark = pytest.mark.postgresql("counted in the database")


def rows(*, with_window: bool = False) -> list[Any]:
    """Return each row of the table, or those that the end of their window opens."""
    return [
        pytest.param(
            budget,
            id=budget.name,
            marks=[pytest.mark.slow("many requests")] if budget.quota >= 50 else [],
        )
        for budget in budgets.ALL
        if not with_window or "its window" in budget.opened_by
    ]


@pytest.fixture
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    """Those with which the owner of an entered address is notified, for the row that limits it."""
    is_silent = request.getfixturevalue("budget").refusal == SILENT
    return settings.model_copy(update={"prevent_account_enumeration": is_silent})


def is_refused(world: World, budget: Budget, case: Case, act: Act) -> bool:
    """Whether a request is refused as the row says. A refusal by another budget is an error."""
    world.clock.advance(seconds=case.pause)
    if budget.refusal == SILENT:
        before = len(world.mail(spending.EVE))
        assert act().status == 202
        return len(world.mail(spending.EVE)) == before
    response = act()
    error = response.json.get("error")
    if f"{response.status} `{error}`" == budget.refusal:
        assert response.status != 429 or has_policy(response, budget)
        return True
    assert error not in REFUSALS, response.json
    return False


def has_policy(response: Response, budget: Budget) -> bool:
    name = f'"{budget.name}";q={budget.quota};w={budget.window}'
    return name in response.headers["ratelimit-policy"]


@pytest.mark.parametrize("budget", rows())
@pytest.mark.parametrize("beyond", [-1, 0, 1], ids=["one below", "at it", "one beyond"])
def test_a_budget_allows_its_number_and_no_more(world: World, budget: Budget, beyond: int) -> None:
    case = spending.CASES[budget.name](world)
    counted = [is_refused(world, budget, case, case.counted) for _ in range(budget.quota + beyond)]
    assert counted == [False] * (budget.quota + min(beyond, 0)) + [True] * max(beyond, 0)
    assert is_refused(world, budget, case, case.refused) == (beyond >= 0)


@pytest.mark.parametrize("budget", rows(with_window=True))
def test_the_end_of_its_window_opens_a_budget(world: World, budget: Budget) -> None:
    case = spending.CASES[budget.name](world)
    for _ in range(budget.quota):
        assert not is_refused(world, budget, case, case.counted)
    world.clock.advance(seconds=budget.window)
    assert not is_refused(world, budget, case, case.refused)


def test_each_row_is_tested() -> None:
    assert list(spending.CASES) == [budget.name for budget in budgets.ALL]


def test_each_budget_of_client_addresses_is_tested_with_ipv6_networks() -> None:
    tested = [name for *_, name in BY_ADDRESS.args[1]]
    by_address = [budget.name for budget in budgets.ALL if "client address" in budget.counts]
    assert sorted(tested) == sorted(by_address)
