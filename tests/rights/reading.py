"""Reads of a record by any caller: the record, or None if the caller cannot read it."""

from typing import Any

from tests.world import Person, World


def get(path: str, world: World, person: Person, record_id: str) -> Any:
    response = world.get(path.format(id=record_id), as_=person)
    return response.data if response.status == 200 else None


def find(path: str, world: World, person: Person, record_id: str) -> Any:
    """Return a record in the list at `path`."""
    response = world.get(f"{path}?limit=100", as_=person)
    items = response.data["items"] if response.status == 200 else []
    return next((item for item in items if item["id"] == record_id), None)


def read_request(world: World, person: Person, record_id: str) -> Any:
    """Return an event request, as an administrator or as its submitter."""
    listed = find("/admin/calendar/submissions", world, person, record_id)
    return listed or get("/calendar/submissions/{id}", world, person, record_id)


def read_introduction(world: World, person: Person, record_id: str) -> Any:
    """Return an introduction of either box."""
    for box in ("in", "out"):
        response = world.get(f"/introductions?limit=100&box={box}", as_=person)
        items = response.data["items"] if response.status == 200 else []
        for item in items:
            if item["id"] == record_id:
                return item
    return None
