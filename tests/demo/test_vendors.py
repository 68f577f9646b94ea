"""The vendors and ambassadors of the demo as members see them."""

import hashlib
import json
from collections import Counter
from datetime import UTC, datetime

import pytest

from bridgework.areas.people.vendors.schemas import (
    AmbassadorProfileUpdateRequest,
    VendorProfileUpdateRequest,
)
from bridgework.demo import people
from bridgework.demo.data import Record, load
from bridgework.kit.validation import to_wire_name
from tests import cast
from tests.demo import limits, sample
from tests.demo.filling import fill
from tests.world import World

MERCHANTS = load("vendors", datetime(2026, 11, 21, tzinfo=UTC))["vendors"]

# Change this only after an intended change of the texts.
DIGEST = "349ffb6be5febfbb"


@pytest.fixture
def loaded(world: World) -> World:
    return fill(world, 2)


def test_they_are_the_same_on_every_machine() -> None:
    text = json.dumps(MERCHANTS, sort_keys=True)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == DIGEST


def test_there_are_twelve_of_each_and_most_are_verified() -> None:
    assert Counter(one["kind"] for one in MERCHANTS) == {"vendor": 12, "ambassador": 12}
    tiers = Counter(merchant["tier"] for merchant in MERCHANTS)
    assert tiers["not-verified"] == 4
    assert tiers["pro"] > 1
    assert len({one["email"] for one in MERCHANTS}) == len(MERCHANTS)


def test_names_differ_from_experts_and_candidates() -> None:
    theirs = {(merchant["first_name"], merchant["last_name"]) for merchant in MERCHANTS}
    assert len(theirs) == len(MERCHANTS)
    others = [*sample.FIRST_200, *(found for found in sample.CANDIDATES)]
    assert not theirs & {(other["first_name"], other["last_name"]) for other in others}


@pytest.mark.parametrize("one", MERCHANTS, ids=lambda one: one["email"])
def test_every_profile_is_a_valid_request(one: Record) -> None:
    limits.must_be_a_name(one["first_name"])
    limits.must_be_a_name(one["last_name"])
    shape = (
        VendorProfileUpdateRequest if one["kind"] == "vendor" else AmbassadorProfileUpdateRequest
    )
    body = shape.model_validate(one["profile"], by_name=True)
    assert body.provided().keys() == one["profile"].keys()
    if one["kind"] == "ambassador":
        assert one["profile"]["available_co_travel"] == bool(one["profile"]["co_travel_days"])


def test_the_directory_is_filled(loaded: World) -> None:
    ada = cast.sign_in(loaded, people.ADA, people.PASSWORD)
    page = loaded.get("/vendors/directory?limit=100", as_=ada).must(200).data
    assert Counter(one["kind"] for one in page["items"]) == {"vendor": 11, "ambassador": 11}
    assert page["total"] == 22
    for entry in page["items"]:
        assert entry["offering"] or entry["bio"]
        assert entry["categories"]
    data = loaded.get("/vendors/directory?search=waterline", as_=ada).must(200).data["items"]
    assert {one["lastName"] for one in data} == {"Stojanović", "Belhadj"}
    imaging = loaded.get("/vendors/directory?categories=imaging&kind=vendor", as_=ada).must(200)
    assert [item["companyName"] for item in imaging.data["items"]] == ["Lanternfish Imaging"]


def test_vera_and_omar_have_their_profiles(loaded: World) -> None:
    named = people.people(loaded.clock.now().date())
    for email, kind, said in (
        (people.VERA, "vendor", named["vera"]["vendor"]["profile"]),
        (people.OMAR, "ambassador", named["omar"]["vendor"]["profile"]),
    ):
        person = cast.sign_in(loaded, email, people.PASSWORD)
        data = loaded.get(f"/vendors/me/{kind}-profile", as_=person).must(200).data
        assert {name: data[to_wire_name(name)] for name in said} == said
        assert data.get("monthlyPaidLeadCap", 10) == 10
