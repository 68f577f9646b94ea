"""Decisions take effect at once, are made once, and are e-mailed to the owner of the content."""

from functools import partial

import pytest

from bridgework.areas.community.moderation.tables import reports
from bridgework.kit.core import new_id
from tests import cast
from tests.areas.feed import feed_requests
from tests.areas.moderation import bench, kinds_table
from tests.areas.moderation.bench import DECISION_REASON, UNKNOWN_ID
from tests.kit.outbox.posting import text
from tests.world import World

KINDS = list(kinds_table.KINDS)
CREATED = "2026-11-21T12:00:00.000Z"


@pytest.mark.parametrize("kind", KINDS)
def test_members_find_hidden_content_nowhere_until_it_is_restored(world: World, kind: str) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    row = kinds_table.KINDS[kind]
    content_id = row.make(world, ada)
    people = (ada, ben, root)
    before = [kinds_table.visibility(world, kind, person, content_id) for person in people]
    assert before[1] == dict.fromkeys(row.visible_in, True)
    report = bench.report(world, ben, kind, content_id)
    world.clock.advance(minutes=1)
    decided = bench.decide(world, root, report, "hide").must(200).data
    assert decided == {
        "id": report,
        "kind": kind,
        "targetId": content_id,
        "reason": bench.REASON,
        "reporter": {"id": ben.id, "name": "Ben Hollis"},
        "reportsBefore": 0,
        "reporters": 1,
        "content": {**row.content, "ownerId": ada.id, "isHidden": True, "createdAt": CREATED},
        "status": "decided",
        "allowedActions": ["adminGetReport", "adminDecideReport"],
        "decision": "hide",
        "decisionReason": DECISION_REASON,
        "createdAt": CREATED,
        "decidedAt": "2026-11-21T12:01:00.000Z",
    }
    for person in (ada, ben):
        assert kinds_table.visibility(world, kind, person, content_id) == dict.fromkeys(
            row.visible_in, False
        )
    assert kinds_table.visibility(world, kind, root, content_id) == {
        place: place in kinds_table.READ_BY_ADMINISTRATORS for place in row.visible_in
    }
    assert bench.decide(world, root, report, "restore").must(200).data["decision"] == "restore"
    after = [kinds_table.visibility(world, kind, person, content_id) for person in people]
    assert after == before


@pytest.mark.parametrize("kind", KINDS)
def test_the_owner_is_notified_with_the_reason(world: World, kind: str) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    row = kinds_table.KINDS[kind]
    content_id = row.make(world, ada)
    sent_before = len(world.mail(ada.email))
    report = bench.hide(world, root, ben, kind, content_id)
    bench.decide(world, root, report, "restore").must(200)
    hidden, restored = world.mail(ada.email)[sent_before:]
    for email, subject in ((hidden, "has been hidden"), (restored, "is visible again")):
        assert str(email["Subject"]).startswith("Your ")
        assert str(email["Subject"]).endswith(subject)
        assert text(email).startswith(row.email_start)
        for form in ("plain", "html"):
            assert DECISION_REASON in text(email, form)
            assert ben.email not in text(email, form)
            assert "Hollis" not in text(email, form)


