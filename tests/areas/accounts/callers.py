"""The callers in the scenarios of accounts."""

from collections.abc import Callable, Mapping

from tests import cast, make
from tests.world import ANONYMOUS, Person, World

NORA = "nora@example.com"
"""A registered member with an unverified address."""
DORA = "dora@example.com"
"""A disabled member."""


def unverified_member(world: World) -> Person:
    return cast.register(world, NORA)


def disabled_member(world: World) -> Person:
    dora = cast.sign_up(world, DORA)
    make.change_account(world, dora.id, disabled_at=world.clock.now())
    return dora


def signed_out_member(world: World) -> Person:
    ada = cast.ada(world)
    world.post("/auth/logout", as_=ada).must(200)
    return ada


def member_with_expired_token(world: World) -> Person:
    ada = cast.ada(world)
    world.clock.advance(hours=1, seconds=1)
    return ada


def member_with_forged_token(world: World) -> Person:
    ada, ben = cast.ada(world), cast.ben(world)
    assert ada.token is not None
    assert ben.token is not None
    head, claims, _ = ada.token.split(".")
    return Person(ada.email, token=".".join([head, claims, ben.token.split(".")[2]]))


CALLERS: Mapping[str, Callable[[World], Person]] = {
    "an anonymous caller": lambda _: ANONYMOUS,
    "an unverified member": unverified_member,
    "a member": cast.ada,
    "a client": cast.ben,
    "a disabled member": disabled_member,
    "a signed-out member": signed_out_member,
    "a member with an expired token": member_with_expired_token,
    "a member with a forged token": member_with_forged_token,
    "a caller with an invalid token": lambda _: Person("gil@example.com", token="no.such.token"),
}
