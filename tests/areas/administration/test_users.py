"""Administrators list, change, disable and enable accounts, and changes take effect at once."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests import cast
from tests.areas.administrators.second_factor import confirm_app
from tests.world import ANONYMOUS, Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def test_only_an_administrator_session_may_read_users(world: World) -> None:
    root = cast.root(world)
    as_member = cast.sign_in(world, root.email)
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403), (as_member, 403), (root, 200)):
        world.get("/admin/users", as_=person).must(status)
        world.get(f"/admin/users/{root.id}", as_=person).must(status)


@dataclass(frozen=True, slots=True)
class Change:
    """The members of a patch, and their values in the record if they differ."""

    sent: dict[str, Any]
    returned: dict[str, Any] = field(default_factory=dict)


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
    Change({"avatarUrl": "avatars/ada.png"}),
    Change({"avatarUrl": "x" * 2048}),
    Change({"consultationRequestCap": 10_000}),
    Change({"consultationRequestCap": None}, {"consultationRequestCap": 5}),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: "+".join(change.sent))
def test_a_patch_changes_only_the_members_it_contains(world: World, change: Change) -> None:
    root, ben = cast.root(world), cast.ben(world)
    before = world.get(f"/admin/users/{ben.id}", as_=root).must(200).data
    after = world.patch(f"/admin/users/{ben.id}", change.sent, as_=root).must(200).data
    expected = {**before, **change.sent, **change.returned, "updatedAt": after["updatedAt"]}
    assert after == expected


def test_the_consultation_cap_is_the_effective_one(world: World) -> None:
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


INVALID = [
    ({"vendorsVerificationTier": "pro"}, "vendorsVerificationTier"),
    ({"consultationRequestCap": 10_001}, "consultationRequestCap"),
    ({"role": None}, "role"),
    ({"jobsRole": None}, "jobsRole"),
    ({"firstName": "12"}, "firstName"),
]


@pytest.mark.parametrize(("sent", "path"), INVALID)
def test_an_invalid_patch_is_refused(world: World, sent: Any, path: str) -> None:
    root = cast.root(world)
    assert path in world.patch(f"/admin/users/{root.id}", sent, as_=root).must(422).faults


def test_an_unknown_user_is_a_404(world: World) -> None:
    root = cast.root(world)
    world.get(f"/admin/users/{UNKNOWN_ID}", as_=root).must(404)
    world.patch(f"/admin/users/{UNKNOWN_ID}", {"role": "rpo"}, as_=root).must(404)
    world.post(f"/admin/users/{UNKNOWN_ID}/disable", {"reason": "spam"}, as_=root).must(404)
    world.post(f"/admin/users/{UNKNOWN_ID}/enable", as_=root).must(404)
    sent = {"id": UNKNOWN_ID, "role": "rpo"}
    world.post("/admin/users/assign-role", sent, as_=root).must(404)


def test_no_operation_removes_the_last_administrator(world: World) -> None:
    root = cast.root(world)
    path = f"/admin/users/{root.id}"
    refused = [
        world.patch(path, {"role": "expert"}, as_=root),
        world.patch(path, {"isEmailVerified": False}, as_=root),
        world.post("/admin/users/assign-role", {"id": root.id, "role": "client"}, as_=root),
        world.post(f"{path}/disable", {"reason": "tired"}, as_=root),
    ]
    assert [response.must(409).error for response in refused] == ["last_administrator"] * 4
    cast.root(world, "second@example.com")
    world.post(f"{path}/disable", {"reason": "tired"}, as_=root).must(200)
    world.get(path, as_=root).must(401)


@pytest.mark.postgresql("concurrent requests")
def test_the_last_two_administrators_cannot_resign_concurrently(world: World) -> None:
    pair = [cast.root(world), cast.root(world, "second@example.com")]
    responses = world.together(
        [
            lambda person=person: world.sending(  # type: ignore[misc]
                "PATCH", f"/admin/users/{person.id}", {"role": "expert"}, as_=person
            )
            for person in pair
        ]
    )
    assert sorted(response.status for response in responses) == [200, 409]


def test_disabling_ends_access_at_once_and_enabling_restores_it(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    disabled = world.post(f"/admin/users/{ben.id}/disable", {"reason": "spam"}, as_=root).must(200)
    assert (disabled.data["disabledReason"], bool(disabled.data["disabledAt"])) == ("spam", True)
    world.get("/users/me", as_=ben).must(401)
    sent = {"email": ben.email, "password": cast.PASSWORD}
    assert world.post("/auth/login", sent).must(403).error == "account_disabled"
    enabled = world.post(f"/admin/users/{ben.id}/enable", as_=root).must(200)
    assert (enabled.data["disabledReason"], enabled.data["disabledAt"]) == (None, None)
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


def test_filters_select_users(world: World) -> None:
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
        names = {item["email"].partition("@")[0] for item in page["items"]}
        assert (query, names, page["total"]) == (query, expected, len(expected))


def test_pages_list_every_user_once_newest_first(world: World) -> None:
    root = cast.root(world)
    names = [cast.register(world, f"p{n}@example.com").email for n in range(5)]
    emails = []
    for page in (1, 2, 3, 4):
        data = world.get(f"/admin/users?limit=2&page={page}", as_=root).must(200).data
        assert (data["page"], data["limit"], data["total"]) == (page, 2, 6)
        emails += [item["email"] for item in data["items"]]
    assert emails == [*reversed(names), root.email]


@pytest.mark.parametrize("query", ["page=0", "limit=101", "limit=0", "role=nobody", "platform=x"])
def test_an_invalid_query_is_refused(world: World, query: str) -> None:
    root = cast.root(world)
    faults = world.get(f"/admin/users?{query}", as_=root).must(422).faults
    assert list(faults) == [query.partition("=")[0]]


def test_a_user_shows_the_credentials_of_an_administrator(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    members = ("hasMasterPassword", "hasSecondFactor", "hasPendingInvitation")

    def credentials(person: Person) -> list[bool]:
        read = world.get(f"/admin/users/{person.id}", as_=cast.root_again(world)).must(200).data
        query = f"search={person.email}"
        (listed,) = world.get(f"/admin/users?{query}", as_=cast.root_again(world)).data["items"]
        assert read == listed
        return [read[name] for name in members]

    assert credentials(ben) == [False, False, False]
    world.post("/admin/users/assign-role", {"id": ben.id, "role": "admin"}, as_=root).must(200)
    assert credentials(ben) == [False, False, True]
    world.clock.advance(hours=24, seconds=1)
    assert credentials(ben) == [False, False, False]
    confirm_app(world, cast.root(world, "other@example.com"))
    world.clock.advance(minutes=1)
    other = Person("other@example.com", id=listed_id(world, "other@example.com"))
    assert credentials(other) == [True, True, False]


def listed_id(world: World, email: str) -> str:
    """Return the ID of the user with this address."""
    page = world.get(f"/admin/users?search={email}", as_=cast.root_again(world)).must(200).data
    return str(page["items"][0]["id"])
