"""Applications to jobs: applying, decisions of the clinic, withdrawal."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.architecture import log_capture
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.world import ANONYMOUS, Person, World

UNKNOWN = "01941f38-0000-7000-8000-000000000000"


@pytest.fixture
def people(world: World) -> board.Cast:
    return board.sign_up_all(world)


@pytest.fixture
def job(world: World, people: board.Cast) -> str:
    """An approved job of Carla's."""
    return board.post_approved(world, people)


def complete_application(world: World, applicant: Person) -> dict[str, Any]:
    """Return an application with all members."""
    return {
        **board.APPLICATION,
        "email": "Cyrus@Example.com",
        "countryCode": "+1",
        "phoneNumber": "5125550164",
        "professionalNetworkUrl": "https://www.linkedin.com/in/cyrus",
        "cvObjectPath": board.upload_cv(world, applicant),
    }


def test_an_application_is_returned_with_the_profile_of_the_applicant(
    world: World, people: board.Cast, job: str
) -> None:
    body = complete_application(world, people.cyrus)
    created = world.post(f"/jobs/{job}/applications", body, as_=people.cyrus).must(201).data
    assert {name: created[name] for name in body} == body
    assert (created["status"], created["jobId"], created["reason"]) == ("submitted", job, None)
    assert created["applicant"]["specialty"] == ["Endodontics"]


def test_the_clinic_gets_an_email_about_an_application(
    world: World, people: board.Cast, job: str
) -> None:
    board.apply(world, job, people.cyrus)
    world.run_periodic_tasks()
    assert board.last_email(world, people.carla)[0] == "New application: Associate endodontist"


def test_a_member_applies_to_a_job_once(world: World, people: board.Cast, job: str) -> None:
    board.apply(world, job, people.cyrus)
    path = f"/jobs/{job}/applications"
    again = world.post(path, dict(board.APPLICATION), as_=people.cyrus).must(409)
    assert again.error == "job_already_applied_to"
    board.apply(world, job, people.eli)
    board.apply(world, board.post_approved(world, people), people.cyrus)


def test_an_address_applies_to_a_job_once(world: World, people: board.Cast, job: str) -> None:
    board.apply(world, job, people.cyrus, email="Cyrus@Example.com")
    other = {**board.APPLICATION, "email": "CYRUS@example.com"}
    refused = world.post(f"/jobs/{job}/applications", other, as_=people.eli).must(409)
    assert refused.error == "address_already_applied"


def test_a_cv_is_a_file_of_the_applicant(world: World, people: board.Cast, job: str) -> None:
    body = complete_application(world, people.cyrus)
    refused = world.post(f"/jobs/{job}/applications", body, as_=people.eli).must(422)
    assert set(refused.faults) == {"cvObjectPath"}


