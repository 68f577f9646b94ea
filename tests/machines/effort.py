"""How long a machine is tried: some seconds in a usual run, minutes in a long one."""

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
    pytest.param("sqlite", _of(400, 60), id="sqlite-at-length", marks=pytest.mark.long),
    pytest.param("postgresql", _of(200, 60), id="postgresql-at-length", marks=pytest.mark.long),
]
"""Which database, and how many stories of how many steps are told in front of it."""
IN_MEMORY = [
    pytest.param(_of(30, 50), id="usual"),
    pytest.param(_of(4000, 200), id="at-length", marks=pytest.mark.long),
]
"""The same for what needs no server."""
AT_THE_DOOR = [
    pytest.param(_of(8, 30), id="usual"),
    pytest.param(_of(600, 100), id="at-length", marks=pytest.mark.long),
]
"""The same for what needs a server and no database."""
AT_LENGTH = 1200
"""Seconds that a long run may take."""


def run(machine: Callable[[], RuleBasedStateMachine], effort: settings) -> None:
    """Tell stories to one new machine after another; fails with the shortest that goes wrong."""
    # Any factory will do, though only the class is said to be one.
    run_state_machine_as_test(machine, settings=effort)  # type: ignore[arg-type]
