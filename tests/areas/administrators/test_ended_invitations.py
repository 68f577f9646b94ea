"""The events that invalidate the open invitation of an administrator."""

from collections.abc import Callable

import pytest

from bridgework.areas.identity.administrators import appointment
from bridgework.areas.identity.administrators.invitations.tables import admin_invitations
from tests import cast, make
from tests.areas.administrators.test_invitations import (
    accept,
    appoint,
    disable,
    stored_invitations,
    token_of,
)
from tests.world import Person, World


def _demote(world: World, root: Person, ben: Person) -> None:
    appoint(world, root, ben, "client").must(200)


def _patch_demote(world: World, root: Person, ben: Person) -> None:
    world.patch(f"/admin/users/{ben.id}", {"role": "expert"}, as_=root).must(200)


def _demote_and_patch_back(world: World, root: Person, ben: Person) -> None:
    _demote(world, root, ben)
    world.patch(f"/admin/users/{ben.id}", {"role": "admin"}, as_=root).must(200)


def _disable_and_enable(world: World, root: Person, ben: Person) -> None:
    disable(world, root, ben)
    world.post(f"/admin/users/{ben.id}/enable", as_=root).must(200)


def _disable_in_the_database(world: World, _: Person, ben: Person) -> None:
    make.change_account(world, ben.id, disabled_at=world.clock.now())


def _move_address(world: World, _: Person, ben: Person) -> None:
    sent = {"newEmail": "new@example.com", "password": cast.PASSWORD}
    world.post("/users/me/email", sent, as_=ben).must(202)
    code = {"otp": world.code("new@example.com")}
    world.post("/users/me/email/confirm", code, as_=ben).must(200)


def _reset_at_the_command_line(world: World, _: Person, ben: Person) -> None:
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        hashed = app_state.passwords.hash(cast.MASTER_PASSWORD)
        appointment.reset(tx, ben.email, master_hash=hashed, now=world.clock.now())


def _erase(world: World, _: Person, ben: Person) -> None:
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    with world.application.app_state.database.writing() as tx:
        tx.execute(
            admin_invitations.update().values(expires_at=world.clock.now().replace(year=2030))
        )
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    assert stored_invitations(world) == 0


@pytest.mark.parametrize(
    "end",
    [
        _demote,
        _patch_demote,
        _demote_and_patch_back,
        disable,
        _disable_and_enable,
        _disable_in_the_database,
        _move_address,
        _reset_at_the_command_line,
        _erase,
    ],
)
def test_an_open_invitation_is_invalidated(
    world: World, end: Callable[[World, Person, Person], None]
) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    token = token_of(world, ben)
    end(world, root, ben)
    assert accept(world, token).must(400).error == "invitation_invalid"
