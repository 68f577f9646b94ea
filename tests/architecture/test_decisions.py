"""Whatever decides on an item of the queue takes its version, and names the last decision."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from bridgework import routes
from bridgework.areas.back_office.queue.fields import QueueKindName
from bridgework.areas.identity.accounts.lifecycle import decisions
from bridgework.kit.core import InvalidTransition
from bridgework.kit.http.openapi import responses
from bridgework.kit.http.operations import Operation

OPERATIONS = {operation.operation_id: operation for operation in routes.operations()}
_ROW = re.compile(r"^\| (`[a-z_`, ]+`) \| .* \| (.*) \|$", re.MULTILINE)
_NAME = re.compile(r"`(\w+)`")
_SAME = "the same"


def rows() -> Iterator[tuple[list[str], list[str]]]:
    """Yield the kinds of the queue and the operations that decide them, as its table says."""
    described = OPERATIONS["adminQueue"].description
    before: list[str] = []
    for kinds, operations in _ROW.findall(described)[1:]:  # without the head of the table
        named = _NAME.findall(operations)
        before = [*before, *named] if operations.startswith(_SAME) else named
        yield _NAME.findall(kinds), before


def deciding() -> Iterator[Operation]:
    for name in sorted({name for _, operations in rows() for name in operations}):
        yield OPERATIONS[name]


def test_the_table_of_the_queue_names_what_decides_each_kind() -> None:
    described = [kind for kinds, _ in rows() for kind in kinds]
    assert sorted(described) == sorted(get_args(QueueKindName))
    assert all(operations for _, operations in rows())


@pytest.mark.parametrize("operation", [*deciding()], ids=lambda operation: operation.operation_id)
def test_what_decides_takes_the_version_and_names_the_last_decision(operation: Operation) -> None:
    assert operation.if_match
    possible = responses.possible_errors(operation)
    assert decisions.ChangedMeanwhile in possible
    assert InvalidTransition not in possible, "AlreadyDecided names who decided"
