"""Administrators read the audit log with filters and page numbers."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tests import cast, statements
from tests.areas.audit import log
from tests.areas.blogs.articles import write
from tests.areas.feed import feed_requests
from tests.areas.moderation import bench
from tests.clock import NOON
from tests.world import ANONYMOUS, Person, World

LOGIN = "/auth/login"
ARTICLES = (("no-shows", "No-shows"), ("old-news", "Old news"))


def after_noon(**duration: float) -> str:
    return (NOON + timedelta(**duration)).isoformat()


def test_only_an_administrator_session_may_read_the_log(world: World) -> None:
    root = cast.root(world)
    as_member = cast.sign_in(world, root.email)
    for person, status in ((ANONYMOUS, 401), (cast.ada(world), 403), (as_member, 403), (root, 200)):
        world.get("/admin/logs", as_=person).must(status)


def test_an_entry_has_the_actor_the_action_and_the_origin(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    world.clock.advance(minutes=1)
    headers = {"user-agent": "lynx", "x-request-id": "the-one"}
    sent = {"email": ada.email, "password": cast.PASSWORD, "vendorsRole": "vendor"}
    sender = Person(ada.email, address="203.0.113.7")
    world.post(LOGIN, sent, as_=sender, headers=headers).must(200)
    entry = log.page(world, root)["items"][0]
    assert entry.pop("id")
    assert entry == {
        "at": "2026-11-21T12:01:00.000Z",
        "actor": ada.id,
        "actorName": "ada@example.com",
        "action": "account.sign_in",
        "target": ada.id,
        "targetName": "ada@example.com",
        "outcome": "ok",
        "ip": "203.0.113.7",
        "userAgent": "lynx",
        "requestId": "the-one",
        "changes": [{"field": "vendorsRole", "before": None, "after": "vendor"}],
    }


def test_entries_name_what_exists_of_their_actors_and_targets(world: World) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    world.patch("/users/me", {"firstName": "Ben", "lastName": "Mayer"}, as_=ben).must(200)
    kept, deleted = (write(world, root, slug, title=title)["id"] for slug, title in ARTICLES)
    world.delete(f"/admin/blogs/{deleted}", as_=root).must(200)
    post = feed_requests.post(world, ada)
    reported = bench.report(world, ben, "post", post)
    bench.decide(world, root, reported, "keep").must(200)
    world.put("/admin/templates/late", {"kind": "rejection", "body": "Too late."}, as_=root)

    def names(root: Person) -> dict[tuple[str, str | None], tuple[str | None, str | None]]:
        return {
            (entry["action"], entry["target"]): (entry["actorName"], entry["targetName"])
            for entry in log.page(world, root, limit=100)["items"]
        }

    found = names(root)
    assert found["blog.create", kept] == ("root@example.com", "No-shows")
    assert (
        found["blog.create", deleted] == found["blog.delete", deleted] == ("root@example.com", None)
    )
    text = world.get(f"/feed/posts/{post}", as_=ada).must(200).data["content"]
    assert found["report.keep", post] == ("root@example.com", text[:80])
    assert found["template.put", "late"] == ("root@example.com", None)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    assert names(root)["account.ask_erasure", ben.id] == ("Ben Mayer", "Ben Mayer")
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    assert names(cast.root_again(world))["account.ask_erasure", ben.id] == (None, None)


def test_a_page_of_entries_reads_names_by_one_statement_for_each_kind(world: World) -> None:
    root = cast.root(world)
    for number in range(8):
        write(world, root, f"part-{number}", title=f"Part {number}")
    with statements.noted(world, "blog_posts") as of_articles:
        entries = log.page(world, root, action="blog.create")["items"]
    assert [entry["targetName"] for entry in entries] == [f"Part {n}" for n in range(8)][::-1]
    assert len(of_articles) == 1


def test_pages_are_numbered_and_newest_first(world: World) -> None:
    root = cast.root(world)
    log.sealed(world, 25)
    total = log.length(world, root)
    first = log.page(world, root)
    assert (first["page"], first["limit"], first["total"]) == (1, 20, total)
    assert len(first["items"]) == 20
    pages = [log.page(world, root, page=number, limit=7) for number in range(1, total // 7 + 3)]
    items = [entry for small_page in pages for entry in small_page["items"]]
    assert len({entry["id"] for entry in items}) == len(items) == total
    keys = [(entry["at"], entry["id"]) for entry in items]
    assert keys == sorted(keys, reverse=True)
    assert items[:20] == first["items"]
    assert pages[-1]["items"] == []


@dataclass(frozen=True, slots=True)
class Filter:
    """A query, and the matching actions and outcomes of the three below, newest first."""

    query: dict[str, Any]
    expected: list[tuple[str, str]]


FAILED = ("account.sign_in", "failed")
SIGNED_IN = ("account.sign_in", "ok")
LOGGED_OUT = ("session.log_out", "ok")
FILTERS = [
    Filter({}, [LOGGED_OUT, SIGNED_IN, FAILED]),
    Filter({"action": "session.log_out"}, [LOGGED_OUT]),
    Filter({"action": "account.change"}, []),
    Filter({"actor": "ada"}, [LOGGED_OUT, SIGNED_IN]),
    Filter({"target": "ada"}, [SIGNED_IN, FAILED]),
    Filter({"target": "ada", "actor": "ada"}, [SIGNED_IN]),
    Filter({"target": "no such target"}, []),
    Filter({"from": after_noon(minutes=20)}, [LOGGED_OUT, SIGNED_IN]),
    Filter({"from": "2026-11-21T13:20:00+01:00"}, [LOGGED_OUT, SIGNED_IN]),
    Filter({"from": after_noon(minutes=30, seconds=1)}, []),
    Filter({"to": after_noon(minutes=20)}, [FAILED]),
    Filter({"to": after_noon(minutes=20, seconds=1)}, [SIGNED_IN, FAILED]),
    Filter({"from": after_noon(minutes=20), "to": after_noon(minutes=20)}, []),
]


def test_filters_select_entries(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    sent = {"email": ada.email, "password": cast.PASSWORD}
    world.clock.advance(minutes=10)
    world.post(LOGIN, {**sent, "password": "wrong horse"}).must(401)
    world.clock.advance(minutes=10)
    world.post(LOGIN, sent).must(200)
    world.clock.advance(minutes=10)
    world.post("/auth/logout", as_=ada).must(200)
    ids = {"ada": ada.id}
    for row in FILTERS:
        query = {name: ids.get(value, value) for name, value in row.query.items()}
        page = log.page(world, root, **{"from": after_noon(minutes=10), **query})
        listed = [(entry["action"], entry["outcome"]) for entry in page["items"]]
        assert (listed, page["total"]) == (row.expected, len(row.expected)), row.query


FAULTS = [
    ("page=0", {"page": "too_small"}),
    ("limit=101", {"limit": "too_large"}),
    ("actor=ada", {"actor": "wrong_type"}),
    ("action=account.praise", {"action": "not_one_of"}),
    ("from=yesterday", {"from": "wrong_type"}),
    ("to=2026-11-21T12:00:00", {"to": "wrong_type"}),
    ("from=2026-11-21T12:00:00Z&to=2026-11-21T11:00:00Z", {"to": "before_start"}),
    ("target=" + "x" * 201, {"target": "too_long"}),
]


def test_an_invalid_query_is_refused(world: World) -> None:
    root = cast.root(world)
    for query, fault in FAULTS:
        assert world.get(f"/admin/logs?{query}", as_=root).must(422).faults == fault, query
