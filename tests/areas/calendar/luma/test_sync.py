"""Events, guests and covers are synchronized with Luma completely, and once."""

import pytest
import sqlalchemy as sa

from bridgework.areas.community.calendar.formats.luma import sync
from bridgework.areas.community.calendar.formats.luma.sync import LumaSync, slug_of
from bridgework.areas.community.calendar.review.moderation_hooks import EVENT as EVENTS
from bridgework.areas.community.calendar.tables import events
from bridgework.areas.community.calendar.tables import luma as rows
from bridgework.kit.core import Id
from bridgework.settings import Settings
from tests import cast
from tests.areas.calendar.calendar_client import (
    WHOLE,
    create_event,
    create_event_with_invites,
    get_event,
    reply,
)
from tests.areas.calendar.luma.syncing import COVER, PNG, row, sync_all
from tests.servers.luma import StandIn
from tests.world import World


def test_a_new_event_is_created_at_luma_with_its_page(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    created = create_event_with_invites(world, root, **WHOLE)["event"]
    assert created["lumaUrl"] == f"https://api.example.com/app/events/{created['id']}"
    assert sync_all(luma_sync) == 1
    luma_event = at.only_event()
    assert luma_event == {
        "id": luma_event["id"],
        "url": luma_event["url"],
        "slug": slug_of(created["id"]),
        "name": "Study club",
        "start_at": "2026-12-04T23:00:00.000Z",
        "end_at": "2026-12-05T02:00:00.000Z",
        "timezone": "America/New_York",
        "description_md": "Bring a case.\n\nWe look at five.",
        "geo_address_json": {"type": "manual", "address": "Hotel Lenox, Boston"},
        "meeting_url": "https://meet.example.com/club",
        "max_capacity": 40,
        "visibility": "public",
    }
    assert get_event(world, root, created["id"]).data["lumaUrl"] == luma_event["url"]
    [listed] = world.get("/calendar/events", as_=root).data["items"]
    assert listed["lumaUrl"] == luma_event["url"]
    assert world.get(f"/events/{created['id']}").must(302).headers["location"] == luma_event["url"]
    assert (at.count("/create"), at.count("/update"), row(world).state) == (1, 0, "synced")
    assert sync_all(luma_sync) == 0


def test_guests_of_an_event_on_luma_are_updated_by_this_server_alone(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, inviteeEmails=["guest@example.org"])
    sync_all(luma_sync)
    path = f"/calendar/events/{event_id}"
    world.patch(path, {"startAt": "2026-12-05T18:00:00-05:00"}, as_=root).must(200)
    sync_all(luma_sync)
    assert at.only_event()["suppress_notifications"] is True
    world.clock.advance(minutes=2)
    world.run_periodic_tasks()
    subjects = [message["Subject"] for message in world.mail("guest@example.org")]
    assert subjects == ["Invitation: Study club", "Updated: Study club"]


def test_a_stored_zone_that_is_unknown_is_utc_on_luma(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    create_event(world, cast.root(world))
    with world.application.app_state.database.writing() as tx:
        tx.execute(events.update().values(timezone="Factory"))
    sync_all(luma_sync)
    assert at.only_event()["timezone"] == "UTC"


def test_an_approved_request_contains_the_luma_id_and_url(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root, ben = cast.root(world), cast.ben(world)
    sent = {"name": "Club", "startAt": "2026-12-04T18:00:00Z", "timezone": "UTC"}
    request = world.post("/calendar/submissions", sent, as_=ben).must(201).data
    world.post(f"/admin/calendar/submissions/{request['id']}/approve", as_=root).must(200)
    sync_all(luma_sync)
    [mine] = world.get("/calendar/submissions/mine", as_=ben).must(200).data["items"]
    assert (mine["lumaEventId"], mine["lumaEventUrl"]) == (
        at.only_event()["id"],
        at.only_event()["url"],
    )


def test_changes_and_cancellations_are_synced(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    event_id = create_event(world, root)
    sync_all(luma_sync)
    path = f"/calendar/events/{event_id}"
    world.patch(path, {"name": "Supper", "maxCapacity": 12}, as_=root).must(200)
    sync_all(luma_sync)
    luma_event = at.only_event()
    assert (
        luma_event["name"],
        luma_event["max_capacity"],
        luma_event["suppress_notifications"],
    ) == (
        *("Supper", 12),
        True,
    )
    world.delete(path, as_=root).must(200)
    sync_all(luma_sync)
    assert at.events == {}
    assert row(world).state == "synced"


def test_an_event_cancelled_before_its_sync_is_not_created_at_luma(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    world.delete(f"/calendar/events/{create_event(world, root)}", as_=root).must(200)
    assert sync_all(luma_sync) == 1
    assert (at.count("/create"), at.count("/cancel"), row(world).state) == (0, 0, "synced")


def test_guests_and_replies_are_synced_without_emails_from_luma(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    world.patch("/users/me", {"firstName": "Ada", "lastName": "Lovell"}, as_=ada).must(200)
    event_id = create_event(world, root, inviteeEmails=[ada.email, "new@example.org"])
    sync_all(luma_sync)
    [guests] = at.guests.values()
    waiting = {"status": "pending_approval", "mailed": False}
    assert guests == {
        ada.email: {"name": "Ada Lovell", **waiting},
        "new@example.org": {"name": None, **waiting},
    }
    reply(world, ada, event_id, "going").must(200)
    reply(world, ben, event_id, "going").must(200)
    sync_all(luma_sync)
    reply(world, ben, event_id, "declined").must(200)
    sync_all(luma_sync)
    assert {email: guest["status"] for email, guest in guests.items()} == {
        ada.email: "approved",
        "new@example.org": "pending_approval",
        ben.email: "declined",
    }
    before = len(at.asked)
    world.post(f"/calendar/events/{event_id}/guests", {"inviteeIds": [ada.id]}, as_=root)
    assert (sync_all(luma_sync), len(at.asked)) == (1, before)


def test_many_guests_are_synced_in_few_requests(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    emails = [f"guest{number}@example.org" for number in range(250)]
    create_event(world, cast.root(world), inviteeEmails=emails)
    sync_all(luma_sync)
    [guests] = at.guests.values()
    assert (sorted(guests), at.count("/guests/add")) == (sorted(emails), 3)


def test_a_sync_beyond_its_time_limit_is_continued(
    world: World, at: StandIn, luma_sync: LumaSync, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_event(world, cast.root(world), inviteeEmails=["a@example.org"])
    monkeypatch.setattr(sync, "_SYNC_SECONDS", 0.0)
    assert luma_sync.work_once()
    assert (len(at.events), at.count("/guests/add"), row(world).state) == (1, 0, "waiting")
    monkeypatch.undo()
    sync_all(luma_sync)
    assert (at.count("/guests/add"), row(world).state) == (1, "synced")


def test_a_cover_is_uploaded_to_luma_once(world: World, at: StandIn, luma_sync: LumaSync) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, coverUrl=COVER)
    sync_all(luma_sync)
    assert at.pictures == {"picture-0": ("image/png", PNG)}
    assert at.only_event()["cover_url"] == "https://images.lumacdn.com/picture-0"
    path = f"/calendar/events/{event_id}"
    world.patch(path, {"name": "Supper"}, as_=root).must(200)
    sync_all(luma_sync)
    assert (at.count("/create-upload-url"), at.only_event()["name"]) == (1, "Supper")
    elsewhere = "http://169.254.169.254/latest/meta-data"
    world.patch(path, {"coverUrl": elsewhere}, as_=root).must(200)
    sync_all(luma_sync)
    assert at.count("/create-upload-url") == 1


def test_a_hidden_event_is_private_at_luma(world: World, at: StandIn, luma_sync: LumaSync) -> None:
    event_id = Id(create_event(world, cast.root(world), visibility="public"))
    sync_all(luma_sync)
    now, database = world.clock.now(), world.application.app_state.database
    with database.writing() as tx:
        EVENTS.set_hidden(tx, event_id, now, hidden=True)
    sync_all(luma_sync)
    assert at.only_event()["visibility"] == "private"
    with database.writing() as tx:
        EVENTS.set_hidden(tx, event_id, now, hidden=False)
    sync_all(luma_sync)
    assert at.only_event()["visibility"] == "public"


class TestWithoutAKey:
    """Luma is not connected."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"luma_api_key": ""})

    def test_nothing_is_stored_for_luma(self, world: World) -> None:
        create_event(world, cast.root(world))
        assert world.application.luma_sync is None
        with world.application.app_state.database.reading() as tx:
            assert tx.rows(sa.select(rows)) == []
