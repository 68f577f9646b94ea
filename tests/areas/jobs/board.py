"""Job postings, the people of the tests, and their requests."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bridgework.areas.identity.uploads.tables import assets
from bridgework.areas.people.matching import tables as matching
from bridgework.areas.people.profiles import queries as profiles
from bridgework.areas.people.profiles.records import Profile
from bridgework.areas.work.jobs.profiles import actions as people
from bridgework.areas.work.jobs.profiles import queries as job_accounts
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import from_values
from tests import cast, make
from tests.remembered import remembered
from tests.world import Person, Response, World

Sending = Callable[[], Awaitable[Response]]

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"

REQUIRED: Mapping[str, Any] = {
    "companyName": "Orchard Gate Dental",
    "contactPerson": "Carla Mendizábal",
    "contactEmail": "carla@orchard.example",
    "roleNeeded": "Associate endodontist",
    "challenge": "Our molars wait three weeks.",
}
POSTING: Mapping[str, Any] = {
    **REQUIRED,
    "profession": "specialist",
    "roleType": "specialist",
    "specialty": "endodontics",
    "headcount": 2,
    "location": "Austin, Texas",
    "additionalLocations": ["Round Rock, Texas"],
    "employmentType": "part-time",
    "workerClassification": "w2",
    "requiredDaysHours": "Tuesdays\nand Thursdays",
    "startDate": "In spring",
    "annualCompMin": 150_000,
    "annualCompMax": 210_000.5,
    "guaranteedDailyRate": 900,
    "guaranteeType": "base",
    "labFeeResponsibility": "practice",
    "tieredCommission": True,
    "dailyProductionGoal": 4200,
    "benefits": ["Health insurance"],
    "yearsOfExperience": "3-5",
    "experienceLevel": "preferred",
    "requiredProcedures": ["endo-molar", "endo-retreatment"],
    "microscopeUse": "required",
    "requiredLicenses": ["Texas"],
    "nonNegotiableAvailability": "One Saturday a month",
    "openToMentoring": True,
    "officeDescription": "Nine chairs.",
    "whyAttractive": "A lab down the hall.",
    "neighborhoodDescription": "Quiet.",
    "majorEquipment": ["Cone-beam CT"],
    "specialistCaseVolume": "Ten molars a week",
}
APPLICATION: Mapping[str, Any] = {
    "firstName": "Cyrus",
    "lastName": "Daneshvar",
    "email": "cyrus@example.com",
}
PROFILE: Mapping[str, object] = {
    "title": "Associate dentist",
    "specialty": ["Endodontics"],
    "location": "Austin, Texas",
    "years_experience": 4,
    "licenses": [{"license_number": "TX-D33907", "licensed_state": "Texas"}],
    "phone_number": "5125550164",
}


@dataclass(frozen=True, slots=True)
class Cast:
    """The people of the tests of jobs."""

    carla: Person
    """The clinic that owns the job."""
    dora: Person
    """Another clinic: a recruiter."""
    cyrus: Person
    """A verified candidate who looks for a job."""
    eli: Person
    """A member without a role on the jobs platform."""
    root: Person


@remembered
def sign_up_all(world: World) -> Cast:
    """Sign up all people of the tests."""
    carla = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    dora = cast.sign_up(world, "dora@example.com", jobsRole="recruiter")
    cyrus = cast.sign_up(world, "cyrus@example.com", jobsRole="candidate")
    eli = cast.sign_up(world, "eli@example.com")
    verify(world, cyrus)
    return Cast(carla, dora, cyrus, eli, cast.root(world))


def verify(world: World, person: Person, name: str = "Cyrus Daneshvar", **profile: object) -> None:
    """Make a member a verified candidate with a profile."""
    first, _, last = name.partition(" ")
    account_id = id_of(person)
    row = {
        "account_id": account_id,
        "fields": {**PROFILE, **profile},
        "version": 1,
        "updated_at": world.clock.now(),
    }
    with world.application.app_state.database.writing() as tx:
        profiles.add_many(tx, [from_values(Profile, row)])
    columns = {"jobs_role": "candidate", "jobs_verification_tier": "verified"}
    make.change_account(world, account_id, first_name=first, last_name=last, **columns)


def candidate(world: World, name: str, **profile: object) -> Id:
    """Create a verified candidate who cannot sign in."""
    columns = {"jobs_role": "candidate", "jobs_verification_tier": "verified"}
    account_id = make.account(world, name, **columns)
    row = {
        "account_id": account_id,
        "fields": {**PROFILE, **profile},
        "version": 1,
        "updated_at": world.clock.now(),
    }
    with world.application.app_state.database.writing() as tx:
        profiles.add_many(tx, [from_values(Profile, row)])
        people.reindex(tx, account_id)
    return account_id


def set_credential(world: World, account_id: Id, credential: str) -> None:
    """Set the credential of a candidate who cannot sign in."""
    with world.application.app_state.database.writing() as tx:
        job_accounts.get_or_create_account(tx, account_id)
        job_accounts.update(tx, account_id, {"credential": credential})
        people.reindex(tx, account_id)


def post(world: World, clinic: Person, **members: Any) -> str:
    """Create a pending job."""
    created = world.post("/jobs", {**POSTING, **members}, as_=clinic).must(201)
    return str(created.data["id"])


def post_approved(world: World, people: Cast, **members: Any) -> str:
    """Create an approved job of Carla's."""
    job = post(world, people.carla, **members)
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    return job


