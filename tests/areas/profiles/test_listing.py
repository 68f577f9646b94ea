"""A profile says whether the directory lists it, and what it misses."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from tests import cast, make
from tests.areas.directory import reading
from tests.areas.profiles import profile_samples
from tests.areas.profiles.profile_samples import PROFILE
from tests.world import Person, World

LISTED = {"isListed": True, "missing": [], "reason": None}
ALL = ["firstName", "lastName", "title", "specialty"]


def listing(world: World, person: Person) -> Any:
    return profile_samples.get_profile(world, person)["listing"]


def change(world: World, person: Person, **columns: object) -> None:
    with world.application.app_state.database.writing() as tx:
        tx.execute(sa.update(accounts).where(accounts.c.id == person.id).values(**columns))


def test_each_missing_member_is_named_until_an_administrator_has_to_act(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    incomplete = {"isListed": False, "reason": "profile_incomplete"}
    assert listing(world, ada) == {**incomplete, "missing": ALL}
    sent: list[dict[str, Any]] = [
        {"firstName": "Ada"},
        {"lastName": "Lovell"},
        {"profile": {"title": "Endodontist"}},
    ]
    for number, body in enumerate(sent, 1):
        answer = world.patch(PROFILE, body, as_=ada).must(200).data
        assert answer["listing"] == {**incomplete, "missing": ALL[number:]}
    answer = profile_samples.update_profile(world, ada, specialty=[" "])
    assert listing(world, ada)["missing"] == ["specialty"]
    profile_samples.update_profile(world, ada, specialty=["Endodontics"])
    assert listing(world, ada) == {"isListed": False, "missing": [], "reason": "not_verified"}
    tier = {"verificationTier": "verified"}
    world.patch(f"/admin/users/{ada.id}", tier, as_=root).must(200)
    assert listing(world, ada) == LISTED
    assert reading.find_names(world, "") == {"Lovell"}
    world.delete(f"{PROFILE}/members/title", as_=ada).must(200)
    assert listing(world, ada) == {**incomplete, "missing": ["title"]}
    assert reading.find_names(world, "") == set()


def test_erasure_and_moderation_are_reasons(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    assert listing(world, ada) == LISTED
    change(world, ada, hidden_at=world.clock.now())
    assert listing(world, ada) == {"isListed": False, "missing": [], "reason": "hidden"}
    change(world, ada, hidden_at=None, erases_at=world.clock.now())
    assert listing(world, ada)["reason"] == "erasure_requested"


@pytest.mark.parametrize("role", ["client"])
def test_accounts_with_another_role_miss_nothing(world: World, role: str) -> None:
    person = cast.sign_up(world, "eve@example.com", role=role)
    unlisted = {"isListed": False, "missing": [], "reason": "not_an_expert"}
    assert listing(world, person) == unlisted
