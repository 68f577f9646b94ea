"""Adds to a demo world, in bulk, what measuring needs beside it: a program of its own.

    python -m bench.filling --members 200 --postings 1000 --clients 0 FILE

Postings of clinics of their own, clients, a CV for each member. What was added is told in a file
of JSON, a `Facts`. Where there are clients, a share of the experts joins the other platforms too.
"""

import itertools
import pathlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import click
import sqlalchemy as sa
from pydantic import BaseModel

from bench import postings
from bridgework import app
from bridgework.areas.accounts.tables import accounts
from bridgework.areas.jobs.postings import rendering
from bridgework.areas.jobs.tables import facets, jobs
from bridgework.areas.roles.tables import roles
from bridgework.areas.uploads.tables import assets
from bridgework.demo import rows
from bridgework.kit.db.database import Database
from bridgework.kit.ids import new_id
from bridgework.settings import load

CLINICS, CLIENTS = 4_000_000, 5_000_000
"""Where the numbers of their ids begin."""
POSTINGS_A_CLINIC = 50
_BATCH = 1000
_TIERS = ("verified", "not-verified")


class Member(BaseModel):
    id: str
    email: str
    first_name: str
    last_name: str
    cv: str


class Facts(BaseModel):
    """Who may be asked for, and what they may ask for; `open_jobs` are of other people."""

    members: list[Member]
    open_jobs: list[str]
    active_roles: list[str]


@click.command()
@click.option("--members", type=int, required=True)
@click.option("--postings", "count", type=int, required=True)
@click.option("--clients", type=int, required=True)
@click.option("--all-open", is_flag=True, help="Postings that anybody may apply to, and no others.")
@click.argument("file", type=click.Path(path_type=pathlib.Path))
def main(members: int, count: int, clients: int, file: pathlib.Path, *, all_open: bool) -> None:
    now = datetime.now(UTC)
    database = app.database(load())
    try:
        with database.reading() as tx:
            told = tx.rows(sa.select(accounts.c.password_hash).limit(1))
        made = rows.Rows(now, told[0].password_hash)
        clinic = {"role": "client", "jobs_role": "clinic_owner", "on_matchmaker": False}
        owners = _add_accounts(database, made, CLINICS, count // POSTINGS_A_CLINIC + 1, clinic)
        _add_accounts(database, made, CLIENTS, clients, {"role": "client"})
        if clients:
            _join_platforms(database)
        states = ("approved",) if all_open else postings.STATES
        some = (postings.posting(number, owners, now, states) for number in range(count))
        open_jobs = _add_postings(database, some)
        facts = Facts(
            members=_members(database, members, now),
            open_jobs=open_jobs,
            active_roles=_active_roles(database),
        )
    finally:
        database.close()
    file.write_text(facts.model_dump_json())


def _add_accounts(
    database: Database, made: rows.Rows, first: int, count: int, standing: Mapping[str, object]
) -> list[str]:
    name = {"first_name": "Kim", "last_name": "Lark"}
    people = (
        made.account(number, {**name, "email": _email(number)}, **standing)
        for number in range(first, first + count)
    )
    ids: list[str] = []
    for batch in _batches(people):
        with database.writing() as tx:
            tx.execute(accounts.insert(), batch)
        ids += [row["id"] for row in batch]
    return ids


def _email(number: int) -> str:
    return f"bench-{number}@example.com"


def _join_platforms(database: Database) -> None:
    """Three experts in ten look for a job as well, and one in ten sells something."""
    with database.reading() as tx:
        found = tx.rows(sa.select(accounts.c.id).where(accounts.c.role == "expert"))
    platforms = {
        "jobs_role": accounts.c.jobs_role,
        "jobs_verification_tier": accounts.c.jobs_verification_tier,
        "vendors_role": accounts.c.vendors_role,
        "vendors_verification_tier": accounts.c.vendors_verification_tier,
    }
    change = accounts.update().where(accounts.c.id == sa.bindparam("this_account"))
    change = change.values({name: sa.bindparam(f"new_{name}") for name in platforms})
    some = (
        {
            "this_account": row.id,
            "new_jobs_role": ("candidate", "recruiter", None)[number % 3],
            "new_jobs_verification_tier": _TIERS[number % 2],
            "new_vendors_role": ("vendor", "ambassador", None, None)[number % 4],
            "new_vendors_verification_tier": _TIERS[number // 2 % 2],
        }
        for number, row in enumerate(found)
        if number % 10 < 4
    )
    for batch in _batches(some):
        with database.writing() as tx:
            tx.execute(change, batch)


def _add_postings(database: Database, some: Iterable[dict[str, Any]]) -> list[str]:
    """Add postings and what they are found by, as `shelf.add` does one; the ids of open ones."""
    open_jobs: list[str] = []
    for batch in _batches(some):
        found_by = [
            {"kind": kind, "value": value, "job_id": row["id"]}
            for row in batch
            for kind, value in sorted(rendering.facets(row["fields"]))
        ]
        with database.writing() as tx:
            made = [{**row, **rendering.columns(row["fields"])} for row in batch]
            tx.execute(jobs.insert(), made)
            tx.execute(facets.insert(), found_by)
        open_jobs += [row["id"] for row in batch if row["status"] == "approved"]
    return open_jobs


def _members(database: Database, count: int, now: datetime) -> list[Member]:
    """The first experts of the directory, each with a CV that is ready."""
    named = sa.select(
        accounts.c.id, accounts.c.email, accounts.c.first_name, accounts.c.last_name
    ).where(accounts.c.id >= rows.id_of(rows.EXPERTS), accounts.c.role == "expert")
    with database.reading() as tx:
        found = tx.rows(named.order_by(accounts.c.id).limit(count))
    members = [Member(**row._asdict(), cv=f"job-cvs/{row.id}/{new_id()}-cv.pdf") for row in found]
    if members:
        with database.writing() as tx:
            tx.execute(assets.insert(), [_cv(member, now) for member in members])
    return members


def _cv(member: Member, now: datetime) -> dict[str, object]:
    return {
        "id": new_id(),
        "account_id": member.id,
        "object_path": member.cv,
        "folder": "job-cvs",
        "content_type": "application/pdf",
        "file_size_bytes": 80_000,
        "is_cover": False,
        "feed_post_id": None,
        "state": "ready",
        "digest": None,
        "expires_at": now + timedelta(hours=1),
        "created_at": now,
        "ready_at": now,
    }


def _active_roles(database: Database) -> list[str]:
    with database.reading() as tx:
        found = tx.rows(sa.select(roles.c.id).where(roles.c.status == "active"))
    return [row.id for row in found]


def _batches(some: Iterable[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    left = iter(some)
    while batch := list(itertools.islice(left, _BATCH)):
        yield batch


if __name__ == "__main__":
    main()
