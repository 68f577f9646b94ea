"""Concurrent changes of passwords, and a sign-in during a change."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial

import pytest

from bridgework.areas.identity.accounts import queries
from bridgework.areas.identity.accounts.sign_in import sessions
from bridgework.context import Context
from bridgework.kit.actions import Client
from bridgework.kit.core import Id
from tests import cast
from tests.world import ANONYMOUS, Person, Response, World

NEW = "a quite different one"
UNBLOCKED_SECONDS = 1.5
"""Seconds within which an unblocked request is done on an idle machine."""


def change(world: World, ben: Person) -> Response:
    body = {"currentPassword": cast.PASSWORD, "newPassword": NEW}
    return world.post("/auth/change-password", body, as_=ben)


def reset(world: World, ben: Person) -> Response:
    body = {"email": ben.email, "otp": world.code(ben.email), "newPassword": NEW}
    return world.post("/auth/reset-password", body)


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("set_password", [change, reset])
def test_a_new_password_ends_a_session_that_is_being_opened(
    world: World, set_password: Callable[[World, Person], Response]
) -> None:
    """The sign-in has verified the old password and is not committed yet."""
    ben = cast.ben(world)
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    world.mail()
    context = Context(
        world.application.app_state, world.clock.now(), "-", Client(ANONYMOUS.address, "-")
    )
    with ThreadPoolExecutor(1) as thread:
        with context.write_transaction():
            assert queries.lock_account(context.tx, ben.email) is not None
            opened = sessions.open_for(context, Id(str(ben.id)))
            response = thread.submit(set_password, world, ben)
            wait([response], timeout=UNBLOCKED_SECONDS)
            assert not response.done()
        response.result().must(200)
    world.get("/users/me", as_=Person(ben.email, token=opened.token)).must(401)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_five_concurrent_password_changes_succeeds(world: World) -> None:
    ben = cast.ben(world)
    members = [ben, *(cast.sign_in(world, ben.email) for _ in range(4))]
    bodies = [
        {"currentPassword": cast.PASSWORD, "newPassword": f"{NEW} {number}"} for number in range(5)
    ]
    responses = world.together(
        [
            partial(world.sending, "POST", "/auth/change-password", body, as_=member)
            for body, member in zip(bodies, members, strict=True)
        ]
    )
    statuses = Counter(response.status for response in responses)
    assert statuses.pop(200) == 1
    assert set(statuses) <= {401, 403}
    winner = [response.status for response in responses].index(200)
    world.get("/users/me", as_=members[winner]).must(200)
    for number, member in enumerate(members):
        if number != winner:
            world.get("/users/me", as_=member).must(401)
    cast.sign_in(world, ben.email, bodies[winner]["newPassword"])


@pytest.mark.postgresql("concurrent requests")
def test_one_of_five_concurrent_master_password_changes_succeeds(world: World) -> None:
    root = cast.root(world)
    current = {"currentMasterPassword": cast.MASTER_PASSWORD}
    bodies = [{**current, "newMasterPassword": f"{NEW} {number}"} for number in range(5)]
    responses = world.together(
        [
            partial(world.sending, "POST", "/admin/me/master-password", body, as_=root)
            for body in bodies
        ]
    )
    assert Counter(response.status for response in responses) == {200: 1, 403: 4}