def post_required(world: World, people: Cast, **members: Any) -> str:
    """Create an approved job with the required members only."""
    created = world.post("/jobs", {**REQUIRED, **members}, as_=people.carla).must(201).data
    world.post(f"/admin/jobs/{created['id']}/approve", as_=people.root).must(200)
    return str(created["id"])


def list_all_ids(world: World, people: Cast, query: str) -> list[str]:
    """Return the IDs of all pages of the open jobs."""
    ids: list[str] = []
    cursor = ""
    while True:
        page = world.get(f"/jobs?{query}&cursor={cursor}", as_=people.cyrus).must(200).data
        ids += [item["id"] for item in page["items"]]
        if not page["hasMore"]:
            return ids
        cursor = page["nextCursor"]


def apply(world: World, job: str, person: Person, **members: Any) -> str:
    """Apply to a job and return the ID of the application."""
    body = {**APPLICATION, "email": person.email, **members}
    return str(world.post(f"/jobs/{job}/applications", body, as_=person).must(201).data["id"])


def decide(world: World, people: Cast, application: str, *steps: str) -> None:
    """Change the status of an application step by step, as Carla."""
    decide_as(world, people.carla, application, *steps)


def decide_as(world: World, owner: Person, application: str, *steps: str) -> None:
    """Change the status of an application step by step, as the owner of the job."""
    for step in steps:
        world.patch(f"/jobs/applications/{application}", {"status": step}, as_=owner).must(200)


def upload_cv(world: World, person: Person, *, state: str = "ready") -> str:
    """Add an upload of a CV and return its path."""
    account_id, asset_id = id_of(person), new_id()
    path = f"job-cvs/{account_id}/{asset_id}.pdf"
    values = {
        "id": asset_id,
        "account_id": account_id,
        "object_path": path,
        "folder": "job-cvs",
        "content_type": "application/pdf",
        "file_size_bytes": 1000,
        "is_cover": False,
        "state": state,
        "expires_at": world.clock.now(),
        "created_at": world.clock.now(),
    }
    with world.application.app_state.database.writing() as tx:
        tx.execute(assets.insert(), values)
    return path


def has_asset(world: World, path: str) -> bool:
    """Whether an upload exists."""
    with world.application.app_state.database.reading() as tx:
        return bool(tx.rows(assets.select().where(assets.c.object_path == path)))


def partner_headers(world: World, root: Person, scope: str = "jobs:read") -> Mapping[str, str]:
    """Create an API key of a partner and return its headers."""
    body = {"name": "A site of dentists", "scopes": [scope]}
    created = world.post("/admin/api-keys", body, as_=root).must(201).data
    return {"x-api-key": str(created["key"])}


def list_ids(world: World, person: Person, path: str = "/jobs") -> list[str]:
    """Return the IDs of a page."""
    return [item["id"] for item in world.get(path, as_=person).must(200).data["items"]]


def last_email(world: World, to: Person) -> tuple[str, str]:
    """Return the subject and the text of the last e-mail to a member."""
    email = world.mail(to.email)[-1]
    text = email.get_body(("plain",))
    assert text is not None
    return str(email["subject"]), text.get_content()


def audit_entries(world: World, people: Cast, action: str) -> list[Any]:
    """Return the audit entries of an action, newest first."""
    entries = world.get(f"/admin/logs?action={action}", as_=people.root).must(200).data["items"]
    return list(entries)


def id_of(person: Person) -> Id:
    assert person.id is not None
    return Id(person.id)


def make_stale(world: World) -> None:
    """Mark all match data as compiled with an older formula."""
    with world.application.app_state.database.writing() as tx:
        for table in (matching.people, matching.postings):
            tx.execute(table.update().values(formula="older"))


def count_stale(world: World) -> int:
    """Count the match data that was compiled with an older formula."""
    with world.application.app_state.database.reading() as tx:
        tables = (matching.people, matching.postings)
        return sum(
            len(tx.rows(table.select().where(table.c.formula == "older"))) for table in tables
        )
