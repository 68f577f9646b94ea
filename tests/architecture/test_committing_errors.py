"""Only errors whose class says so commit what was written before; all others roll it back.

Each error of the application is raised in an operation, on both databases, and the written rows are
looked up from a second connection.
"""

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework import routes
from bridgework.context import Context
from bridgework.kit.core import ApiError
from bridgework.kit.core.errors import registry
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.security import auth
from bridgework.kit.security.rate_limit import QuotaExceeded, RateLimitResult, Rule
from bridgework.settings import Settings
from tests import cast
from tests.kit.db import another
from tests.kit.http import ledger, stage
from tests.loop import Loop
from tests.world import World

assert routes.AREAS  # now every error of the application is registered
ERRORS = {
    code: error_class
    for code, error_class in registry().items()
    if error_class.__module__.startswith("bridgework.")
}
COMMITTING = {code for code, error_class in ERRORS.items() if error_class.commits}
EXHAUSTED = RateLimitResult(Rule("made-up", 1, 60), allowed=False, remaining=0, reset=60)

router = Router("Problems")


@router.post("/raised/{code}", who=auth.public)
def raise_error(context: Context, code: str) -> Ok:
    """Write, then raise the error with this code."""
    ledger.write(context, code)
    raise_class(ERRORS[code])
    return OK


@router.post("/raised/{code}/slowly", who=auth.public, pool="computing")
def raise_error_in_thread(context: Context, code: str) -> Ok:
    """Do the same in a transaction that the handler opens."""
    with context.write_transaction():
        ledger.write(context, code)
        raise_class(ERRORS[code])
    return OK


def raise_class(error_class: type[ApiError]) -> None:
    """Raise an error class with arguments of the types that its constructor requires."""
    if issubclass(error_class, QuotaExceeded):
        raise error_class(EXHAUSTED)
    stand_ins: dict[Any, Any] = {str: "text", int: 1, float: 1.0, bool: True}
    needed = [
        parameter
        for parameter in inspect.signature(error_class).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    raise error_class(*[stand_ins.get(parameter.annotation, ()) for parameter in needed])


@pytest.fixture
def problems(settings: Settings, loop: Loop) -> Iterator[World]:
    unlimited = settings.model_copy(
        update={"rate_limit": Rule("default", 10_000, 60), "address_limit_factor": 1000}
    )
    world = stage.world(unlimited, router.operations, loop)
    yield world
    world.close()


@pytest.mark.parametrize("way", ["", "/slowly"])
def test_an_error_commits_only_if_its_class_says_so(problems: World, way: str) -> None:
    for code, error_class in ERRORS.items():
        problems.post(f"/raised/{code}{way}").must(error_class.status)
    with another.connection(problems.application.app_state.settings.database_address) as connection:
        stored = connection.execute(sa.text("SELECT kind FROM samples")).scalars()
        assert set(stored) == COMMITTING


def test_errors_that_must_commit_do() -> None:
    assert {
        "invalid_credentials",
        "email_not_verified",
        "code_invalid",
        "too_many_tries",
        "too_many_codes",
    } <= COMMITTING


def rows(world: World, table: str) -> int:
    with another.connection(world.application.app_state.settings.database_address) as connection:
        return int(connection.execute(sa.text(f"SELECT count(*) FROM {table}")).scalar_one())


def test_a_new_code_is_committed_with_the_refusal(world: World) -> None:
    ada = cast.register(world, "ada@example.com")
    world.clock.advance(minutes=20)
    emails = len(world.mail(ada.email))
    credentials = {"email": ada.email, "password": cast.PASSWORD}
    world.post("/auth/login", credentials).must(403)
    assert len(world.mail(ada.email)) == emails + 1
    world.post("/auth/verify-email", {"email": ada.email, "otp": world.code(ada.email)}).must(200)


def test_a_counted_failure_is_committed_with_the_refusal(world: World) -> None:
    before = rows(world, "quotas")
    wrong = {"email": "nobody@example.com", "password": "wrong-password"}
    world.post("/auth/login", wrong).must(404)
    assert rows(world, "quotas") > before
