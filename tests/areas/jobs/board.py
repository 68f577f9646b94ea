"""What the tests of jobs share: a posting, and the people around it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bridgework.areas.jobs.profiles import actions as people
from bridgework.areas.matching import tables as matching
from bridgework.areas.profiles import queries as profiles
from bridgework.areas.uploads.tables import assets
from bridgework.kit.ids import Id, new_id
from tests import cast, make
from tests.world import Person, Response, World

Sending = Callable[[], Awaitable[Response]]

SOMETHING = "01942520-e3a0-7704-b3c8-3850c0ae0354"

LEAST: Mapping[str, Any] = {
    "companyName": "Orchard Gate Dental",
    "contactPerson": "Carla Mendizábal",
    "contactEmail": "carla@orchard.example",
    "roleNeeded": "Associate endodontist",
    "challenge": "Our molars wait three weeks.",
}
POSTING: Mapping[str, Any] = {
    **LEAST,
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
    """Everybody who has to do with a job."""

    carla: Person
    """The clinic that posts."""
    dora: Person
    """Another clinic: a recruiter."""
    cyrus: Person
    """A verified candidate who looks."""
    eli: Person
    """A member without a part in jobs."""
    root: Person


def cast_of(world: World) -> Cast:
    """The people, signed in."""
    carla = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    dora = cast.sign_up(world, "dora@example.com", jobsRole="recruiter")
    cyrus = cast.sign_up(world, "cyrus@example.com", jobsRole="candidate")
    eli = cast.sign_up(world, "eli@example.com")
    verify(world, cyrus)
    return Cast(carla, dora, cyrus, eli, cast.root(world))


def verify(world: World, person: Person, name: str = "Cyrus Daneshvar", **profile: object) -> None:
    """Make somebody a verified candidate with a profile."""
    first, _, last = name.partition(" ")
    account_id = id_of(person)
    row = {"account_id": account_id, "version": 1, "updated_at": world.clock.now()}
    with world.application.app_state.database.writing() as tx:
        profiles.add_many(tx, [{**row, "fields": {**PROFILE, **profile}}])
    standing = {"jobs_role": "candidate", "jobs_verification_tier": "verified"}
    make.change_account(world, account_id, first_name=first, last_name=last, **standing)


def candidate(world: World, name: str, **profile: object) -> Id:
    """A verified candidate whom nobody can sign in as."""
    standing = {"jobs_role": "candidate", "jobs_verification_tier": "verified"}
    made = make.account(world, name, **standing)
    row = {"account_id": made, "version": 1, "updated_at": world.clock.now()}
    with world.application.app_state.database.writing() as tx:
        profiles.add_many(tx, [{**row, "fields": {**PROFILE, **profile}}])
        people.reindex(tx, made)
    return made


def post(world: World, clinic: Person, **members: Any) -> str:
    """A job that waits."""
    made = world.post("/jobs", {**POSTING, **members}, as_=clinic).must(201)
    return str(made.data["id"])


def approved(world: World, people: Cast, **members: Any) -> str:
    """A job of Carla's that an administrator has approved."""
    job = post(world, people.carla, **members)
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    return job


def least(world: World, people: Cast, **members: Any) -> str:
    """An approved job of few words."""
    made = world.post("/jobs", {**LEAST, **members}, as_=people.carla).must(201).data
    world.post(f"/admin/jobs/{made['id']}/approve", as_=people.root).must(200)
    return str(made["id"])


def walked(world: World, people: Cast, query: str) -> list[str]:
    """The ids of all pages of the open list, as Cyrus goes through them."""
    seen: list[str] = []
    cursor = ""
    while True:
        page = world.get(f"/jobs?{query}&cursor={cursor}", as_=people.cyrus).must(200).data
        seen += [one["id"] for one in page["items"]]
        if not page["hasMore"]:
            return seen
        cursor = page["nextCursor"]


def apply(world: World, job: str, person: Person, **members: Any) -> str:
    """Somebody's application, with an address of their own."""
    sent = {**APPLICATION, "email": person.email, **members}
    return str(world.post(f"/jobs/{job}/applications", sent, as_=person).must(201).data["id"])


def decide(world: World, people: Cast, application: str, *steps: str) -> None:
    """Move an application on, as Carla."""
    for step in steps:
        path = f"/jobs/applications/{application}"
        world.patch(path, {"status": step}, as_=people.carla).must(200)


def cv(world: World, person: Person, *, state: str = "ready") -> str:
    """The path of a CV that somebody has brought."""
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
    """Whether an upload is still there."""
    with world.application.app_state.database.reading() as tx:
        return bool(tx.rows(assets.select().where(assets.c.object_path == path)))


def partner(world: World, root: Person, scope: str = "jobs:read") -> Mapping[str, str]:
    """The headers of a partner's call."""
    sent = {"name": "A site of dentists", "scopes": [scope]}
    made = world.post("/admin/api-keys", sent, as_=root).must(201).data
    return {"x-api-key": str(made["key"])}


def listed(world: World, person: Person, path: str = "/jobs") -> list[str]:
    """The ids on a page."""
    return [one["id"] for one in world.get(path, as_=person).must(200).data["items"]]


def last_letter(world: World, to: Person) -> tuple[str, str]:
    """The subject and the text of the newest letter to somebody."""
    letter = world.mail(to.email)[-1]
    text = letter.get_body(("plain",))
    assert text is not None
    return str(letter["subject"]), text.get_content()


def audited(world: World, people: Cast, action: str) -> list[Any]:
    """The entries of an action in the audit log, newest first."""
    found = world.get(f"/admin/logs?action={action}", as_=people.root).must(200).data["items"]
    return list(found)


def id_of(person: Person) -> Id:
    assert person.id is not None
    return Id(person.id)


def wear(world: World) -> None:
    """Have everything matched be compiled by an older formula."""
    with world.application.app_state.database.writing() as tx:
        for table in (matching.people, matching.postings):
            tx.execute(table.update().values(formula="older"))


def worn(world: World) -> int:
    """How much of what is matched was compiled by an older formula."""
    with world.application.app_state.database.reading() as tx:
        tables = (matching.people, matching.postings)
        return sum(len(tx.rows(one.select().where(one.c.formula == "older"))) for one in tables)
