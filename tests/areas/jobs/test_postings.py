"""Job postings: made, seen, changed, decided, closed and expired."""

from typing import Any

from tests.areas.jobs import board
from tests.world import ANONYMOUS, World


def test_a_clinic_posts_a_job_that_waits(world: World) -> None:
    people = board.cast_of(world)
    made = world.post("/jobs", dict(board.POSTING), as_=people.carla).must(201)
    shown = world.get(f"/jobs/{made.data['id']}", as_=people.carla).must(200)
    assert shown.data == made.data
    assert {name: made.data[name] for name in board.POSTING} == board.POSTING
    assert (made.data["status"], made.data["userId"]) == ("pending", people.carla.id)
    assert (made.data["expiresAt"], made.data["rejectionReason"]) == (None, None)
    assert made.headers["location"].endswith(f"/jobs/{made.data['id']}")


def test_what_is_left_out_is_null(world: World) -> None:
    people = board.cast_of(world)
    made = world.post("/jobs", dict(board.LEAST), as_=people.dora).must(201).data
    left_out = board.POSTING.keys() - board.LEAST.keys()
    assert {made[name] for name in left_out} == {None}


def test_only_clinics_post(world: World) -> None:
    people = board.cast_of(world)
    for person, status in ((ANONYMOUS, 401), (people.cyrus, 403), (people.root, 403)):
        world.post("/jobs", dict(board.POSTING), as_=person).must(status)
        world.get("/jobs/mine", as_=person).must(status)


def test_every_fault_is_told_at_once(world: World) -> None:
    people = board.cast_of(world)
    sent = {
        **board.POSTING,
        "companyName": "12",
        "contactEmail": "nobody",
        "headcount": 0,
        "benefits": [""],
        "requiredProcedures": ["magic"],
    }
    del sent["challenge"]
    refused = world.post("/jobs", sent, as_=people.carla).must(422)
    faulty = {"companyName", "contactEmail", "headcount", "benefits[0]", "requiredProcedures[0]"}
    assert set(refused.faults) == {*faulty, "challenge"}


def test_the_least_pay_is_not_above_the_most(world: World) -> None:
    people = board.cast_of(world)
    wrong = {**board.POSTING, "annualCompMin": 210_001, "annualCompMax": 210_000.5}
    refused = world.post("/jobs", wrong, as_=people.carla).must(422)
    assert refused.faults == {"annualCompMax": "below_minimum"}
    job = board.approved(world, people)
    change = {"annualCompMax": 100_000}
    for path, person in ((f"/jobs/{job}", people.carla), (f"/admin/jobs/{job}", people.root)):
        assert set(world.patch(path, change, as_=person).must(422).faults) == {"annualCompMax"}


def test_what_is_not_approved_is_its_owners_and_administrators(world: World) -> None:
    people = board.cast_of(world)
    job = board.post(world, people.carla)
    sees = {"carla": 200, "root": 200, "dora": 404, "cyrus": 404, "eli": 404}
    for name, status in sees.items():
        world.get(f"/jobs/{job}", as_=getattr(people, name)).must(status)
    world.get(f"/jobs/{job}", as_=ANONYMOUS).must(401)
    assert board.listed(world, people.cyrus) == []
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    for name in sees:
        world.get(f"/jobs/{job}", as_=getattr(people, name)).must(200)
        assert board.listed(world, getattr(people, name)) == [job]
    world.get(f"/jobs/{board.SOMETHING}", as_=people.carla).must(404)


def test_partners_read_what_is_open_without_the_contact(world: World) -> None:
    people = board.cast_of(world)
    job, waiting = board.approved(world, people), board.post(world, people.carla)
    headers = board.partner(world, people.root)
    told = world.get(f"/jobs/{job}", headers=headers).must(200).data
    (listed,) = world.get("/jobs", headers=headers).must(200).data["items"]
    assert listed == told
    assert (told["contactPerson"], told["contactEmail"], told["rejectionReason"]) == (None,) * 3
    world.get(f"/jobs/{waiting}", headers=headers).must(404)
    other = board.partner(world, people.root, "events:read")
    for path in ("/jobs", f"/jobs/{job}"):
        assert world.get(path, headers=other).must(403).error == "scope_missing"


