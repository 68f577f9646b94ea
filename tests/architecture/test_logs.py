"""The log contains no secret and no personal data, whatever an operation does and raises.

Every operation is called, so new operations are covered.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bridgework import routes
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.context import Context
from bridgework.kit.core import new_id
from bridgework.kit.http.operations import Operation
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests.architecture import log_capture
from tests.architecture.log_capture import EMAIL, HEADERS, MARK, body_of, lines, lines_with, path_of
from tests.world import Person, Response, World

ADA = "ada.who.is.here@example.com"

Break = Callable[[Context, tuple[object, ...]], None]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The rate limit does not interfere, nor the limits per e-mail address."""
    return settings.model_copy(
        update={"rate_limit": Rule("default", 1_000_000, 60), "address_limit_factor": 1000}
    )


def call(world: World, operation: Operation, person: Person) -> Response:
    failure: dict[str, Any] = {"as_": person, "headers": HEADERS, "checked": False}
    return world.send(operation.method, path_of(operation), body_of(operation), **failure)


def sign_in_again(world: World, root: Person) -> Person:
    body = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    data = world.post("/auth/admin/login", body).must(200).data
    return replace(root, token=data["token"])


def is_signed_in(world: World, person: Person) -> bool:
    return world.get("/users/me", as_=person).status == 200


@pytest.mark.slow("calls every operation")
def test_no_operation_logs_personal_data(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    root = cast.root(world)
    expired = Person(EMAIL, token=f"{MARK}.token.of-nobody")
    secrets = {root.email, str(root.token)}
    with log_capture.capture_log(monkeypatch) as written:
        for operation in routes.operations():
            for person in (root, expired):
                secrets |= log_capture.secrets_of(call(world, operation, person))
            if not is_signed_in(world, root):  # the operation ended the session
                root = sign_in_again(world, root)
                secrets.add(str(root.token))
    names = {line.get("operation") for line in lines(written)}
    assert names >= {operation.operation_id for operation in routes.operations()}
    assert lines_with(written, *secrets) == []


def log_everything(context: Context, arguments: tuple[object, ...]) -> None:
    """Raise, and log everything that is available."""
    try:
        dict[str, str]()[EMAIL]
    except KeyError as error:
        raise RuntimeError(
            f"{MARK} {arguments} {context.caller} {context.client.user_agent}"
        ) from error


def write_twice(context: Context, arguments: tuple[object, ...]) -> None:
    """Raise an error that only the database detects: the address is taken."""
    taken = {**make.FIRST_VALUES, "email": f"{MARK} {arguments}", "email_key": ADA}
    moments = {"created_at": context.now, "updated_at": context.now}
    context.tx.execute(accounts.insert(), {"id": new_id(), **taken, **moments})


def write_half(context: Context, arguments: tuple[object, ...]) -> None:
    """Raise for a row with a missing value; PostgreSQL would report the others."""
    context.tx.execute(
        accounts.insert(), {"id": new_id(), "email": EMAIL, "email_key": str(arguments)}
    )


def failing_handler(failure: Break) -> Callable[..., object]:
    """Return a handler that replaces an operation's own."""

    def handler(context: Context, *arguments: object) -> object:
        if context._tx is not None:
            failure(context, arguments)
        with context.write_transaction():
            failure(context, arguments)
        return None

    return handler


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (log_everything, ("\nRuntimeError", "test_logs.py", "raise RuntimeError(")),
        (write_twice, ("IntegrityError", "INSERT INTO accounts", "email_key")),
        (write_half, ("IntegrityError", "INSERT INTO accounts", "password_hash")),
    ],
    ids=["a defect", "a row that is there", "a row that lacks something"],
)
def test_no_failing_operation_logs_personal_data(
    world: World, monkeypatch: pytest.MonkeyPatch, failure: Break, expected: tuple[str, ...]
) -> None:
    """The log says where it failed, which constraint, and for which request."""
    root = cast.root(world)
    make.account(world, email=ADA, email_key=ADA)
    # Every request reaches the handler, whatever it sends and whoever the caller is.
    monkeypatch.setattr(Operation, "arguments", lambda _, *arguments, **more: [arguments, more])
    with log_capture.capture_log(monkeypatch) as written:
        for operation in routes.operations():
            callers = replace(operation.who, allows=lambda _: True, needs_fresh_proof=None)
            monkeypatch.setattr(operation, "who", callers)
            monkeypatch.setattr(operation, "internal_only", False)
            monkeypatch.setattr(operation, "handler", failing_handler(failure))
            monkeypatch.setattr(operation, "bot_check", None)
            if operation.body_constraints is not None:  # called before a streamed body is read
                monkeypatch.setattr(operation, "body_constraints", failing_handler(failure))
            headers = {**HEADERS, "x-request-id": operation.operation_id}
            path, body = path_of(operation), body_of(operation)
            world.send(operation.method, path, body, as_=root, headers=headers).must(500)
    traces = {line["requestId"]: line["trace"] for line in lines(written) if "trace" in line}
    assert traces.keys() == {operation.operation_id for operation in routes.operations()}
    assert {
        name for name, trace in traces.items() if any(t not in trace for t in expected)
    } == set()
    assert lines_with(written, ADA, str(root.token), root.email) == []


def test_logged_personal_data_would_be_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    (login,) = (operation for operation in routes.operations() if operation.operation_id == "login")
    monkeypatch.setattr(login, "handler", failing_handler(log_everything))
    with log_capture.capture_log(monkeypatch, frank=True) as written:
        world.post(path_of(login), body_of(login), headers=HEADERS).must(500)
    assert len(lines_with(written)) == 1
