"""What can go wrong has one class, one code and one sentence, and callers are told of it."""

import re
from collections.abc import Mapping

import pytest

from bridgework import routes
from bridgework.kit import errors
from bridgework.kit.errors import ApiError, Conflict
from bridgework.kit.openapi import responses
from tests.architecture import published_schemas as published

CODE = re.compile(r"[a-z]+(?:_[a-z]+)*")

HOUSE: Mapping[str, type[ApiError]] = {
    code: problem
    for code, problem in errors.registry().items()
    if problem.__module__.startswith("bridgework.")
}


@pytest.mark.parametrize("code", HOUSE)
def test_an_error_message_is_a_complete_sentence(code: str) -> None:
    assert CODE.fullmatch(code)
    assert re.fullmatch(r"[A-Z].*[A-Za-z0-9]\.", HOUSE[code].default_message)


@pytest.mark.parametrize("code", HOUSE)
def test_an_error_is_documented(code: str) -> None:
    problem = HOUSE[code]
    row = f"| `{code}` | {problem.status} | {problem.default_message} |"
    assert row in published.document()["info"]["description"].splitlines()
    if problem.component == "Error":
        assert (
            code
            in published.document()["components"]["schemas"]["Error"]["properties"]["error"]["enum"]
        )


def test_an_error_belongs_to_an_operation() -> None:
    """None is left over. That each is met as well, `tests/contract/plugin.py` sees to.

    Those of the kit go by the kind of operation, and there may be none of a kind yet.
    """
    told = {problem for each in routes.operations() for problem in responses.possible_errors(each)}
    kept = {problem for problem in HOUSE.values() if problem.__module__ != errors.__name__}
    assert kept - told == set()


def test_an_operation_declares_an_error_once() -> None:
    for operation in routes.operations():
        assert len(operation.errors) == len(set(operation.errors)), operation.operation_id


def test_two_errors_with_one_code_are_refused() -> None:
    with pytest.raises(TypeError, match="two errors have the code rate_limited"):
        type("RateLimited", (Conflict,), {"__doc__": "The jaw is full."})


def test_an_error_without_a_message_is_refused() -> None:
    with pytest.raises(TypeError, match="so it has no message"):
        type("JawFull", (Conflict,), {})
