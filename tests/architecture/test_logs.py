"""The log holds no secret and nobody's data, whatever an operation does or breaks of.

Every operation of the house is asked, so one that is added tomorrow is held to it too.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bridgework import routes
from bridgework.areas.accounts.tables import accounts
from bridgework.kit.http.context import Context
from bridgework.kit.http.operation import Operation
from bridgework.kit.ids import new_id
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests.architecture import log_capture
from tests.architecture.log_capture import EMAIL, HEADERS, MARK, body_of, found, lines, path_of
from tests.world import Person, Response, World

ADA = "ada.who.is.here@example.com"

Break = Callable[[Context, tuple[object, ...]], None]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The rate limit is out of the way, and with it the budgets by address."""
    return settings.model_copy(update={"rate_limit": Rule("default", 1_000_000, 60)})


def asked(world: World, operation: Operation, person: Person) -> Response:
    how: dict[str, Any] = {"as_": person, "headers": HEADERS, "checked": False}
    return world.send(operation.method, path_of(operation), body_of(operation), **how)


def signed_in_again(world: World, root: Person) -> Person:
    sent = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    data = world.post("/auth/admin/login", sent).must(200).data
    return replace(root, token=data["token"])


def lets_in(world: World, person: Person) -> bool:
    return world.get("/users/me", as_=person).status == 200


def test_no_operation_logs_personal_data(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    root = cast.root(world)
    worn_out = Person(EMAIL, token=f"{MARK}.token.of-nobody")
    told = {root.email, str(root.token)}
    with log_capture.listening(monkeypatch) as written:
        for operation in routes.operations():
            for person in (root, worn_out):
                told |= log_capture.secrets_of(asked(world, operation, person))
            if not lets_in(world, root):  # it ended the session
                root = signed_in_again(world, root)
                told.add(str(root.token))
    names = {line.get("operation") for line in lines(written)}
    assert names >= {operation.operation_id for operation in routes.operations()}
    assert found(written, *told) == []


def speak(context: Context, heard: tuple[object, ...]) -> None:
    """Break, and say everything that there is to be said."""
    try:
        dict[str, str]()[EMAIL]
    except KeyError as error:
        raise RuntimeError(f"{MARK} {heard} {context.caller} {context.user_agent}") from error


def write_twice(context: Context, heard: tuple[object, ...]) -> None:
    """Break of what the database alone knows: the address is taken."""
    taken = {**make.FIRST_VALUES, "email": f"{MARK} {heard}", "email_key": ADA}
    moments = {"created_at": context.now, "updated_at": context.now}
    context.tx.execute(accounts.insert(), {"id": new_id(), **taken, **moments})


def write_half(context: Context, heard: tuple[object, ...]) -> None:
    """Break of a row that lacks something; PostgreSQL would tell all the rest of it."""
    context.tx.execute(accounts.insert(), {"id": new_id(), "email": EMAIL, "email_key": str(heard)})


def broken(how: Break) -> Callable[..., object]:
    """A handler in place of an operation's own."""

    def handler(context: Context, *heard: object) -> object:
        if context._tx is not None:
            how(context, heard)
        with context.write_transaction():
            how(context, heard)
        return None

    return handler


@pytest.mark.parametrize(
    ("how", "tells"),
    [
        (speak, ("\nRuntimeError", "test_logs.py", "raise RuntimeError(")),
        (write_twice, ("IntegrityError", "INSERT INTO accounts", "email_key")),
        (write_half, ("IntegrityError", "INSERT INTO accounts", "password_hash")),
    ],
    ids=["a defect", "a row that is there", "a row that lacks something"],
)
def test_no_failing_operation_logs_personal_data(
    world: World, monkeypatch: pytest.MonkeyPatch, how: Break, tells: tuple[str, ...]
) -> None:
    """An operator is told where it broke, of which constraint, and on whose request's behalf."""
    root = cast.root(world)
    make.account(world, email=ADA, email_key=ADA)
    # Whatever is sent, and whoever sends it: everything gets to the handler.
    monkeypatch.setattr(Operation, "arguments", lambda _, *heard, **more: [heard, more])
    with log_capture.listening(monkeypatch) as written:
        for operation in routes.operations():
            everybody = replace(operation.who, allows=lambda _: True)
            monkeypatch.setattr(operation, "who", everybody)
            monkeypatch.setattr(operation, "internal_only", False)
            monkeypatch.setattr(operation, "handler", broken(how))
            if operation.body_constraints is not None:  # asked before a streamed body is read
                monkeypatch.setattr(operation, "body_constraints", broken(how))
            headers = {**HEADERS, "x-request-id": operation.operation_id}
            path, body = path_of(operation), body_of(operation)
            world.send(operation.method, path, body, as_=root, headers=headers).must(500)
    traces = {line["requestId"]: line["trace"] for line in lines(written) if "trace" in line}
    assert traces.keys() == {operation.operation_id for operation in routes.operations()}
    assert {name for name, trace in traces.items() if any(t not in trace for t in tells)} == set()
    assert found(written, ADA, str(root.token), root.email) == []


def test_logged_personal_data_would_be_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    (login,) = (one for one in routes.operations() if one.operation_id == "login")
    monkeypatch.setattr(login, "handler", broken(speak))
    with log_capture.listening(monkeypatch, frank=True) as written:
        world.post(path_of(login), body_of(login), headers=HEADERS).must(500)
    assert len(found(written)) == 1
