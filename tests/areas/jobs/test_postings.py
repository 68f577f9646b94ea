"""Job postings: creation, visibility, changes, decisions and closing."""

from typing import Any

import pytest

from tests import make
from tests.areas.jobs import board
from tests.statements import noted
from tests.world import ANONYMOUS, Person, World


def test_a_new_job_is_pending(world: World) -> None:
    people = board.sign_up_all(world)
    created = world.post("/jobs", dict(board.POSTING), as_=people.carla).must(201)
    read = world.get(f"/jobs/{created.data['id']}", as_=people.carla).must(200)
    assert read.data == created.data
    assert {name: created.data[name] for name in board.POSTING} == board.POSTING
    assert (created.data["status"], created.data["userId"]) == ("pending", people.carla.id)
    assert (created.data["expiresAt"], created.data["rejectionReason"]) == (None, None)
    assert created.headers["location"].endswith(f"/jobs/{created.data['id']}")


def test_omitted_members_are_null(world: World) -> None:
    people = board.sign_up_all(world)
    created = world.post("/jobs", dict(board.REQUIRED), as_=people.dora).must(201).data
    left_out = board.POSTING.keys() - board.REQUIRED.keys()
    assert {created[name] for name in left_out} == {None}


def test_only_clinics_create_jobs(world: World) -> None:
    people = board.sign_up_all(world)
    for person, status in ((ANONYMOUS, 401), (people.cyrus, 403), (people.root, 403)):
        world.post("/jobs", dict(board.POSTING), as_=person).must(status)
        world.get("/jobs/mine", as_=person).must(status)


def test_all_faults_are_reported_at_once(world: World) -> None:
    people = board.sign_up_all(world)
    body = {
        **board.POSTING,
        "companyName": "12",
        "contactEmail": "nobody",
        "headcount": 0,
        "benefits": [""],
        "requiredProcedures": ["magic"],
    }
    del body["challenge"]
    refused = world.post("/jobs", body, as_=people.carla).must(422)
    faulty = {"companyName", "contactEmail", "headcount", "benefits[0]", "requiredProcedures[0]"}
    assert set(refused.faults) == {*faulty, "challenge"}


def test_the_minimum_compensation_must_not_exceed_the_maximum(world: World) -> None:
    people = board.sign_up_all(world)
    wrong = {**board.POSTING, "annualCompMin": 210_001, "annualCompMax": 210_000.5}
    refused = world.post("/jobs", wrong, as_=people.carla).must(422)
    assert refused.faults == {"annualCompMax": "below_minimum"}
    job = board.post_approved(world, people)
    change = {"annualCompMax": 100_000}
    for path, person in ((f"/jobs/{job}", people.carla), (f"/admin/jobs/{job}", people.root)):
        assert set(world.patch(path, change, as_=person).must(422).faults) == {"annualCompMax"}


