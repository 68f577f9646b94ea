"""Administrators read all profiles of a person, with the records that a decision needs."""

from typing import Any

from tests import cast
from tests.areas.feed import feed_requests
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.roles import desk
from tests.areas.uploads import upload_client
from tests.areas.vendors import fair
from tests.statements import noted
from tests.world import ANONYMOUS, Person, World


def read(world: World, root: Person, person: Person) -> Any:
    return world.get(f"/admin/users/{person.id}/profile", as_=root).must(200).data


def completeness(profile: Any) -> dict[str, Any]:
    return {each["profile"]: each for each in profile["completeness"]}


def test_only_administrators_read_a_profile(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    for person, status in ((ANONYMOUS, 401), (ben, 403), (root, 200)):
        world.get(f"/admin/users/{ben.id}/profile", as_=person).must(status)
    missing = world.get(f"/admin/users/{board.UNKNOWN_ID}/profile", as_=root).must(404)
    assert missing.error == "user_not_found"


def test_an_account_without_profiles_has_none(world: World) -> None:
    ben, root = cast.ben(world), cast.root(world)
    profile = read(world, root, ben)
    assert profile["user"] == world.get(f"/admin/users/{ben.id}", as_=root).must(200).data
    for name in ("professional", "candidate", "clinic", "vendor", "ambassador"):
        assert profile[name] is None
    assert profile["documents"] == []
    for name in ("applications", "reportsBy", "reportsOn"):
        assert profile[name] == {"items": [], "total": 0}
    (professional,) = profile["completeness"]
    assert (professional["profile"], professional["filled"]) == ("professional", 0)
    assert professional["total"] == len(professional["missing"]) == 28


def test_all_profiles_are_returned_as_stored(world: World) -> None:
    root = cast.root(world)
    roles = {"jobsRole": "candidate", "vendorsRole": "vendor"}
    pat = cast.sign_up(world, "pat@example.com", **roles)
    details = {"title": "Dentist", "licenses": [{"licenseNumber": "TX-1", "licensedState": "TX"}]}
    own = world.patch("/users/me/profile", {"profile": details}, as_=pat).must(200).data
    sent = {"credential": "specialist", "lookingForMentor": False}
    candidate = world.patch("/jobs/me", sent, as_=pat).must(200).data
    vendor = fair.update_profile(world, pat, companyName="Quillon Scanners")
    profile = read(world, root, pat)
    assert profile["professional"] == own["profile"]
    assert profile["listing"] == own["listing"]
    assert profile["vendor"] == vendor
    assert profile["candidate"] == {name: candidate[name] for name in profile["candidate"]}
    assert profile["clinic"] is profile["ambassador"] is None
    found = completeness(profile)
    assert [*found] == ["professional", "candidate", "vendor"]
    assert found["professional"]["filled"] == 2
    assert "licenses" not in found["professional"]["missing"]
    assert found["candidate"]["missing"] == [
        "cvObjectPath",
        "specialty",
        "profession",
        "interestedInNonClinical",
    ]
    assert (found["vendor"]["filled"], found["vendor"]["total"]) == (1, len(vendor))


def test_the_profiles_of_a_clinic_and_an_ambassador_are_returned(world: World) -> None:
    root = cast.root(world)
    roles = {"jobsRole": "clinic_owner", "vendorsRole": "ambassador"}
    pat = cast.sign_up(world, "pat@example.com", **roles)
    sent = {"practiceName": "Orchard Gate", "numberOfLocations": 0, "practiceTypes": []}
    clinic = world.patch("/jobs/me/clinic-profile", sent, as_=pat).must(200).data
    ambassador = fair.update_profile(world, pat, "ambassador", territory="Texas")
    profile = read(world, root, pat)
    assert profile["clinic"] == clinic
    assert profile["ambassador"] == ambassador
    found = completeness(profile)
    assert [*found] == ["professional", "clinic", "ambassador"]
    assert found["clinic"]["filled"] == 2, "0 is a statement, an empty list is none"
    assert found["ambassador"]["filled"] == 1
    assert "monthlyPaidLeadCap" not in found["ambassador"]["missing"]


def test_a_profile_of_a_former_role_is_returned_and_not_counted(world: World) -> None:
    root, vera = cast.root(world), fair.vendor(world)
    fair.update_profile(world, vera, companyName="Quillon Scanners")
    world.patch("/vendors/me", {"vendorsRole": "ambassador"}, as_=vera).must(200)
    profile = read(world, root, vera)
    assert profile["vendor"]["companyName"] == "Quillon Scanners"
    assert [*completeness(profile)] == ["professional", "ambassador"]


def test_documents_are_listed_by_name_and_opening_one_is_audited(world: World) -> None:
    people = board.sign_up_all(world)
    cv = board.upload_cv(world, people.cyrus)
    board.upload_cv(world, people.cyrus)  # not a part of the profile
    world.patch("/jobs/me", {"cvObjectPath": cv}, as_=people.cyrus).must(200)
    (document,) = read(world, people.root, people.cyrus)["documents"]
    assert document["objectPath"] == cv
    assert document["fileName"] == cv.rpartition("/")[2], "a former version stored no name"
    assert (document["folder"], document["fileSizeBytes"]) == ("job-cvs", 1000)
    assert board.audit_entries(world, people, "asset.open") == []
    upload_client.create_link(world, people.cyrus, cv).must(200)
    assert board.audit_entries(world, people, "asset.open") == [], "one's own"
    upload_client.create_link(world, people.dora, cv).must(404)
    upload_client.create_link(world, people.root, cv).must(200)
    (entry,) = board.audit_entries(world, people, "asset.open")
    assert (entry["actor"], entry["target"]) == (people.root.id, document["id"])


def test_the_documents_of_a_vendor_are_the_attachments_and_the_video(world: World) -> None:
    root, vera = cast.root(world), fair.vendor(world)
    names = ("Terms of delivery.png", "Prices.png")
    paths = [
        upload_client.upload(world, vera, folder="vendor-attachments", fileName=name)["objectPath"]
        for name in names
    ]
    fair.update_profile(world, vera, attachmentPaths=paths)
    documents = read(world, root, vera)["documents"]
    assert {document["fileName"] for document in documents} == set(names)
    assert {document["contentType"] for document in documents} == {"image/png"}


def test_applications_to_roles_and_jobs_are_listed_newest_first(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    cv = board.upload_cv(world, people.cyrus)
    to_job = board.apply(world, job, people.cyrus, cvObjectPath=cv)
    world.clock.advance(minutes=1)
    role = desk.post(world, cast.ben(world))
    world.patch(f"/roles/{role}", {"status": "active"}, as_=people.root).must(200)
    to_role = desk.apply(world, role, people.cyrus)
    applications = read(world, people.root, people.cyrus)["applications"]
    assert applications["total"] == 2
    newest, older = applications["items"]
    assert (newest["kind"], newest["id"], newest["postingId"]) == ("role", to_role, role)
    assert (newest["title"], newest["hasCv"]) == (desk.POSTING["roleNeeded"], False)
    assert (older["kind"], older["id"], older["postingId"]) == ("job", to_job, job)
    assert (older["companyName"], older["status"], older["hasCv"]) == (
        board.POSTING["companyName"],
        "submitted",
        True,
    )


def test_reports_by_a_person_and_on_profile_and_content_are_listed(world: World) -> None:
    people = board.sign_up_all(world)
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada)
    comment = feed_requests.comment(world, ada, post)
    job = board.post_approved(world, people)
    by_ben = [
        bench.report(world, ben, "post", post),
        bench.report(world, ben, "comment", comment),
        bench.report(world, ben, "profile", str(ada.id)),
        bench.report(world, ben, "job", job),
    ]
    bench.decide(world, people.root, by_ben[0], "keep").must(200)
    on_ada = read(world, people.root, ada)["reportsOn"]
    assert [report["id"] for report in on_ada["items"]] == by_ben[2::-1]
    assert on_ada["total"] == 3
    listed = {report["id"]: report for report in bench.queue(world, people.root)}
    assert on_ada["items"] == [listed[report_id] for report_id in by_ben[2::-1]]
    profile_of_ben = read(world, people.root, ben)
    assert profile_of_ben["reportsOn"]["total"] == 0
    assert [report["id"] for report in profile_of_ben["reportsBy"]["items"]] == by_ben[::-1]
    on_carla = read(world, people.root, people.carla)["reportsOn"]["items"]
    assert [report["id"] for report in on_carla] == [by_ben[3]]


def test_the_lists_are_bounded_and_say_how_many_there_are(world: World) -> None:
    root, ada, ben = cast.root(world), feed_requests.ada(world), feed_requests.ben(world)
    for _ in range(21):
        bench.report(world, ben, "post", feed_requests.post(world, ada))
    profile = read(world, root, ada)["reportsOn"]
    assert (len(profile["items"]), profile["total"]) == (20, 21)


def test_the_number_of_statements_does_not_grow_with_the_records(world: World) -> None:
    people = board.sign_up_all(world)
    counts = []
    for _ in range(2):
        job = board.post_approved(world, people)
        board.apply(world, job, people.cyrus, cvObjectPath=board.upload_cv(world, people.cyrus))
        bench.report(world, people.cyrus, "job", job)
        with noted(world, "SELECT") as statements:
            read(world, people.root, people.cyrus)
        counts.append(len(statements))
    assert counts[0] == counts[1] < 30
