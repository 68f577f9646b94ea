"""The jobs platform of the demo: a clinic, jobs in every state, and applications."""

from collections import Counter
from datetime import datetime
from typing import get_args

import pytest

from bridgework.areas.work.jobs.schemas import JobPostingRequest, JobStatus
from bridgework.demo import people
from bridgework.demo.data import Record, read
from bridgework.kit.validation import to_wire_name
from tests import cast
from tests.areas.jobs import board
from tests.demo.filling import fill
from tests.world import Person, World

JOBS = read("jobs")


@pytest.fixture
def loaded(world: World) -> World:
    return fill(world, 3)


def signed_in(world: World, email: str) -> Person:
    return cast.sign_in(world, email, people.PASSWORD)


@pytest.mark.parametrize("job", JOBS["jobs"], ids=lambda one: one["fields"]["role_needed"])
def test_every_job_is_a_valid_request(job: Record) -> None:
    fields = {**JOBS["defaults"], **job["fields"]}
    body = JobPostingRequest.model_validate(fields, by_name=True)
    assert body.provided().keys() == fields.keys()


def test_there_are_jobs_in_every_state(loaded: World) -> None:
    carla = signed_in(loaded, people.CARLA)
    own = loaded.get("/jobs/mine?limit=100", as_=carla).must(200).data["items"]
    counter = Counter(one["status"] for one in own)
    assert counter == Counter(job["status"] for job in JOBS["jobs"])
    assert set(counter) == set(get_args(JobStatus.__value__))
    for one in own:
        assert datetime.fromisoformat(one["createdAt"]) <= loaded.clock.now()


def test_the_clinic_has_its_profile_and_its_matches(loaded: World) -> None:
    carla, cyrus = signed_in(loaded, people.CARLA), signed_in(loaded, people.CYRUS)
    clinic = people.people(loaded.clock.now().date())["carla"]["clinic_profile"]
    data = loaded.get("/jobs/me/clinic-profile", as_=carla).must(200).data
    assert set(data) == {to_wire_name(name) for name in clinic}
    for job in board.list_ids(loaded, carla, "/jobs"):
        loaded.get(f"/jobs/{job}/matches", as_=carla).must(200)
        assert loaded.get(f"/jobs/{job}/matches", as_=carla).must(200).data["items"]
    assert loaded.get("/jobs/matches/mine", as_=cyrus).must(200).data["items"]


def test_cyrus_has_applied_and_made_a_referral(loaded: World) -> None:
    cyrus = signed_in(loaded, people.CYRUS)
    own = loaded.get("/jobs/applications/mine", as_=cyrus).must(200).data["items"]
    assert {one["status"] for one in own} == {"interview", "submitted", "declined"}
    data = loaded.get("/jobs/me", as_=cyrus).must(200).data
    assert (data["referralCount"], data["credential"]) == (1, "associate-dentist")