def test_the_contact_is_told_to_few(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    application = board.apply(world, job, people.cyrus)

    def contacts() -> list[Any]:
        them = (people.cyrus, people.eli, people.dora, people.carla, people.root)
        return [world.get(f"/jobs/{job}", as_=one).must(200).data["contactEmail"] for one in them]

    contact = board.POSTING["contactEmail"]
    board.decide(world, people, application, "reviewing", "interview")
    assert contacts() == [None, None, None, contact, contact]
    board.decide(world, people, application, "offered")
    assert contacts() == [contact, None, None, contact, contact]
    board.decide(world, people, application, "hired")
    assert contacts()[0] == contact
    (listed,) = world.get("/jobs", as_=people.cyrus).must(200).data["items"]
    assert (listed["contactPerson"], listed["contactEmail"]) == ("Carla Mendizábal", contact)


# --- how it stands ----------------------------------------------------------------------------


def in_state(world: World, people: board.Cast, state: str) -> str:
    """A job of Carla's in a state, by the ways that lead there."""
    job = board.post(world, people.carla)
    if state == "rejected":
        world.post(f"/admin/jobs/{job}/reject", {"reason": "Too short"}, as_=people.root).must(200)
    elif state != "pending":
        world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    if state == "closed":
        world.post(f"/jobs/{job}/close", as_=people.carla).must(200)
    return job


def test_an_owners_edit_that_changes_nothing_leaves_it_open(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    for body in ({}, {"headcount": 2}):
        kept = world.patch(f"/jobs/{job}", body, as_=people.carla).must(200).data
        assert kept["status"] == "approved"


def test_why_it_was_rejected_is_told_to_its_owner_and_administrators(world: World) -> None:
    people = board.cast_of(world)
    job = in_state(world, people, "rejected")
    for person in (people.carla, people.root):
        told = world.get(f"/jobs/{job}", as_=person).must(200).data
        assert told["rejectionReason"] == "Too short"
    subject, text = board.last_letter(world, people.carla)
    assert "rejected" in subject
    assert "Too short" in text
    again = world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.carla).must(200).data
    assert again["rejectionReason"] is None


def test_administrators_acts_are_told_and_audited(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    assert "approved" in board.last_letter(world, people.carla)[0]
    world.patch(f"/admin/jobs/{job}", {"headcount": 9}, as_=people.root).must(200)
    world.post(f"/jobs/{job}/close", as_=people.root).must(200)
    assert "closed" in board.last_letter(world, people.carla)[0]
    rejected = in_state(world, people, "rejected")
    moves = {
        "job.approve": (job, [("status", "pending", "approved")]),
        "job.change": (job, [("headcount", None, None)]),
        "job.close": (job, [("status", "approved", "closed")]),
        "job.reject": (rejected, [("status", "pending", "rejected")]),
    }
    for action, (target, expected) in moves.items():
        (entry,) = board.audited(world, people, action)
        changes = [(one["field"], one["before"], one["after"]) for one in entry["changes"]]
        assert (entry["target"], changes) == (target, expected)


def test_strangers_and_others_decide_nothing(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    others = ((ANONYMOUS, 401), (people.dora, 403), (people.cyrus, 403))
    for person, status in others:
        world.patch(f"/jobs/{job}", {"headcount": 3}, as_=person).must(status)
        world.post(f"/jobs/{job}/close", as_=person).must(status)
        world.patch(f"/admin/jobs/{job}", {"headcount": 3}, as_=person).must(status)
        for act in ("approve", "reject"):
            world.post(f"/admin/jobs/{job}/{act}", as_=person).must(status)
    owners = world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.dora)
    assert owners.error == "not_the_clinic"
    waiting = board.post(world, people.carla)
    world.patch(f"/jobs/{waiting}", {"headcount": 3}, as_=people.dora).must(404)
    world.post(f"/jobs/{waiting}/close", as_=people.dora).must(404)


def test_what_is_not_there_is_not_found(world: World) -> None:
    people = board.cast_of(world)
    gone = board.SOMETHING
    world.patch(f"/jobs/{gone}", {}, as_=people.carla).must(404)
    world.post(f"/jobs/{gone}/close", as_=people.carla).must(404)
    world.patch(f"/admin/jobs/{gone}", {}, as_=people.root).must(404)
    for act in ("approve", "reject"):
        world.post(f"/admin/jobs/{gone}/{act}", as_=people.root).must(404)


def test_bodies_are_checked(world: World) -> None:
    people = board.cast_of(world)
    job = board.post(world, people.carla)
    wrong = {"headcount": None}
    for path, person in ((f"/jobs/{job}", people.carla), (f"/admin/jobs/{job}", people.root)):
        assert set(world.patch(path, wrong, as_=person).must(422).faults) == {"headcount"}
    for act in ("approve", "reject"):
        long = {"reason": "x" * 1001}
        refused = world.post(f"/admin/jobs/{job}/{act}", long, as_=people.root).must(422)
        assert set(refused.faults) == {"reason"}


def test_every_change_heeds_the_version(world: World) -> None:
    people = board.cast_of(world)
    job = board.post(world, people.carla)
    old = {"if-match": world.get(f"/jobs/{job}", as_=people.carla).headers["etag"]}
    first = world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.carla, headers=old).must(200)
    late = [
        world.patch(f"/jobs/{job}", {"headcount": 4}, as_=people.carla, headers=old),
        world.patch(f"/admin/jobs/{job}", {"headcount": 4}, as_=people.root, headers=old),
        world.post(f"/admin/jobs/{job}/approve", as_=people.root, headers=old),
        world.post(f"/admin/jobs/{job}/reject", as_=people.root, headers=old),
        world.post(f"/jobs/{job}/close", as_=people.carla, headers=old),
    ]
    assert [one.error for one in late] == ["precondition_failed"] * len(late)
    newer = {"if-match": first.headers["etag"]}
    world.post(f"/admin/jobs/{job}/approve", as_=people.root, headers=newer).must(200)


def test_of_two_racing_decisions_one_stands(world: World) -> None:
    people = board.cast_of(world)
    job = board.post(world, people.carla)
    acts = ["approve", "reject"] * 4

    def deciding(act: str) -> board.Sending:
        return lambda: world.sending("POST", f"/admin/jobs/{job}/{act}", as_=people.root)

    answers = world.together([deciding(act) for act in acts])
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7
    (won,) = (act for act, answer in zip(acts, answers, strict=True) if answer.status == 200)
    state = world.get(f"/jobs/{job}", as_=people.carla).must(200).data["status"]
    assert state == {"approve": "approved", "reject": "rejected"}[won]


def test_jobs_of_somebody_shut_out_are_not_shown(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    path, headers = f"/admin/users/{people.carla.id}", board.partner(world, people.root)
    world.post(f"{path}/disable", {"reason": "why not"}, as_=people.root).must(200)
    world.get(f"/jobs/{job}", as_=people.cyrus).must(404)
    assert board.listed(world, people.cyrus) == []
    assert world.get("/jobs/feed.json", headers=headers).must(200).data["@graph"] == []
    assert world.get("/jobs/matches/mine", as_=people.cyrus).must(200).data["items"] == []
    refused = {**board.APPLICATION}
    world.post(f"/jobs/{job}/applications", refused, as_=people.cyrus).must(404)
    world.post(f"{path}/enable", as_=people.root).must(200)
    world.get(f"/jobs/{job}", as_=people.cyrus).must(200)
    assert world.get("/jobs/matches/mine", as_=people.cyrus).must(200).data["items"]
