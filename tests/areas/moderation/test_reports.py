"""Members report what they can see, once while it waits, and so many an hour."""

import pytest

from bridgework.areas.moderation.content_types import CONTENT_TYPES as FILLED
from tests import cast
from tests.areas.feed import circle
from tests.areas.moderation import bench, kinds_table
from tests.areas.moderation.bench import NOBODYS, REASON
from tests.world import ANONYMOUS, Person, World

KINDS = list(kinds_table.KINDS)
UNKNOWN = {"targetId": "unknown"}


def test_every_kind_that_is_moderated_has_its_row() -> None:
    assert set(kinds_table.KINDS) == set(FILLED)


@pytest.mark.parametrize("kind", KINDS)
def test_a_member_reports_what_they_can_see(world: World, kind: str) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    thing = kinds_table.KINDS[kind].make(world, ada)
    sent = {"kind": kind, "targetId": thing, "reason": REASON}
    told = world.post("/reports", sent, as_=ben).must(201).data
    assert told == {
        "id": told["id"],
        "kind": kind,
        "targetId": thing,
        "reason": REASON,
        "status": "open",
        "decision": None,
        "decisionReason": None,
        "createdAt": "2026-11-21T12:00:00.000Z",
        "decidedAt": None,
    }
    assert all(kinds_table.where(world, kind, ben, thing).values())


def test_strangers_and_worn_out_tokens_report_nothing(world: World) -> None:
    sent = {"kind": "post", "targetId": NOBODYS, "reason": REASON}
    assert world.post("/reports", sent).must(401).error == "sign_in_needed"
    worn_out = Person("ada@example.com", token="worn out")
    assert world.post("/reports", sent, as_=worn_out).must(401).error == "token_invalid"


@pytest.mark.parametrize("kind", ["post", "comment", "profile", "job", "event"])
def test_what_is_not_there_is_not_reported(world: World, kind: str) -> None:
    ben = circle.ben(world)
    sent = {"kind": kind, "targetId": NOBODYS, "reason": REASON}
    assert world.post("/reports", sent, as_=ben).must(422).faults == UNKNOWN


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_seen_is_not_reported(world: World, kind: str) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    thing = kinds_table.KINDS[kind].make(world, ada)
    bench.hide(world, root, ben, kind, thing)
    for other in ("post", "comment", "profile", "job", "event"):
        sent = {"kind": other, "targetId": thing, "reason": REASON}
        assert world.post("/reports", sent, as_=ben).must(422).faults == UNKNOWN


