"""An administrator asks for changes of a profile, and has it back when its owner has made one."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from tests import cast, make
from tests.areas.administration.test_notified_people import last_email, notified
from tests.areas.notifications.leaving import page
from tests.areas.queue import waiting
from tests.areas.queue.test_claims import second_administrator
from tests.areas.queue.test_deciding import decide, outcomes
from tests.world import ANONYMOUS, Person, Response, World

MESSAGE = "Your license is missing.\nAdd its number and state."
UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
LICENSE = {"licenseNumber": "D 1234", "licensedState": "Ohio"}
FOR_MEMBER = "waitsFor=member"


def expert(world: World) -> Person:
    """Sign up an expert who waits for the verification."""
    ada = cast.ada(world)
    world.patch(
        "/users/me/profile", {"firstName": "Ada", "profile": {"title": "Dentist"}}, as_=ada
    ).must(200)
    return ada


def ask(world: World, root: Person, person: Person, *members: str, **how: Any) -> Response:
    body = {"message": MESSAGE, "members": list(members)}
    return world.post(f"/admin/users/{person.id}/ask-for-changes", body, as_=root, **how)


def asked(world: World, person: Person) -> Any:
    return world.get("/users/me/overview", as_=person).must(200).data["changesAsked"]


def seen(world: World, root: Person, person: Person) -> Any:
    path = f"/admin/users/{person.id}/profile"
    return world.get(path, as_=root).must(200).data["changesAsked"]


def change(world: World, person: Person, **members: Any) -> None:
    world.patch("/users/me/profile", {"profile": members}, as_=person).must(200)


def states(world: World, root: Person) -> tuple[list[str], list[str]]:
    """Return the kinds of what waits for administrators, and of what waits for members."""
    found = [[kind for kind, _ in waiting.keys(world, root, query)] for query in ("", FOR_MEMBER)]
    return found[0], found[1]


def test_the_person_is_notified_and_the_queue_waits_for_the_person(world: World) -> None:
    root, ada = waiting.people(world).root, expert(world)
    given = ask(world, root, ada, "licenses", "avatarUrl", "licenses").must(200).data
    assert given["message"] == MESSAGE
    assert given["members"] == ["licenses", "avatarUrl"]
    assert given["by"]["id"] == root.id
    assert (given["answeredAt"], given["changes"]) == (None, [])

    email = last_email(world, ada)
    assert "Your license is missing. Add its number and state." in email
    assert "Change: licenses <" in email
    assert "/app/profile?member=licenses>" in email
    assert "Change: picture <" in email
    assert "/app/profile?member=avatarUrl>" in email
    assert notified(world, ada)[-1] == "An administrator asks you to change your profile."
    assert page(world, ada)["items"][0]["path"] == "/app/profile"

    own = asked(world, ada)
    assert own == {name: given[name] for name in ("message", "members", "at", "answeredAt")}
    assert states(world, root) == ([], ["expert"])
    [item] = waiting.read(world, root, FOR_MEMBER)["items"]
    assert (item["changesAskedAt"], item["changesAnsweredAt"]) == (given["at"], None)
    counts = waiting.read(world, root)["counts"]["expert"]
    assert counts == {"count": 0, "oldest": None, "waitingForMember": 1}
    logs = world.get("/admin/logs?action=account.ask_for_changes", as_=root).must(200).data
    assert [entry["target"] for entry in logs["items"]] == [ada.id]


def test_a_change_of_a_named_member_brings_it_back_with_what_changed(world: World) -> None:
    root, ada = waiting.people(world).root, expert(world)
    ask(world, root, ada, "licenses", "title").must(200)
    change(world, ada, bio="I like teeth.")
    world.patch("/users/me", {"firstName": "Grace"}, as_=ada).must(200)
    assert states(world, root) == ([], ["expert"])
    assert seen(world, root, ada)["changes"] == []

    change(world, ada, licenses=[LICENSE])
    assert states(world, root) == (["expert"], [])
    [item] = waiting.read(world, root)["items"]
    known = seen(world, root, ada)
    assert item["changesAnsweredAt"] == known["answeredAt"] == asked(world, ada)["answeredAt"]
    assert item["changesAnsweredAt"] is not None
    assert known["changes"] == [{"member": "licenses", "before": [], "after": ["D 1234, Ohio"]}]
    change(world, ada, title="Orthodontist")
    after = seen(world, root, ada)
    assert after["answeredAt"] == known["answeredAt"]
    assert {"member": "title", "before": ["Dentist"], "after": ["Orthodontist"]} in after["changes"]
    assert waiting.read(world, root)["counts"]["expert"]["waitingForMember"] == 0


WRITES: Mapping[str, tuple[dict[str, str], str, str, dict[str, Any], str]] = {
    "the account": ({"role": "expert"}, "PATCH", "/users/me", {"lastName": "Hopper"}, "lastName"),
    "details": (
        {"role": "expert"},
        *("PATCH", "/users/me/profile/details", {"credential": "DDS"}, "credential"),
    ),
    "a candidate": (
        {"jobsRole": "candidate"},
        *("PATCH", "/jobs/me", {"profession": "dentist"}, "profession"),
    ),
    "a clinic": (
        {"jobsRole": "clinic_owner"},
        *("PATCH", "/jobs/me/clinic-profile", {"practiceName": "Hill"}, "practiceName"),
    ),
    "a vendor": (
        {"vendorsRole": "vendor"},
        *("PATCH", "/vendors/me/vendor-profile", {"companyName": "Acme"}, "companyName"),
    ),
    "an ambassador": (
        {"vendorsRole": "ambassador"},
        *("PATCH", "/vendors/me/ambassador-profile", {"territory": "Ohio"}, "territory"),
    ),
}
"""Each way to write a profile: the roles of its owner, a request, and the changed member."""


@pytest.mark.parametrize("what", WRITES)
@pytest.mark.parametrize("is_named", [True, False])
def test_each_write_of_a_profile_is_an_answer(world: World, what: str, is_named: bool) -> None:
    roles, method, path, body, member = WRITES[what]
    root = waiting.people(world).root
    person = cast.sign_up(world, "pat@writes.example", **{"role": "client", **roles})
    if roles.get("role") == "expert":
        world.patch("/users/me/profile/details", {"title": "Dentist"}, as_=person).must(200)
    ask(world, root, person, *([member] if is_named else [])).must(200)
    assert asked(world, person)["answeredAt"] is None
    world.send(method, path, body, as_=person).must(200)
    assert asked(world, person)["answeredAt"] is not None
    assert [one["member"] for one in seen(world, root, person)["changes"]] == [member]
    assert states(world, root)[1] == []


def test_a_write_that_changes_nothing_is_no_answer(world: World) -> None:
    root, ada = waiting.people(world).root, expert(world)
    ask(world, root, ada).must(200)
    change(world, ada, title="Dentist")
    change(world, ada, tourProgress={"profile": True})
    world.patch("/users/me", {"firstName": "Ada"}, as_=ada).must(200)
    assert asked(world, ada)["answeredAt"] is None
    world.delete("/users/me/profile/members/title", as_=ada).must(200)
    assert seen(world, root, ada)["changes"] == [
        {"member": "title", "before": ["Dentist"], "after": []}
    ]


def test_a_second_request_replaces_the_first(world: World) -> None:
    root, ada, rita = waiting.people(world).root, expert(world), second_administrator(world)
    ask(world, root, ada, "title").must(200)
    change(world, ada, title="Orthodontist")
    again = ask(world, rita, ada, "bio").must(200).data
    assert (again["members"], again["by"]["id"], again["answeredAt"]) == (["bio"], rita.id, None)
    assert states(world, root) == ([], ["expert"])
    change(world, ada, title="Dentist")
    assert states(world, root) == ([], ["expert"])


@pytest.mark.parametrize("decision", ["verified", "disabled", "to be erased", "left"])
def test_a_decision_ends_the_request(world: World, decision: str) -> None:
    root, ada = waiting.people(world).root, expert(world)
    ask(world, root, ada).must(200)
    path = f"/admin/users/{ada.id}"
    if decision == "verified":
        world.patch(path, {"verificationTier": "verified"}, as_=root).must(200)
    elif decision == "disabled":
        world.post(f"{path}/disable", {"reason": "Spam."}, as_=root).must(200)
    elif decision == "to be erased":
        world.post(f"{path}/erase", {"reason": "Asked for it."}, as_=root).must(202)
    else:
        world.patch("/users/me/profile", {"role": "client"}, as_=ada).must(200)
    assert seen(world, root, ada) is None
    assert states(world, root) == ([], [])


def test_it_is_verified_while_it_waits_for_the_member(world: World) -> None:
    root, ada = waiting.people(world).root, expert(world)
    ask(world, root, ada).must(200)
    items = [{"kind": "expert", "id": ada.id}]
    assert outcomes(decide(world, root, "verify", items=items)) == ["decided"]
    assert asked(world, ada) is None


def test_a_verification_on_one_platform_ends_it_also_if_another_one_waits(world: World) -> None:
    root, ada = waiting.people(world).root, expert(world)
    make.change_account(world, ada.id, vendors_role="vendor")
    ask(world, root, ada).must(200)
    assert states(world, root) == ([], ["expert", "vendor"])
    body = {"vendorsVerificationTier": "verified"}
    world.patch(f"/admin/users/{ada.id}", body, as_=root).must(200)
    assert states(world, root) == (["expert"], [])


def test_who_waits_for_no_verification_is_not_asked(world: World) -> None:
    people = waiting.people(world)
    refused = ask(world, people.root, people.ben).must(409)
    assert refused.error == "not_in_review"
    assert not any("Change" in mail["Subject"] for mail in world.mail(people.ben.email))
    unknown = Person("nobody@example.com", id=UNKNOWN_ID)
    assert ask(world, people.root, unknown).must(404).error == "user_not_found"


def test_only_administrators_ask(world: World) -> None:
    waiting.people(world)
    ada = expert(world)
    for person, status in ((ANONYMOUS, 401), (ada, 403)):
        ask(world, person, ada).must(status)
    assert asked(world, ada) is None


def test_a_request_about_another_version_is_refused_and_one_changes_the_version(
    world: World,
) -> None:
    root, ada, rita = waiting.people(world).root, expert(world), second_administrator(world)
    read = world.get(f"/admin/users/{ada.id}", as_=root).must(200)
    tag = {"If-Match": read.headers["etag"]}
    change(world, ada, title="Orthodontist")
    assert ask(world, root, ada, headers=tag).must(412).error == "precondition_failed"
    read = world.get(f"/admin/users/{ada.id}", as_=root).must(200)
    tag = {"If-Match": read.headers["etag"]}
    ask(world, rita, ada, headers=tag).must(200)
    body = {"verificationTier": "verified"}
    refused = world.patch(f"/admin/users/{ada.id}", body, as_=root, headers=tag).must(412)
    assert refused.json["decision"] == "account.ask_for_changes"
    assert refused.json["decidedBy"]["id"] == rita.id


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"message": ""}, "message"),
        ({"message": " \n "}, "message"),
        ({"message": "x" * 2001}, "message"),
        ({"message": MESSAGE, "members": ["password"]}, "members[0]"),
        ({"message": MESSAGE, "members": ["title"] * 21}, "members"),
    ],
)
def test_a_bad_request_names_its_fault(world: World, body: Any, fault: str) -> None:
    root, ada = waiting.people(world).root, expert(world)
    path = f"/admin/users/{ada.id}/ask-for-changes"
    assert list(world.post(path, body, as_=root).must(422).faults) == [fault]


def test_others_read_nothing_of_it(world: World) -> None:
    root, ada = waiting.people(world).root, expert(world)
    ask(world, root, ada).must(200)
    assert asked(world, cast.sign_up(world, "grace@example.com")) is None
    assert "license" not in str(world.get("/users/me", as_=ada).must(200).data)


def test_the_export_has_it_and_the_erased_administrator_is_not_named(world: World) -> None:
    root, ada, rita = waiting.people(world).root, expert(world), second_administrator(world)
    ask(world, rita, ada, "title").must(200)
    exported = world.get("/users/me/export", as_=ada).must(200).data
    [row] = exported["tables"]["change_requests"]
    assert (row["message"], row["members"]) == (MESSAGE, ["title"])
    assert str(rita.id) not in str(row)
    world.post("/admin/users/assign-role", {"id": rita.id, "role": "client"}, as_=root).must(200)
    body = {"reason": "Left.", "now": True}
    world.post(f"/admin/users/{rita.id}/erase", body, as_=root).must(202)
    assert seen(world, root, ada)["by"] is None


@pytest.mark.postgresql("a request and a change at once")
def test_a_change_at_the_same_time_is_before_or_after_the_request(
    world: World, neighbour: World
) -> None:
    root, ada = waiting.people(world).root, expert(world)
    path = f"/admin/users/{ada.id}/ask-for-changes"
    for number in range(5):
        title = f"Dentist {number}"
        body = {"message": MESSAGE, "members": ["title"]}
        sent, saved = world.together(
            [
                partial(world.sending, "POST", path, body, as_=root),
                partial(
                    neighbour.sending,
                    "PATCH",
                    "/users/me/profile/details",
                    {"title": title},
                    as_=ada,
                ),
            ]
        )
        assert (sent.status, saved.status) == (200, 200)
        known = seen(world, root, ada)
        after = [one["after"] for one in known["changes"]]
        # Asked before: the change is the answer. Asked after: it is what the request is about.
        is_answered = known["answeredAt"] is not None
        assert after == ([[title]] if is_answered else [])
        assert states(world, root) == ((["expert"], []) if is_answered else ([], ["expert"]))
