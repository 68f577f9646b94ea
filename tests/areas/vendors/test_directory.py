"""The directory of vendors and ambassadors, and their accounts."""

import pytest

from tests import cast
from tests.areas.vendors import fair
from tests.areas.vendors.test_profiles import AMBASSADOR, VENDOR
from tests.world import ANONYMOUS, Person, World


def test_only_verified_accounts_are_listed_and_a_change_is_visible_at_once(world: World) -> None:
    vera, ada = fair.vendor(world), cast.ada(world)
    fair.update_profile(world, vera, companyName="Quarrystone")
    assert fair.list_entry_ids(world, ada) == []
    world.get(f"/vendors/directory/{vera.id}", as_=ada).must(404)
    for tier, is_listed in (("verified", True), ("pro", True), ("not-verified", False)):
        fair.verify(world, vera, tier)
        assert fair.list_entry_ids(world, ada) == ([vera.id] if is_listed else [])
        world.get(f"/vendors/directory/{vera.id}", as_=ada).must(200 if is_listed else 404)
    fair.verify(world, vera)
    fair.update_profile(world, vera, companyName="Another name")
    entry = world.get(f"/vendors/directory/{vera.id}", as_=ada).data
    assert entry["companyName"] == "Another name"


def test_an_entry_contains_the_public_members(world: World) -> None:
    vera, omar = fair.vendor(world), fair.ambassador(world)
    fair.update_profile(world, vera, firstName="Vera", **VENDOR)
    fair.update_profile(world, omar, "ambassador", lastName="Okafor", **AMBASSADOR)
    for person in (vera, omar):
        fair.verify(world, person)
    entry = world.get(f"/vendors/directory/{vera.id}", as_=omar).must(200).data
    other = world.get(f"/vendors/directory/{omar.id}", as_=vera).must(200).data
    private = {"legalAddress", "signatoryEmail", "attachmentPaths", "introEmailTemplate"}
    assert not private & entry.keys()
    assert (entry["kind"], other["kind"]) == ("vendor", "ambassador")
    assert (entry["firstName"], entry["commissionTiers"]) == ("Vera", VENDOR["commissionTiers"])
    assert (entry["territory"], other["territory"]) == (None, "Florida")
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
def test_a_query_finds_matching_entries(world: World, query: str, names: list[str]) -> None:
    people: dict[str, Person] = {"vera": fair.vendor(world), "omar": fair.ambassador(world)}
    fair.update_profile(world, people["vera"], **VENDOR)
    fair.update_profile(world, people["omar"], "ambassador", firstName="Omar", **AMBASSADOR)
    for person in people.values():
        fair.verify(world, person)
    assert fair.list_entry_ids(world, people["vera"], query) == [people[name].id for name in names]


def test_members_and_partners_read_the_directory(world: World) -> None:
    vera, root = fair.vendor(world), cast.root(world)
    fair.verify(world, vera)
    for path in ("/vendors/directory", f"/vendors/directory/{vera.id}"):
        world.get(path, as_=ANONYMOUS).must(401)
        world.get(path, as_=root).must(200)
    read_scope = {"name": "Fair", "scopes": ["vendors:read"]}
    key = world.post("/admin/api-keys", read_scope, as_=root).must(201).data["key"]
    other_scope = {"name": "Jobs", "scopes": ["jobs:read"]}
    wrong_key = world.post("/admin/api-keys", other_scope, as_=root).must(201).data["key"]
    for key_sent, status in ((key, 200), (wrong_key, 403)):
        world.get("/vendors/directory", headers={"x-api-key": key_sent}).must(status)
        path = f"/vendors/directory/{vera.id}"
        world.get(path, headers={"x-api-key": key_sent}).must(status)
    world.get("/vendors/directory?limit=101", as_=root).must(422)
    world.get(f"/vendors/directory/{fair.UNKNOWN_ID}", as_=root).must(404)


def test_a_disabled_account_leaves_the_directory_at_once(world: World) -> None:
    vera, root = fair.vendor(world), cast.root(world)
    fair.verify(world, vera)
    world.post(f"/admin/users/{vera.id}/disable", {"reason": "x"}, as_=root).must(200)
    assert fair.list_entry_ids(world, root) == []
    world.post(f"/admin/users/{vera.id}/enable", as_=root).must(200)
    assert fair.list_entry_ids(world, root) == [vera.id]


def test_a_changed_role_must_be_verified_again(world: World) -> None:
    vera, root = fair.vendor(world), cast.root(world)
    fair.verify(world, vera, "pro")
    changed = world.patch("/vendors/me", {"vendorsRole": "ambassador"}, as_=vera).must(200).data
    members = (changed["vendorsRole"], changed["vendorsVerificationTier"])
    assert members == ("ambassador", "not-verified")
    assert fair.list_entry_ids(world, root) == []
    world.get("/vendors/me/vendor-profile", as_=vera).must(403)
    entries = world.get(f"/admin/logs?target={vera.id}&action=account.change", as_=root).data
    assert entries["items"][0]["changes"][0]["after"] == "ambassador"


