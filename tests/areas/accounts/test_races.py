"""What two do at the same moment: a password that is changed while another signs in by it."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial

import pytest

from bridgework.areas.accounts import queries, sessions
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from tests import cast
from tests.world import ANONYMOUS, Person, Response, World

NEW = "a quite different one"
LONG_ENOUGH = 1.5
"""Seconds in which whoever is not made to wait is done, on an idle machine at least."""


def change(world: World, ben: Person) -> Response:
    body = {"currentPassword": cast.PASSWORD, "newPassword": NEW}
    return world.post("/auth/change-password", body, as_=ben)


def reset(world: World, ben: Person) -> Response:
    body = {"email": ben.email, "otp": world.code(ben.email), "newPassword": NEW}
    return world.post("/auth/reset-password", body)


@pytest.mark.parametrize("set_another", [change, reset])
def test_a_new_password_ends_even_the_session_that_the_old_one_is_just_opening(
    world: World, set_another: Callable[[World, Person], Response]
) -> None:
    """Whoever signs in has seen the old one, and not committed yet."""
    ben = cast.ben(world)
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    world.mail()
    context = Context(world.application.app_state, world.clock.now(), "-", ANONYMOUS.address, "-")
    with ThreadPoolExecutor(1) as thread:
        with context.write_transaction():
            assert queries.locked_account_row(context.tx, ben.email) is not None
            opened = sessions.open_for(context, Id(str(ben.id)))
            answer = thread.submit(set_another, world, ben)
            wait([answer], timeout=LONG_ENOUGH)
            assert not answer.done()
        answer.result().must(200)
    world.get("/users/me", as_=Person(ben.email, token=opened.token)).must(401)


def test_of_five_who_change_a_password_at_once_one_does(world: World) -> None:
    ben = cast.ben(world)
    members = [ben, *(cast.sign_in(world, ben.email) for _ in range(4))]
    bodies = [
        {"currentPassword": cast.PASSWORD, "newPassword": f"{NEW} {number}"} for number in range(5)
    ]
    answers = world.together(
        [
            partial(world.sending, "POST", "/auth/change-password", body, as_=member)
            for body, member in zip(bodies, members, strict=True)
        ]
    )
    statuses = Counter(answer.status for answer in answers)
    assert statuses.pop(200) == 1
    assert set(statuses) <= {401, 403}
    won = [answer.status for answer in answers].index(200)
    world.get("/users/me", as_=members[won]).must(200)
    for number, member in enumerate(members):
        if number != won:
            world.get("/users/me", as_=member).must(401)
    cast.sign_in(world, ben.email, bodies[won]["newPassword"])


def test_of_five_who_change_a_master_password_at_once_one_does(world: World) -> None:
    root = cast.root(world)
    current = {"currentMasterPassword": cast.MASTER_PASSWORD}
    bodies = [{**current, "newMasterPassword": f"{NEW} {number}"} for number in range(5)]
    answers = world.together(
        [
            partial(world.sending, "POST", "/admin/me/master-password", body, as_=root)
            for body in bodies
        ]
    )
    assert Counter(answer.status for answer in answers) == {200: 1, 403: 4}
