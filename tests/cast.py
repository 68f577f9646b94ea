"""Named people who register and sign in through the API."""

from typing import Any

from bridgework.areas.identity.accounts.tables import accounts
from tests.remembered import remembered
from tests.world import Person, World

PASSWORD = "correct horse battery"
MASTER_PASSWORD = "the master key to everything"


def register(world: World, email: str, **body: Any) -> Person:
    """Register an account without verifying the e-mail address."""
    sent = {"email": email, "password": PASSWORD, **body}
    made = world.post("/auth/register", sent).must(201)
    return Person(email, id=made.data["user"]["id"])


@remembered
def sign_up(world: World, email: str, **body: Any) -> Person:
    """Register an account, verify the e-mail address and sign in."""
    register(world, email, **body)
    proof = {"email": email, "otp": world.queued_code(email)}
    return _signed_in(email, world.post("/auth/verify-email", proof).must(200).data)


def sign_in(world: World, email: str, password: str = PASSWORD) -> Person:
    """Start another session of a registered account."""
    sent = {"email": email, "password": password}
    return _signed_in(email, world.post("/auth/login", sent).must(200).data)


def ada(world: World) -> Person:
    """An expert."""
    return sign_up(world, "ada@example.com")


def ben(world: World) -> Person:
    """A client."""
    return sign_up(world, "ben@example.com", role="client")


@remembered
def root(world: World, email: str = "root@example.com") -> Person:
    """Create an administrator and sign in with the administrators' login."""
    member = sign_up(world, email)
    with world.application.app_state.database.writing() as tx:
        statement = accounts.update().where(accounts.c.id == member.id)
        master = world.application.app_state.passwords.hash(MASTER_PASSWORD)
        tx.execute(statement.values(role="admin", master_password_hash=master))
    return root_again(world, email)


def root_again(world: World, email: str = "root@example.com") -> Person:
    """Start another session of an administrator."""
    sent = {"email": email, "masterPassword": MASTER_PASSWORD}
    return _signed_in(email, world.post("/auth/admin/login", sent).must(200).data)


def _signed_in(email: str, data: Any) -> Person:
    return Person(email, token=data["token"], id=data["user"]["id"])
