"""Everything that can happen to the records of a member is in the table of who is notified."""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from bridgework import areas, routes
from bridgework.areas.community.calendar import policies as calendar
from bridgework.areas.community.moderation import policies as moderation
from bridgework.areas.history.notifications.kinds import KINDS
from bridgework.areas.history.notifications.recipients import (
    FURTHER,
    OPERATIONS,
    TRANSITIONS,
    Notified,
    Outcome,
)
from bridgework.areas.identity.email_preferences import policies as email_preferences
from bridgework.areas.work.consultations import policies as consultations
from bridgework.areas.work.introductions import policies as introductions
from bridgework.areas.work.jobs import policies as jobs
from bridgework.areas.work.roles import policies as roles
from bridgework.kit.http.operations import Operation

HEADER = "| What happens | Who is notified | Kinds, or why not |"
GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "notifications.md"
WHO = {
    "owner": "its owner",
    "admin": "an administrator",
    "applicant": "the applicant",
    "recipient": "the recipient",
    "sender": "the sender",
    "time": "the periodic task",
}
MOVES: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]] = {
    "job": jobs.MOVES,
    "job application": jobs.APPLICATION_MOVES,
    "role": roles.MOVES,
    "role application": roles.APPLICATION_MOVES,
    "consultation": consultations.MOVES,
    "introduction": introductions.MOVES,
    "event request": {"admin": calendar.MOVES},
    "report": {"admin": {str(state): to for state, to in moderation.MOVES.items()}},
    "e-mail": {"admin": email_preferences.MOVES},
}
"""The state machines, by who moves the record."""
BY_TIME = {("job", "time", "expired")}
"""The transitions that nobody makes."""


def state_machines() -> Iterator[object]:
    """Yield each table of transitions in the modules `policies`."""
    root = Path(areas.__file__).parents[1]
    for file in sorted(root.glob("areas/*/*/policies.py")):
        name = ".".join(["bridgework", *file.relative_to(root).with_suffix("").parts])
        module = vars(importlib.import_module(name))
        yield from (value for name, value in module.items() if name.endswith("MOVES"))


def admin_writes() -> Iterator[Operation]:
    """Yield the operations by which administrators write, and sign in as such."""
    for operation in routes.operations():
        is_of_admin = "admin" in operation.who.name or "/admin" in operation.path
        if operation.writes and is_of_admin:
            yield operation


def lines() -> Iterator[str]:
    """Yield the rows of the table in the guide."""
    for (record, by, state), outcome in TRANSITIONS.items():
        article = "an" if record[0] in "aeiou" else "a"
        yield row(f"{WHO[by]} sets {article} {record} to `{state}`", outcome)
    for operation, outcome in sorted(OPERATIONS.items()):
        yield row(f"`{operation}`", outcome)
    for happening, outcome in FURTHER.items():
        yield row(happening, outcome)


def row(happening: str, outcome: Outcome) -> str:
    if isinstance(outcome, str):
        return f"| {happening} | nobody | {outcome} |"
    kinds = ", ".join(f"`{kind}`" for kind in outcome.kinds)
    return f"| {happening} | {outcome.who} | {kinds} |"


def test_each_state_machine_is_known() -> None:
    known = [moves for sides in MOVES.values() for moves in (sides, *sides.values())]
    unknown = [one for one in state_machines() if not any(one is each for each in known)]
    assert unknown == [moderation.MOVES]  # whose keys are no texts


def test_the_table_has_each_transition() -> None:
    transitions = {
        (record, by, to)
        for record, sides in MOVES.items()
        for by, moves in sides.items()
        for targets in moves.values()
        for to in targets
    }
    assert set(TRANSITIONS) == transitions | BY_TIME


def test_the_table_has_each_write_of_administrators() -> None:
    assert set(OPERATIONS) == {operation.operation_id for operation in admin_writes()}


def test_each_kind_of_notification_is_in_the_table() -> None:
    outcomes = [*TRANSITIONS.values(), *OPERATIONS.values(), *FURTHER.values()]
    named = {kind for one in outcomes if isinstance(one, Notified) for kind in one.kinds}
    assert named == set(KINDS)


@pytest.mark.parametrize("outcome", [*TRANSITIONS.values(), *OPERATIONS.values()])
def test_an_outcome_has_kinds_or_a_reason(outcome: Outcome) -> None:
    if isinstance(outcome, str):
        assert outcome[:1].isupper() or outcome.startswith("`")
        assert outcome.endswith(".")
    else:
        assert outcome.kinds


def test_the_guide_has_the_table() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    _, table = guide.split(f"{HEADER}\n|---|---|---|\n")
    assert table.split("\n\n")[0].splitlines() == [*lines()]