def test_what_is_beneath_a_hidden_post_or_deleted_is_not_reported(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    hidden, deleted = circle.post(world, ada), circle.post(world, ada)
    beneath = circle.comment(world, ada, hidden)
    bench.hide(world, root, ben, "post", hidden)
    world.delete(f"/feed/posts/{deleted}", as_=ada).must(200)
    for kind, thing in (("comment", beneath), ("post", deleted)):
        sent = {"kind": kind, "targetId": thing, "reason": REASON}
        assert world.post("/reports", sent, as_=ben).must(422).faults == UNKNOWN


def test_a_profile_is_seen_in_the_directory_or_behind_a_post(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    sent = {"kind": "profile", "targetId": ada.id, "reason": REASON}
    assert world.post("/reports", sent, as_=ben).must(422).faults == UNKNOWN
    post = circle.post(world, ben)
    comment = circle.comment(world, ada, post)
    world.post("/reports", sent, as_=ben).must(201)
    world.delete(f"/feed/comments/{comment}", as_=ada).must(200)
    cyd = circle.named(world, "cyd@example.com", "Cyd Amoah")
    assert world.post("/reports", sent, as_=cyd).must(422).faults == UNKNOWN


BAD = [
    ({}, {"kind": "required", "targetId": "required", "reason": "required"}),
    ({"kind": "tooth", "targetId": NOBODYS, "reason": "?"}, {"kind"}),
    ({"kind": "post", "targetId": "7", "reason": "?"}, {"targetId"}),
    ({"kind": "post", "targetId": NOBODYS, "reason": ""}, {"reason"}),
    ({"kind": "post", "targetId": NOBODYS, "reason": "x" * 1001}, {"reason"}),
    ({"kind": "post", "targetId": NOBODYS, "reason": None}, {"reason"}),
]


def test_a_report_that_does_not_fit_is_refused(world: World) -> None:
    ben = circle.ben(world)
    for body, faults in BAD:
        assert set(world.post("/reports", body, as_=ben).must(422).faults) == set(faults)


def test_a_thing_is_reported_once_by_each_while_it_waits(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    post = circle.post(world, ada)
    sent = {"kind": "post", "targetId": post, "reason": REASON}
    first = bench.report(world, ben, "post", post)
    assert world.post("/reports", sent, as_=ben).must(409).error == "already_reported"
    bench.report(world, ada, "post", post)
    bench.decide(world, root, first, "keep").must(200)
    bench.report(world, ben, "post", post)
    assert [one["status"] for one in bench.queue(world, root)] == ["open", "decided", "decided"]


def test_of_one_members_reports_at_once_one_is_taken(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    sent = {"kind": "post", "targetId": circle.post(world, ada), "reason": REASON}
    answers = world.together([lambda: world.sending("POST", "/reports", sent, as_=ben)] * 8)
    assert circle.statuses(answers) == [201] + [409] * 7
    assert len(bench.queue(world, root)) == 1


def test_a_member_reports_thirty_things_an_hour(world: World) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    posts = [circle.post(world, ada) for _ in range(31)]
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


def test_who_reported_is_told_to_nobody(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    bench.hide(world, root, ben, "post", circle.post(world, ada))
    told = world.get("/admin/reports", as_=root).must(200).body.decode()
    told += "".join(str(letter) for letter in world.mail(ada.email))
    told += world.get("/users/me/export", as_=ada).must(200).body.decode()
    for trace in (str(ben.id), ben.email, "Hollis"):
        assert trace not in told


def test_what_somebody_reported_is_theirs_to_take_and_stays_without_them(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    bench.hide(world, root, ben, "post", circle.post(world, ada))
    told = world.get("/users/me/export", as_=ben).must(200)
    [row] = told.data["tables"]["reports"]
    assert (row["reason"], row["decision"]) == (REASON, "hide")
    assert bench.BECAUSE not in told.body.decode()
    circle.erase(world, ben)
    root = bench.again(world, root)
    [left] = bench.queue(world, root)
    assert left["reason"] == REASON


def test_the_queue_is_the_administrators(world: World) -> None:
    ben, root = circle.ben(world), cast.root(world)
    worn_out = Person(root.email, token="worn out")
    as_member = cast.sign_in(world, root.email)
    for person, status in ((ANONYMOUS, 401), (worn_out, 401), (ben, 403), (as_member, 403)):
        world.get("/admin/reports", as_=person).must(status)
        path = f"/admin/reports/{NOBODYS}/decide"
        world.post(path, bench.decision("keep"), as_=person).must(status)


def test_the_queue_is_narrowed_and_paged(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    posts = [circle.post(world, ada) for _ in range(3)]
    comment = circle.comment(world, ada, posts[0])
    made = [bench.report(world, ben, "post", post) for post in posts]
    made.append(bench.report(world, ben, "comment", comment))
    bench.decide(world, root, made[1], "keep").must(200)

    def found(query: str) -> list[str]:
        return [one["id"] for one in bench.queue(world, root, query)]

    assert found("") == made[::-1]
    assert found("&status=open") == [made[3], made[2], made[0]]
    assert found("&status=decided") == [made[1]]
    assert found("&kind=comment") == [made[3]]
    assert found("&kind=post&status=open") == [made[2], made[0]]
    assert found("&kind=event") == []
    page = world.get("/admin/reports?limit=3&page=2", as_=root).must(200).data
    assert ([one["id"] for one in page["items"]], page["total"]) == (made[:1], 4)
    faults = world.get("/admin/reports?status=lost&kind=tooth&page=0", as_=root).must(422).faults
    assert set(faults) == {"status", "kind", "page"}
