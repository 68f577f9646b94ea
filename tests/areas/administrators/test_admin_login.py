"""The administrator login, with a master password."""

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from tests import cast, make
from tests.areas.accounts.test_passwords import CURRENT_PARAMETERS, WEAKER
from tests.world import Person, World

NEW_MASTER = "an even longer master password"


def test_the_member_login_grants_no_administrator_rights(world: World) -> None:
    root = cast.root(world)
    world.get("/admin/users", as_=root).must(200)
    world.get("/admin/users", as_=cast.sign_in(world, root.email)).must(403)


@pytest.mark.parametrize(
    "sent",
    [
        {"email": "root@example.com", "masterPassword": "wrong"},
        {"email": "root@example.com", "masterPassword": cast.PASSWORD},
        {"email": "ben@example.com", "masterPassword": cast.PASSWORD},
        {"email": "ben@example.com", "masterPassword": cast.MASTER_PASSWORD},
        {"email": "nobody@example.com", "masterPassword": cast.MASTER_PASSWORD},
    ],
)
def test_every_wrong_credential_has_the_same_error(world: World, sent: dict[str, str]) -> None:
    cast.root(world)
    cast.ben(world)
    assert world.post("/auth/admin/login", sent).must(401).json == {
        "error": "invalid_credentials",
        "message": "The e-mail address or the password is wrong.",
    }


def test_an_administrator_without_a_master_password_can_not_sign_in(world: World) -> None:
    ben = cast.ben(world)
    with world.application.app_state.database.writing() as tx:
        tx.execute(accounts.update().where(accounts.c.id == ben.id).values(role="admin"))
    sent = {"email": ben.email, "masterPassword": cast.PASSWORD}
    world.post("/auth/admin/login", sent).must(401)


def test_ten_failures_block_the_administrator_login_only(world: World) -> None:
    root = cast.root(world)
    wrong = {"email": root.email, "masterPassword": "wrong"}
    for _ in range(10):
        world.post("/auth/admin/login", wrong).must(401)
    right = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    assert world.post("/auth/admin/login", right).must(429).error == "too_many_sign_ins"
    cast.sign_in(world, root.email)  # the member login has its own limit
    world.clock.advance(minutes=5)
    world.post("/auth/admin/login", right).must(200)


@pytest.mark.usefixtures("real_passwords")
def test_a_sign_in_rehashes_a_master_password_with_weaker_parameters(world: World) -> None:
    root = cast.root(world)
    weak = WEAKER.hash(cast.MASTER_PASSWORD)
    make.change_account(world, root.id, master_password_hash=weak)
    right = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    world.post("/auth/admin/login", {**right, "masterPassword": "wrong"}).must(401)
    assert stored_hash(world, root) == weak
    world.post("/auth/admin/login", right).must(200)
    rehashed = stored_hash(world, root)
    assert rehashed.startswith(CURRENT_PARAMETERS)
    world.post("/auth/admin/login", right).must(200)
    assert stored_hash(world, root) == rehashed


def stored_hash(world: World, person: Person) -> str:
    statement = sa.select(accounts.c.master_password_hash).where(accounts.c.id == person.id)
    with world.application.app_state.database.reading() as tx:
        return str(tx.value(statement))


def test_a_refreshed_session_keeps_administrator_rights(world: World) -> None:
    root = cast.root(world)
    right = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    first = world.post("/auth/admin/login", right).must(200).data
    next_one = world.post("/auth/refresh", {"refreshToken": first["refreshToken"]}).must(200).data
    world.get("/admin/users", as_=Person(root.email, token=next_one["token"])).must(200)


def test_a_demoted_administrator_loses_the_rights_immediately(world: World) -> None:
    root, second = cast.root(world), cast.root(world, "second@example.com")
    sent = {"id": second.id, "role": "expert"}
    world.post("/admin/users/assign-role", sent, as_=root).must(200)
    world.get("/admin/users", as_=second).must(401)  # the administrator session has ended


def test_changing_the_master_password_requires_the_current_one(world: World) -> None:
    root = cast.root(world)
    path = "/admin/me/master-password"
    wrong = {"currentMasterPassword": "wrong", "newMasterPassword": NEW_MASTER}
    right = {"currentMasterPassword": cast.MASTER_PASSWORD, "newMasterPassword": NEW_MASTER}
    world.post(path, right).must(401)
    world.post(path, right, as_=cast.ben(world)).must(403)
    world.post(path, wrong, as_=root).must(403)
    short = {**right, "newMasterPassword": "x" * 11}
    assert list(world.post(path, short, as_=root).must(422).faults) == ["newMasterPassword"]
    subject = "Your Bridgework master password was changed"
    assert subject not in [message["Subject"] for message in world.mail(root.email)]
    world.post(path, right, as_=root).must(200)
    assert [message["Subject"] for message in world.mail(root.email)].count(subject) == 1
    old = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    world.post("/auth/admin/login", old).must(401)
    world.post("/auth/admin/login", {**old, "masterPassword": NEW_MASTER}).must(200)
