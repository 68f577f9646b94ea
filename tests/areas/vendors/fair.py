"""Vendors and ambassadors, and their requests."""

from typing import Any

from tests import cast, make
from tests.world import Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def vendor(world: World, email: str = "vera@example.com") -> Person:
    return cast.sign_up(world, email, vendorsRole="vendor")


def ambassador(world: World, email: str = "omar@example.com") -> Person:
    return cast.sign_up(world, email, vendorsRole="ambassador")


def verify(world: World, person: Person, tier: str = "verified") -> None:
    make.change_account(world, person.id, vendors_verification_tier=tier)


def update_profile(
    world: World, person: Person, kind: str = "vendor", **members: Any
) -> dict[str, Any]:
    path = f"/vendors/me/{kind}-profile"
    profile: dict[str, Any] = world.patch(path, members, as_=person).must(200).data
    return profile


def list_entry_ids(world: World, reader: Person, query: str = "") -> list[str]:
    page = world.get(f"/vendors/directory{query}", as_=reader).must(200).data
    return [entry["userId"] for entry in page["items"]]
