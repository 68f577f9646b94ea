"""A profile goes along with its owner: into their export, and out of every table."""

import json

import sqlalchemy as sa

from bridgework.kit.db.tables import metadata
from tests import cast, make
from tests.architecture.specified.profiles import SHAPES
from tests.areas.directory import reading
from tests.areas.profiles import chart
from tests.areas.profiles.chart import PROFILE
from tests.world import World

TRACE = "xylograph"
SAID = {
    **chart.LONGEST,
    "bio": f"The only {TRACE} in town.",
    "tags": [TRACE],
    "licenses": [{"licenseNumber": TRACE, "licensedState": "Oregon"}],
    "tourProgress": {TRACE: True},
    "phoneNumber": "4155550123",
}


def test_an_export_holds_every_member_of_ones_own_profile(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    chart.say(world, ada, **SAID)
    [row] = world.get("/users/me/export", as_=ada).must(200).data["tables"]["profiles"]
    assert len(row["fields"]) == len(SHAPES["ProfileFields"])
    told = json.dumps(row["fields"])
    assert all(value in told for value in (TRACE, "4155550123"))
    chart.say(world, ben, title="Owner")
    assert TRACE not in world.get("/users/me/export", as_=ben).must(200).body.decode()


def test_an_erased_profile_leaves_no_trace(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    chart.say(world, ada, **SAID)
    world.patch(PROFILE, {"onboardingStep": TRACE}, as_=ada).must(200)
    assert reading.found(world, f"search={TRACE}") == {"Lovell"}
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    assert reading.found(world, f"search={TRACE}") == set()
    world.mail()
    world.clock.advance(days=14)
    world.do_chores()
    with world.house.app_state.database.reading() as tx:
        for table in metadata.sorted_tables:
            stored = repr(tx.rows(sa.select(table))).lower()
            for trace in (TRACE, "lovell", "4155550123"):
                assert trace not in stored, f"{trace} is left in {table.name}"
