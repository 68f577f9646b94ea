"""The notifications of the demo: what the named accounts were told in its last days."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from bridgework.demo import people
from tests import cast
from tests.world import World


@pytest.mark.parametrize("email", [person for person in people.NAMED if person != people.MALLORY])
def test_a_named_account_finds_notifications_of_the_last_days(loaded: World, email: str) -> None:
    person = cast.sign_in(loaded, email, people.PASSWORD)
    page = loaded.get("/notifications?limit=100", as_=person).must(200).data
    items: list[dict[str, Any]] = page["items"]
    now = loaded.clock.now()
    times = [datetime.fromisoformat(item["at"]) for item in items]
    assert times == sorted(times, reverse=True)
    assert now - timedelta(days=14) <= times[-1] <= times[0] <= now
    unread = [item for item in items if item["readAt"] is None]
    assert 0 < len(unread) == page["counts"]["unread"]
    assert all(datetime.fromisoformat(item["at"]) >= now - timedelta(days=3) for item in unread)


def test_a_clinic_has_read_the_older_notifications_and_sees_who_applied(loaded: World) -> None:
    carla = cast.sign_in(loaded, people.CARLA, people.PASSWORD)
    items = loaded.get("/notifications?limit=100", as_=carla).must(200).data["items"]
    assert any(item["readAt"] is not None for item in items)
    applied = [item for item in items if item["kind"] == "job_application.submitted"]
    assert applied
    assert all(item["actor"]["name"] in item["text"] for item in applied)
