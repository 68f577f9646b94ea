"""Reporting and deciding, as members and administrators do."""

from typing import Any

from tests import cast
from tests.world import Person, Response, World

NOBODYS = "01942520-e3a0-7704-b3c8-3850c0ae0354"
REASON = "Sells what may not be sold."
BECAUSE = "The feed is no market."


def report(world: World, reporter: Person, kind: str, thing: str, reason: str = REASON) -> str:
    """Report something; the report's id."""
    sent = {"kind": kind, "targetId": thing, "reason": reason}
    return str(world.post("/reports", sent, as_=reporter).must(201).data["id"])


def decision(what: str, reason: str = BECAUSE) -> dict[str, str]:
    return {"decision": what, "reason": reason}


def decide(world: World, root: Person, report_id: str, what: str) -> Response:
    return world.post(f"/admin/reports/{report_id}/decide", decision(what), as_=root)


def queue(world: World, root: Person, query: str = "") -> list[Any]:
    """The reports that fit."""
    page = world.get(f"/admin/reports?limit=100{query}", as_=root).must(200).data
    items: list[Any] = page["items"]
    assert page["total"] == len(items)
    return items


def hide(world: World, root: Person, reporter: Person, kind: str, thing: str) -> str:
    """Have something hidden by a report; the report's id."""
    report_id = report(world, reporter, kind, thing)
    decide(world, root, report_id, "hide").must(200)
    return report_id


def again(world: World, root: Person) -> Person:
    """Another session of an administrator, once the first is over."""
    sent = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    token = world.post("/auth/admin/login", sent).must(200).data["token"]
    return Person(root.email, token=token, id=root.id)
