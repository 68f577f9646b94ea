"""Members report content that they can see, once until the decision, within a quota per hour."""

import pytest

from bridgework.areas.community.moderation.content_types import CONTENT_TYPES
from tests import cast
from tests.areas.feed import feed_requests
from tests.areas.moderation import bench, kinds_table
from tests.areas.moderation.bench import REASON, UNKNOWN_ID
from tests.world import ANONYMOUS, Person, World

KINDS = list(kinds_table.KINDS)
UNKNOWN = {"targetId": "unknown"}


@pytest.mark.usefixtures("world")  # an application registers the kinds of other areas
def test_every_moderated_kind_has_a_row() -> None:
    assert set(kinds_table.KINDS) == set(CONTENT_TYPES)


@pytest.mark.parametrize("kind", KINDS)
def test_a_member_reports_visible_content(world: World, kind: str) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    content_id = kinds_table.KINDS[kind].make(world, ada)
    sent = {"kind": kind, "targetId": content_id, "reason": REASON}
    report = world.post("/reports", sent, as_=ben).must(201).data
    assert report == {
        "id": report["id"],
        "kind": kind,
        "targetId": content_id,
        "reason": REASON,
        "reporter": None,
        "reportsBefore": None,
        "reporters": None,
        "content": None,
        "status": "open",
        "allowedActions": [],
        "decision": None,
        "decisionReason": None,
        "createdAt": "2026-11-21T12:00:00.000Z",
        "decidedAt": None,
    }
    assert all(kinds_table.visibility(world, kind, ben, content_id).values())


def test_reporting_needs_a_valid_token(world: World) -> None:
    sent = {"kind": "post", "targetId": UNKNOWN_ID, "reason": REASON}
    assert world.post("/reports", sent).must(401).error == "sign_in_needed"
    invalid = Person("ada@example.com", token="invalid")
    assert world.post("/reports", sent, as_=invalid).must(401).error == "token_invalid"


@pytest.mark.parametrize("kind", ["post", "comment", "profile", "job", "event"])
def test_an_unknown_target_is_refused(world: World, kind: str) -> None:
    ben = feed_requests.ben(world)
    sent = {"kind": kind, "targetId": UNKNOWN_ID, "reason": REASON}
    assert world.post("/reports", sent, as_=ben).must(422).faults == UNKNOWN


@pytest.mark.parametrize("kind", KINDS)
def test_hidden_content_cannot_be_reported(world: World, kind: str) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    content_id = kinds_table.KINDS[kind].make(world, ada)
    bench.hide(world, root, ben, kind, content_id)
    for other in ("post", "comment", "profile", "job", "event"):
        sent = {"kind": other, "targetId": content_id, "reason": REASON}
        assert world.post("/reports", sent, as_=ben).must(422).faults == UNKNOWN


