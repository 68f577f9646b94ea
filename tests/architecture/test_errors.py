"""Every error has one class, one code and one message, and is documented."""

import re
from collections.abc import Mapping

import pytest

from bridgework import routes
from bridgework.kit.core import ApiError, Conflict, errors
from bridgework.kit.http.openapi import responses
from tests.architecture import published_schemas as published

CODE = re.compile(r"[a-z]+(?:_[a-z]+)*")

ERRORS: Mapping[str, type[ApiError]] = {
    code: error_class
    for code, error_class in errors.registry().items()
    if error_class.__module__.startswith("bridgework.")
}


def test_codes_are_words() -> None:
    assert [code for code in ERRORS if not CODE.fullmatch(code)] == []


def test_error_messages_are_complete_sentences() -> None:
    messages = [error_class.default_message for error_class in ERRORS.values()]
    assert [text for text in messages if not re.fullmatch(r"[A-Z].*[A-Za-z0-9]\.", text)] == []


def test_errors_are_documented() -> None:
    documented = published.document()["info"]["description"].splitlines()
    rows = [
        f"| `{code}` | {error_class.status} | {error_class.default_message} |"
        for code, error_class in ERRORS.items()
    ]
    assert [row for row in rows if row not in documented] == []


def test_an_error_belongs_to_an_operation() -> None:
    """No error is unused. tests/contract/plugin.py checks that each occurs in a test.

    Errors of kit depend on the kind of operation, and a kind may have no operation yet.
    """
    documented = {
        error_class
        for operation in routes.operations()
        for error_class in responses.possible_errors(operation)
    }
    raised = {
        error_class for error_class in ERRORS.values() if error_class.__module__ != errors.__name__
    }
    assert raised - documented == set()


def test_an_operation_declares_an_error_once() -> None:
    for operation in routes.operations():
        assert len(operation.errors) == len(set(operation.errors)), operation.operation_id


def test_two_errors_with_one_code_are_refused() -> None:
    with pytest.raises(TypeError, match="two errors have the code rate_limited"):
        type("RateLimited", (Conflict,), {"__doc__": "The jaw is full."})


def test_an_error_without_a_message_is_refused() -> None:
    with pytest.raises(TypeError, match="so it has no message"):
        type("JawFull", (Conflict,), {})
