"""Profiles of vendors and ambassadors."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests import cast
from tests.areas.vendors import fair
from tests.world import ANONYMOUS, Response, World

VENDOR: dict[str, Any] = {
    "companyName": "Quarrystone Scanners",
    "legalAddress": "1 Mill Lane\nTampa, FL",
    "signatoryName": "Vera Quill",
    "signatoryTitle": "Founder",
    "signatoryEmail": "vera@quarrystone.example",
    "offering": "Scanners",
    "businessModel": "Direct",
    "sellsType": "equipment",
    "sellsDetail": "Intraoral scanners",
    "painPoint": "Remakes",
    "usp": "Speed",
    "videoUrl": "https://video.example/1",
    "videoObjectPath": None,
    "socialUrls": ["@quarrystone"],
    "professionalNetworkUrl": "https://network.example/quarrystone",
    "socialPageUrl": "https://social.example/quarrystone",
    "schedulingUrl": "https://calendar.example/vera",
    "runsOwnEvents": True,
    "wantsSocialAmplification": False,
    "wantsAmbassadors": True,
    "commissionIncludesAmbassadorComp": False,
    "supportModel": "phone",
    "categories": ["Imaging"],
    "subcategories": ["Scanners", "CBCT"],
    "categorySuggestion": "Robotics",
    "ambassadorPreferences": ["clinical"],
    "ambassadorClassification": "1099",
    "ambassadorAttributes": ["speaker"],
    "ambassadorTypes": ["hygienist"],
    "repTypes": ["field"],
    "commissionOffer": "yes",
    "commissionBasis": "percentage",
    "commissionRate": 7.5,
    "ambassadorOfferDetails": "Ask us",
    "commissionRecurrence": "ongoing",
    "payoutExpiration": "after",
    "payoutExpirationMonths": 12,
    "commissionTailEndMonths": 0,
    "commissionTiers": [{"threshold": 10000, "percentage": 2.5}],
    "paymentCadence": "quarterly",
    "introEmailTemplate": "Hello {{name}}",
    "successMetricType": "demos",
    "successMetricValue": 40,
    "successMetricPeriod": "month",
    "attachmentPaths": [],
}
AMBASSADOR: dict[str, Any] = {
    "location": "Tampa, FL",
    "bio": "Speaker\nand hygienist",
    "videoUrl": "https://video.example/2",
    "videoObjectPath": None,
    "socialUrls": ["https://social.example/omar"],
    "professionalNetworkUrl": "https://network.example/omar",
    "schedulingUrl": "https://calendar.example/omar",
    "categories": ["Hygiene"],
    "subcategories": ["Air polishing"],
    "availableVirtual": True,
    "availableField": False,
    "availableTradeShows": True,
    "isKolOrSpeaker": True,
    "ownsSocialGroup": False,
    "isSocialInfluencer": False,
    "availableCoTravel": True,
    "coTravelDays": ["monday"],
    "coTravelHours": "9 to 5",
    "coTravelFormats": ["office"],
    "workArrangement": "prefers_1099",
    "availability": "part_time",
    "territory": "Florida",
    "paymentMethod": "cheque",
}


def test_a_vendor_profile_returns_all_members_and_null_clears_them(world: World) -> None:
    vera = fair.vendor(world)
    empty = world.get("/vendors/me/vendor-profile", as_=vera).must(200).data
    assert empty == dict.fromkeys(VENDOR)
    assert fair.update_profile(world, vera, **VENDOR) == VENDOR
    assert world.get("/vendors/me/vendor-profile", as_=vera).data == VENDOR
    assert fair.update_profile(world, vera, usp=None) == {**VENDOR, "usp": None}
    assert fair.update_profile(world, vera, "vendor", **dict.fromkeys(VENDOR)) == empty


def test_an_ambassador_profile_returns_all_members(world: World) -> None:
    omar = fair.ambassador(world)
    profile = fair.update_profile(world, omar, "ambassador", **AMBASSADOR)
    assert profile == {**AMBASSADOR, "monthlyPaidLeadCap": 0}
    assert world.get("/vendors/me/ambassador-profile", as_=omar).must(200).data == profile
    cleared = fair.update_profile(world, omar, "ambassador", **dict.fromkeys(AMBASSADOR))
    assert cleared == {**dict.fromkeys(AMBASSADOR), "monthlyPaidLeadCap": 0}


def test_a_profile_requires_its_role(world: World) -> None:
    vera, omar, ada = fair.vendor(world), fair.ambassador(world), cast.ada(world)
    for kind, owner, others in (
        ("vendor", vera, (omar, ada)),
        ("ambassador", omar, (vera, ada)),
    ):
        path = f"/vendors/me/{kind}-profile"
        error = "not_vendor" if kind == "vendor" else "not_ambassador"
        for person in others:
            assert world.get(path, as_=person).must(403).error == error
            assert world.patch(path, {}, as_=person).must(403).error == error
        world.get(path, as_=owner).must(200)
        world.patch(path, as_=owner).must(200)
        for verb in ("GET", "PATCH"):
            world.send(verb, path, as_=ANONYMOUS).must(401)


@pytest.mark.parametrize("member", ["firstName", "lastName"])
def test_a_name_is_stored_in_the_account_and_cannot_be_cleared(world: World, member: str) -> None:
    vera = fair.vendor(world)
    fair.update_profile(world, vera, **{member: "Vera"}, vendorsOnboardingStep="two")
    me = world.get("/vendors/me", as_=vera).must(200).data
    assert (me[member], me["vendorsOnboardingStep"]) == ("Vera", "two")
    refused = world.patch("/vendors/me/vendor-profile", {member: None}, as_=vera).must(422)
    assert set(refused.faults) == {member}
    fair.update_profile(world, vera, vendorsOnboardingStep=None)
    assert world.get("/vendors/me", as_=vera).data["vendorsOnboardingStep"] is None


def test_a_path_must_be_an_upload_of_the_caller(world: World) -> None:
    vera, omar = fair.vendor(world), fair.ambassador(world)
    body = {"videoObjectPath": "vendor-videos/x/y.mp4", "attachmentPaths": ["a", "b"]}
    refused = world.patch("/vendors/me/vendor-profile", body, as_=vera).must(422)
    assert set(refused.faults) == {"videoObjectPath", "attachmentPaths[0]", "attachmentPaths[1]"}
    for path in ("vendor-videos/x/y.mp4", ""):
        video = {"videoObjectPath": path}
        refused = world.patch("/vendors/me/ambassador-profile", video, as_=omar).must(422)
        assert set(refused.faults) == {"videoObjectPath"}


def test_a_change_checks_the_version(world: World) -> None:
    for kind, person in (("vendor", fair.vendor(world)), ("ambassador", fair.ambassador(world))):
        path = f"/vendors/me/{kind}-profile"
        before = {"if-match": world.get(path, as_=person).must(200).headers["etag"]}
        body = {"categories": ["Imaging"]}
        world.patch(path, body, as_=person, headers=before).must(200)
        late = world.patch(path, body, as_=person, headers=before).must(412)
        assert late.error == "precondition_failed"


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_changes_of_different_members_are_all_stored(world: World) -> None:
    vera = fair.vendor(world)
    path = "/vendors/me/vendor-profile"
    members = ["offering", "usp", "painPoint", "sellsDetail"]

    def changing(name: str) -> Callable[[], Awaitable[Response]]:
        return lambda: world.sending("PATCH", path, {name: name}, as_=vera)

    answers = world.together([changing(name) for name in members])
    assert {answer.status for answer in answers} == {200}
    after = world.get(path, as_=vera).data
    assert [after[name] for name in members] == members