def test_a_pending_job_is_visible_to_its_owner_and_administrators(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post(world, people.carla)
    statuses = {"carla": 200, "root": 200, "dora": 404, "cyrus": 404, "eli": 404}
    for name, status in statuses.items():
        world.get(f"/jobs/{job}", as_=getattr(people, name)).must(status)
    world.get(f"/jobs/{job}", as_=ANONYMOUS).must(401)
    assert board.list_ids(world, people.cyrus) == []
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    for name in statuses:
        world.get(f"/jobs/{job}", as_=getattr(people, name)).must(200)
        assert board.list_ids(world, getattr(people, name)) == [job]
    world.get(f"/jobs/{board.UNKNOWN_ID}", as_=people.carla).must(404)


def test_partners_read_open_jobs_without_the_contact(world: World) -> None:
    people = board.sign_up_all(world)
    job, pending = board.post_approved(world, people), board.post(world, people.carla)
    headers = board.partner_headers(world, people.root)
    job_read = world.get(f"/jobs/{job}", headers=headers).must(200).data
    (listed,) = world.get("/jobs", headers=headers).must(200).data["items"]
    assert listed == job_read
    assert (job_read["contactPerson"], job_read["contactEmail"], job_read["rejectionReason"]) == (
        None,
    ) * 3
    world.get(f"/jobs/{pending}", headers=headers).must(404)
    other = board.partner_headers(world, people.root, "events:read")
    for path in ("/jobs", f"/jobs/{job}"):
        assert world.get(path, headers=other).must(403).error == "scope_missing"


def test_the_contact_is_visible_to_offered_applicants_the_owner_and_administrators(
    world: World,
) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    application = board.apply(world, job, people.cyrus)

    def contacts() -> list[Any]:
        readers = (people.cyrus, people.eli, people.dora, people.carla, people.root)
        return [
            world.get(f"/jobs/{job}", as_=item).must(200).data["contactEmail"] for item in readers
        ]

    contact = board.POSTING["contactEmail"]
    board.decide(world, people, application, "reviewing", "interview")
    assert contacts() == [None, None, None, contact, contact]
    board.decide(world, people, application, "offered")
    assert contacts() == [contact, None, None, contact, contact]
    board.decide(world, people, application, "hired")
    assert contacts()[0] == contact
    (listed,) = world.get("/jobs", as_=people.cyrus).must(200).data["items"]
    assert (listed["contactPerson"], listed["contactEmail"]) == ("Carla Mendizábal", contact)


# --- status -----------------------------------------------------------------------------------


def post_with_status(world: World, people: board.Cast, state: str) -> str:
    """Create a job of Carla's with a status."""
    job = board.post(world, people.carla)
    if state == "rejected":
        world.post(f"/admin/jobs/{job}/reject", {"reason": "Too short"}, as_=people.root).must(200)
    elif state != "pending":
        world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    if state == "closed":
        world.post(f"/jobs/{job}/close", as_=people.carla).must(200)
    return job


def test_an_edit_without_changes_keeps_a_job_approved(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    for body in ({}, {"headcount": 2}):
        unchanged = world.patch(f"/jobs/{job}", body, as_=people.carla).must(200).data
        assert unchanged["status"] == "approved"


def test_the_rejection_reason_is_visible_to_the_owner_and_administrators(world: World) -> None:
    people = board.sign_up_all(world)
    job = post_with_status(world, people, "rejected")
    for person in (people.carla, people.root):
        job_read = world.get(f"/jobs/{job}", as_=person).must(200).data
        assert job_read["rejectionReason"] == "Too short"
    subject, text = board.last_email(world, people.carla)
    assert "rejected" in subject
    assert "Too short" in text
    edited = world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.carla).must(200).data
    assert edited["rejectionReason"] is None


def test_decisions_of_administrators_are_emailed_and_audited(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    assert "approved" in board.last_email(world, people.carla)[0]
    world.patch(f"/admin/jobs/{job}", {"headcount": 9}, as_=people.root).must(200)
    world.post(f"/jobs/{job}/close", as_=people.root).must(200)
    assert "closed" in board.last_email(world, people.carla)[0]
    rejected = post_with_status(world, people, "rejected")
    moves = {
        "job.approve": (job, [("status", "pending", "approved")]),
        "job.change": (job, [("headcount", None, None)]),
        "job.close": (job, [("status", "approved", "closed")]),
        "job.reject": (rejected, [("status", "pending", "rejected")]),
    }
    for action, (target, expected) in moves.items():
        (entry,) = board.audit_entries(world, people, action)
        changes = [(item["field"], item["before"], item["after"]) for item in entry["changes"]]
        assert (entry["target"], changes) == (target, expected)


def test_only_the_owner_and_administrators_change_a_job(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    others = ((ANONYMOUS, 401), (people.dora, 403), (people.cyrus, 403))
    for person, status in others:
        world.patch(f"/jobs/{job}", {"headcount": 3}, as_=person).must(status)
        world.post(f"/jobs/{job}/close", as_=person).must(status)
        world.patch(f"/admin/jobs/{job}", {"headcount": 3}, as_=person).must(status)
        for action in ("approve", "reject"):
            world.post(f"/admin/jobs/{job}/{action}", as_=person).must(status)
    refusal = world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.dora)
    assert refusal.error == "not_the_clinic"
    pending = board.post(world, people.carla)
    world.patch(f"/jobs/{pending}", {"headcount": 3}, as_=people.dora).must(404)
    world.post(f"/jobs/{pending}/close", as_=people.dora).must(404)


def test_an_unknown_job_is_not_found(world: World) -> None:
    people = board.sign_up_all(world)
    unknown = board.UNKNOWN_ID
    world.patch(f"/jobs/{unknown}", {}, as_=people.carla).must(404)
    world.post(f"/jobs/{unknown}/close", as_=people.carla).must(404)
    world.patch(f"/admin/jobs/{unknown}", {}, as_=people.root).must(404)
    for action in ("approve", "reject"):
        world.post(f"/admin/jobs/{unknown}/{action}", as_=people.root).must(404)


def test_bodies_are_validated(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post(world, people.carla)
    wrong = {"headcount": None}
    for path, person in ((f"/jobs/{job}", people.carla), (f"/admin/jobs/{job}", people.root)):
        assert set(world.patch(path, wrong, as_=person).must(422).faults) == {"headcount"}
    for action in ("approve", "reject"):
        long = {"reason": "x" * 1001}
        refused = world.post(f"/admin/jobs/{job}/{action}", long, as_=people.root).must(422)
        assert set(refused.faults) == {"reason"}


def test_every_change_checks_the_version(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post(world, people.carla)
    outdated = {"if-match": world.get(f"/jobs/{job}", as_=people.carla).headers["etag"]}
    first = world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.carla, headers=outdated).must(
        200
    )
    refused_changes = [
        world.patch(f"/jobs/{job}", {"headcount": 4}, as_=people.carla, headers=outdated),
        world.patch(f"/admin/jobs/{job}", {"headcount": 4}, as_=people.root, headers=outdated),
        world.post(f"/admin/jobs/{job}/approve", as_=people.root, headers=outdated),
        world.post(f"/admin/jobs/{job}/reject", as_=people.root, headers=outdated),
        world.post(f"/jobs/{job}/close", as_=people.carla, headers=outdated),
    ]
    assert [item.error for item in refused_changes] == ["precondition_failed"] * len(
        refused_changes
    )
    current = {"if-match": first.headers["etag"]}
    world.post(f"/admin/jobs/{job}/approve", as_=people.root, headers=current).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_several_concurrent_decisions_succeeds(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post(world, people.carla)
    actions = ["approve", "reject"] * 4

    def deciding(action: str) -> board.Sending:
        return lambda: world.sending("POST", f"/admin/jobs/{job}/{action}", as_=people.root)

    answers = world.together([deciding(action) for action in actions])
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7
    (winner,) = (
        action for action, answer in zip(actions, answers, strict=True) if answer.status == 200
    )
    state = world.get(f"/jobs/{job}", as_=people.carla).must(200).data["status"]
    assert state == {"approve": "approved", "reject": "rejected"}[winner]


def test_jobs_of_a_disabled_account_are_not_visible(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    path, headers = f"/admin/users/{people.carla.id}", board.partner_headers(world, people.root)
    world.post(f"{path}/disable", {"reason": "why not"}, as_=people.root).must(200)
    world.get(f"/jobs/{job}", as_=people.cyrus).must(404)
    assert board.list_ids(world, people.cyrus) == []
    assert world.get("/jobs/feed.json", headers=headers).must(200).data["@graph"] == []
    assert world.get("/jobs/matches/mine", as_=people.cyrus).must(200).data["items"] == []
    refused = {**board.APPLICATION}
    world.post(f"/jobs/{job}/applications", refused, as_=people.cyrus).must(404)
    world.post(f"{path}/enable", as_=people.root).must(200)
    world.get(f"/jobs/{job}", as_=people.cyrus).must(200)
    assert world.get("/jobs/matches/mine", as_=people.cyrus).must(200).data["items"]


def test_a_posting_says_how_it_stands_with_the_caller(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    application = board.apply(world, job, people.cyrus)
    board.apply(world, job, people.eli)
    board.decide(world, people, application, "reviewing")

    def read(person: Person) -> tuple[object, object]:
        posting = world.get(f"/jobs/{job}", as_=person).must(200).data
        listed = world.get("/jobs", as_=person).must(200).data["items"]
        assert listed == [posting]
        owner = {"name": "Carla Mendizábal", "avatarUrl": "https://pictures.example/carla.png"}
        assert posting["owner"] == owner
        return posting["applicationCounts"], posting["myApplication"]

    name = {"first_name": "Carla", "last_name": "Mendizábal"}
    picture = "https://pictures.example/carla.png"
    make.change_account(world, board.id_of(people.carla), **name, avatar_url=picture)
    counts = {
        **dict.fromkeys(("interview", "offered", "hired", "declined", "withdrawn"), 0),
        "submitted": 1,
        "reviewing": 1,
    }
    assert read(people.cyrus) == (None, {"id": application, "status": "reviewing"})
    assert read(people.carla) == read(people.root) == (counts, None)
    assert read(people.dora) == (None, None)
    mine = world.get("/jobs/mine", as_=people.carla).must(200).data["items"]
    everything = world.get("/admin/jobs", as_=people.root).must(200).data["items"]
    assert [item["applicationCounts"] for item in (*mine, *everything)] == [counts, counts]


def test_a_partner_reads_no_names_and_no_applications(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    board.apply(world, job, people.cyrus)
    partner = board.partner_headers(world, people.root)
    read = world.get(f"/jobs/{job}", headers=partner).must(200).data
    assert [read[name] for name in ("owner", "applicationCounts", "myApplication")] == [None] * 3


def test_a_page_of_postings_is_one_statement(world: World) -> None:
    people = board.sign_up_all(world)
    for _ in range(3):
        board.apply(world, board.post_approved(world, people), people.cyrus)
    for path, person in (("/jobs", people.cyrus), ("/jobs/mine", people.carla)):
        with noted(world, "job_applications") as statements:
            page = world.get(path, as_=person).must(200).data
        assert (len(page["items"]), len(statements)) == (3, 1)
