"""How far the demo world is loaded, so that a second run starts where the first ended."""

import sqlalchemy as sa

from bridgework.demo.tables import progress
from bridgework.kit.db.transaction import Tx

EXPERTS = 200
"""How many experts the world has unless more are asked for."""
_PARTS = frozenset(
    {
        *("people", "candidates", "experts", "posts", "engagements", "jobs", "feed", "events"),
        "vendors",
    }
)


def done(tx: Tx) -> dict[str, int]:
    """How many are there of each part that was begun."""
    return {row.part: row.done for row in tx.rows(sa.select(progress))}


def is_whole(tx: Tx, experts: int) -> bool:
    """Whether nothing is missing of a world of so many experts."""
    there = done(tx)
    return there.keys() >= _PARTS and there["experts"] >= experts


def note(tx: Tx, part: str, count: int) -> None:
    """Note, in the transaction that loads it, how much of a part is there."""
    changed = tx.execute(progress.update().where(progress.c.part == part).values(done=count))
    if changed.rowcount == 0:
        tx.execute(progress.insert().values(part=part, done=count))
