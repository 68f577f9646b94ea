"""Administrators look after accounts: the listing's filters, changes, and what follows at once."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests import cast
from tests.world import ANONYMOUS, Person, World

SOMEBODY = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def test_only_an_administrator_signed_in_as_one_may(world: World) -> None:
    root = cast.root(world)
    as_member = cast.sign_in(world, root.email)
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403), (as_member, 403), (root, 200)):
        world.get("/admin/users", as_=person).must(status)
        world.get(f"/admin/users/{root.id}", as_=person).must(status)


@dataclass(frozen=True, slots=True)
class Change:
    """One member of the patch, and how the record shows it."""

    sent: dict[str, Any]
    shown: dict[str, Any] = field(default_factory=dict)


CHANGES = [
    Change({"firstName": "Zoë", "lastName": "Núñez"}),
    Change({"verificationTier": "pro"}),
    Change({"jobsVerificationTier": "verified", "vendorsVerificationTier": "verified"}),
    Change({"isEmailVerified": False}),
    Change(
        {"onboardingStep": "two", "jobsOnboardingStep": None, "vendorsOnboardingStep": "x" * 100}
    ),
    Change({"role": "rpo", "jobsRole": "recruiter", "vendorsRole": "vendor"}),
    Change({"avatarUrl": ""}, {"avatarUrl": None}),
    Change({"consultationRequestCap": 10_000}),
    Change({"consultationRequestCap": None}, {"consultationRequestCap": 5}),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: "+".join(change.sent))
def test_a_patch_changes_what_is_sent_and_nothing_else(world: World, change: Change) -> None:
    root, ben = cast.root(world), cast.ben(world)
    before = world.get(f"/admin/users/{ben.id}", as_=root).must(200).data
    after = world.patch(f"/admin/users/{ben.id}", change.sent, as_=root).must(200).data
    expected = {**before, **change.sent, **change.shown, "updatedAt": after["updatedAt"]}
    assert after == expected


def test_the_consultation_cap_is_always_the_one_that_applies(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    user = f"/admin/users/{ben.id}"

    def caps() -> list[int]:
        (listed,) = world.get("/admin/users?search=ben", as_=root).must(200).data["items"]
        read = world.get(user, as_=root).must(200).data
        own = world.get("/users/me", as_=ben).must(200).data
        return [record["consultationRequestCap"] for record in (listed, read, own)]

    def audited() -> list[int]:
        logs = world.get("/admin/logs?action=account.change", as_=root).must(200).data["items"]
        return [change["after"] for entry in logs for change in entry["changes"]]

    default = world.application.app_state.settings.consultation_cap
    assert caps() == [default] * 3
    world.patch(user, {"consultationRequestCap": 1}, as_=root).must(200)
    assert caps() == [1] * 3
    world.patch(user, {"consultationRequestCap": None}, as_=root).must(200)
    assert caps() == [default] * 3
    world.patch(user, {"consultationRequestCap": None}, as_=root).must(200)
    assert audited() == [default, 1]


BAD = [
    ({"vendorsVerificationTier": "pro"}, "vendorsVerificationTier"),
    ({"consultationRequestCap": 10_001}, "consultationRequestCap"),
    ({"role": None}, "role"),
    ({"jobsRole": None}, "jobsRole"),
    ({"firstName": "12"}, "firstName"),
]


@pytest.mark.parametrize(("sent", "path"), BAD)
def test_a_patch_that_does_not_fit_is_refused(world: World, sent: Any, path: str) -> None:
    root = cast.root(world)
    assert path in world.patch(f"/admin/users/{root.id}", sent, as_=root).must(422).faults


def test_nobody_is_a_404(world: World) -> None:
    root = cast.root(world)
    world.get(f"/admin/users/{SOMEBODY}", as_=root).must(404)
    world.patch(f"/admin/users/{SOMEBODY}", {"role": "rpo"}, as_=root).must(404)
    world.post(f"/admin/users/{SOMEBODY}/disable", {"reason": "spam"}, as_=root).must(404)
    world.post(f"/admin/users/{SOMEBODY}/enable", as_=root).must(404)
    sent = {"id": SOMEBODY, "role": "rpo"}
    world.post("/admin/users/assign-role", sent, as_=root).must(404)


def test_the_last_administrator_stays_by_every_path(world: World) -> None:
    root = cast.root(world)
    one = f"/admin/users/{root.id}"
    refused = [
        world.patch(one, {"role": "expert"}, as_=root),
        world.patch(one, {"isEmailVerified": False}, as_=root),
        world.post("/admin/users/assign-role", {"id": root.id, "role": "client"}, as_=root),
        world.post(f"{one}/disable", {"reason": "tired"}, as_=root),
    ]
    assert [answer.must(409).error for answer in refused] == ["last_administrator"] * 4
    cast.root(world, "second@example.com")
    world.post(f"{one}/disable", {"reason": "tired"}, as_=root).must(200)
    world.get(one, as_=root).must(401)


def test_two_administrators_cannot_resign_at_once(world: World) -> None:
    pair = [cast.root(world), cast.root(world, "second@example.com")]
    answers = world.together(
        [
            lambda person=person: world.sending(  # type: ignore[misc]
                "PATCH", f"/admin/users/{person.id}", {"role": "expert"}, as_=person
            )
            for person in pair
        ]
    )
    assert sorted(answer.status for answer in answers) == [200, 409]


def test_a_disabled_account_is_out_at_once_and_back_when_enabled(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    shown = world.post(f"/admin/users/{ben.id}/disable", {"reason": "spam"}, as_=root).must(200)
    assert (shown.data["disabledReason"], bool(shown.data["disabledAt"])) == ("spam", True)
    world.get("/users/me", as_=ben).must(401)
    sent = {"email": ben.email, "password": cast.PASSWORD}
    assert world.post("/auth/login", sent).must(403).error == "account_disabled"
    shown = world.post(f"/admin/users/{ben.id}/enable", as_=root).must(200)
    assert (shown.data["disabledReason"], shown.data["disabledAt"]) == (None, None)
    world.get("/users/me", as_=ben).must(401)  # the old session stays ended
    world.get("/users/me", as_=cast.sign_in(world, ben.email)).must(200)


FILTERS = [
    ("role=client", {"ben"}),
    ("role=admin", {"root"}),
    ("verification=pro", {"ada"}),
    ("verification=not-verified", {"root", "ben", "cyrus", "vera", "vic"}),
    ("jobsRole=candidate", {"cyrus"}),
    ("jobsVerification=verified", {"cyrus"}),
    ("vendorsRole=vendor", {"vera", "vic"}),
    ("vendorsVerification=verified", {"vera", "vic"}),
    ("vendorsVerification=not-verified", {"root", "ada", "ben", "cyrus"}),
    ("platform=jobs", {"cyrus"}),
    ("platform=vendors", {"vera", "vic"}),
    ("platform=matchmaker", {"root", "ada", "ben"}),
    ("search=NUNEZ", {"ada"}),
    ("search=example+ada", {"ada"}),
    ("search=50%25", set()),
    ("role=expert&verification=not-verified&platform=jobs", {"cyrus"}),
    ("", {"root", "ada", "ben", "cyrus", "vera", "vic"}),
]


def test_each_filter_narrows(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    cast.ben(world)
    cyrus = cast.register(world, "cyrus@example.com", jobsRole="candidate")
    vera = cast.register(world, "vera@example.com", vendorsRole="vendor")
    vic = cast.register(world, "vic@example.com", vendorsRole="vendor")

    def patch(person: Person, **sent: str) -> None:
        world.patch(f"/admin/users/{person.id}", sent, as_=root).must(200)

    patch(ada, verificationTier="pro", lastName="Núñez")
    patch(cyrus, jobsVerificationTier="verified")
    patch(vera, vendorsVerificationTier="verified")
    tier = {"vendorsVerificationTier": "pro"}
    world.patch(f"/admin/vendors/{vic.id}", tier, as_=root).must(200)
    for query, expected in FILTERS:
        page = world.get(f"/admin/users?{query}", as_=root).must(200).data
        found = {item["email"].partition("@")[0] for item in page["items"]}
        assert (query, found, page["total"]) == (query, expected, len(expected))


def test_pages_hold_everybody_once_and_newest_first(world: World) -> None:
    root = cast.root(world)
    names = [cast.register(world, f"p{n}@example.com").email for n in range(5)]
    seen = []
    for page in (1, 2, 3, 4):
        data = world.get(f"/admin/users?limit=2&page={page}", as_=root).must(200).data
        assert (data["page"], data["limit"], data["total"]) == (page, 2, 6)
        seen += [item["email"] for item in data["items"]]
    assert seen == [*reversed(names), root.email]


@pytest.mark.parametrize("query", ["page=0", "limit=101", "limit=0", "role=nobody", "platform=x"])
def test_a_query_that_does_not_fit_is_refused(world: World, query: str) -> None:
    root = cast.root(world)
    faults = world.get(f"/admin/users?{query}", as_=root).must(422).faults
    assert list(faults) == [query.partition("=")[0]]
