"""Passwords: their lengths, their normalization and their hashes."""

import unicodedata
from dataclasses import dataclass

import argon2
import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from tests import cast, make
from tests.world import World

pytestmark = pytest.mark.usefixtures("real_passwords")

EVE = "eve@example.com"
WEAKER = argon2.PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1)
CURRENT_PARAMETERS = "$argon2id$v=19$m=19456,t=2,p=1$"


@dataclass(frozen=True, slots=True)
class TypedPassword:
    """A password as chosen, as typed later, and whether the two are equal."""

    chosen: str
    later: str
    same: bool


CAFE = "cafe\u0301 noir"
TYPED = [
    TypedPassword("123456", "123456", same=True),
    TypedPassword("p" * 128, "p" * 128, same=True),
    TypedPassword("p" * 128, "p" * 127, same=False),
    TypedPassword("pässwörd ☕", "pässwörd ☕", same=True),
    TypedPassword(CAFE, unicodedata.normalize("NFC", CAFE), same=True),
    TypedPassword(unicodedata.normalize("NFC", CAFE), CAFE, same=True),
    TypedPassword("six-six", "SIX-SIX", same=False),
    TypedPassword("  blanks  ", "blanks", same=False),
    TypedPassword("\N{LATIN SMALL LIGATURE FI}nally", "finally", same=False),
]


def test_passwords_are_compared_after_unicode_normalization(world: World) -> None:
    for number, typed in enumerate(TYPED):
        email = f"eve{number}@example.com"
        cast.sign_up(world, email, password=typed.chosen)
        signed_in = world.post("/auth/login", {"email": email, "password": typed.later})
        assert (signed_in.status == 200) == typed.same, typed
        assert signed_in.status in {200, 401}


def stored_hash(world: World) -> str:
    statement = sa.select(accounts.c.password_hash).where(accounts.c.email_key == EVE)
    with world.application.app_state.database.reading() as tx:
        return str(tx.value(statement))


def test_equal_passwords_have_different_hashes(world: World) -> None:
    cast.register(world, EVE)
    cast.register(world, "adam@example.com")
    with world.application.app_state.database.reading() as tx:
        hashes = {row.password_hash for row in tx.rows(sa.select(accounts.c.password_hash))}
    assert len(hashes) == 2
    assert all(expected.startswith(CURRENT_PARAMETERS) for expected in hashes)


def test_a_sign_in_rehashes_a_password_with_weaker_parameters(world: World) -> None:
    eve = cast.sign_up(world, EVE)
    make.change_account(world, eve.id, password_hash=WEAKER.hash(cast.PASSWORD))
    world.post("/auth/login", {"email": EVE, "password": "wrong horse"}).must(401)
    assert not stored_hash(world).startswith(CURRENT_PARAMETERS)
    cast.sign_in(world, EVE)
    rehashed = stored_hash(world)
    assert rehashed.startswith(CURRENT_PARAMETERS)
    cast.sign_in(world, EVE)
    assert stored_hash(world) == rehashed


def test_a_refused_sign_in_does_not_rehash_the_password(world: World) -> None:
    eve = cast.register(world, EVE)
    weak = WEAKER.hash(cast.PASSWORD)
    make.change_account(world, eve.id, password_hash=weak)
    world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD}).must(403)
    assert stored_hash(world) == weak


def test_an_invalid_hash_matches_no_password(world: World) -> None:
    eve = cast.sign_up(world, EVE)
    make.change_account(world, eve.id, password_hash="set by hand, wrongly")
    world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD}).must(401)
