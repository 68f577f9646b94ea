"""The role that one gives oneself: expert or client, and back; no other."""

from typing import Any

import pytest

from tests import cast, make
from tests.areas.audit import log
from tests.areas.directory import reading
from tests.areas.profiles import chart
from tests.areas.profiles.chart import PROFILE
from tests.world import Person, World


def become(world: World, person: Person, role: str, **body: Any) -> Any:
    sent = {"role": role, **body}
    return world.patch(PROFILE, sent, as_=person).must(200).data["role"]


def test_an_expert_becomes_a_client_and_an_expert_again(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    entries = log.length(world, root)
    assert become(world, ada, "client") == "client"
    assert world.get("/users/me", as_=ada).data["role"] == "client"
    assert become(world, ada, "client") == "client"
    assert become(world, ada, "expert", firstName="Ada") == "expert"
    changes = [entry["changes"] for entry in log.newest(world, root, 2)]
    assert changes == [
        [{"field": "role", "before": "expert", "after": "client"}],
        [{"field": "role", "before": "client", "after": "expert"}],
    ]
    [first] = log.newest(world, root, 1)
    assert (first["action"], first["actor"], first["target"]) == ("account.change", ada.id, ada.id)
    assert log.length(world, root) == entries + 2  # what is no change leaves no entry


@pytest.mark.parametrize("role", ["expert", "client"])
def test_other_roles_are_given_by_administrators(world: World, role: str) -> None:
    rita, root = cast.sign_up(world, "rita@example.com", role="rpo"), cast.root(world)
    body = {"role": role, "firstName": "Rita", "profile": {"title": "Recruiter"}}
    for person in (rita, root, cast.sign_in(world, root.email)):
        was = chart.read(world, person)
        assert world.patch(PROFILE, body, as_=person).must(409).error == "role_not_self_assignable"
        assert chart.read(world, person) == was
        chart.say(world, person, title="Recruiter")
    for unheard in ("rpo", "admin"):
        assert world.patch(PROFILE, {"role": unheard}, as_=root).must(422).faults.keys() == {"role"}


def test_a_role_that_an_administrator_took_away_does_not_come_back(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    body = {"id": ada.id, "role": "rpo"}
    world.post("/admin/users/assign-role", body, as_=root).must(200)
    world.patch(PROFILE, {"role": "expert"}, as_=ada).must(409)
    assert chart.read(world, ada)["role"] == "rpo"


def test_a_client_is_in_no_directory_of_experts(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    assert become(world, ada, "client") == "client"
    assert reading.found(world, "") == set()
    chart.say(world, ada, title="Owner", bio="Looks for an orthodontist.")
    assert reading.found(world, "") == set()
    assert become(world, ada, "expert") == "expert"
    assert reading.found(world, "search=owner") == {"Lovell"}
