"""What waits, by queue, and how long it has waited."""

from typing import Any

from tests import cast
from tests.areas.consultations.test_consultations import ask
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


def queues(world: World, root: Person) -> dict[str, Any]:
    found = world.get("/admin/overview", as_=root).must(200).data["queues"]
    return {one["name"]: one for one in found}


def test_only_administrators_look_over_what_waits(world: World) -> None:
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.get("/admin/overview", as_=person).must(status)


def test_what_waits_is_counted_with_its_age(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    world.mail()
    empty = queues(world, root)
    for name in ("roles", "jobs", "eventRequests", "consultations", "reports", "deadEmails"):
        assert (empty[name]["waiting"], empty[name]["oldestAt"]) == (0, None)
    first = desk.post(world, ben)
    world.clock.advance(minutes=2)
    desk.post(world, ben)
    ask(world, ben)
    found = queues(world, cast.root_again(world))
    assert (found["roles"]["waiting"], found["roles"]["oldestSeconds"]) == (2, 120)
    assert (found["consultations"]["waiting"], found["consultations"]["oldestSeconds"]) == (1, 0)
    world.patch(f"/roles/{first}", {"status": "active"}, as_=cast.root_again(world)).must(200)
    found = queues(world, cast.root_again(world))
    assert (found["roles"]["waiting"], found["roles"]["oldestSeconds"]) == (1, 0)


def test_people_wait_to_be_verified(world: World) -> None:
    root = cast.root(world)
    before = queues(world, root)["vendors"]["waiting"]
    vera = cast.sign_up(world, "vera@example.com", vendorsRole="vendor")
    assert queues(world, root)["vendors"]["waiting"] == before + 1
    tier = {"vendorsVerificationTier": "verified"}
    world.patch(f"/admin/vendors/{vera.id}", tier, as_=root).must(200)
    assert queues(world, root)["vendors"]["waiting"] == before
