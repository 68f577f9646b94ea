"""Administrators list and end the sessions of a user."""

from tests import cast
from tests.world import ANONYMOUS, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def test_only_administrators_may_list_and_end_sessions(world: World) -> None:
    ben = cast.ben(world)
    for person, status in ((ANONYMOUS, 401), (ben, 403)):
        world.get(f"/admin/users/{ben.id}/sessions", as_=person).must(status)
        world.delete(f"/admin/users/{ben.id}/sessions", as_=person).must(status)
    world.get("/users/me", as_=ben).must(200)


def test_valid_sessions_are_listed_newest_first(world: World) -> None:
    root = cast.root(world)
    cast.sign_in(world, root.email)
    listed = world.get(f"/admin/users/{root.id}/sessions", as_=root).must(200).data
    assert [(one["isAdmin"], one["current"]) for one in listed] == [
        (False, False),
        (True, True),
        (False, False),
    ]
    own = world.get("/auth/sessions", as_=root).must(200).data
    assert [
        {**one, "isAdmin": session["isAdmin"]} for one, session in zip(own, listed, strict=True)
    ] == listed
    world.post("/auth/logout", as_=root).must(200)
    again = cast.root_again(world)
    listed = world.get(f"/admin/users/{root.id}/sessions", as_=again).must(200).data
    assert [one["isAdmin"] for one in listed] == [True, False, False]


def test_ending_sessions_ends_access_at_once(world: World, neighbour: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    again = cast.sign_in(world, ben.email)
    world.delete(f"/admin/users/{ben.id}/sessions", as_=root).must(200)
    for session in (ben, again):
        neighbour.get("/users/me", as_=session).must(401)
    assert world.get(f"/admin/users/{ben.id}/sessions", as_=root).must(200).data == []
    cast.sign_in(world, ben.email)
    query = f"action=session.end_all&target={ben.id}"
    (entry,) = world.get(f"/admin/logs?{query}", as_=root).must(200).data["items"]
    assert (entry["actor"], entry["outcome"]) == (root.id, "ok")


def test_an_administrator_who_ends_their_own_sessions_keeps_the_current_one(world: World) -> None:
    root = cast.root(world)
    other = cast.root_again(world)
    world.delete(f"/admin/users/{root.id}/sessions", as_=root).must(200)
    world.get("/users/me", as_=other).must(401)
    (kept,) = world.get(f"/admin/users/{root.id}/sessions", as_=root).must(200).data
    assert kept["current"]


def test_the_sessions_of_an_unknown_user_are_a_404(world: World) -> None:
    root = cast.root(world)
    world.get(f"/admin/users/{UNKNOWN_ID}/sessions", as_=root).must(404)
    world.delete(f"/admin/users/{UNKNOWN_ID}/sessions", as_=root).must(404)
