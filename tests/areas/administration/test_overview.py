"""The overview counts the waiting items of each queue, and their age."""

from typing import Any

from tests import cast
from tests.areas.consultations.test_consultations import create_consultation
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


def queues(world: World, root: Person) -> dict[str, Any]:
    listed = world.get("/admin/overview", as_=root).must(200).data["queues"]
    return {queue["name"]: queue for queue in listed}


def test_only_administrators_read_the_overview(world: World) -> None:
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.get("/admin/overview", as_=person).must(status)


def test_waiting_items_are_counted_with_their_age(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    world.mail()
    empty = queues(world, root)
    for name in ("roles", "jobs", "eventRequests", "consultations", "reports", "deadEmails"):
        assert (empty[name]["waiting"], empty[name]["oldestAt"]) == (0, None)
    first = desk.post(world, ben)
    world.clock.advance(minutes=2)
    desk.post(world, ben)
    create_consultation(world, ben)
    after = queues(world, cast.root_again(world))
    assert (after["roles"]["waiting"], after["roles"]["oldestSeconds"]) == (2, 120)
    assert (after["consultations"]["waiting"], after["consultations"]["oldestSeconds"]) == (1, 0)
    world.patch(f"/roles/{first}", {"status": "active"}, as_=cast.root_again(world)).must(200)
    after = queues(world, cast.root_again(world))
    assert (after["roles"]["waiting"], after["roles"]["oldestSeconds"]) == (1, 0)


def test_unverified_accounts_are_counted(world: World) -> None:
    root = cast.root(world)
    before = queues(world, root)["vendors"]["waiting"]
    vera = cast.sign_up(world, "vera@example.com", vendorsRole="vendor")
    assert queues(world, root)["vendors"]["waiting"] == before + 1
    tier = {"vendorsVerificationTier": "verified"}
    world.patch(f"/admin/vendors/{vera.id}", tier, as_=root).must(200)
    assert queues(world, root)["vendors"]["waiting"] == before
