"""Every operation is the contract's: its name, its place, who may call it, how it answers."""

import re
from collections import Counter
from typing import get_args

import pytest

from bridgework import routes
from bridgework.areas.partners.fields import Scope
from bridgework.kit.http.operation import Operation
from tests.architecture.sources import ROOT

CONTRACT = ROOT / "tests" / "contract" / "operations.txt"
LISTED = ROOT / "docs" / "endpoints.txt"

Row = tuple[str, str, str, str, int]

OPERATIONS = routes.operations()


def contract() -> dict[str, Row]:
    """The rows of the contract by operationId."""
    lines = CONTRACT.read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    assert len({row[0] for row in rows}) == len({tuple(row[1:3]) for row in rows}) == len(rows)
    return {name: (name, method, path, who, int(code)) for name, method, path, who, code in rows}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.operation_id)
def test_an_operation_is_as_the_contract_has_it(operation: Operation) -> None:
    name = operation.operation_id
    who = "partner" if operation.who.scope else operation.who.name
    built = (name, operation.method, operation.path, who, operation.status)
    assert built == contract().get(name, "no operation of the contract has this name")


def test_an_operation_is_named_once_and_in_camel_case() -> None:
    counted = Counter(operation.operation_id for operation in OPERATIONS)
    assert [name for name, times in counted.items() if times > 1] == []
    assert [name for name in counted if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z]*)*", name)] == []


def test_a_partner_key_can_have_the_scope_of_an_operation() -> None:
    assert {each.who.scope for each in OPERATIONS} - {None} <= {*get_args(Scope)}


def test_the_list_of_endpoints_is_current() -> None:
    assert LISTED.read_text(encoding="utf-8") == routes.listing(), (
        "write it anew: script/run routes > docs/endpoints.txt"
    )
