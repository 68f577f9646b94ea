"""A profile is exported and erased with its account."""

import json

import sqlalchemy as sa

from bridgework.kit.data.db import metadata
from tests import cast, make
from tests.architecture.specified.profiles import SHAPES
from tests.areas.directory import reading
from tests.areas.profiles import profile_samples
from tests.areas.profiles.profile_samples import PROFILE
from tests.world import World

TRACE = "xylograph"
SAID = {
    **profile_samples.LONGEST,
    "bio": f"The only {TRACE} in town.",
    "tags": [TRACE],
    "licenses": [{"licenseNumber": TRACE, "licensedState": "Oregon"}],
    "tourProgress": {TRACE: True},
    "phoneNumber": "4155550123",
}


def test_an_export_contains_the_whole_profile(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    profile_samples.update_profile(world, ada, **SAID)
    [row] = world.get("/users/me/export", as_=ada).must(200).data["tables"]["profiles"]
    assert len(row["fields"]) == len(SHAPES["ProfileFields"])
    result = json.dumps(row["fields"])
    assert all(value in result for value in (TRACE, "4155550123"))
    profile_samples.update_profile(world, ben, title="Owner")
    assert TRACE not in world.get("/users/me/export", as_=ben).must(200).body.decode()


def test_an_erased_profile_is_removed_from_every_table(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    profile_samples.update_profile(world, ada, **SAID)
    world.patch(PROFILE, {"onboardingStep": TRACE}, as_=ada).must(200)
    assert reading.find_names(world, f"search={TRACE}") == {"Lovell"}
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    assert reading.find_names(world, f"search={TRACE}") == set()
    world.mail()
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        for table in metadata.sorted_tables:
            stored = repr(tx.rows(sa.select(table))).lower()
            for trace in (TRACE, "lovell", "4155550123"):
                assert trace not in stored, f"{trace} is left in {table.name}"
