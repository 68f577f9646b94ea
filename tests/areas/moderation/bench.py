"""Helpers that report content and decide on reports."""

from typing import Any

from tests import cast
from tests.world import Person, Response, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
REASON = "Sells what may not be sold."
DECISION_REASON = "The feed is no market."


def report(world: World, reporter: Person, kind: str, target_id: str, reason: str = REASON) -> str:
    """Report content, and return the report's id."""
    sent = {"kind": kind, "targetId": target_id, "reason": reason}
    return str(world.post("/reports", sent, as_=reporter).must(201).data["id"])


def decision(name: str, reason: str = DECISION_REASON) -> dict[str, str]:
    return {"decision": name, "reason": reason}


def decide(world: World, root: Person, report_id: str, name: str) -> Response:
    return world.post(f"/admin/reports/{report_id}/decide", decision(name), as_=root)


def queue(world: World, root: Person, query: str = "") -> list[Any]:
    """Return all reports that match a query."""
    page = world.get(f"/admin/reports?limit=100{query}", as_=root).must(200).data
    items: list[Any] = page["items"]
    assert page["total"] == len(items)
    return items


def hide(world: World, root: Person, reporter: Person, kind: str, target_id: str) -> str:
    """Report and hide content, and return the report's id."""
    report_id = report(world, reporter, kind, target_id)
    decide(world, root, report_id, "hide").must(200)
    return report_id


def again(world: World, root: Person) -> Person:
    """Sign an administrator in again, after their session has ended."""
    sent = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
    token = world.post("/auth/admin/login", sent).must(200).data["token"]
    return Person(root.email, token=token, id=root.id)
