"""The change feed of the demo: what happened in its last days."""

from datetime import datetime, timedelta
from typing import Any

from bridgework.demo import people
from tests.world import Person, World


def test_the_changes_of_the_last_days_are_in_the_order_of_their_time(loaded: World) -> None:
    sent = {"email": people.ROOT, "masterPassword": people.MASTER_PASSWORD}
    token = loaded.post("/auth/admin/login", sent).must(200).data["token"]
    page = loaded.get("/changes", as_=Person(people.ROOT, token)).must(200).data
    items: list[dict[str, Any]] = page["items"]
    assert [item["sequence"] for item in items] == list(range(1, len(items) + 1))
    assert (page["nextAfter"], page["hasMore"]) == (len(items), False)
    times = [datetime.fromisoformat(item["at"]) for item in items]
    assert times == sorted(times)
    now = loaded.clock.now()
    assert now - timedelta(days=14) <= times[0] <= times[-1] <= now
    kinds = {item["subject"]["kind"] for item in items}
    assert kinds >= {"account", "blog", "consultation", "event_request", "job", "job_application"}
    applications = [item for item in items if item["type"].startswith("job_application.")]
    assert applications
    assert all(set(item["data"]) == {"jobId"} for item in applications)
