"""Members may switch only between the roles expert and client."""

from typing import Any

import pytest

from tests import cast, make
from tests.areas.audit import log
from tests.areas.directory import reading
from tests.areas.profiles import profile_samples
from tests.areas.profiles.profile_samples import PROFILE
from tests.world import Person, World


def become(world: World, person: Person, role: str, **body: Any) -> Any:
    sent = {"role": role, **body}
    return world.patch(PROFILE, sent, as_=person).must(200).data["role"]


def test_an_expert_may_become_a_client_and_an_expert_again(world: World) -> None:
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
    assert log.length(world, root) == entries + 2  # an unchanged role adds no entry


@pytest.mark.parametrize("role", ["expert", "client"])
def test_only_administrators_assign_other_roles(world: World, role: str) -> None:
    rita, root = cast.sign_up(world, "rita@example.com", role="rpo"), cast.root(world)
    body = {"role": role, "firstName": "Rita", "profile": {"title": "Recruiter"}}
    for person in (rita, root, cast.sign_in(world, root.email)):
        was = profile_samples.get_profile(world, person)
        assert world.patch(PROFILE, body, as_=person).must(409).error == "role_not_self_assignable"
        assert profile_samples.get_profile(world, person) == was
        profile_samples.update_profile(world, person, title="Recruiter")
    for unheard in ("rpo", "admin"):
        assert world.patch(PROFILE, {"role": unheard}, as_=root).must(422).faults.keys() == {"role"}


def test_a_role_removed_by_an_administrator_is_not_restored(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    body = {"id": ada.id, "role": "rpo"}
    world.post("/admin/users/assign-role", body, as_=root).must(200)
    world.patch(PROFILE, {"role": "expert"}, as_=ada).must(409)
    assert profile_samples.get_profile(world, ada)["role"] == "rpo"


def test_a_client_is_not_in_the_directory(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    assert become(world, ada, "client") == "client"
    assert reading.find_names(world, "") == set()
    profile_samples.update_profile(world, ada, title="Owner", bio="Looks for an orthodontist.")
    assert reading.find_names(world, "") == set()
    assert become(world, ada, "expert") == "expert"
    assert reading.find_names(world, "search=owner") == {"Lovell"}
