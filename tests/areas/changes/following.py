"""Helpers that announce changes and read the change feed."""

from typing import Any

from bridgework.areas.history.changes import actions
from bridgework.areas.history.changes.schemas import ChangeTypeName
from bridgework.kit.core import Id, new_id
from tests.world import Person, World


def announce(
    world: World, change_type: ChangeTypeName = "job.approved", subject_id: Id | None = None
) -> Id:
    """Announce a change of a record, and return its id."""
    subject_id = subject_id or new_id()
    with world.application.app_state.database.writing() as tx:
        actions.announce(tx, change_type, subject_id)
    return subject_id


def page(world: World, root: Person, query: str = "") -> Any:
    return world.get(f"/changes?{query}", as_=root).must(200).data


def last(world: World, root: Person) -> int:
    """Return the number of the last change."""
    after = 0
    while True:
        found = page(world, root, f"after={after}")
        after = found["nextAfter"]
        if not found["hasMore"]:
            return int(after)


def since(world: World, root: Person, after: int) -> list[Any]:
    """Return all changes after a number."""
    items: list[Any] = []
    while True:
        found = page(world, root, f"after={after}")
        items += found["items"]
        after = found["nextAfter"]
        if not found["hasMore"]:
            return items


def types_of(world: World, root: Person, subject_id: str) -> list[str]:
    """Return the types of all changes of a record, in their order."""
    return [
        change["type"]
        for change in since(world, root, 0)
        if change["subject"]["id"] == str(subject_id)
    ]
