"""Luma is told of events, their guests and their pictures: all of it, and once."""

import pytest
import sqlalchemy as sa

from bridgework.areas.calendar.luma import sync
from bridgework.areas.calendar.luma.sync import LumaSync, slug_of
from bridgework.areas.calendar.moderation_hooks import EVENT as EVENTS
from bridgework.areas.calendar.tables import luma as rows
from bridgework.kit.ids import Id
from bridgework.settings import Settings
from tests import cast
from tests.areas.calendar.holding import WHOLE, event, hold, reply, shown
from tests.areas.calendar.luma.syncing import COVER, PNG, row, sync_all
from tests.servers.luma import StandIn
from tests.world import World


def test_a_new_event_is_created_there_and_its_page_is_luma_s(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    made = hold(world, root, **WHOLE)["event"]
    assert made["lumaUrl"] == f"https://api.example.com/events/{made['id']}"
    assert sync_all(luma_sync) == 1
    told = at.only_event()
    assert told == {
        "id": told["id"],
        "url": told["url"],
        "slug": slug_of(made["id"]),
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
    assert shown(world, root, made["id"]).data["lumaUrl"] == told["url"]
    [listed] = world.get("/calendar/events", as_=root).data["items"]
    assert listed["lumaUrl"] == told["url"]
    assert world.get(f"/events/{made['id']}").must(302).headers["location"] == told["url"]
    assert (at.count("/create"), at.count("/update"), row(world).state) == (1, 0, "synced")
    assert sync_all(luma_sync) == 0


def test_a_proposal_tells_luma_s_names_once_there_are_any(
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


def test_a_change_is_told_and_a_cancellation_takes_it_away(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    event_id = event(world, root)
    sync_all(luma_sync)
    path = f"/calendar/events/{event_id}"
    world.patch(path, {"name": "Supper", "maxCapacity": 12}, as_=root).must(200)
    sync_all(luma_sync)
    told = at.only_event()
    assert (told["name"], told["max_capacity"], told["suppress_notifications"]) == (
        *("Supper", 12),
        True,
    )
    world.delete(path, as_=root).must(200)
    sync_all(luma_sync)
    assert at.events == {}
    assert row(world).state == "synced"


def test_an_event_that_was_cancelled_before_luma_knew_is_never_shown_there(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    world.delete(f"/calendar/events/{event(world, root)}", as_=root).must(200)
    assert sync_all(luma_sync) == 1
    assert (at.count("/create"), at.count("/cancel"), row(world).state) == (0, 0, "synced")


def test_guests_and_their_answers_are_told_and_luma_mails_nobody(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
    world.patch("/users/me", {"firstName": "Ada", "lastName": "Lovell"}, as_=ada).must(200)
    event_id = event(world, root, inviteeEmails=[ada.email, "new@example.org"])
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


def test_many_guests_are_told_in_a_few_requests(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    emails = [f"guest{number}@example.org" for number in range(250)]
    event(world, cast.root(world), inviteeEmails=emails)
    sync_all(luma_sync)
    [guests] = at.guests.values()
    assert (sorted(guests), at.count("/guests/add")) == (sorted(emails), 3)


def test_what_takes_too_long_is_gone_on_with(
    world: World, at: StandIn, luma_sync: LumaSync, monkeypatch: pytest.MonkeyPatch
) -> None:
    event(world, cast.root(world), inviteeEmails=["a@example.org"])
    monkeypatch.setattr(sync, "_SYNC_SECONDS", 0.0)
    assert luma_sync.work_once()
    assert (len(at.events), at.count("/guests/add"), row(world).state) == (1, 0, "waiting")
    monkeypatch.undo()
    sync_all(luma_sync)
    assert (at.count("/guests/add"), row(world).state) == (1, "synced")


def test_a_cover_of_ours_is_brought_to_luma_once(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    root = cast.root(world)
    event_id = event(world, root, coverUrl=COVER)
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


def test_what_is_hidden_here_is_private_there(
    world: World, at: StandIn, luma_sync: LumaSync
) -> None:
    event_id = Id(event(world, cast.root(world), visibility="public"))
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
    """Our own events serve."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"luma_api_key": ""})

    def test_nothing_is_kept_for_luma(self, world: World) -> None:
        event(world, cast.root(world))
        assert world.application.luma_sync is None
        with world.application.app_state.database.reading() as tx:
            assert tx.rows(sa.select(rows)) == []
