"""How long a state machine is tested: seconds in a usual run, minutes in a long one."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

_HEALTH = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


def _of(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=_HEALTH,
    )


EFFORTS = [
    pytest.param("sqlite", _of(6, 25), id="sqlite"),
    pytest.param(
        "sqlite",
        _of(400, 60),
        id="sqlite-at-length",
        marks=pytest.mark.long("thousands of examples"),
    ),
    pytest.param(
        "postgresql",
        _of(200, 60),
        id="postgresql-at-length",
        marks=pytest.mark.long("thousands of examples"),
    ),
]
"""Databases with the number of examples and steps."""
IN_MEMORY = [
    pytest.param(_of(30, 50), id="usual"),
    pytest.param(_of(4000, 200), id="at-length", marks=pytest.mark.long("thousands of examples")),
]
"""The same for tests without a server."""
WITHOUT_DATABASE = [
    pytest.param(_of(8, 30), id="usual"),
    pytest.param(_of(600, 100), id="at-length", marks=pytest.mark.long("thousands of examples")),
]
"""The same for tests with a server but without a database."""
LONG_TIMEOUT = 1200
"""Timeout of a long run in seconds."""


def run(machine: Callable[[], RuleBasedStateMachine], effort: settings) -> None:
    """Run examples on new machines; fails with the shortest failing example."""
    # Any factory works, although the parameter is typed as a class.
    run_state_machine_as_test(machine, settings=effort)  # type: ignore[arg-type]
