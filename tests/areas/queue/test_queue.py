"""Everything that waits for administrators is in one list, oldest first."""

import re
from datetime import timedelta
from typing import Any, get_args

import pytest
import sqlalchemy as sa

from bridgework.areas.back_office.queue.fields import QueueKindName
from tests import cast, make
from tests.areas.jobs import board
from tests.areas.queue import waiting
from tests.areas.roles import desk
from tests.world import ANONYMOUS, World

KINDS = get_args(QueueKindName)


def test_only_administrators_read_the_queue(world: World) -> None:
    root = cast.root(world)
    as_member = cast.sign_in(world, root.email)
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403), (as_member, 403)):
        world.get("/admin/queue", as_=person).must(status)


NOTHING = {"count": 0, "oldest": None, "waitingForMember": 0}


def test_an_empty_queue_counts_every_kind(world: World) -> None:
    root = waiting.people(world).root
    assert waiting.read(world, root) == {
        "items": [],
        "nextCursor": None,
        "hasMore": False,
        "counts": dict.fromkeys(KINDS, NOTHING),
    }


DESCRIBED: dict[str, tuple[str, str | None, str]] = {
    "expert": ("Ada Lovell", "person@example.com", "account"),
    "candidate": ("Ada Lovell", "person@example.com", "account"),
    "vendor": ("Ada Lovell", "person@example.com", "account"),
    "role": ("Orthodontist as clinical advisor", "Larkspur Dental Group", "role"),
    "job": ("Associate endodontist", "Orchard Gate Dental", "job"),
    "role_changed": ("Orthodontist as clinical advisor", "Larkspur Dental Group", "role"),
    "identity_changed": ("Benjamin", "person@example.com", "account"),
    "consultation": ("Clinical advisor", "Larkspur Dental Group", "consultation"),
    "event_request": ("Study club", None, "event_request"),
    "report": ("Post in the feed", "Sells what may not be sold.", "post"),
    "email": ("eve@example.com", "the mail server says 550 5.1.1 nobody here", "account"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.postgresql("statements of its own")
def test_an_item_of_each_kind_is_listed_with_what_it_is(world: World, kind: str) -> None:
    people = waiting.people(world)
    item_id = waiting.CREATE[kind](world, people)
    page = waiting.read(world, people.root)
    [item] = page["items"]
    title, subtitle, subject = DESCRIBED[kind]
    assert (item["kind"], item["id"], item["title"]) == (kind, item_id, title)
    if subject == "account" and kind != "email":
        assert item["subtitle"].startswith("person")
    else:
        assert item["subtitle"] == subtitle
    assert item["subject"]["kind"] == subject
    if kind not in {"report", "email"}:
        assert item["subject"]["id"] == item_id
    assert page["counts"].pop(kind) == {**NOTHING, "count": 1, "oldest": item["since"]}
    assert {count["count"] for count in page["counts"].values()} == {0}


@pytest.mark.postgresql("the order of lists")
@pytest.mark.parametrize("limit", [1, 2, 5, 100])
def test_pages_have_every_item_once_oldest_first(world: World, limit: int) -> None:
    people = waiting.people(world)
    created = []
    for round_ in range(3):
        # In the first round all items wait since the same time: the order is that of the kinds.
        for kind in KINDS if round_ == 0 else reversed(KINDS):
            created.append((kind, waiting.CREATE[kind](world, people)))
            if round_ > 0:
                world.clock.advance(seconds=1)
    root = cast.root_again(world)
    assert waiting.keys(world, root, f"limit={limit}") == created


def test_an_account_waits_once_for_each_of_its_platforms(world: World) -> None:
    people = waiting.people(world)
    account = make.account(
        world, verification_tier="not-verified", jobs_role="candidate", vendors_role="vendor"
    )
    expected = [("expert", account), ("candidate", account), ("vendor", account)]
    assert waiting.keys(world, people.root, "limit=1") == expected
    verified = {"jobsVerificationTier": "verified"}
    world.patch(f"/admin/users/{account}", verified, as_=people.root).must(200)
    assert waiting.keys(world, people.root) == [expected[0], expected[2]]


@pytest.mark.parametrize("column", ["is_email_verified", "disabled_at", "erases_at"])
def test_an_account_that_cannot_be_used_does_not_wait(world: World, column: str) -> None:
    people = waiting.people(world)
    columns: dict[str, Any] = {
        column: False if column == "is_email_verified" else world.clock.now()
    }
    make.account(world, verification_tier="not-verified", **columns)
    assert waiting.keys(world, people.root) == []


def test_an_expired_email_does_not_wait(world: World) -> None:
    people = waiting.people(world)
    email_id = waiting.create_email(world, expires=world.clock.now() + timedelta(minutes=1))
    assert waiting.keys(world, people.root) == [("email", email_id)]
    world.clock.advance(minutes=1)
    assert waiting.read(world, people.root)["counts"]["email"]["count"] == 0
    assert waiting.keys(world, people.root) == []
    world.run_periodic_tasks()
    assert waiting.keys(world, people.root) == []


def test_an_email_to_no_account_has_no_subject(world: World) -> None:
    people = waiting.people(world)
    waiting.create_email(world, recipient_id=None)
    [item] = waiting.read(world, people.root)["items"]
    assert item["subject"] is None


def test_a_changed_job_waits_since_its_change(world: World) -> None:
    people = waiting.people(world)
    job = board.post(world, people.ben)
    world.clock.advance(minutes=1)
    role = desk.post(world, people.ben)
    world.clock.advance(minutes=1)
    world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.ben).must(200)
    assert waiting.keys(world, people.root) == [("role", role), ("job", job)]


def test_a_decided_item_waits_no_longer(world: World) -> None:
    people = waiting.people(world)
    role, job = desk.post(world, people.ben), board.post(world, people.ben)
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    assert waiting.keys(world, people.root) == [("role", role)]
    world.delete(f"/roles/{role}", as_=people.ben).must(200)
    assert waiting.keys(world, people.root) == []


def test_the_queue_is_filtered_by_kinds_and_counts_all(world: World) -> None:
    people = waiting.people(world)
    created = {kind: waiting.CREATE[kind](world, people) for kind in KINDS}
    for kinds in (["job"], ["role", "job"], ["job", "email", "expert"]):
        expected = {(kind, created[kind]) for kind in kinds}
        assert set(waiting.keys(world, people.root, f"kind={','.join(kinds)}&limit=1")) == expected
    page = waiting.read(world, people.root, "kind=job")
    assert {count["count"] for count in page["counts"].values()} == {1}


def test_an_unknown_kind_and_a_cursor_of_other_kinds_are_refused(world: World) -> None:
    people = waiting.people(world)
    for _ in range(2):
        desk.post(world, people.ben)
    refused = world.get("/admin/queue?kind=role,user", as_=people.root).must(422)
    assert list(refused.faults) == ["kind[1]"]
    cursor = waiting.read(world, people.root, "limit=1")["nextCursor"]
    refused = world.get(f"/admin/queue?kind=job&cursor={cursor}", as_=people.root).must(422)
    assert refused.faults == {"cursor": "cursor_invalid"}


def test_the_overview_counts_the_same_items(world: World) -> None:
    people = waiting.people(world)
    for kind in KINDS:
        waiting.CREATE[kind](world, people)
    queues = world.get("/admin/overview", as_=people.root).must(200).data["queues"]
    waiting_by_name = {queue["name"]: queue["waiting"] for queue in queues}
    del waiting_by_name["emails"]
    assert set(waiting_by_name.values()) == {1}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("query", ["limit=1", "limit=1&cursor={cursor}"])
def test_every_kind_is_read_in_the_order_of_an_index(world: World, query: str) -> None:
    people = waiting.people(world)
    for _ in range(2):
        desk.post(world, people.ben)
    cursor = waiting.read(world, people.root, "limit=1")["nextCursor"]
    plans: list[str] = []

    def explain(_: Any, cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if "AS since" in statement or "AS waiting" in statement:
            plan = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            plans.append("\n".join(str(row[-1]) for row in plan))

    engine = world.application.app_state.database.engine
    sa.event.listen(engine, "before_cursor_execute", explain)
    waiting.read(world, people.root, query.format(cursor=cursor))
    sa.event.remove(engine, "before_cursor_execute", explain)
    *pages, counts = plans
    assert len(pages) == len(KINDS)
    for plan in pages:
        assert "SEARCH" in plan
        assert "TEMP B-TREE FOR ORDER BY" not in plan
        assert (")>(?,?)" in plan) is ("cursor" in query)
    # Reports of the same content are one item, so their number needs the rows. Two indexes find the
    # open ones; SQLite takes the one that was created last, and their order is not fixed.
    # Of each kind of account, those whose owners were asked for changes are left out, and counted.
    asked = "SEARCH change_requests USING COVERING INDEX ix_change_requests_answered_at"
    assert counts.count(asked) == 6
    assert counts.replace(asked, "").count("USING COVERING INDEX") == len(KINDS) - 1
    assert len(re.findall(r"INDEX ix_reports_(?:open|status) \(status=\?\)", counts)) == 1
    assert counts.count("INDEX ix_reports_target") == 1
    assert "SCAN" not in counts.replace("SCAN CONSTANT ROW", "")