def test_the_email_to_the_clinic_is_logged_with_the_request_id_of_the_application(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    world.mail()
    applied = {"x-request-id": "applied-1"}
    body = {**board.APPLICATION, "email": people.cyrus.email}
    path = f"/jobs/{job}/applications"
    world.post(path, body, as_=people.cyrus, headers=applied).must(201)
    world.run_periodic_tasks()
    with log_capture.capture_log(monkeypatch) as written:
        world.mail()
    request_ids = [
        line["requestId"]
        for line in log_capture.lines(written)
        if "application_received" in line["message"]
    ]
    assert request_ids == ["applied-1"]


@pytest.mark.postgresql("concurrent requests")
def test_one_of_twenty_concurrent_applications_succeeds(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    path, body = f"/jobs/{job}/applications", dict(board.APPLICATION)

    def applying(person: Person) -> board.Sending:
        return lambda: world.sending("POST", path, body, as_=person)

    responses = world.together([applying(people.cyrus), applying(people.eli)] * 10)
    assert sorted(answer.status for answer in responses) == [201] + [409] * 19
    assert len(world.get(path, as_=people.carla).must(200).data["items"]) == 1


def test_a_job_that_is_not_open_takes_no_applications(world: World) -> None:
    people = board.sign_up_all(world)
    job, pending = board.post_approved(world, people), board.post(world, people.carla)
    body = dict(board.APPLICATION)
    world.post(f"/jobs/{job}/applications", body, as_=ANONYMOUS).must(401)
    for job_id in (pending, board.UNKNOWN_ID):
        world.post(f"/jobs/{job_id}/applications", body, as_=people.cyrus).must(404)
    early = world.post(f"/jobs/{pending}/applications", body, as_=people.root).must(409)
    assert early.error == "job_not_open"
    for job_id in (job, pending):
        own = world.post(f"/jobs/{job_id}/applications", body, as_=people.carla).must(409)
        assert own.error == "own_job"


@pytest.mark.parametrize(
    ("method", "path", "who"),
    [
        ("POST", "applications", "cyrus"),
        ("GET", "my-match", "cyrus"),
        ("GET", "", "carla"),
        ("PATCH", "", "carla"),
        ("POST", "close", "carla"),
        ("GET", "applications", "carla"),
        ("GET", "matches", "carla"),
        ("POST", "applications", "root"),
    ],
)
def test_a_hidden_job_is_refused_as_one_that_does_not_exist(
    world: World, method: str, path: str, who: str
) -> None:
    people = board.sign_up_all(world)
    job, person = board.post_approved(world, people), getattr(people, who)
    bench.hide(world, people.root, people.eli, "job", job)
    body = {**board.APPLICATION, "email": person.email} if path == "applications" else {}
    sent = None if method == "GET" else body

    def ask(posting: str) -> Any:
        url = f"/jobs/{posting}/{path}".rstrip("/")
        response = world.send(method, url, sent, as_=person).must(404)
        return {**response.json, "requestId": None}

    assert ask(job) == ask(UNKNOWN)


@pytest.mark.postgresql("concurrent requests")
def test_an_application_and_a_concurrent_closing_are_serialized(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    body = dict(board.APPLICATION)
    applied, closed = world.together(
        [
            lambda: world.sending("POST", f"/jobs/{job}/applications", body, as_=people.cyrus),
            lambda: world.sending("POST", f"/jobs/{job}/close", as_=people.carla),
        ]
    )
    closed.must(200)
    assert applied.status in {201, 404}
    closed_response = world.post(f"/jobs/{job}/applications", body, as_=people.eli)
    closed_response.must(404)


def test_all_invalid_members_are_reported(world: World) -> None:
    people = board.sign_up_all(world)
    path = f"/jobs/{board.post_approved(world, people)}/applications"
    malformed = {
        "firstName": "1",
        "email": "nobody",
        "referralCode": "ABCDEFG0",
        "phoneNumber": "1" * 31,
    }
    refused = world.post(path, malformed, as_=people.cyrus).must(422)
    assert set(refused.faults) == {*malformed, "lastName"}
    invalid: dict[str, Any] = {
        **board.APPLICATION,
        "professionalNetworkUrl": "https://example.com/in/cyrus",
        "cvObjectPath": board.upload_cv(world, people.eli),
        "referralCode": "ABCDEFGH",
    }
    refused = world.post(path, invalid, as_=people.cyrus).must(422)
    assert refused.faults == {
        "professionalNetworkUrl": "not_a_profile",
        "cvObjectPath": "asset_unknown",
        "referralCode": "unknown",
    }
    unready = {
        **board.APPLICATION,
        "cvObjectPath": board.upload_cv(world, people.cyrus, state="stored"),
    }
    assert set(world.post(path, unready, as_=people.cyrus).must(422).faults) == {"cvObjectPath"}


def test_a_referral_is_recorded_and_counted(world: World) -> None:
    people = board.sign_up_all(world)
    path = f"/jobs/{board.post_approved(world, people)}/applications"
    code = world.get("/jobs/me", as_=people.eli).must(200).data["referralCode"]
    body = {**board.APPLICATION, "referralCode": code.lower()}
    own = world.post(path, {**body, "email": "eli@example.com"}, as_=people.eli).must(422)
    assert own.faults == {"referralCode": "own"}
    created = world.post(path, body, as_=people.cyrus).must(201).data
    assert created["referralCode"] == code
    assert world.get("/jobs/me", as_=people.eli).must(200).data["referralCount"] == 1
    assert world.get("/jobs/me", as_=people.cyrus).must(200).data["referralCount"] == 0


@dataclass(frozen=True, slots=True)
class Move:
    """The statuses before, the caller, the new status, and the status code of the response."""

    before: tuple[str, ...]
    person: str
    to: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.person}: {'-'.join(self.before) or 'submitted'} to {self.to}"


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
def test_an_application_changes_its_status_only_as_allowed(world: World, move: Move) -> None:
    people = board.sign_up_all(world)
    application = board.apply(world, board.post_approved(world, people), people.cyrus)
    world.run_periodic_tasks()  # sends the e-mail to the clinic
    board.decide(world, people, application, *move.before)
    person: Person = getattr(people, move.person)
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
        other = people.carla if move.person == "cyrus" else people.cyrus
        _, text = board.last_email(world, other)
        assert "Associate endodontist" in text
        assert ("carla@orchard.example" in text) == (move.to in {"offered", "hired"})
        if move.to != "withdrawn":
            assert answer.data["reason"] == "Because"
            assert "Because" in text


def test_a_clinic_gets_an_email_about_each_application_and_each_withdrawal(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    count_before = len(world.mail(people.carla.email))
    withdrawn = board.apply(world, job, people.eli)
    world.post(f"/jobs/applications/{withdrawn}/withdraw", as_=people.eli).must(200)
    board.apply(world, job, people.cyrus)
    subjects = [str(email["subject"]) for email in world.mail(people.carla.email)[count_before:]]
    assert sorted(subjects) == [
        "Application withdrawn: Associate endodontist",
        "New application: Associate endodontist",
        "New application: Associate endodontist",
    ]


def test_decisions_are_validated_and_audited(world: World) -> None:
    people = board.sign_up_all(world)
    application = board.apply(world, board.post_approved(world, people), people.cyrus)
    path = f"/jobs/applications/{application}"
    wrong = {"status": "withdrawn", "reason": "x" * 1001}
    refused = world.patch(path, wrong, as_=people.carla).must(422)
    assert set(refused.faults) == {"status", "reason"}
    world.patch(path, {"status": "reviewing"}, as_=ANONYMOUS).must(401)
    world.post(f"{path}/withdraw", as_=ANONYMOUS).must(401)
    unknown = f"/jobs/applications/{board.UNKNOWN_ID}"
    world.patch(unknown, {"status": "reviewing"}, as_=people.carla).must(404)
    world.post(f"{unknown}/withdraw", as_=people.cyrus).must(404)
    board.decide(world, people, application, "reviewing")
    (entry,) = board.audit_entries(world, people, "job_application.decide")
    assert entry["target"] == application
    assert entry["changes"] == [{"field": "status", "before": "submitted", "after": "reviewing"}]


@pytest.mark.postgresql("concurrent requests")
def test_one_of_several_concurrent_decisions_succeeds(world: World) -> None:
    people = board.sign_up_all(world)
    application = board.apply(world, board.post_approved(world, people), people.cyrus)
    path = f"/jobs/applications/{application}"

    def declining() -> Any:
        return world.sending("PATCH", path, {"status": "declined"}, as_=people.carla)

    def withdrawing() -> Any:
        return world.sending("POST", f"{path}/withdraw", as_=people.cyrus)

    responses = world.together([declining, withdrawing] * 4)
    assert sorted(answer.status for answer in responses) == [200] + [409] * 7


def test_lists_of_applications_are_visible_to_the_owner_and_the_applicant(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    first, second = (board.apply(world, job, person) for person in (people.cyrus, people.eli))
    path = f"/jobs/{job}/applications"
    for person, status in ((ANONYMOUS, 401), (people.cyrus, 403), (people.dora, 403)):
        world.get(path, as_=person).must(status)
    for person in (people.carla, people.root):
        assert board.list_ids(world, person, path) == [second, first]
    board.decide(world, people, first, "declined")
    assert board.list_ids(world, people.carla, f"{path}?status=declined") == [first]
    own = "/jobs/applications/mine"
    assert board.list_ids(world, people.cyrus, f"{own}?status=declined") == [first]
    assert board.list_ids(world, people.cyrus, f"{own}?status=submitted") == []
    assert board.list_ids(world, people.eli, own) == [second]
    page = world.get(f"{path}?limit=1", as_=people.carla).must(200).data
    rest = f"{path}?limit=1&cursor={page['nextCursor']}"
    assert board.list_ids(world, people.carla, rest) == [first]
    world.get(own, as_=ANONYMOUS).must(401)
    world.get(f"/jobs/{board.UNKNOWN_ID}/applications", as_=people.carla).must(404)
    for wrong, person in ((f"{path}?status=lost", people.carla), (f"{own}?limit=0", people.cyrus)):
        world.get(wrong, as_=person).must(422)


def test_an_application_contains_no_private_data_of_the_profile(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    board.apply(world, job, people.cyrus, email="other@example.com")
    body = world.get(f"/jobs/{job}/applications", as_=people.carla).must(200).body.decode()
    for private in ("cyrus@example.com", "5125550164", "TX-D33907"):
        assert private not in body
