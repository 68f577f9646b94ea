"""Applications to jobs: sent once, moved on by the clinic, withdrawn by the applicant."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.architecture import log_capture
from tests.areas.jobs import board
from tests.world import ANONYMOUS, Person, World


def test_a_member_applies_once_and_the_clinic_is_told(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    sent = {
        **board.APPLICATION,
        "email": "Cyrus@Example.com",
        "countryCode": "+1",
        "phoneNumber": "5125550164",
        "professionalNetworkUrl": "https://www.linkedin.com/in/cyrus",
        "cvObjectPath": board.cv(world, people.cyrus),
    }
    made = world.post(f"/jobs/{job}/applications", sent, as_=people.cyrus).must(201).data
    assert {name: made[name] for name in sent} == sent
    assert (made["status"], made["jobId"], made["reason"]) == ("submitted", job, None)
    assert made["applicant"]["specialty"] == ["Endodontics"]
    world.run_periodic_tasks()
    assert board.last_letter(world, people.carla)[0] == "New application: Associate endodontist"
    again = world.post(f"/jobs/{job}/applications", sent, as_=people.cyrus).must(409)
    assert again.error == "job_already_applied_to"
    same = world.post(f"/jobs/{job}/applications", sent | {"cvObjectPath": None}, as_=people.eli)
    assert set(same.must(422).faults) == {"cvObjectPath"}
    other = {**board.APPLICATION, "email": "CYRUS@example.com"}
    taken = world.post(f"/jobs/{job}/applications", other, as_=people.eli).must(409)
    assert taken.error == "address_already_applied"
    board.apply(world, job, people.eli)
    board.apply(world, board.approved(world, people), people.cyrus)


def test_the_letter_to_the_clinic_is_logged_as_of_the_application(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    world.mail()
    applied = {"x-request-id": "applied-1"}
    sent = {**board.APPLICATION, "email": people.cyrus.email}
    path = f"/jobs/{job}/applications"
    world.post(path, sent, as_=people.cyrus, headers=applied).must(201)
    world.run_periodic_tasks()
    with log_capture.capture_log(monkeypatch) as written:
        world.mail()
    told = [
        line["requestId"]
        for line in log_capture.lines(written)
        if "application_received" in line["message"]
    ]
    assert told == ["applied-1"]


def test_twenty_at_once_apply_once(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    path, sent = f"/jobs/{job}/applications", dict(board.APPLICATION)

    def applying(person: Person) -> board.Sending:
        return lambda: world.sending("POST", path, sent, as_=person)

    answers = world.together([applying(people.cyrus), applying(people.eli)] * 10)
    assert sorted(answer.status for answer in answers) == [201] + [409] * 19
    assert len(world.get(path, as_=people.carla).must(200).data["items"]) == 1


def test_what_is_not_open_takes_no_applications(world: World) -> None:
    people = board.cast_of(world)
    job, waiting = board.approved(world, people), board.post(world, people.carla)
    sent = dict(board.APPLICATION)
    world.post(f"/jobs/{job}/applications", sent, as_=ANONYMOUS).must(401)
    for one in (waiting, board.SOMETHING):
        world.post(f"/jobs/{one}/applications", sent, as_=people.cyrus).must(404)
    early = world.post(f"/jobs/{waiting}/applications", sent, as_=people.root).must(409)
    assert early.error == "job_not_open"
    for one in (job, waiting):
        own = world.post(f"/jobs/{one}/applications", sent, as_=people.carla).must(409)
        assert own.error == "own_job"


def test_nobody_applies_to_a_job_that_is_being_closed(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    sent = dict(board.APPLICATION)
    applied, closed = world.together(
        [
            lambda: world.sending("POST", f"/jobs/{job}/applications", sent, as_=people.cyrus),
            lambda: world.sending("POST", f"/jobs/{job}/close", as_=people.carla),
        ]
    )
    closed.must(200)
    assert applied.status in {201, 404}
    late = world.post(f"/jobs/{job}/applications", sent, as_=people.eli)
    late.must(404)


def test_everything_that_does_not_fit_is_told(world: World) -> None:
    people = board.cast_of(world)
    path = f"/jobs/{board.approved(world, people)}/applications"
    shape = {
        "firstName": "1",
        "email": "nobody",
        "referralCode": "ABCDEFG0",
        "phoneNumber": "1" * 31,
    }
    refused = world.post(path, shape, as_=people.cyrus).must(422)
    assert set(refused.faults) == {*shape, "lastName"}
    beside: dict[str, Any] = {
        **board.APPLICATION,
        "professionalNetworkUrl": "https://example.com/in/cyrus",
        "cvObjectPath": board.cv(world, people.eli),
        "referralCode": "ABCDEFGH",
    }
    refused = world.post(path, beside, as_=people.cyrus).must(422)
    assert refused.faults == {
        "professionalNetworkUrl": "not_a_profile",
        "cvObjectPath": "asset_unknown",
        "referralCode": "unknown",
    }
    unready = {**board.APPLICATION, "cvObjectPath": board.cv(world, people.cyrus, state="stored")}
    assert set(world.post(path, unready, as_=people.cyrus).must(422).faults) == {"cvObjectPath"}


def test_a_referral_is_recorded_and_counted(world: World) -> None:
    people = board.cast_of(world)
    path = f"/jobs/{board.approved(world, people)}/applications"
    code = world.get("/jobs/me", as_=people.eli).must(200).data["referralCode"]
    sent = {**board.APPLICATION, "referralCode": code.lower()}
    own = world.post(path, {**sent, "email": "eli@example.com"}, as_=people.eli).must(422)
    assert own.faults == {"referralCode": "own"}
    made = world.post(path, sent, as_=people.cyrus).must(201).data
    assert made["referralCode"] == code
    assert world.get("/jobs/me", as_=people.eli).must(200).data["referralCount"] == 1
    assert world.get("/jobs/me", as_=people.cyrus).must(200).data["referralCount"] == 0


@dataclass(frozen=True, slots=True)
class Move:
    """What was decided before, who decides now, and what comes of it."""

    before: tuple[str, ...]
    who: str
    to: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.who}: {'-'.join(self.before) or 'submitted'} to {self.to}"


STEPS = ("reviewing", "interview", "offered", "hired")
MOVES = [
    *(Move(STEPS[:at], "carla", step) for at, step in enumerate(STEPS)),
    *(Move(STEPS[:at], "carla", "declined") for at in range(4)),
    *(Move(STEPS[:at], "cyrus", "withdrawn") for at in range(4)),
    *(Move((), "carla", step, 409) for step in STEPS[1:]),
    Move(("reviewing",), "carla", "offered", 409),
    Move(("reviewing",), "carla", "reviewing", 409),
    Move(STEPS, "carla", "declined", 409),
    Move(STEPS, "cyrus", "withdrawn", 409),
    Move(("declined",), "carla", "reviewing", 409),
    Move(("declined",), "cyrus", "withdrawn", 409),
    Move((), "root", "reviewing"),
    Move((), "cyrus", "reviewing", 403),
    Move((), "carla", "withdrawn", 403),
    Move((), "dora", "reviewing", 404),
    Move((), "eli", "withdrawn", 404),
]


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_applications_move_as_the_contract_says(world: World, move: Move) -> None:
    people = board.cast_of(world)
    application = board.apply(world, board.approved(world, people), people.cyrus)
    world.run_periodic_tasks()  # the clinic is told
    board.decide(world, people, application, *move.before)
    person: Person = getattr(people, move.who)
    path = f"/jobs/applications/{application}"
    if move.to == "withdrawn":
        answer = world.post(f"{path}/withdraw", as_=person)
    else:
        answer = world.patch(path, {"status": move.to, "reason": "Because"}, as_=person)
    answer.must(move.status)
    if move.status == 409:
        assert answer.error == "invalid_transition"
    if move.status == 200:
        assert answer.data["status"] == move.to
        other = people.carla if move.who == "cyrus" else people.cyrus
        _, text = board.last_letter(world, other)
        assert "Associate endodontist" in text
        assert ("carla@orchard.example" in text) == (move.to in {"offered", "hired"})
        if move.to != "withdrawn":
            assert answer.data["reason"] == "Because"
            assert "Because" in text


def test_a_clinic_gets_an_email_about_each_application_and_each_withdrawal(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    known = len(world.mail(people.carla.email))
    withdrawn = board.apply(world, job, people.eli)
    world.post(f"/jobs/applications/{withdrawn}/withdraw", as_=people.eli).must(200)
    board.apply(world, job, people.cyrus)
    subjects = [str(one["subject"]) for one in world.mail(people.carla.email)[known:]]
    assert sorted(subjects) == [
        "Application withdrawn: Associate endodontist",
        "New application: Associate endodontist",
        "New application: Associate endodontist",
    ]


def test_decisions_are_checked_and_audited(world: World) -> None:
    people = board.cast_of(world)
    application = board.apply(world, board.approved(world, people), people.cyrus)
    path = f"/jobs/applications/{application}"
    wrong = {"status": "withdrawn", "reason": "x" * 1001}
    refused = world.patch(path, wrong, as_=people.carla).must(422)
    assert set(refused.faults) == {"status", "reason"}
    world.patch(path, {"status": "reviewing"}, as_=ANONYMOUS).must(401)
    world.post(f"{path}/withdraw", as_=ANONYMOUS).must(401)
    gone = f"/jobs/applications/{board.SOMETHING}"
    world.patch(gone, {"status": "reviewing"}, as_=people.carla).must(404)
    world.post(f"{gone}/withdraw", as_=people.cyrus).must(404)
    board.decide(world, people, application, "reviewing")
    (entry,) = board.audited(world, people, "job_application.decide")
    assert entry["target"] == application
    assert entry["changes"] == [{"field": "status", "before": "submitted", "after": "reviewing"}]


def test_of_two_decisions_at_once_one_stands(world: World) -> None:
    people = board.cast_of(world)
    application = board.apply(world, board.approved(world, people), people.cyrus)
    path = f"/jobs/applications/{application}"

    def declining() -> Any:
        return world.sending("PATCH", path, {"status": "declined"}, as_=people.carla)

    def withdrawing() -> Any:
        return world.sending("POST", f"{path}/withdraw", as_=people.cyrus)

    answers = world.together([declining, withdrawing] * 4)
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7


def test_lists_are_the_clinics_and_the_applicants(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    first, second = (board.apply(world, job, one) for one in (people.cyrus, people.eli))
    path = f"/jobs/{job}/applications"
    for person, status in ((ANONYMOUS, 401), (people.cyrus, 403), (people.dora, 403)):
        world.get(path, as_=person).must(status)
    for person in (people.carla, people.root):
        assert board.listed(world, person, path) == [second, first]
    board.decide(world, people, first, "declined")
    assert board.listed(world, people.carla, f"{path}?status=declined") == [first]
    own = "/jobs/applications/mine"
    assert board.listed(world, people.cyrus, f"{own}?status=declined") == [first]
    assert board.listed(world, people.cyrus, f"{own}?status=submitted") == []
    assert board.listed(world, people.eli, own) == [second]
    page = world.get(f"{path}?limit=1", as_=people.carla).must(200).data
    rest = f"{path}?limit=1&cursor={page['nextCursor']}"
    assert board.listed(world, people.carla, rest) == [first]
    world.get(own, as_=ANONYMOUS).must(401)
    world.get(f"/jobs/{board.SOMETHING}/applications", as_=people.carla).must(404)
    for wrong, person in ((f"{path}?status=lost", people.carla), (f"{own}?limit=0", people.cyrus)):
        world.get(wrong, as_=person).must(422)


def test_the_rest_of_a_profile_is_not_told_with_an_application(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    board.apply(world, job, people.cyrus, email="other@example.com")
    told = world.get(f"/jobs/{job}/applications", as_=people.carla).must(200).body.decode()
    for private in ("cyrus@example.com", "5125550164", "TX-D33907"):
        assert private not in told
