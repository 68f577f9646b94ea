"""The hierarchy of errors: codes, messages, headers and bodies derived from the classes."""

from types import MappingProxyType

import pytest

from bridgework.kit.core import (
    ApiError,
    BadRequest,
    Busy,
    Conflict,
    FieldError,
    MalformedBody,
    MethodNotAllowed,
    NotFound,
    RequestTimedOut,
    SignInNeeded,
    TokenInvalid,
    ValidationFailed,
)
from bridgework.kit.core.errors import registry
from bridgework.kit.http.responses import error_response
from bridgework.kit.security.rate_limit import QuotaExceeded, RateLimitResult, Rule


class DrillTaken(Conflict):
    """The drill is
    taken.

    This is for readers of the code alone.
    """


class ChairTaken(DrillTaken):
    """The chair is taken."""

    commits = True


TEETH_RESULT = RateLimitResult(Rule("teeth", 1, 60), False, 0, 42)


class ToothQuotaExceeded(QuotaExceeded):
    """Too many teeth were asked for."""


def test_a_class_defines_a_code_and_a_message() -> None:
    assert (DrillTaken.code, DrillTaken.default_message) == ("drill_taken", "The drill is taken.")
    assert registry()["drill_taken"] is DrillTaken
    assert DrillTaken().body() == {"error": "drill_taken", "message": "The drill is taken."}
    assert str(DrillTaken()) == "The drill is taken."


def test_a_subclass_of_an_error_is_an_error_of_its_own() -> None:
    assert (ChairTaken.code, ChairTaken.status, ChairTaken.commits) == ("chair_taken", 409, True)
    assert not DrillTaken.commits


def test_codes_are_derived_from_class_names() -> None:
    names = {"ETagGone": "etag_gone", "PlainName": "plain_name", "Of2FA": "of2_fa"}
    for name, code in names.items():
        made = type(name, (BadRequest,), {"__doc__": "Made up for a test of names."})
        assert made.code == code  # type: ignore[attr-defined]


def test_an_error_without_a_docstring_is_refused() -> None:
    with pytest.raises(TypeError, match="has no docstring"):
        type("Silent", (Conflict,), {})


def test_two_errors_with_one_code_are_refused() -> None:
    with pytest.raises(TypeError, match="two errors have the code drill_taken"):
        type("DrillTaken", (Conflict,), {"__doc__": "Another one."})


def test_families_are_not_registered() -> None:
    assert "conflict" not in registry()
    assert "budget_spent" not in registry()
    assert "problem" not in registry()
    assert list(registry()) == sorted(registry())


def test_the_registry_is_a_copy() -> None:
    found = registry()
    assert not isinstance(found, MappingProxyType)
    assert registry() is not found


def test_a_message_may_replace_the_default_message() -> None:
    assert DrillTaken("It is broken.").body()["message"] == "It is broken."
    assert DrillTaken("").body()["message"] == "The drill is taken."


@pytest.mark.parametrize(
    ("problem", "headers"),
    [
        (DrillTaken(), {}),
        (DrillTaken(retry_after="3", x_total_count="0"), {"retry-after": "3",
                                                           "x-total-count": "0"}),
        (SignInNeeded(), {"www-authenticate": 'Bearer realm="bridgework"'}),
        (TokenInvalid(), {"www-authenticate": 'Bearer realm="bridgework", error="invalid_token"'}),
        (MethodNotAllowed("GET, HEAD"), {"allow": "GET, HEAD"}),
        (RequestTimedOut(), {}),
        (MalformedBody(), {}),
        (Busy(), {"retry-after": "1"}),
        (ToothQuotaExceeded(TEETH_RESULT), {"retry-after": "42"}),
    ],
)  # fmt: skip
def test_an_error_may_add_headers(problem: ApiError, headers: dict[str, str]) -> None:
    response = error_response(problem)
    assert response.status_code == problem.status
    of_body = {"content-type": "application/json", "content-length": str(len(response.body))}
    assert dict(response.headers) == headers | of_body


def test_every_field_error_is_listed() -> None:
    faults = [FieldError("a.b[0]", "too_long", "Too long."), FieldError("", "wrong_type", "Wrong.")]
    assert ValidationFailed(*faults).body() == {
        "error": "validation_failed",
        "message": "The request is invalid; details lists every error.",
        "details": [
            {"path": "a.b[0]", "code": "too_long", "message": "Too long."},
            {"path": "", "code": "wrong_type", "message": "Wrong."},
        ],
    }


def test_a_message_may_contain_any_characters() -> None:
    response = error_response(NotFoundHere("Größe 🐳", x_hint="🐳"))
    assert "Größe 🐳" in bytes(response.body).decode()
    assert response.headers["x-hint"] == "?"


class NotFoundHere(NotFound):
    """It is not here."""
