"""A person is notified of the decisions on the account: a verified role, a disabled account."""

from typing import Any

import pytest

from tests import cast
from tests.areas.notifications.leaving import page
from tests.areas.profiles.profile_samples import PROFILE
from tests.world import Person, World

REASON = "Two accounts of one person."


def notified(world: World, person: Person) -> list[str]:
    """Return the texts of a member's notifications, oldest first."""
    return [item["text"] for item in page(world, person, "limit=100")["items"][::-1]]


def last_email(world: World, person: Person) -> str:
    """Return the subject and the text of the newest e-mail to a person, in one line."""
    message = world.mail(person.email)[-1]
    body = message.get_body(("plain",))
    assert body is not None
    return " ".join(f"{message['Subject']} {body.get_content()}".split())


def patch(world: World, root: Person, person: Person, **body: Any) -> None:
    world.patch(f"/admin/users/{person.id}", body, as_=root).must(200)


def test_an_expert_is_notified_what_the_directory_lacks_and_later_that_it_shows_the_profile(
    world: World,
) -> None:
    root, ada = cast.root(world), cast.ada(world)
    patch(world, root, ada, verificationTier="verified")
    email = last_email(world, ada)
    assert "Your expert profile was verified" in email
    assert "it lacks: first name, last name, title, at least one specialty." in email
    assert "/app/profile" in email
    assert notified(world, ada) == ["Your expert profile was verified."]
    assert page(world, ada)["items"][0]["path"] == "/app/profile"

    patch(world, root, ada, verificationTier="not-verified")
    email = last_email(world, ada)
    assert "Your expert profile is not verified any more" in email
    assert "does not show your profile any more" in email
    names = {"firstName": "Ada", "lastName": "Lovell"}
    profile = {"title": "Orthodontist", "specialty": ["Orthodontics"]}
    world.patch(PROFILE, {**names, "profile": profile}, as_=ada).must(200)
    patch(world, root, ada, verificationTier="pro")
    assert "Your profile is now in the directory of experts" in last_email(world, ada)
    world.get(f"/experts/{ada.id}").must(200)


def test_a_tier_that_changes_nothing_for_others_is_not_notified(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    patch(world, root, ada, verificationTier="verified")
    before = len(world.mail(ada.email))
    patch(world, root, ada, verificationTier="verified")
    patch(world, root, ada, verificationTier="pro")
    patch(world, root, ada, verificationTier="verified", lastName="Lovell")
    patch(world, root, ada, jobsVerificationTier="verified", vendorsVerificationTier="verified")
    assert len(world.mail(ada.email)) == before
    assert len(notified(world, ada)) == 1


@pytest.mark.parametrize(
    ("roles", "tier", "called", "text"),
    [
        ({"role": "rpo"}, "verificationTier", "recruiting firm", "you have nothing to do"),
        ({"jobsRole": "candidate"}, "jobsVerificationTier", "candidate", "Clinics now see you"),
        ({"jobsRole": "clinic_owner"}, "jobsVerificationTier", "clinic owner", "nothing to do"),
        ({"vendorsRole": "vendor"}, "vendorsVerificationTier", "vendor", "directory of vendors"),
        ({"vendorsRole": "ambassador"}, "vendorsVerificationTier", "ambassador", "is now in"),
    ],
)
def test_a_person_on_any_platform_is_notified(
    world: World, roles: dict[str, str], tier: str, called: str, text: str
) -> None:
    root, person = cast.root(world), cast.sign_up(world, "mia@example.com", **roles)
    patch(world, root, person, **{tier: "verified"})
    email = last_email(world, person)
    assert f"Your {called} profile was verified" in email
    assert text in email
    patch(world, root, person, **{tier: "not-verified"})
    assert f"Your {called} profile is not verified any more" in last_email(world, person)
    assert notified(world, person) == [
        f"Your {called} profile was verified.",
        f"Your {called} profile is not verified any more.",
    ]


def test_a_vendor_whose_tier_is_set_with_the_lead_cap_is_notified_once(world: World) -> None:
    root, vendor = cast.root(world), cast.sign_up(world, "v@example.com", vendorsRole="vendor")
    path = f"/admin/vendors/{vendor.id}"
    for body in ({"vendorsVerificationTier": "pro"}, {"monthlyPaidLeadCap": 3}):
        world.patch(path, body, as_=root).must(200)
    assert notified(world, vendor) == ["Your vendor profile was verified."]


def test_a_candidate_who_looks_for_no_job_is_notified_why_clinics_do_not_see_the_profile(
    world: World,
) -> None:
    root, person = cast.root(world), cast.sign_up(world, "mia@example.com", jobsRole="candidate")
    world.patch(PROFILE, {"profile": {"jobSeekerIntent": "not_looking"}}, as_=person).must(200)
    patch(world, root, person, jobsVerificationTier="verified")
    assert "you are not looking for a job" in last_email(world, person)


def test_who_is_verified_in_the_queue_is_notified(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    item = {"kind": "expert", "id": ada.id}
    body = {"items": [item], "decision": "verify"}
    results = world.post("/admin/queue/decide", body, as_=root).must(200).data["results"]
    assert [result["outcome"] for result in results] == ["decided"]
    assert notified(world, ada) == ["Your expert profile was verified."]


@pytest.mark.postgresql("concurrent requests")
def test_two_administrators_who_verify_at_once_notify_the_person_once(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    path, body = f"/admin/users/{ada.id}", {"verificationTier": "verified"}
    world.together([lambda: world.sending("PATCH", path, body, as_=root) for _ in range(4)])
    assert notified(world, ada) == ["Your expert profile was verified."]


def test_a_disabled_person_is_notified_with_the_reason_and_again_when_enabled(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    path = f"/admin/users/{ada.id}"
    for _ in range(2):
        world.post(f"{path}/disable", {"reason": REASON}, as_=root).must(200)
    email = last_email(world, ada)
    assert "account was disabled" in email
    assert REASON in email
    patch(world, root, ada, verificationTier="verified")
    assert "It stays hidden while your account is disabled" in last_email(world, ada)
    for _ in range(2):
        world.post(f"{path}/enable", as_=root).must(200)
    assert "account is enabled again" in last_email(world, ada)
    ada = cast.sign_in(world, ada.email)
    assert notified(world, ada) == [
        "Your account was disabled.",
        "Your expert profile was verified.",
        "Your account is enabled again.",
    ]
