"""E-mail addresses: unusual ones are accepted, stored as typed and compared without case."""

from dataclasses import dataclass

import pytest

from tests import cast
from tests.world import World


@dataclass(frozen=True, slots=True)
class Spelling:
    """An address as typed at the registration, and as typed later."""

    first: str
    again: str


SPELLINGS = [
    Spelling("o'hara+dental@example.com", "O'Hara+Dental@EXAMPLE.com"),
    Spelling("!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@Example.Com"),
    Spelling("A@b.co", "a@B.CO"),
    Spelling("first.m.last@sub.dept.example.co.uk", "First.M.Last@Sub.Dept.Example.CO.UK"),
    Spelling("0123456789@1and1.example", "0123456789@1AND1.example"),
    Spelling(f"{'l' * 64}@example.com", f"{'L' * 64}@example.com"),
    Spelling(
        f"l@{'d' * 63}.{'e' * 63}.{'f' * 63}.{'g' * 60}",
        f"L@{'D' * 63}.{'E' * 63}.{'F' * 63}.{'G' * 60}",
    ),
    Spelling("mallory@clinic.test", "Mallory@Clinic.TEST"),
    Spelling("jo@exämple.de", "JO@xn--exmple-cua.de"),
    Spelling("jürgen@example.com", "JÜRGEN@example.com"),
    Spelling("rene\u0301@example.com", "ren\u00e9@example.com"),
    Spelling("राम@example.com", "राम@EXAMPLE.com"),
]


@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda item: item.first[:20])
def test_addresses_are_stored_as_typed_and_compared_without_case(
    world: World, spelling: Spelling
) -> None:
    body = {"email": spelling.first, "password": cast.PASSWORD}
    assert world.post("/auth/register", body).must(201).data["user"]["email"] == spelling.first
    world.post("/auth/register", {**body, "email": spelling.again}).must(409)
    proof = {"email": spelling.again, "otp": world.code(spelling.first)}
    verified = world.post("/auth/verify-email", proof).must(200)
    assert verified.data["user"]["email"] == spelling.first
    signed_in = world.post("/auth/login", {**body, "email": spelling.again}).must(200)
    assert signed_in.data["user"]["email"] == spelling.first


def test_addresses_that_differ_in_more_than_case_are_different(world: World) -> None:
    different = ["ada@example.com", "a.da@example.com", "ada+1@example.com", "ada@example.org"]
    created = {cast.register(world, address).id for address in different}
    assert len(created) == len(different)
