"""Creates accounts, experts and blog posts directly in the database.

They are created by the functions of the areas, so they are as the application would create them.
"""

import itertools
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from bridgework.areas.community.blogs import actions as blogs
from bridgework.areas.identity.accounts import hooks
from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.profiles import queries as profiles
from bridgework.areas.people.profiles.records import Profile
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import from_values
from tests.world import Person, World

_numbers = itertools.count(1)

FIRST_VALUES: Mapping[str, object] = {
    "password_hash": "matches no password",
    "role": "expert",
    "verification_tier": "verified",
    "jobs_verification_tier": "not-verified",
    "vendors_verification_tier": "not-verified",
    "is_email_verified": True,
    "on_matchmaker": True,
    "search_key": "",
    "are_roles_contested": False,
}
PROFILE: Mapping[str, object] = {"title": "Orthodontist", "specialty": ["orthodontics"]}
"""The minimum for an expert in the directory, besides the names."""


def account(world: World, name: str = "Ada Lovell", **columns: object) -> Id:
    """Create an account that cannot sign in; any column can be overridden."""
    first, _, last = name.partition(" ")
    email = f"person{next(_numbers)}@example.com"
    now = world.clock.now()
    values = {
        **FIRST_VALUES,
        "id": new_id(),
        "email": email,
        "email_key": email,
        "first_name": first,
        "last_name": last or None,
        "created_at": now,
        "updated_at": now,
        **columns,
    }
    with world.application.app_state.database.writing() as tx:
        assert accounts.add_account(tx, from_values(StoredAccount, values))
    return Id(str(values["id"]))


def expert(
    world: World, name: str = "Ada Lovell", *, columns: Mapping[str, Any] = {}, **profile: object
) -> Id:
    """Create a verified expert in the directory, with profile members by Python name."""
    account_id = account(world, name, **columns)
    _write_profile(world, account_id, profile)
    return account_id


def into_expert(world: World, person: Person, name: str = "Ada Lovell", **profile: object) -> Id:
    """Put a registered account into the directory."""
    first, _, last = name.partition(" ")
    assert person.id is not None
    account_id = Id(person.id)
    columns = {"first_name": first, "last_name": last, "verification_tier": "verified"}
    change_account(world, account_id, **columns)
    _write_profile(world, account_id, profile)
    return account_id


def change_account(world: World, account_id: Id | str | None, **columns: object) -> None:
    """Change columns of an account that no operation changes, and notify the areas above."""
    assert account_id is not None
    with world.application.app_state.database.writing() as tx:
        accounts.update_account(tx, Id(account_id), columns)
        hooks.notify_changed(tx, Id(account_id))


def post(
    world: World,
    author: Id,
    slug: str,
    *,
    at: timedelta = timedelta(0),
    draft: bool = False,
    **members: object,
) -> Id:
    """Create a blog post that is published at `at`, relative to the world's time, or a draft."""
    post_id = new_id()
    now = world.clock.now()
    with world.application.app_state.database.writing() as tx:
        status = "draft" if draft else "scheduled" if at > timedelta(0) else "published"
        values = _post_values(post_id, slug, now, now + at)
        blogs.import_post(tx, author, {**values, "status": status, **members})
    return post_id


def _write_profile(world: World, account_id: Id, profile: Mapping[str, object]) -> None:
    row = {
        "account_id": account_id,
        "fields": {**PROFILE, **profile},
        "version": 1,
        "updated_at": world.clock.now(),
    }
    with world.application.app_state.database.writing() as tx:
        profiles.add_many(tx, [from_values(Profile, row)])
        directory.reindex(tx, account_id)


def _post_values(post_id: Id, slug: str, now: datetime, public_from: datetime) -> dict[str, object]:
    return {
        "id": post_id,
        "slug": slug,
        "title": slug.replace("-", " ").capitalize(),
        "excerpt": "What it is about.",
        "body": "What it says.",
        "tags": ["practice"],
        "seo_title": None,
        "seo_description": None,
        "published_at": public_from,
        "created_at": now,
        "updated_at": now,
    }
