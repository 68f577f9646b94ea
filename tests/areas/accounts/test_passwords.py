"""Passwords: their lengths, their letters, and how they are kept."""

import unicodedata
from dataclasses import dataclass

import argon2
import pytest
import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from tests import cast, make
from tests.world import World

pytestmark = pytest.mark.usefixtures("real_passwords")

EVE = "eve@example.com"
WEAKER = argon2.PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1)
TODAYS = "$argon2id$v=19$m=19456,t=2,p=1$"


@dataclass(frozen=True, slots=True)
class Typed:
    """A password as it is chosen, as it is typed later, and whether that is the same one."""

    chosen: str
    later: str
    same: bool


CAFE = "cafe\u0301 noir"
TYPED = [
    Typed("123456", "123456", same=True),
    Typed("p" * 128, "p" * 128, same=True),
    Typed("p" * 128, "p" * 127, same=False),
    Typed("pässwörd ☕", "pässwörd ☕", same=True),
    Typed(CAFE, unicodedata.normalize("NFC", CAFE), same=True),
    Typed(unicodedata.normalize("NFC", CAFE), CAFE, same=True),
    Typed("six-six", "SIX-SIX", same=False),
    Typed("  blanks  ", "blanks", same=False),
    Typed("\N{LATIN SMALL LIGATURE FI}nally", "finally", same=False),
]


def test_a_password_is_its_letters_however_they_are_typed(world: World) -> None:
    for number, typed in enumerate(TYPED):
        email = f"eve{number}@example.com"
        cast.sign_up(world, email, password=typed.chosen)
        signed_in = world.post("/auth/login", {"email": email, "password": typed.later})
        assert (signed_in.status == 200) == typed.same, typed
        assert signed_in.status in {200, 401}


def kept_hash(world: World) -> str:
    statement = sa.select(accounts.c.password_hash).where(accounts.c.email_key == EVE)
    with world.application.app_state.database.reading() as tx:
        return str(tx.value(statement))


def test_two_accounts_of_one_password_are_not_seen_to_share_it(world: World) -> None:
    cast.register(world, EVE)
    cast.register(world, "adam@example.com")
    with world.application.app_state.database.reading() as tx:
        hashes = {row.password_hash for row in tx.rows(sa.select(accounts.c.password_hash))}
    assert len(hashes) == 2
    assert all(kept.startswith(TODAYS) for kept in hashes)


def test_a_sign_in_rehashes_what_was_hashed_by_weaker_parameters(world: World) -> None:
    eve = cast.sign_up(world, EVE)
    make.change_account(world, eve.id, password_hash=WEAKER.hash(cast.PASSWORD))
    world.post("/auth/login", {"email": EVE, "password": "wrong horse"}).must(401)
    assert not kept_hash(world).startswith(TODAYS)
    cast.sign_in(world, EVE)
    rehashed = kept_hash(world)
    assert rehashed.startswith(TODAYS)
    cast.sign_in(world, EVE)
    assert kept_hash(world) == rehashed


def test_no_rehash_for_whom_the_door_stays_shut(world: World) -> None:
    eve = cast.register(world, EVE)
    weak = WEAKER.hash(cast.PASSWORD)
    make.change_account(world, eve.id, password_hash=weak)
    world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD}).must(403)
    assert kept_hash(world) == weak


def test_a_hash_that_is_none_lets_nobody_in(world: World) -> None:
    eve = cast.sign_up(world, EVE)
    make.change_account(world, eve.id, password_hash="set by hand, wrongly")
    world.post("/auth/login", {"email": EVE, "password": cast.PASSWORD}).must(401)
