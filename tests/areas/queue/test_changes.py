"""Changes of reviewed records are read, and confirmed or reversed as they were read."""

from functools import partial
from typing import Any

import pytest

from tests.areas.queue import reviewed, waiting
from tests.areas.queue.test_claims import second_administrator
from tests.areas.queue.test_deciding import decide, outcomes, tag_of
from tests.world import ANONYMOUS, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"


def test_only_administrators_read_and_decide(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    reviewed.patch_profile(world, ada, firstName="Grace")
    for person, status in ((ANONYMOUS, 401), (ada, 403)):
        reviewed.read_change(world, person, "identity_changed", ada.id).must(status)
        reviewed.confirm(world, person, "identity_changed", ada.id).must(status)
        reviewed.reverse(world, person, "identity_changed", ada.id).must(status)
    assert waiting.keys(world, people.root) == [("identity_changed", ada.id)]


def test_what_does_not_wait_is_not_found(world: World) -> None:
    root = waiting.people(world).root
    for kind in ("identity_changed", "role_changed"):
        for response in (
            reviewed.read_change(world, root, kind, UNKNOWN_ID),
            reviewed.confirm(world, root, kind, UNKNOWN_ID),
            reviewed.reverse(world, root, kind, UNKNOWN_ID),
        ):
            assert response.must(404).error == "queue_item_not_found"


@pytest.mark.parametrize("decision", [reviewed.confirm, reviewed.reverse])
def test_a_change_after_the_look_is_not_decided(world: World, decision: Any) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    reviewed.patch_profile(world, ada, firstName="Grace")
    [item] = waiting.read(world, people.root)["items"]
    read = reviewed.read_change(world, people.root, "identity_changed", ada.id).must(200)
    assert read.headers["etag"].startswith(f'"{item["version"]}-')
    reviewed.patch_profile(world, ada, firstName="Mary")
    version = {"If-Match": tag_of(item)}
    refused = decision(world, people.root, "identity_changed", ada.id, headers=version)
    assert refused.must(412).error == "precondition_failed"
    stale = {"kind": "identity_changed", "id": ada.id, "version": item["version"]}
    many = decide(world, people.root, "confirm", items=[stale])
    assert outcomes(many) == ["precondition_failed"]
    assert reviewed.is_verified(world, ada) == (False, False)
    # The same change again is what was read.
    reviewed.patch_profile(world, ada, firstName="Grace")
    reviewed.confirm(world, people.root, "identity_changed", ada.id, headers=version).must(200)


@pytest.mark.postgresql("an edit and a decision at once")
def test_an_edit_and_a_confirmation_at_once_never_confirm_what_was_not_read(
    world: World, neighbour: World
) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    role = reviewed.active_role(world, people)
    reviewed.patch_role(world, role, people.ben, challenge="Read.")
    reviewed.patch_profile(world, ada, firstName="Grace")
    items = [
        {name: item[name] for name in ("kind", "id", "version")}
        for item in waiting.read(world, people.root)["items"]
    ]
    assert len(items) == 2
    body = {"items": items, "decision": "confirm"}
    decided, *edited = world.together(
        [
            partial(world.sending, "POST", "/admin/queue/decide", body, as_=people.root),
            partial(
                neighbour.sending,
                "PATCH",
                f"/roles/{role}",
                {"challenge": "Unread."},
                as_=people.ben,
            ),
            partial(neighbour.sending, "PATCH", "/users/me", {"firstName": "Mary"}, as_=ada),
        ]
    )
    assert {response.status for response in edited} == {200}
    assert set(outcomes(decided)) <= {"decided", "precondition_failed"}
    # The edits came before or after the decision: either way they wait.
    assert reviewed.members_of(world, people.root, "role_changed", role)["challenge"][1] == [
        "Unread."
    ]
    assert reviewed.members_of(world, people.root, "identity_changed", ada.id)["firstName"][1] == [
        "Mary"
    ]
    assert reviewed.is_verified(world, ada) == (False, False)


@pytest.mark.postgresql("concurrent decisions")
def test_of_two_administrators_at_once_one_decides(world: World, neighbour: World) -> None:
    people, rita, ada = (
        waiting.people(world),
        second_administrator(world),
        reviewed.verified_expert(world),
    )
    reviewed.patch_profile(world, ada, firstName="Grace")
    path = f"/admin/queue/identity_changed/{ada.id}"
    confirmed, reversed_ = world.together(
        [
            partial(world.sending, "POST", f"{path}/confirm", as_=people.root),
            partial(neighbour.sending, "POST", f"{path}/reverse", {}, as_=rita),
        ]
    )
    assert sorted((confirmed.status, reversed_.status)) == [200, 409]
    name = world.get(f"/experts/{ada.id}").must(200).data["firstName"]
    assert name == ("Grace" if confirmed.status == 200 else "Ada")
    assert len(reviewed.mails_about(world, ada)) == 1
    assert reviewed.is_verified(world, ada) == (True, True)


def test_counts_name_the_changes_that_wait(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    role = reviewed.active_role(world, people)
    reviewed.patch_role(world, role, people.ben, challenge="Another text.")
    reviewed.patch_profile(world, ada, firstName="Grace")
    counts = waiting.read(world, people.root)["counts"]
    assert counts["role_changed"]["count"] == counts["identity_changed"]["count"] == 1
