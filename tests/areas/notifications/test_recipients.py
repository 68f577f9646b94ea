"""The transitions of postings notify whom the table of recipients says."""

from collections.abc import Mapping, Sequence

import pytest

from bridgework.areas.history.notifications.recipients import TRANSITIONS, Notified
from bridgework.areas.work.jobs.policies import MOVES as JOB_MOVES
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.policies import MOVES as ROLE_MOVES
from bridgework.areas.work.roles.tables import roles
from tests.areas.jobs import board
from tests.areas.notifications.leaving import page
from tests.areas.roles import desk
from tests.world import World

Moves = Mapping[str, Mapping[str, Sequence[str]]]
OPERATIONS = {
    ("job", "approved"): "approve",
    ("job", "rejected"): "reject",
    ("role", "active"): "approve",
}
"""The operations of administrators on a pending posting."""


def each_move(kind: str, moves: Moves) -> list[tuple[str, str, str, str]]:
    return [
        (kind, by, before, to)
        for by, starts in moves.items()
        for before, targets in starts.items()
        for to in targets
    ]


@pytest.mark.parametrize(
    ("kind", "by", "before", "to"), [*each_move("job", JOB_MOVES), *each_move("role", ROLE_MOVES)]
)
def test_a_transition_of_a_posting_notifies_its_owner_as_the_table_says(
    world: World, kind: str, by: str, before: str, to: str
) -> None:
    if kind == "job":
        cast_of_jobs = board.sign_up_all(world)
        owner, root, table = cast_of_jobs.carla, cast_of_jobs.root, jobs
        posting = board.post(world, owner)
    else:
        cast_of_roles = desk.sign_up_all(world)
        owner, root, table = cast_of_roles.ben, cast_of_roles.root, roles
        posting = desk.post(world, owner)
    with world.application.app_state.database.writing() as tx:
        values: dict[str, object] = {"status": before}
        if before == "approved":
            values["expires_at"] = world.clock.now().replace(year=2100)
        tx.execute(table.update().where(table.c.id == posting).values(values))
    path, caller = f"/{kind}s/{posting}", root if by == "admin" else owner
    if by == "admin" and before == "pending" and (kind, to) in OPERATIONS:
        world.post(f"/admin{path}/{OPERATIONS[kind, to]}", as_=root).must(200)
    elif by == "admin" and to == "pending":
        world.post(f"/admin{path}/reopen", as_=root).must(200)
    elif to == "closed":
        world.post(f"{path}/close", as_=caller).must(200)
    elif kind == "role":
        world.patch(path, {"status": to}, as_=caller).must(200)
    else:
        world.patch(path, {"challenge": "Two chairs stand empty."}, as_=caller).must(200)
    assert world.get(path, as_=root).must(200).data["status"] == to
    left = [item["kind"] for item in page(world, owner)["items"]]
    outcome = TRANSITIONS[kind, by, to]
    kinds = outcome.kinds if isinstance(outcome, Notified) else ()
    assert left == [each for each in kinds if each.startswith(f"{kind}.")][:1]
