"""The table of budgets: complete, and printed in the guide."""

import re
from pathlib import Path

from bridgework.areas.identity.accounts import budgets
from bridgework.kit.security.rate_limit import Rule

_ROOT = Path(__file__).parents[3]
_RULE = re.compile(r"\bRule\(\s*\"")


def test_each_budget_has_its_own_name_and_says_what_it_counts() -> None:
    assert len({budget.name for budget in budgets.ALL}) == len(budgets.ALL) > 20
    assert all(budget.counts and budget.refusal and budget.opened_by for budget in budgets.ALL)


def test_the_guide_prints_each_budget() -> None:
    guide = (_ROOT / "docs/guides/authentication.md").read_text(encoding="utf-8")
    assert budgets.to_table() in guide


def test_no_limit_of_accounts_is_written_outside_the_table() -> None:
    sources = (_ROOT / "src/bridgework/areas/identity").rglob("*.py")
    assert not [path for path in sources if _RULE.search(path.read_text(encoding="utf-8"))]


def test_a_budget_is_the_rule_that_is_counted() -> None:
    assert isinstance(budgets.CODE_TRIES, Rule)
    assert (budgets.CODE_TRIES.quota, budgets.CODE_TRIES.window) == (5, 900)
