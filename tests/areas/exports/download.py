"""Helpers that export lists and parse the files."""

import csv
import io
import json
from typing import Any

from tests.world import Person, World

KINDS = (
    "accounts",
    "experts",
    "jobs",
    "roles",
    "applications",
    "events",
    "guests",
    "vendors",
    "audit",
)


def jsonl(world: World, root: Person, kind: str, query: str = "") -> list[Any]:
    """Return the records of an export as JSON Lines."""
    response = world.get(f"/admin/export/{kind}.jsonl?{query}", as_=root).must(200)
    return [json.loads(line) for line in response.body.decode().splitlines()]


def table(world: World, root: Person, kind: str, query: str = "") -> list[dict[str, str]]:
    """Return the rows of an export as CSV, by column."""
    response = world.get(f"/admin/export/{kind}.csv?{query}", as_=root).must(200)
    text = response.body.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
