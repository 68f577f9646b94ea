"""The named cast: people who have come through the front door as anybody would."""

from typing import Any

from bridgework.areas.accounts.tables import accounts
from tests.world import Person, World

PASSWORD = "correct horse battery"
MASTER_PASSWORD = "the keys to the whole house"


def register(world: World, email: str, **body: Any) -> Person:
    """Somebody who has registered and not yet proved their address."""
    sent = {"email": email, "password": PASSWORD, **body}
    made = world.post("/auth/register", sent).must(201)
    return Person(email, id=made.data["user"]["id"])


def sign_up(world: World, email: str, **body: Any) -> Person:
    """Somebody who has registered, proved their address and is signed in."""
    register(world, email, **body)
    proof = {"email": email, "otp": world.queued_code(email)}
    return _signed_in(email, world.post("/auth/verify-email", proof).must(200).data)


def sign_in(world: World, email: str, password: str = PASSWORD) -> Person:
    """Another session of somebody who has signed up."""
    sent = {"email": email, "password": password}
    return _signed_in(email, world.post("/auth/login", sent).must(200).data)


def ada(world: World) -> Person:
    """An expert."""
    return sign_up(world, "ada@example.com")


def ben(world: World) -> Person:
    """A client."""
    return sign_up(world, "ben@example.com", role="client")


def root(world: World, email: str = "root@example.com") -> Person:
    """An administrator, signed in by the administrators' own way."""
    appointed = sign_up(world, email)
    with world.house.app_state.database.writing() as tx:
        statement = accounts.update().where(accounts.c.id == appointed.id)
        master = world.house.app_state.passwords.hash(MASTER_PASSWORD)
        tx.execute(statement.values(role="admin", master_password_hash=master))
    return root_again(world, email)


def root_again(world: World, email: str = "root@example.com") -> Person:
    """Another session of an administrator."""
    sent = {"email": email, "masterPassword": MASTER_PASSWORD}
    return _signed_in(email, world.post("/auth/admin/login", sent).must(200).data)


def _signed_in(email: str, data: Any) -> Person:
    return Person(email, token=data["token"], id=data["user"]["id"])