def test_other_changes_of_an_account_keep_its_tier(world: World) -> None:
    vera = fair.vendor(world)
    fair.verify(world, vera, "pro")
    body = {"firstName": "Vera", "lastName": "Quill", "vendorsOnboardingStep": "three"}
    me = world.patch("/vendors/me", body, as_=vera).must(200).data
    assert {name: me[name] for name in body} == body
    same = world.patch("/vendors/me", {"vendorsRole": "vendor"}, as_=vera).must(200).data
    assert (me["vendorsVerificationTier"], same["vendorsVerificationTier"]) == ("pro", "pro")


def test_only_the_member_reads_and_changes_the_own_account(world: World) -> None:
    for verb in ("GET", "PATCH"):
        world.send(verb, "/vendors/me", as_=ANONYMOUS).must(401)


def test_each_invalid_member_of_an_account_is_named(world: World) -> None:
    vera = fair.vendor(world)
    refused = world.patch("/vendors/me", {"firstName": "", "vendorsRole": "x"}, as_=vera)
    assert set(refused.must(422).faults) == {"firstName", "vendorsRole"}


def paid_leads(world: World, ambassador: Person) -> object:
    profile = world.get("/vendors/me/ambassador-profile", as_=ambassador).must(200).data
    return profile["monthlyPaidLeadCap"]


def test_administrators_set_the_tier_of_a_vendor(world: World) -> None:
    omar, ada, root = fair.ambassador(world), cast.ada(world), cast.root(world)
    body = {"vendorsVerificationTier": "pro"}
    entry = world.patch(f"/admin/vendors/{omar.id}", body, as_=root).must(200).data
    assert entry["vendorsVerificationTier"] == "pro"
    assert fair.list_entry_ids(world, ada) == [omar.id]


def test_administrators_set_the_paid_leads_of_an_ambassador(world: World) -> None:
    omar, root = fair.ambassador(world), cast.root(world)
    path = f"/admin/vendors/{omar.id}"
    for cap, effective in ((12.5, 12.5), (None, 0)):
        world.patch(path, {"monthlyPaidLeadCap": cap}, as_=root).must(200)
        assert paid_leads(world, omar) == effective
    assert world.patch(path, {"monthlyPaidLeadCap": -1}, as_=root).must(422).faults


@pytest.mark.parametrize(
    ("cap", "shown", "recorded"), [(12, "12", "12"), (12.0, "12", "12"), (12.5, "12.5", "'12.5'")]
)
def test_a_whole_number_of_paid_leads_is_sent_and_audited_without_a_fraction(
    world: World, cap: float, shown: str, recorded: str
) -> None:
    omar, root = fair.ambassador(world), cast.root(world)
    world.patch(f"/admin/vendors/{omar.id}", {"monthlyPaidLeadCap": cap}, as_=root).must(200)
    assert repr(paid_leads(world, omar)) == shown
    (entry,) = world.get("/admin/logs?action=vendor.set", as_=root).must(200).data["items"]
    assert repr(entry["changes"][0]["after"]) == recorded


def test_only_administrators_set_the_tier_of_an_existing_vendor(world: World) -> None:
    omar, ada, root = fair.ambassador(world), cast.ada(world), cast.root(world)
    body = {"monthlyPaidLeadCap": 12.5, "vendorsVerificationTier": "pro"}
    for person, status in ((ANONYMOUS, 401), (omar, 403)):
        world.patch(f"/admin/vendors/{omar.id}", body, as_=person).must(status)
    for missing in (fair.UNKNOWN_ID, ada.id):
        world.patch(f"/admin/vendors/{missing}", body, as_=root).must(404)


def test_changes_of_the_tier_and_the_paid_leads_are_audited(world: World) -> None:
    omar, root = fair.ambassador(world), cast.root(world)
    path = f"/admin/vendors/{omar.id}"
    both = {"monthlyPaidLeadCap": 12.5, "vendorsVerificationTier": "pro"}
    for body in (both, {"monthlyPaidLeadCap": None}):
        world.patch(path, body, as_=root).must(200)
    entries = world.get("/admin/logs?action=vendor.set", as_=root).must(200).data["items"]
    assert [item["target"] for item in entries] == [omar.id, omar.id]
    changes_by_entry = [
        {item["field"]: (item["before"], item["after"]) for item in entry["changes"]}
        for entry in entries
    ]
    assert changes_by_entry == [
        {"monthlyPaidLeadCap": ("12.5", 0)},
        {"vendorsVerificationTier": ("not-verified", "pro"), "monthlyPaidLeadCap": (0, "12.5")},
    ]
