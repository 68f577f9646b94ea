"""Every named account of the demo finds content in its lists."""

import pytest

from bridgework.areas.work.consultations.schemas import CreateConsultationRequest
from bridgework.demo import people
from bridgework.demo.data import Record, read
from tests import cast
from tests.world import World

LISTS = {
    people.ADA: (
        "/roles",
        "/roles/applications/mine",
        "/experts/me/matches",
        "/consultations",
        "/jobs",
    ),
    people.BEN: ("/roles", "/roles/mine", "/consultations", "/calendar/submissions/mine"),
    people.CARLA: ("/jobs", "/jobs/mine", "/consultations", "/calendar/submissions/mine"),
    people.CYRUS: (
        "/jobs",
        "/jobs/applications/mine",
        "/jobs/matches/mine",
        "/roles",
        "/roles/applications/mine",
        "/consultations",
    ),
    people.VERA: ("/calendar/submissions/mine",),
    people.OMAR: (),
}
FOR_ALL = ("/calendar/events", "/feed/posts", "/vendors/directory")


def test_no_list_is_empty(loaded: World) -> None:
    for email, paths in LISTS.items():
        person = cast.sign_in(loaded, email, people.PASSWORD)
        for path in (*paths, *FOR_ALL):
            assert loaded.get(path, as_=person).must(200).data["items"], (email, path)


def test_ben_finds_applicants_of_the_requested_specialty(loaded: World) -> None:
    ben = cast.sign_in(loaded, people.BEN, people.PASSWORD)
    roles = loaded.get("/roles/mine?limit=100", as_=ben).must(200).data["items"]
    applied = {}
    for role in roles:
        page = loaded.get(f"/roles/{role['id']}/applications", as_=ben).must(200).data["items"]
        applied[role["roleNeeded"]] = {one["applicant"]["specialty"][0] for one in page}
    assert applied["Endodontist, two days a week"] == {"Endodontics"}
    assert applied["Periodontist for implant planning reviews"] == {"Periodontics"}
    assert applied["Pediatric dentist as product advisor"] == {"Pediatric Dentistry"}


@pytest.mark.parametrize(
    "consultation", read("consultations")["consultations"], ids=lambda value: value["user"]
)
def test_every_consultation_is_a_valid_request(consultation: Record) -> None:
    values = {**read("consultations")["defaults"], **consultation}
    for member in ("null", "user", "status", "days_ago"):
        values.pop(member)
    for member in ("starts_in_days", "timezone", "location", "meeting_url"):
        values.pop(member, None)
    body = CreateConsultationRequest.model_validate(values, by_name=True)
    assert body.provided().keys() == values.keys()
