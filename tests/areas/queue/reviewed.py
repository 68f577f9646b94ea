"""Helpers that change reviewed records, and read and decide what waits."""

from typing import Any

from tests import cast, make
from tests.areas.queue import waiting
from tests.areas.roles import desk
from tests.world import Person, Response, World


def active_role(world: World, people: waiting.People) -> str:
    role = desk.post(world, people.ben)
    world.post(f"/admin/roles/{role}/approve", {}, as_=people.root).must(200)
    return role


def verified_expert(world: World) -> Person:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell", credential="DDS")
    return ada


def patch_role(world: World, role: str, by: Person, **members: Any) -> Response:
    return world.patch(f"/roles/{role}", members, as_=by).must(200)


def patch_profile(world: World, by: Person, **members: Any) -> Response:
    given = [name for name in ("firstName", "lastName") if name in members]
    names: dict[str, Any] = {name: members.pop(name) for name in given}
    return world.patch("/users/me/profile", {**names, "profile": members}, as_=by).must(200)


def read_change(world: World, root: Person, kind: str, record: str | None) -> Response:
    return world.get(f"/admin/queue/{kind}/{record}/change", as_=root)


def members_of(world: World, root: Person, kind: str, record: str | None) -> Any:
    """Return the values before and after, by member."""
    change = read_change(world, root, kind, record).must(200).data
    return {one["member"]: (one["before"], one["after"]) for one in change["members"]}


def confirm(world: World, by: Person, kind: str, record: str | None, **more: Any) -> Response:
    return world.post(f"/admin/queue/{kind}/{record}/confirm", as_=by, **more)


def reverse(
    world: World, by: Person, kind: str, record: str | None, reason: str = "", **more: Any
) -> Response:
    body = {"reason": reason} if reason else {}
    return world.post(f"/admin/queue/{kind}/{record}/reverse", body, as_=by, **more)


def is_verified(world: World, person: Person) -> tuple[bool, bool]:
    """Return `isVerified` of an expert on the page and in the list."""
    page = world.get(f"/experts/{person.id}").must(200).data
    cards = world.get("/experts").must(200).data
    [card] = [card for card in cards if card["id"] == person.id]
    assert page["verificationTier"] == card["verificationTier"] == "verified"
    return page["isVerified"], card["isVerified"]


def mails_about(world: World, to: Person) -> list[str]:
    return [
        str(mail["subject"]) for mail in world.mail(to.email) if "change was" in mail["subject"]
    ]
