"""What administrators decide happens at once, once, and is told to whoever it is about."""

from functools import partial

import pytest

from bridgework.areas.moderation.tables import reports
from bridgework.kit.ids import new_id
from tests import cast
from tests.areas.feed import circle
from tests.areas.moderation import bench, kinds_table
from tests.areas.moderation.bench import BECAUSE, NOBODYS
from tests.kit.outbox.posting import text
from tests.world import World

KINDS = list(kinds_table.KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_hidden_is_gone_everywhere_until_it_is_restored(world: World, kind: str) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    row = kinds_table.KINDS[kind]
    thing = row.make(world, ada)
    before = {who.email: kinds_table.where(world, kind, who, thing) for who in (ada, ben, root)}
    assert before[ben.email] == dict.fromkeys(row.seen, True)
    report = bench.report(world, ben, kind, thing)
    world.clock.advance(minutes=1)
    told = bench.decide(world, root, report, "hide").must(200).data
    assert told == {
        "id": report,
        "kind": kind,
        "targetId": thing,
        "reason": bench.REASON,
        "status": "decided",
        "decision": "hide",
        "decisionReason": BECAUSE,
        "createdAt": "2026-11-21T12:00:00.000Z",
        "decidedAt": "2026-11-21T12:01:00.000Z",
    }
    for who in (ada, ben, root):
        assert kinds_table.where(world, kind, who, thing) == dict.fromkeys(row.seen, False)
    assert bench.decide(world, root, report, "restore").must(200).data["decision"] == "restore"
    after = {who.email: kinds_table.where(world, kind, who, thing) for who in (ada, ben, root)}
    assert after == before


@pytest.mark.parametrize("kind", KINDS)
def test_the_owner_is_told_and_why(world: World, kind: str) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    row = kinds_table.KINDS[kind]
    thing = row.make(world, ada)
    letters = len(world.mail(ada.email))
    report = bench.hide(world, root, ben, kind, thing)
    bench.decide(world, root, report, "restore").must(200)
    hidden, restored = world.mail(ada.email)[letters:]
    for letter, subject in ((hidden, "has been hidden"), (restored, "can be seen again")):
        assert str(letter["Subject"]).startswith("Your ")
        assert str(letter["Subject"]).endswith(subject)
        assert text(letter).startswith(row.called)
        for form in ("plain", "html"):
            assert BECAUSE in text(letter, form)
            assert ben.email not in text(letter, form)
            assert "Hollis" not in text(letter, form)


def test_what_is_kept_is_kept_without_a_word(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    post = circle.post(world, ada)
    letters = len(world.mail(ada.email))
    report = bench.report(world, ben, "post", post)
    told = bench.decide(world, root, report, "keep").must(200).data
    assert (told["status"], told["decision"]) == ("decided", "keep")
    assert circle.seen(world, ben, post)
    assert len(world.mail(ada.email)) == letters


def test_all_open_reports_of_a_thing_are_decided_together_and_no_others(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    post, other = circle.post(world, ada), circle.post(world, ada)
    early = bench.report(world, ben, "post", post)
    bench.decide(world, root, early, "keep").must(200)
    both = [bench.report(world, who, "post", post) for who in (ada, ben)]
    elsewhere = bench.report(world, ben, "post", other)
    letters = len(world.mail(ada.email))
    bench.decide(world, root, both[0], "hide").must(200)
    decided = {one["id"]: one["decision"] for one in bench.queue(world, root)}
    assert decided == {early: "keep", **dict.fromkeys(both, "hide"), elsewhere: None}
    assert len(world.mail(ada.email)) == letters + 1


def moves(told: str) -> str:
    return told.partition("from there you can move ")[2]


STEPS = [
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


@pytest.mark.parametrize(("path", "refused", "open_moves"), STEPS)
def test_a_move_that_makes_no_sense_is_refused(
    world: World, path: list[str], refused: str, open_moves: str
) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    report = bench.report(world, ben, "post", circle.post(world, ada))
    for step in path:
        bench.decide(world, root, report, step).must(200)
    before = bench.queue(world, root)
    answer = bench.decide(world, root, report, refused).must(409)
    assert (answer.error, moves(answer.json["message"])) == ("invalid_transition", open_moves)
    assert bench.queue(world, root) == before


def test_what_is_gone_can_only_be_let_be(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    post = circle.post(world, ada)
    report = bench.report(world, ben, "post", post)
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    refused = bench.decide(world, root, report, "hide").must(409)
    assert refused.json["message"].startswith("The present state is open, with the thing gone;")
    bench.decide(world, root, report, "keep").must(200)


def test_a_report_that_came_late_to_something_hidden_is_settled(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    post = circle.post(world, ada)
    first = bench.report(world, ben, "post", post)
    bench.decide(world, root, first, "hide").must(200)
    late = insert_report(world, post)
    refused = bench.decide(world, root, late, "keep").must(409)
    assert moves(refused.json["message"]) == "only to hide, restore."
    letters = len(world.mail(ada.email))
    bench.decide(world, root, late, "hide").must(200)
    assert len(world.mail(ada.email)) == letters
    world.get(f"/feed/posts/{post}", as_=ben).must(404)


def insert_report(world: World, post: str) -> str:
    """A report that was on its way when its post was hidden."""
    report_id = new_id()
    values = {"id": report_id, "kind": "post", "target_id": post, "reason": "?"}
    with world.application.app_state.database.writing() as tx:
        tx.execute(reports.insert(), {**values, "status": "open", "created_at": world.clock.now()})
    return str(report_id)


def test_a_hidden_comment_is_not_counted_and_its_author_has_it_no_more(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    post = circle.post(world, ben)
    comment = circle.comment(world, ada, post)
    circle.comment(world, ben, post)
    report = bench.hide(world, root, ben, "comment", comment)
    assert circle.seen(world, ben, post)["commentCount"] == 1
    world.delete(f"/feed/comments/{comment}", as_=ada).must(404)
    bench.decide(world, root, report, "restore").must(200)
    assert circle.seen(world, ben, post)["commentCount"] == 2
    circle.must_add_up(world, post)


def test_who_is_hidden_still_signs_in_and_posts(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    profile = kinds_table.KINDS["profile"].make(world, ada)
    post = circle.post(world, ada)
    bench.hide(world, root, ben, "profile", profile)
    world.get("/users/me", as_=ada).must(200)
    assert circle.seen(world, ben, post)["author"]["name"] == "Ada Lovell"
    world.patch("/users/me", {"firstName": "Adele"}, as_=ada).must(200)
    assert not any(kinds_table.where(world, "profile", ben, profile).values())


@pytest.mark.parametrize("ways", [("keep", "hide"), ("hide", "hide"), ("keep", "keep")], ids=str)
def test_of_administrators_who_decide_at_once_one_does(world: World, ways: tuple[str, str]) -> None:
    ada, ben = circle.ada(world), circle.ben(world)
    roots = [cast.root(world), cast.root(world, "ruth@example.com")]
    post = circle.post(world, ada)
    both = [bench.report(world, who, "post", post) for who in (ada, ben)]
    letters = len(world.mail(ada.email))
    paths = [f"/admin/reports/{report}/decide" for report in both]
    answers = world.together(
        [
            partial(world.sending, "POST", path, bench.decision(way), as_=root)
            for root, path, way in zip(roots * 4, paths * 4, ways * 4, strict=True)
        ]
    )
    assert circle.statuses(answers) == [200] + [409] * 7
    [won] = [answer.data["decision"] for answer in answers if answer.status == 200]
    assert {one["decision"] for one in bench.queue(world, roots[0])} == {won}
    seen = world.get(f"/feed/posts/{post}", as_=ben).status
    assert seen == (404 if won == "hide" else 200)
    assert len(world.mail(ada.email)) == letters + int(won == "hide")


def test_every_decision_is_noted_with_it(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    kept, hidden = circle.post(world, ada), circle.post(world, ada)
    bench.decide(world, root, bench.report(world, ben, "post", kept), "keep").must(200)
    report = bench.hide(world, root, ben, "post", hidden)
    bench.decide(world, root, report, "hide").must(409)
    bench.decide(world, root, report, "restore").must(200)
    noted = [
        (entry["action"], entry["target"], entry["actor"])
        for entry in reversed(world.get("/admin/logs?limit=100", as_=root).must(200).data["items"])
        if entry["action"].startswith("report.")
    ]
    assert noted == [
        ("report.keep", kept, root.id),
        ("report.hide", hidden, root.id),
        ("report.restore", hidden, root.id),
    ]


def test_an_erased_author_is_told_nothing(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    post = circle.post(world, ben)
    profile = kinds_table.KINDS["profile"].make(world, ben)
    made = [bench.report(world, ada, "post", post), bench.report(world, ada, "profile", profile)]
    circle.erase(world, ben)
    letters = len(world.mail())
    root = bench.again(world, root)
    bench.decide(world, root, made[0], "hide").must(200)
    bench.decide(world, root, made[1], "hide").must(409)
    bench.decide(world, root, made[1], "keep").must(200)
    new = [letter for letter in world.mail()[letters:] if letter["To"] != root.email]
    assert new == []
    ada = cast.sign_in(world, ada.email)
    world.get(f"/feed/posts/{post}", as_=ada).must(404)


def test_no_report_is_a_404_and_a_decision_has_its_limits(world: World) -> None:
    ada, ben, root = circle.ada(world), circle.ben(world), cast.root(world)
    for missing in (NOBODYS, "7"):
        assert bench.decide(world, root, missing, "keep").must(404).error == "report_not_found"
    report = bench.report(world, ben, "post", circle.post(world, ada))
    path = f"/admin/reports/{report}/decide"
    for body, faults in (
        ({}, {"decision", "reason"}),
        ({"decision": "burn", "reason": "?"}, {"decision"}),
        ({"decision": "keep", "reason": ""}, {"reason"}),
        ({"decision": "keep", "reason": "x" * 1001}, {"reason"}),
    ):
        assert set(world.post(path, body, as_=root).must(422).faults) == faults
