"""Notifications: listed, marked as read, one's own only, and deleted after 180 days."""

from bridgework.kit.core import Id, new_id
from tests import cast
from tests.areas.notifications.leaving import leave, page
from tests.world import World


def test_they_are_listed_newest_first(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    owner = Id(str(ben.id))
    [first] = leave(world, owner)
    world.clock.advance(minutes=1)
    [second] = leave(world, owner, actor_id=Id(str(ada.id)))
    leave(world, Id(str(ada.id)))
    listed = page(world, ben)
    assert [item["subject"]["id"] for item in listed["items"]] == [second, first]
    assert listed["counts"] == {"unread": 2}
    item = listed["items"][1]
    assert item["actor"] is None
    assert item["kind"] == "job.approved"
    assert item["text"] == "Your job Dentist was approved."
    assert item["path"] == f"/app/jobs/{first}"
    assert item["subject"] == {"kind": "job", "id": first, "title": "Dentist", "startAt": None}


def test_pages_follow_the_cursor(world: World) -> None:
    ben = cast.ben(world)
    leave(world, Id(str(ben.id)), 5)
    one = page(world, ben, "limit=3")
    two = page(world, ben, f"limit=3&cursor={one['nextCursor']}")
    assert len({item["id"] for item in one["items"] + two["items"]}) == 5
    assert not two["hasMore"]


def test_one_is_marked_as_read_and_as_unread(world: World) -> None:
    ben = cast.ben(world)
    leave(world, Id(str(ben.id)), 2)
    read, unread = (item["id"] for item in page(world, ben)["items"])
    path = f"/notifications/{read}"
    marked = world.patch(path, {"read": True}, as_=ben).must(200).data
    assert marked["readAt"] is not None
    world.clock.advance(minutes=1)
    assert world.patch(path, {"read": True}, as_=ben).must(200).data == marked
    left = page(world, ben, "unread=true")
    assert ([item["id"] for item in left["items"]], left["counts"]) == ([unread], {"unread": 1})
    assert world.patch(path, {"read": False}, as_=ben).must(200).data["readAt"] is None
    assert page(world, ben)["counts"] == {"unread": 2}


def test_all_up_to_one_are_read_and_newer_ones_stay_unread(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    owner = Id(str(ben.id))
    leave(world, owner, 3)
    leave(world, Id(str(ada.id)))
    shown = page(world, ben)["items"][0]["id"]
    world.clock.advance(seconds=1)
    [arrived] = leave(world, owner)
    for _ in range(2):
        counts = world.post("/notifications/read", {"upTo": shown}, as_=ben).must(200).data
        assert counts == {"unread": 1}
    [left] = page(world, ben, "unread=true")["items"]
    assert left["subject"]["id"] == arrived
    assert page(world, ada)["counts"] == {"unread": 1}


def test_those_of_others_are_not_found(world: World) -> None:
    ben, ada = cast.ben(world), cast.ada(world)
    leave(world, Id(str(ada.id)))
    foreign = page(world, ada)["items"][0]["id"]
    for unknown in (foreign, new_id()):
        refused = world.patch(f"/notifications/{unknown}", {"read": True}, as_=ben).must(404)
        assert refused.error == "notification_not_found"
        world.post("/notifications/read", {"upTo": unknown}, as_=ben).must(404)
    assert page(world, ada)["counts"] == {"unread": 1}


def test_they_are_deleted_after_180_days(world: World) -> None:
    ben = cast.ben(world)
    leave(world, Id(str(ben.id)))
    world.clock.advance(days=179)
    [kept] = leave(world, Id(str(ben.id)))
    world.clock.advance(days=2)
    world.run_periodic_tasks()
    ben = cast.sign_in(world, ben.email)
    assert [item["subject"]["id"] for item in page(world, ben)["items"]] == [kept]
