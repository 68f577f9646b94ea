"""Who stands in front of the accounts' operations in the tables of this folder."""

from collections.abc import Callable, Mapping

from tests import cast, make
from tests.world import ANONYMOUS, Person, World

NORA = "nora@example.com"
"""Has registered and not yet proved her address."""
DORA = "dora@example.com"
"""Has been disabled."""


def newcomer(world: World) -> Person:
    return cast.register(world, NORA)


def disabled(world: World) -> Person:
    dora = cast.sign_up(world, DORA)
    make.change_account(world, dora.id, disabled_at=world.clock.now())
    return dora


def signed_out(world: World) -> Person:
    ada = cast.ada(world)
    world.post("/auth/logout", as_=ada).must(200)
    return ada


def with_an_old_token(world: World) -> Person:
    ada = cast.ada(world)
    world.clock.advance(hours=1, seconds=1)
    return ada


def with_anothers_signature(world: World) -> Person:
    ada, ben = cast.ada(world), cast.ben(world)
    assert ada.token is not None
    assert ben.token is not None
    head, claims, _ = ada.token.split(".")
    return Person(ada.email, token=".".join([head, claims, ben.token.split(".")[2]]))


WHO: Mapping[str, Callable[[World], Person]] = {
    "a stranger": lambda _: ANONYMOUS,
    "a newcomer": newcomer,
    "a member": cast.ada,
    "a client": cast.ben,
    "somebody disabled": disabled,
    "somebody signed out": signed_out,
    "somebody with an expired token": with_an_old_token,
    "somebody with another's signature": with_anothers_signature,
    "somebody with gibberish": lambda _: Person("gil@example.com", token="no.such.token"),
}