def test_comments_of_a_hidden_post_and_deleted_posts_cannot_be_reported(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    hidden, deleted = feed_requests.post(world, ada), feed_requests.post(world, ada)
    comment = feed_requests.comment(world, ada, hidden)
    bench.hide(world, root, ben, "post", hidden)
    world.delete(f"/feed/posts/{deleted}", as_=ada).must(200)
    for kind, content_id in (("comment", comment), ("post", deleted)):
        sent = {"kind": kind, "targetId": content_id, "reason": REASON}
        assert world.post("/reports", sent, as_=ben).must(422).faults == UNKNOWN


def test_a_profile_is_visible_through_the_directory_or_a_comment(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    sent = {"kind": "profile", "targetId": ada.id, "reason": REASON}
    assert world.post("/reports", sent, as_=ben).must(422).faults == UNKNOWN
    post = feed_requests.post(world, ben)
    comment = feed_requests.comment(world, ada, post)
    world.post("/reports", sent, as_=ben).must(201)
    world.delete(f"/feed/comments/{comment}", as_=ada).must(200)
    cyd = feed_requests.sign_up(world, "cyd@example.com", "Cyd Amoah")
    assert world.post("/reports", sent, as_=cyd).must(422).faults == UNKNOWN


INVALID = [
    ({}, {"kind": "required", "targetId": "required", "reason": "required"}),
    ({"kind": "tooth", "targetId": UNKNOWN_ID, "reason": "?"}, {"kind"}),
    ({"kind": "post", "targetId": "7", "reason": "?"}, {"targetId"}),
    ({"kind": "post", "targetId": UNKNOWN_ID, "reason": ""}, {"reason"}),
    ({"kind": "post", "targetId": UNKNOWN_ID, "reason": "x" * 1001}, {"reason"}),
    ({"kind": "post", "targetId": UNKNOWN_ID, "reason": None}, {"reason"}),
]


def test_an_invalid_report_is_refused(world: World) -> None:
    ben = feed_requests.ben(world)
    for body, faults in INVALID:
        assert set(world.post("/reports", body, as_=ben).must(422).faults) == set(faults)


def test_each_member_has_at_most_one_open_report_of_the_same_content(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    sent = {"kind": "post", "targetId": post, "reason": REASON}
    first = bench.report(world, ben, "post", post)
    assert world.post("/reports", sent, as_=ben).must(409).error == "already_reported"
    bench.report(world, ada, "post", post)
    bench.decide(world, root, first, "keep").must(200)
    bench.report(world, ben, "post", post)
    assert [item["status"] for item in bench.queue(world, root)] == ["open", "decided", "decided"]


@pytest.mark.postgresql("concurrent requests")
def test_of_concurrent_reports_of_one_member_one_is_accepted(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    sent = {"kind": "post", "targetId": feed_requests.post(world, ada), "reason": REASON}
    responses = world.together([lambda: world.sending("POST", "/reports", sent, as_=ben)] * 8)
    assert feed_requests.statuses(responses) == [201] + [409] * 7
    assert len(bench.queue(world, root)) == 1


def test_a_member_may_send_thirty_reports_an_hour(world: World) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    posts = [feed_requests.post(world, ada) for _ in range(31)]
    for post in posts[:30]:
        bench.report(world, ben, "post", post)
        world.clock.advance(seconds=1)
    sent = {"kind": "post", "targetId": posts[30], "reason": REASON}
    refused = world.post("/reports", sent, as_=ben).must(429)
    assert refused.error == "too_many_reports"
    assert 0 < int(refused.headers["retry-after"]) <= 3600
    assert '"reports";q=30;w=3600' in refused.headers["ratelimit-policy"]
    world.post("/reports", sent, as_=ada).must(201)
    world.clock.advance(seconds=int(refused.headers["retry-after"]))
    ben = cast.sign_in(world, ben.email)
    world.post("/reports", sent, as_=ben).must(201)


def test_reports_are_filtered_by_their_target(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    posts = [feed_requests.post(world, ada) for _ in range(2)]
    first, _ = (bench.report(world, ben, "post", post) for post in posts)
    second = bench.report(world, ada, "post", posts[0])
    found = bench.queue(world, root, f"&targetId={posts[0]}")
    assert [item["id"] for item in found] == [second, first]
    assert bench.queue(world, root, f"&targetId={UNKNOWN_ID}") == []


def test_deleted_content_is_null_in_its_reports(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    comment = feed_requests.comment(world, ada, post)
    bench.report(world, ben, "post", post)
    bench.report(world, ben, "comment", comment)
    assert all(item["content"] for item in bench.queue(world, root))
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    assert [item["content"] for item in bench.queue(world, root)] == [None, None]


def test_the_content_of_an_erased_account_has_no_owner(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    comment = feed_requests.comment(world, ada, feed_requests.post(world, ben, "For sale?"))
    bench.report(world, ben, "comment", comment)
    feed_requests.erase(world, ada)
    (item,) = bench.queue(world, bench.again(world, root))
    assert item["content"]["ownerId"] is None
    assert item["content"]["parentText"] == "For sale?"


def test_the_reporter_is_disclosed_to_administrators_only(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    bench.hide(world, root, ben, "post", feed_requests.post(world, ada))
    texts = "".join(str(email) for email in world.mail(ada.email))
    texts += world.get("/users/me/export", as_=ada).must(200).body.decode()
    for trace in (str(ben.id), ben.email, "Hollis"):
        assert trace not in texts


def test_reports_are_exported_and_stay_after_their_reporter_is_erased(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    bench.hide(world, root, ben, "post", feed_requests.post(world, ada))
    export = world.get("/users/me/export", as_=ben).must(200)
    [row] = export.data["tables"]["reports"]
    assert (row["reason"], row["decision"]) == (REASON, "hide")
    assert bench.DECISION_REASON not in export.body.decode()
    feed_requests.erase(world, ben)
    root = bench.again(world, root)
    [report] = bench.queue(world, root)
    assert report["reason"] == REASON


def test_only_administrators_read_and_decide_reports(world: World) -> None:
    ben, root = feed_requests.ben(world), cast.root(world)
    invalid = Person(root.email, token="invalid")
    as_member = cast.sign_in(world, root.email)
    for person, status in ((ANONYMOUS, 401), (invalid, 401), (ben, 403), (as_member, 403)):
        world.get("/admin/reports", as_=person).must(status)
        path = f"/admin/reports/{UNKNOWN_ID}/decide"
        world.post(path, bench.decision("keep"), as_=person).must(status)


def test_reports_are_filtered_and_paginated(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    posts = [feed_requests.post(world, ada) for _ in range(3)]
    comment = feed_requests.comment(world, ada, posts[0])
    report_ids = [bench.report(world, ben, "post", post) for post in posts]
    report_ids.append(bench.report(world, ben, "comment", comment))
    bench.decide(world, root, report_ids[1], "keep").must(200)

    def list_ids(query: str) -> list[str]:
        return [item["id"] for item in bench.queue(world, root, query)]

    assert list_ids("") == report_ids[::-1]
    assert list_ids("&status=open") == [report_ids[3], report_ids[2], report_ids[0]]
    assert list_ids("&status=decided") == [report_ids[1]]
    assert list_ids("&kind=comment") == [report_ids[3]]
    assert list_ids("&kind=post&status=open") == [report_ids[2], report_ids[0]]
    assert list_ids("&kind=event") == []
    page = world.get("/admin/reports?limit=3&page=2", as_=root).must(200).data
    assert ([item["id"] for item in page["items"]], page["total"]) == (report_ids[:1], 4)
    faults = world.get("/admin/reports?status=lost&kind=tooth&page=0", as_=root).must(422).faults
    assert set(faults) == {"status", "kind", "page"}


def test_administrators_read_who_reported_and_how_often_it_was_reported_before(
    world: World,
) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post, other = feed_requests.post(world, ada), feed_requests.post(world, ada)
    bench.report(world, ben, "post", post)
    bench.report(world, ben, "post", other)
    world.patch("/users/me", {"firstName": "Ada"}, as_=ada).must(200)
    bench.report(world, ada, "post", post)
    listed = world.get("/admin/reports", as_=root).must(200).data["items"]
    assert [(item["reporter"]["id"], item["reportsBefore"]) for item in listed] == [
        (ada.id, 1),
        (ben.id, 0),
        (ben.id, 0),
    ]
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    listed = world.get("/admin/reports", as_=root).must(200).data["items"]
    assert [item["reporter"] and item["reporter"]["id"] for item in listed] == [ada.id, None, None]


def test_a_list_with_one_report_of_each_content_says_how_many_members_reported_it(
    world: World,
) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post, other = feed_requests.post(world, ada), feed_requests.post(world, ada)
    first = bench.report(world, ben, "post", post)
    alone = bench.report(world, ben, "post", other)
    newest = bench.report(world, ada, "post", post)

    def read(query: str) -> tuple[list[tuple[str, int]], int]:
        page = world.get(f"/admin/reports?{query}", as_=root).must(200).data
        return [(item["id"], item["reporters"]) for item in page["items"]], page["total"]

    assert read("") == ([(newest, 2), (alone, 1), (first, 2)], 3)
    assert read("oncePerTarget=true&status=open") == ([(newest, 2), (alone, 1)], 2)
    assert read("oncePerTarget=true&limit=1") == ([(newest, 2)], 2)
    assert read("oncePerTarget=true&limit=1&page=2") == ([(alone, 1)], 2)
    waiting = world.get("/admin/queue?kind=report", as_=root).must(200).data
    assert [(item["id"], item["reporters"]) for item in waiting["items"]] == [
        (first, 2),
        (alone, 1),
    ]
    assert waiting["counts"]["report"]["count"] == 2
    bench.decide(world, root, first, "keep").must(200)
    again = bench.report(world, ben, "post", post)
    assert read("oncePerTarget=true&status=open") == ([(again, 2), (alone, 1)], 2)
    assert read("oncePerTarget=true&status=decided") == ([(newest, 2)], 1)
    assert read("oncePerTarget=true") == ([(again, 2), (alone, 1)], 2)


def test_an_administrator_reads_a_report_as_in_the_list(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    report = bench.report(world, ben, "post", feed_requests.post(world, ada))
    read = world.get(f"/admin/reports/{report}", as_=root).must(200).data
    assert [read] == bench.queue(world, root)
    assert (read["id"], read["reporter"]["id"]) == (report, ben.id)
    path = f"/admin/reports/{UNKNOWN_ID}"
    assert world.get(path, as_=root).must(404).error == "report_not_found"