def test_keeping_content_sends_no_email(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    sent_before = len(world.mail(ada.email))
    report = bench.report(world, ben, "post", post)
    decided = bench.decide(world, root, report, "keep").must(200).data
    assert (decided["status"], decided["decision"]) == ("decided", "keep")
    assert feed_requests.get_post(world, ben, post)
    assert len(world.mail(ada.email)) == sent_before


def test_a_decision_applies_to_all_open_reports_of_the_content_and_to_no_others(
    world: World,
) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post, other = feed_requests.post(world, ada), feed_requests.post(world, ada)
    early = bench.report(world, ben, "post", post)
    bench.decide(world, root, early, "keep").must(200)
    both = [bench.report(world, person, "post", post) for person in (ada, ben)]
    elsewhere = bench.report(world, ben, "post", other)
    sent_before = len(world.mail(ada.email))
    bench.decide(world, root, both[0], "hide").must(200)
    decided = {item["id"]: item["decision"] for item in bench.queue(world, root)}
    assert decided == {early: "keep", **dict.fromkeys(both, "hide"), elsewhere: None}
    assert len(world.mail(ada.email)) == sent_before + 1


def open_decisions(message: str) -> str:
    return message.partition("from there you can move ")[2]


CASES = [
    ([], "restore", "only to keep, hide."),
    (["keep"], "keep", "to no other state."),
    (["keep"], "hide", "to no other state."),
    (["keep"], "restore", "to no other state."),
    (["hide"], "keep", "only to restore."),
    (["hide"], "hide", "only to restore."),
    (["hide", "restore"], "keep", "to no other state."),
    (["hide", "restore"], "hide", "to no other state."),
    (["hide", "restore"], "restore", "to no other state."),
]


@pytest.mark.parametrize(("path", "refused", "open_moves"), CASES)
def test_a_decision_that_is_not_open_is_refused(
    world: World, path: list[str], refused: str, open_moves: str
) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    report = bench.report(world, ben, "post", feed_requests.post(world, ada))
    for step in path:
        bench.decide(world, root, report, step).must(200)
    before = bench.queue(world, root)
    response = bench.decide(world, root, report, refused).must(409)
    assert (response.error, open_decisions(response.json["message"])) == (
        "invalid_transition",
        open_moves,
    )
    assert bench.queue(world, root) == before


def test_a_report_of_deleted_content_can_only_be_kept(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    report = bench.report(world, ben, "post", post)
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    refused = bench.decide(world, root, report, "hide").must(409)
    assert refused.json["message"].startswith(
        "The current state is open, with the content deleted;"
    )
    bench.decide(world, root, report, "keep").must(200)


def test_a_report_created_after_the_content_was_hidden_can_be_decided(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    first = bench.report(world, ben, "post", post)
    bench.decide(world, root, first, "hide").must(200)
    late = insert_report(world, post)
    refused = bench.decide(world, root, late, "keep").must(409)
    assert open_decisions(refused.json["message"]) == "only to hide, restore."
    sent_before = len(world.mail(ada.email))
    bench.decide(world, root, late, "hide").must(200)
    assert len(world.mail(ada.email)) == sent_before
    world.get(f"/feed/posts/{post}", as_=ben).must(404)


def insert_report(world: World, post: str) -> str:
    """Insert a report that was sent while its post was being hidden."""
    report_id = new_id()
    values = {"id": report_id, "kind": "post", "target_id": post, "reason": "?"}
    with world.application.app_state.database.writing() as tx:
        tx.execute(reports.insert(), {**values, "status": "open", "created_at": world.clock.now()})
    return str(report_id)


def test_a_hidden_comment_is_not_counted_and_not_found_by_its_author(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ben)
    comment = feed_requests.comment(world, ada, post)
    feed_requests.comment(world, ben, post)
    report = bench.hide(world, root, ben, "comment", comment)
    assert feed_requests.get_post(world, ben, post)["commentCount"] == 1
    world.delete(f"/feed/comments/{comment}", as_=ada).must(404)
    bench.decide(world, root, report, "restore").must(200)
    assert feed_requests.get_post(world, ben, post)["commentCount"] == 2
    feed_requests.must_have_right_counts(world, post)


def test_a_member_with_a_hidden_profile_still_signs_in_and_posts(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    profile = kinds_table.KINDS["profile"].make(world, ada)
    post = feed_requests.post(world, ada)
    bench.hide(world, root, ben, "profile", profile)
    world.get("/users/me", as_=ada).must(200)
    assert feed_requests.get_post(world, ben, post)["author"]["name"] == "Ada Lovell"
    world.patch("/users/me", {"firstName": "Adele"}, as_=ada).must(200)
    assert not any(kinds_table.visibility(world, "profile", ben, profile).values())


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("names", [("keep", "hide"), ("hide", "hide"), ("keep", "keep")], ids=str)
def test_of_concurrent_decisions_one_succeeds(world: World, names: tuple[str, str]) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    roots = [cast.root(world), cast.root(world, "ruth@example.com")]
    post = feed_requests.post(world, ada)
    both = [bench.report(world, person, "post", post) for person in (ada, ben)]
    sent_before = len(world.mail(ada.email))
    paths = [f"/admin/reports/{report}/decide" for report in both]
    responses = world.together(
        [
            partial(world.sending, "POST", path, bench.decision(name), as_=root)
            for root, path, name in zip(roots * 4, paths * 4, names * 4, strict=True)
        ]
    )
    assert feed_requests.statuses(responses) == [200] + [409] * 7
    [decision] = [response.data["decision"] for response in responses if response.status == 200]
    assert {item["decision"] for item in bench.queue(world, roots[0])} == {decision}
    status = world.get(f"/feed/posts/{post}", as_=ben).status
    assert status == (404 if decision == "hide" else 200)
    assert len(world.mail(ada.email)) == sent_before + int(decision == "hide")


def test_every_decision_is_audited(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    kept_post, hidden_post = feed_requests.post(world, ada), feed_requests.post(world, ada)
    bench.decide(world, root, bench.report(world, ben, "post", kept_post), "keep").must(200)
    report = bench.hide(world, root, ben, "post", hidden_post)
    bench.decide(world, root, report, "hide").must(409)
    bench.decide(world, root, report, "restore").must(200)
    audited = [
        (entry["action"], entry["target"], entry["actor"])
        for entry in reversed(world.get("/admin/logs?limit=100", as_=root).must(200).data["items"])
        if entry["action"].startswith("report.")
    ]
    assert audited == [
        ("report.keep", kept_post, root.id),
        ("report.hide", hidden_post, root.id),
        ("report.restore", hidden_post, root.id),
    ]


def test_an_erased_author_gets_no_email(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ben)
    profile = kinds_table.KINDS["profile"].make(world, ben)
    report_ids = [
        bench.report(world, ada, "post", post),
        bench.report(world, ada, "profile", profile),
    ]
    feed_requests.erase(world, ben)
    sent_before = len(world.mail())
    root = bench.again(world, root)
    bench.decide(world, root, report_ids[0], "hide").must(200)
    bench.decide(world, root, report_ids[1], "hide").must(409)
    bench.decide(world, root, report_ids[1], "keep").must(200)
    new = [email for email in world.mail()[sent_before:] if email["To"] != root.email]
    assert new == []
    ada = cast.sign_in(world, ada.email)
    world.get(f"/feed/posts/{post}", as_=ada).must(404)


def test_an_unknown_report_is_a_404_and_an_invalid_decision_a_422(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    for unknown in (UNKNOWN_ID, "7"):
        assert bench.decide(world, root, unknown, "keep").must(404).error == "report_not_found"
    report = bench.report(world, ben, "post", feed_requests.post(world, ada))
    path = f"/admin/reports/{report}/decide"
    for body, faults in (
        ({}, {"decision", "reason"}),
        ({"decision": "burn", "reason": "?"}, {"decision"}),
        ({"decision": "keep", "reason": ""}, {"reason"}),
        ({"decision": "keep", "reason": "x" * 1001}, {"reason"}),
    ):
        assert set(world.post(path, body, as_=root).must(422).faults) == faults
