"""The directory of vendors and ambassadors, one's own account there, and what is set of it."""

import pytest

from tests import cast
from tests.areas.vendors import fair
from tests.areas.vendors.test_profiles import AMBASSADOR, VENDOR
from tests.world import ANONYMOUS, Person, World


def test_only_the_verified_are_listed_and_a_change_shows_at_once(world: World) -> None:
    vera, ada = fair.vendor(world), cast.ada(world)
    fair.say(world, vera, companyName="Quarrystone")
    assert fair.listed(world, ada) == []
    world.get(f"/vendors/directory/{vera.id}", as_=ada).must(404)
    for tier, is_there in (("verified", True), ("pro", True), ("not-verified", False)):
        fair.verify(world, vera, tier)
        assert fair.listed(world, ada) == ([vera.id] if is_there else [])
        world.get(f"/vendors/directory/{vera.id}", as_=ada).must(200 if is_there else 404)
    fair.verify(world, vera)
    fair.say(world, vera, companyName="Another name")
    entry = world.get(f"/vendors/directory/{vera.id}", as_=ada).data
    assert entry["companyName"] == "Another name"


def test_an_entry_tells_what_the_specification_lists(world: World) -> None:
    vera, omar = fair.vendor(world), fair.ambassador(world)
    fair.say(world, vera, firstName="Vera", **VENDOR)
    fair.say(world, omar, "ambassador", lastName="Okafor", **AMBASSADOR)
    for person in (vera, omar):
        fair.verify(world, person)
    one = world.get(f"/vendors/directory/{vera.id}", as_=omar).must(200).data
    other = world.get(f"/vendors/directory/{omar.id}", as_=vera).must(200).data
    private = {"legalAddress", "signatoryEmail", "attachmentPaths", "introEmailTemplate"}
    assert not private & one.keys()
    assert (one["kind"], other["kind"]) == ("vendor", "ambassador")
    assert (one["firstName"], one["commissionTiers"]) == ("Vera", VENDOR["commissionTiers"])
    assert (one["territory"], other["territory"]) == (None, "Florida")
    assert (other["lastName"], other["companyName"], other["bio"]) == (
        "Okafor",
        None,
        AMBASSADOR["bio"],
    )


FOUND = {
    "?kind=vendor": ["vera"],
    "?kind=ambassador": ["omar"],
    "?search=quarry": ["vera"],
    "?search=SCANNERS+quarrystone": ["vera"],
    "?search=tampa": ["omar"],
    "?search=nothing": [],
    "?search=%21": [],
    "?categories=imaging": ["vera"],
    "?categories=imaging,HYGIENE": ["omar", "vera"],
    "?subcategories=air+polishing": ["omar"],
    "?categories=hygiene&subcategories=cbct": [],
    "?kind=vendor&search=omar": [],
    "": ["omar", "vera"],
    "?limit=1&page=2": ["vera"],
}


@pytest.mark.parametrize(("query", "names"), FOUND.items())
def test_entries_are_found(world: World, query: str, names: list[str]) -> None:
    people: dict[str, Person] = {"vera": fair.vendor(world), "omar": fair.ambassador(world)}
    fair.say(world, people["vera"], **VENDOR)
    fair.say(world, people["omar"], "ambassador", firstName="Omar", **AMBASSADOR)
    for person in people.values():
        fair.verify(world, person)
    assert fair.listed(world, people["vera"], query) == [people[name].id for name in names]


def test_members_and_partners_read_the_directory(world: World) -> None:
    vera, root = fair.vendor(world), cast.root(world)
    fair.verify(world, vera)
    for path in ("/vendors/directory", f"/vendors/directory/{vera.id}"):
        world.get(path, as_=ANONYMOUS).must(401)
        world.get(path, as_=root).must(200)
    made = {"name": "Fair", "scopes": ["vendors:read"]}
    key = world.post("/admin/api-keys", made, as_=root).must(201).data["key"]
    other = {"name": "Jobs", "scopes": ["jobs:read"]}
    wrong = world.post("/admin/api-keys", other, as_=root).must(201).data["key"]
    for shown, status in ((key, 200), (wrong, 403)):
        world.get("/vendors/directory", headers={"x-api-key": shown}).must(status)
        path = f"/vendors/directory/{vera.id}"
        world.get(path, headers={"x-api-key": shown}).must(status)
    world.get("/vendors/directory?limit=101", as_=root).must(422)
    world.get(f"/vendors/directory/{fair.SOMEBODY}", as_=root).must(404)


