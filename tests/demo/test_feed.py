"""The feed of the demo as members see it."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bridgework.demo import people
from bridgework.demo.data import Record, load
from bridgework.demo.rows import RowFactory
from tests import cast
from tests.areas.feed import feed_requests
from tests.world import Person, World

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
FEED = load("feed", NOON)["posts"]

# Change this only after an intended change of the texts.
DIGEST = "a619ccf6aa7c91e2"


def test_the_feed_is_the_same_on_every_machine() -> None:
    text = json.dumps(FEED, sort_keys=True)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == DIGEST
    later = load("feed", NOON + timedelta(days=400))["posts"]
    assert [post["content"] for post in later] == [post["content"] for post in FEED]


def timestamp(record: Record) -> datetime:
    return RowFactory(NOON, "").timestamp(record)


def test_posts_keep_the_limits_and_are_in_the_past() -> None:
    assert len(FEED) == 30
    contents = [post["content"] for post in FEED]
    contents += [comment["content"] for post in FEED for comment in post["comments"]]
    assert len(set(contents)) == len(contents)
    for post in FEED:
        assert 40 <= len(post["content"]) <= 5000
        assert len(set(post["likers"])) == len(post["likers"]) <= 40
        times = [timestamp(post), *map(timestamp, post["comments"])]
        assert times == sorted(times)
        assert NOON - timedelta(days=37) < times[0]
        assert times[-1] < NOON
        assert all(1 <= len(comment["content"]) <= 1000 for comment in post["comments"])
    assert max(Counter(post["author"] for post in FEED).values()) <= 2


def test_two_reports_are_open(loaded: World) -> None:
    root = Person(people.ROOT)
    sent = {"email": people.ROOT, "masterPassword": people.MASTER_PASSWORD}
    token = loaded.post("/auth/admin/login", sent).must(200).data["token"]
    root = replace(root, token=token)
    waiting = loaded.get("/admin/reports?status=open", as_=root).must(200).data["items"]
    assert {report["kind"] for report in waiting} == {"post", "comment"}
    for report in waiting:
        body = {"decision": "hide", "reason": "Against the rules of the feed."}
        loaded.post(f"/admin/reports/{report['id']}/decide", body, as_=root).must(200)
    assert len(feed_requests.list_post_ids(loaded, root)) == 29


def test_counters_match_the_rows(loaded: World) -> None:
    ada = cast.sign_in(loaded, people.ADA, people.PASSWORD)
    posts = loaded.get("/feed/posts?limit=100", as_=ada).must(200).data["items"]
    assert [post["content"] for post in posts] == [post["content"] for post in FEED]
    assert [post["likeCount"] for post in posts] == [len(post["likers"]) for post in FEED]
    for post, made in zip(posts, FEED, strict=True):
        path = f"/feed/posts/{post['id']}/comments?limit=100"
        data = loaded.get(path, as_=ada).must(200).data["items"]
        assert len(data) == post["commentCount"] == len(made["comments"])
    assert all(post["author"]["id"] for post in posts)
