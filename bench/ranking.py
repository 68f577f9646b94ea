"""How long `matching.people_for` takes on its own, role by role: a program of its own.

    python -m bench.ranking SECONDS FILE

It asks for the first twenty experts of each active role in turn, each time in a transaction of
its own, and writes a `Took` as JSON.
"""

import itertools
import pathlib
import sys
import time

import sqlalchemy as sa
from pydantic import BaseModel

from bridgework import app
from bridgework.areas.matching import actions as matching
from bridgework.areas.roles.tables import roles
from bridgework.kit.pagination.keyset import PageRequest
from bridgework.settings import load


class Took(BaseModel):
    """Milliseconds of each call, and the processor's seconds of them all."""

    milliseconds: list[tuple[str, float]]
    processor: float


def main() -> None:
    seconds, file = float(sys.argv[1]), pathlib.Path(sys.argv[2])
    database = app.database(load())
    try:
        with database.reading() as tx:
            found = tx.rows(sa.select(roles.c.id).where(roles.c.status == "active"))
            wanted = [
                (row.id, wants)
                for row in found
                if (wants := matching.wants_of(tx, "role", row.id)) is not None
            ]
        took: list[tuple[str, float]] = []
        end = time.monotonic() + seconds
        for role_id, wants in itertools.cycle(wanted):
            if time.monotonic() > end:
                break
            began = time.perf_counter()
            with database.reading() as tx:
                ranked = matching.people_for(tx, "expert", wants, PageRequest(None, 20))
            if not ranked.items:
                raise ValueError(f"nobody fits role {role_id}")
            took.append((role_id, (time.perf_counter() - began) * 1e3))
    finally:
        database.close()
    file.write_text(Took(milliseconds=took, processor=time.process_time()).model_dump_json())


if __name__ == "__main__":
    main()
