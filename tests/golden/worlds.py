"""Data with some hundred rows per list, always the same, with later changes.

Rows are written by the areas' own functions, with ids and times from a seed. Then some are edited,
closed, hidden or deleted, so that index entries are also removed.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from bridgework.areas.identity.accounts.schemas import VendorsRole
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.people.vendors import queries as vendor_writes
from bridgework.areas.people.vendors.records import Fields
from bridgework.areas.work.jobs import policies as job_policies
from bridgework.areas.work.jobs.moderation_hooks import JOB
from bridgework.areas.work.jobs.queries import posting_writes as jobs
from bridgework.areas.work.jobs.records import Job
from bridgework.areas.work.roles.queries import posting_writes as roles
from bridgework.areas.work.roles.records import Role
from bridgework.kit.core import Id
from bridgework.kit.data.db import from_json, from_values
from tests import cast, make
from tests.areas.jobs import board
from tests.areas.jobs.board import id_of
from tests.golden import words
from tests.world import Person, World

ROWS = 300


@dataclass(frozen=True, slots=True)
class Golden:
    """A world, its readers, and the names of the ids in its responses."""

    world: World
    readers: Mapping[str, Person]
    partner: Mapping[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def new_id(self, draw: random.Random, name: str) -> Id:
        """Return an id whose order does not depend on the time of its creation."""
        new = str(UUID(int=draw.getrandbits(128), version=4))
        self.names[new] = name
        return Id(new)


def _golden(world: World, scope: str, **readers: Person) -> Golden:
    partner = board.partner_headers(world, readers["root"], scope) if scope else {}
    names = {str(person.id): name for name, person in readers.items()}
    return Golden(world, readers, partner, names)


def experts(world: World) -> Golden:
    draw = random.Random("experts")  # noqa: S311
    golden = Golden(world, {})
    ids = []
    for number in range(ROWS):
        world.clock.advance(minutes=draw.choice((0, 0, 1, 2000)))
        name = f"{draw.choice(words.FIRST_NAMES)} {draw.choice(words.LAST_NAMES)}"
        ident = golden.new_id(draw, f"{number}")
        profile = _profile(draw)
        last_seen_at = (
            None if draw.random() < 0.3 else world.clock.now() - timedelta(days=draw.randrange(9))
        )
        columns = {"id": ident, "last_seen_at": last_seen_at}
        ids.append(make.expert(world, name, columns=columns, **profile))
    for account_id in draw.sample(ids, 40):
        changes: list[dict[str, object]] = [
            {"disabled_at": world.clock.now()},
            {"verification_tier": "not-verified"},
            {"first_name": "Renamed", "last_name": draw.choice(words.LAST_NAMES)},
            {"verification_tier": "pro"},
        ]
        make.change_account(world, account_id, **draw.choice(changes))
    return golden


def _profile(draw: random.Random) -> dict[str, object]:
    location, years = draw.choice((*words.PLACES, None)), draw.choice((None, 0, 3, 7.5, 20))
    optional = {
        "location": location,
        "years_experience": years,
        "tags": words.some(draw, words.TAGS, 3),
        "skills": [{"category": "Clinical", "items": draw.sample(words.SKILLS, 2)}],
        "availability": draw.choice((None, "Immediately", "Within 30 days", "Weekends")),
        "engagement_type": draw.choice((None, "Advisory", "Full-time", "Fractional")),
        "company": words.company(draw),
    }
    specialty = [draw.choice(("Endodontics", "Orthodontics", "Oral Surgery", "Pediatrics"))]
    text = {"title": draw.choice(words.TITLES), "bio": words.text(draw, 2)}
    given = {name: value for name, value in optional.items() if value}
    return {**text, "specialty": specialty, **given}


def jobs_list(world: World) -> Golden:
    people = board.sign_up_all(world)
    golden = _golden(
        world,
        "jobs:read",
        carla=people.carla,
        dora=people.dora,
        cyrus=people.cyrus,
        eli=people.eli,
        root=people.root,
    )
    draw = random.Random("jobs")  # noqa: S311
    disabled = make.account(world, "Gone Clinic", jobs_role="recruiter")
    golden.names[disabled] = "gone"
    owners = [id_of(people.carla), id_of(people.dora), disabled]
    statuses: dict[str, str] = {}
    for number in range(ROWS):
        ident = golden.new_id(draw, f"{number}")
        row = _job(world, draw, ident, draw.choices(owners, (5, 4, 1))[0])
        with world.application.app_state.database.writing() as tx:
            jobs.add(tx, from_values(Job, row))
        statuses[ident] = row["status"]
    _offer(world, people, [ident for ident, status in statuses.items() if status == "approved"])
    _change_jobs(world, draw, people, statuses)
    make.change_account(world, disabled, disabled_at=world.clock.now())
    return golden


def _job(world: World, draw: random.Random, ident: Id, owner: str) -> dict[str, Any]:
    at = world.clock.now() - timedelta(hours=draw.randrange(100))
    status = draw.choices(
        ("approved", "pending", "rejected", "closed", "expired"), (14, 2, 1, 1, 1)
    )[0]
    expires = None
    if status in {"approved", "expired"}:
        life = (
            job_policies.VALIDITY if status == "approved" and draw.random() < 0.9 else timedelta(0)
        )
        expires = at + life
    return {
        "id": ident,
        "user_id": owner,
        "fields": _job_fields(draw),
        "status": status,
        "rejection_reason": "Too short." if status == "rejected" else None,
        "expires_at": expires,
        "version": 1,
        "created_at": at,
        "updated_at": at,
    }


def _job_fields(draw: random.Random) -> dict[str, Any]:
    most = draw.choice((None, None, 0, 90_000, 150_000, 150_000.5, 210_000, 10_000_000))
    least = None if most == 0 else draw.choice((None, 0, 80_000, 90_000))
    optional = {
        "specialty": draw.choice((None, "endodontics", "orthodontics", "periodontics")),
        "role_type": draw.choice((None, "general", "specialist")),
        "employment_type": draw.choice((None, "full-time", "part-time", "per-diem")),
        "worker_classification": draw.choice((None, "1099", "w2")),
        "years_of_experience": draw.choice((None, "0-2", "3-5", "5-plus")),
        "open_to_mentoring": draw.choice((None, True, False)),
        "location": draw.choice((None, *words.PLACES)),
        "additional_locations": words.some(draw, words.PLACES, 2) or None,
        "annual_comp_min": least,
        "annual_comp_max": most,
        "required_procedures": draw.choice((None, ["endo-molar"], ["sedation-iv", "endo-molar"])),
    }
    return {
        "company_name": words.company(draw),
        "contact_person": "Carla",
        "contact_email": "office@example.com",
        "role_needed": draw.choice(words.TITLES),
        "challenge": words.text(draw, draw.randint(1, 3)),
        **{name: value for name, value in optional.items() if value is not None},
    }


def _offer(world: World, people: board.Cast, approved: list[str]) -> None:
    """Give Cyrus access to the contacts of some jobs that match him."""
    for job in [one for one in approved if _is_open(world, people, one)][:5]:
        path = f"/jobs/applications/{board.apply(world, job, people.cyrus)}"
        for status in ("reviewing", "interview", "offered"):
            world.patch(path, {"status": status}, as_=people.root).must(200)


def _is_open(world: World, people: board.Cast, job: str) -> bool:
    response = world.get(f"/jobs/{job}", as_=people.cyrus)
    return response.status == 200 and response.data["status"] == "approved"


def _change_jobs(
    world: World, draw: random.Random, people: board.Cast, statuses: Mapping[str, str]
) -> None:
    for job in draw.sample(sorted(statuses), 60):
        world.clock.advance(seconds=1)
        how = draw.choice(("edit", "edit", "close", "approve", "hide", "restore"))
        if how == "edit":
            edit = {"roleNeeded": draw.choice(words.TITLES), "location": "Boise, Idaho"}
            world.patch(f"/admin/jobs/{job}", edit, as_=people.root).must(200)
        elif how in {"close", "approve"}:
            path = f"/admin/jobs/{job}/approve" if how == "approve" else f"/jobs/{job}/close"
            assert world.post(path, {}, as_=people.root).status in {200, 409}
        else:
            with world.application.app_state.database.writing() as tx:
                JOB.set_hidden(tx, Id(job), world.clock.now(), hidden=True)
                if how == "restore":
                    JOB.set_hidden(tx, Id(job), world.clock.now(), hidden=False)


def roles_list(world: World) -> Golden:
    ben = cast.ben(world)
    carl = cast.sign_up(world, "carl@example.com", role="rpo")
    ada, root = cast.ada(world), cast.root(world)
    make.into_expert(world, ada, "Ada Lovell")
    golden = _golden(world, "", ben=ben, carl=carl, ada=ada, root=root)
    draw = random.Random("roles")  # noqa: S311
    disabled = make.account(world, "Gone Client", role="client")
    golden.names[disabled] = "gone"
    owners = [id_of(ben), id_of(carl), disabled]
    ids = []
    for number in range(ROWS):
        ident = golden.new_id(draw, f"{number}")
        row = _role(world, draw, ident, draw.choices(owners, (5, 4, 1))[0])
        with world.application.app_state.database.writing() as tx:
            roles.add(tx, from_values(Role, row))
        ids.append(str(ident))
    for role in draw.sample(ids, 60):
        world.clock.advance(seconds=1)
        edit = {"roleNeeded": draw.choice(words.TITLES), "tags": words.some(draw, words.TAGS, 3)}
        if draw.random() < 0.3:
            world.delete(f"/roles/{role}", as_=root).must(200)
        elif draw.random() < 0.5:
            world.patch(f"/roles/{role}", edit, as_=root).must(200)
        else:
            assert world.patch(f"/roles/{role}", {"status": "active"}, as_=root).status < 500
    make.change_account(world, disabled, disabled_at=world.clock.now())
    return golden


def _role(world: World, draw: random.Random, ident: Id, owner: str) -> dict[str, Any]:
    at = world.clock.now() - timedelta(hours=draw.randrange(100))
    return {
        "id": ident,
        "user_id": owner,
        "fields": {
            "company_name": words.company(draw),
            "healthcare_vertical": draw.choice(words.VERTICALS),
            "contact_person": "Ben",
            "contact_email": "office@example.com",
            "role_needed": draw.choice(words.TITLES),
            "working_preference": "Advisory",
            "challenge": words.text(draw, draw.randint(1, 3)),
            "timeline": "Soon",
            "budget_range": "150 an hour",
            "hours_per_week": None,
            "location": draw.choice((None, *words.PLACES)),
            "tags": draw.choice((None, words.some(draw, words.TAGS, 3))),
        },
        "status": draw.choices(("active", "pending", "filled", "closed"), (7, 2, 1, 1))[0],
        "version": 1,
        "created_at": at,
        "updated_at": at,
    }


def vendors_list(world: World) -> Golden:
    ada, root = cast.ada(world), cast.root(world)
    golden = _golden(world, "vendors:read", ada=ada, root=root)
    draw = random.Random("vendors")  # noqa: S311
    kinds: Sequence[VendorsRole] = ("vendor", "ambassador")
    ids = []
    for number in range(ROWS):
        kind = draw.choice(kinds)
        first, last = draw.choice((*words.FIRST_NAMES, "")), draw.choice(words.LAST_NAMES)
        columns = {
            "id": golden.new_id(draw, f"{number}"),
            "vendors_role": kind,
            "vendors_verification_tier": draw.choice(("verified", "pro", "not-verified")),
            "on_matchmaker": False,
        }
        account_id = make.account(world, f"{first} {last}".strip(), **columns)
        with world.application.app_state.database.writing() as tx:
            fields = _vendor(draw, kind)
            vendor_writes.put_profile(
                tx, account_id, kind, world.clock.now(), fields=from_json(Fields, fields)
            )
            vendors.reindex(tx, account_id)
        ids.append(account_id)
    for account_id in draw.sample(ids, 50):
        changes: list[dict[str, object]] = [
            {"disabled_at": world.clock.now()},
            {"vendors_verification_tier": "not-verified"},
            {"vendors_verification_tier": "verified"},
            {"first_name": "Renamed"},
        ]
        make.change_account(world, account_id, **draw.choice(changes))
    return golden


def _vendor(draw: random.Random, kind: str) -> dict[str, Any]:
    optional: dict[str, Any] = {
        "categories": words.some(draw, words.CATEGORIES, 3) or None,
        "subcategories": words.some(draw, words.SUBCATEGORIES, 2) or None,
    }
    if kind == "vendor":
        optional |= {
            "company_name": draw.choice((None, words.company(draw), words.company(draw))),
            "offering": words.text(draw, 1),
            "pain_point": words.text(draw, 1),
        }
    else:
        optional |= {"location": draw.choice(words.PLACES), "bio": words.text(draw, 2)}
    return {name: value for name, value in optional.items() if value is not None}


MAKERS: Mapping[str, Callable[[World], Golden]] = {
    "experts": experts,
    "jobs": jobs_list,
    "roles": roles_list,
    "vendors": vendors_list,
}