def test_somebody_shut_out_leaves_the_directory_at_once(world: World) -> None:
    vera, root = fair.vendor(world), cast.root(world)
    fair.verify(world, vera)
    world.post(f"/admin/users/{vera.id}/disable", {"reason": "x"}, as_=root).must(200)
    assert fair.listed(world, root) == []
    world.post(f"/admin/users/{vera.id}/enable", as_=root).must(200)
    assert fair.listed(world, root) == [vera.id]


def test_ones_own_account_changes_and_another_role_is_verified_anew(world: World) -> None:
    vera, root = fair.vendor(world), cast.root(world)
    fair.verify(world, vera, "pro")
    sent = {"firstName": "Vera", "lastName": "Quill", "vendorsOnboardingStep": "three"}
    me = world.patch("/vendors/me", sent, as_=vera).must(200).data
    assert {name: me[name] for name in sent} == sent
    assert me["vendorsVerificationTier"] == "pro"
    same = world.patch("/vendors/me", {"vendorsRole": "vendor"}, as_=vera).must(200).data
    assert same["vendorsVerificationTier"] == "pro"
    turned = world.patch("/vendors/me", {"vendorsRole": "ambassador"}, as_=vera).must(200).data
    assert (turned["vendorsRole"], turned["vendorsVerificationTier"]) == (
        "ambassador",
        "not-verified",
    )
    assert fair.listed(world, root) == []
    world.get("/vendors/me/vendor-profile", as_=vera).must(403)
    entries = world.get(f"/admin/logs?target={vera.id}&action=account.change", as_=root).data
    assert entries["items"][0]["changes"][0]["after"] == "ambassador"
    for verb in ("GET", "PATCH"):
        world.send(verb, "/vendors/me", as_=ANONYMOUS).must(401)
    refused = world.patch("/vendors/me", {"firstName": "", "vendorsRole": "x"}, as_=vera)
    assert set(refused.must(422).faults) == {"firstName", "vendorsRole"}


def test_administrators_set_the_tier_and_the_paid_leads(world: World) -> None:
    omar, ada, root = fair.ambassador(world), cast.ada(world), cast.root(world)
    path = f"/admin/vendors/{omar.id}"
    sent = {"monthlyPaidLeadCap": 12.5, "vendorsVerificationTier": "pro"}
    for person, status in ((ANONYMOUS, 401), (omar, 403)):
        world.patch(path, sent, as_=person).must(status)
    assert world.patch(path, sent, as_=root).must(200).data["vendorsVerificationTier"] == "pro"
    profile = world.get("/vendors/me/ambassador-profile", as_=omar).must(200).data
    assert profile["monthlyPaidLeadCap"] == 12.5
    world.patch(path, {"monthlyPaidLeadCap": None}, as_=root).must(200)
    profile = world.get("/vendors/me/ambassador-profile", as_=omar).must(200).data
    assert profile["monthlyPaidLeadCap"] == 0
    assert fair.listed(world, ada) == [omar.id]
    for missing in (fair.SOMEBODY, ada.id):
        world.patch(f"/admin/vendors/{missing}", sent, as_=root).must(404)
    assert world.patch(path, {"monthlyPaidLeadCap": -1}, as_=root).must(422).faults
    entries = world.get("/admin/logs?action=vendor.set", as_=root).must(200).data["items"]
    assert [one["target"] for one in entries] == [omar.id, omar.id]
    told = [{one["field"]: (one["before"], one["after"]) for one in e["changes"]} for e in entries]
    assert told == [
        {"monthlyPaidLeadCap": ("12.5", 0)},
        {"vendorsVerificationTier": ("not-verified", "pro"), "monthlyPaidLeadCap": (0, "12.5")},
    ]
