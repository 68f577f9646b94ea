"""After an hour without the mail server, Luma or Zoho, everything is sent once and in order."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.back_office.recruiting.zoho import client as zoho_client
from bridgework.areas.community.calendar.formats.luma.client import Luma
from bridgework.areas.community.calendar.formats.luma.sync import LumaSync
from bridgework.areas.community.calendar.tables import luma as luma_rows
from bridgework.kit.delivery.outbox.tables import outbox_emails
from bridgework.settings import Settings
from tests import cast
from tests.areas.calendar.calendar_client import create_event
from tests.areas.calendar.luma.syncing import sync_all
from tests.areas.recruiting.recruiting_client import (
    CANDIDATES,
    NOVA,
    list_candidates,
    post_candidate,
)
from tests.kit.outbox.posting import post
from tests.servers import luma, zoho, zoho_faults
from tests.servers.ports import free_port
from tests.servers.smtp import running_smtp
from tests.world import World

HOUR = 3600
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class TestMail:
    """A mail server that refuses connections or is too busy."""

    @pytest.fixture
    def port(self) -> int:
        return free_port()

    @pytest.fixture
    def settings(self, settings: Settings, port: int) -> Settings:
        return changed_settings(settings, smtp_url=f"smtp://127.0.0.1:{port}?starttls=off")

    def test_emails_wait_and_are_sent_in_order_within_a_minute_of_the_recovery(
        self, world: World, port: int
    ) -> None:
        written = self.pass_an_hour(world)
        assert states(world) == {"queued", "retrying"}
        with running_smtp(port=port) as server:
            world.clock.advance(minutes=1)
            work(world)
            assert server.message_ids() == written
        assert states(world) == {"sent"}

    @on_sqlite
    def test_a_busy_server_loses_no_email(self, world: World, port: int) -> None:
        with running_smtp(port=port) as server:
            server.faults = {"MAIL": ["421 4.3.2 no time"] * 10_000}
            written = self.pass_an_hour(world)
            assert server.received == []
            server.faults.clear()
            for _ in range(2 * HOUR // 60):
                world.clock.advance(minutes=1)
                work(world)
            assert sorted(server.message_ids()) == sorted(written)
        assert states(world) == {"sent"}

    @on_sqlite
    def test_an_expired_code_is_not_sent(self, world: World, port: int) -> None:
        cast.register(world, "ada@example.com")
        self.pass_an_hour(world)
        with running_smtp(port=port) as server:
            world.clock.advance(minutes=1)
            work(world)
            assert "ada@example.com" not in str([email.recipients for email in server.received])
            world.post("/auth/resend-otp", {"email": "ada@example.com"}).must(202)
            work(world)
            assert server.received[-1].recipients == ["ada@example.com"]

    def pass_an_hour(self, world: World) -> Sequence[str]:
        """Send e-mails now and then for an hour; return their Message-IDs in order."""
        written: list[str] = []
        for second in range(0, HOUR, 15):
            if second % 150 == 0:
                number = len(written)
                email_id = post(world, to=f"person{number}@example.com")
                written.append(f"<{email_id}@api.example.com>")
            work(world)
            world.clock.advance(seconds=15)
        return written


def changed_settings(settings: Settings, **changes: Any) -> Settings:
    """Return the settings with changes, validated as those of the environment."""
    return Settings(_env_file=None, **{**settings.model_dump(exclude_unset=True), **changes})


def work(world: World) -> None:
    while world.worker.work_once():
        continue
    world.worker.transport.close()


def states(world: World) -> set[str]:
    with world.application.app_state.database.reading() as tx:
        return {row.state for row in tx.rows(sa.select(outbox_emails.c.state))}


class TestLuma:
    """Luma fails, disconnects or is busy."""

    @pytest.fixture
    def at(self) -> Iterator[luma.StandIn]:
        with luma.running() as stand_in:
            yield stand_in

    @pytest.fixture
    def settings(self, settings: Settings, at: luma.StandIn) -> Settings:
        connected = {"luma_api_key": luma.KEY, "luma_url": at.url}
        return settings.model_copy(update={**connected, "access_token_ttl": 2 * HOUR})

    @pytest.fixture
    def luma_sync(self, world: World) -> Iterator[LumaSync]:
        assert world.application.luma_sync is not None
        yield world.application.luma_sync
        assert isinstance(world.application.luma_sync.luma, Luma)
        world.application.luma_sync.luma.close()

    @on_sqlite
    @pytest.mark.parametrize("how", [luma.breaks, luma.hangs_up, luma.is_busy])
    def test_events_are_synchronized_in_their_current_state(
        self, world: World, at: luma.StandIn, luma_sync: LumaSync, how: luma.Misbehaviour
    ) -> None:
        at.misbehave("", how, times=100_000)  # for every path
        root, ada, ben = cast.root(world), cast.ada(world), cast.ben(world)
        event_id = create_event(world, root, name="Study club")
        called_off = create_event(world, root, name="Called off")
        for minute in range(60):
            if minute == 20:
                world.patch(f"/calendar/events/{event_id}", {"name": "Renamed"}, as_=root).must(200)
            if minute == 40:
                guests = {"inviteeIds": [ada.id, ben.id]}
                world.post(f"/calendar/events/{event_id}/guests", guests, as_=root).must(200)
            if minute == 50:
                world.delete(f"/calendar/events/{called_off}", as_=root).must(200)
            sync_all(luma_sync)
            world.clock.advance(minutes=1)
        assert at.events == {}
        assert self.states(world) == {"waiting"}
        at.misbehaving.clear()
        at.asked.clear()
        for _ in range(3 * 60):
            world.clock.advance(minutes=1)
            sync_all(luma_sync)
        synchronized = at.only_event()
        assert synchronized["name"] == "Renamed"
        assert sorted(at.guests[synchronized["id"]]) == [ada.email, ben.email]
        assert (at.count("/create"), at.count("/guests/add")) == (1, 1)
        assert at.asked.index("/v1/events/create") < at.asked.index("/v1/events/guests/add")
        assert self.states(world) == {"synced"}

    def states(self, world: World) -> set[str]:
        with world.application.app_state.database.reading() as tx:
            return {row.state for row in tx.rows(sa.select(luma_rows.c.state))}


class TestZoho:
    """Callers wait for Zoho: the response asks them to retry, and nothing is done partially."""

    @pytest.fixture
    def at(self) -> Iterator[zoho.StandIn]:
        with zoho.running() as stand_in:
            yield stand_in

    @pytest.fixture
    def settings(self, settings: Settings, at: zoho.StandIn) -> Settings:
        connected = {
            "zoho_client_id": zoho.CLIENT,
            "zoho_client_secret": zoho.SECRET,
            "zoho_refresh_token": zoho.REFRESH,
            "zoho_accounts_url": at.url,
            "zoho_api_url": at.url,
            "zoho_reference_field": zoho.REFERENCE,
        }
        return settings.model_copy(update={**connected, "access_token_ttl": 2 * HOUR})

    @on_sqlite
    @pytest.mark.parametrize("how", [zoho_faults.breaks, zoho_faults.hangs_up])
    def test_a_repeated_request_is_executed_once(
        self,
        world: World,
        at: zoho.StandIn,
        monkeypatch: pytest.MonkeyPatch,
        how: zoho.Misbehaviour,
    ) -> None:
        monkeypatch.setattr(zoho_client, "PAUSES", (0.01, 0.02))
        at.now = world.clock.now
        root = cast.root(world)
        at.misbehave("", how, times=100_000)
        key = {"idempotency-key": "nova-once"}
        for _ in range(12):
            refused = world.post(CANDIDATES, dict(NOVA), as_=root, headers=key).must(503)
            assert refused.error == "recruiting_unavailable"
            assert refused.headers["retry-after"].isdigit()
            world.clock.advance(minutes=5)
        assert at.candidates == {}
        at.misbehaving.clear()
        created = world.post(CANDIDATES, dict(NOVA), as_=root, headers=key).must(201)
        again = world.post(CANDIDATES, dict(NOVA), as_=root, headers=key).must(201)
        assert again.data == created.data
        assert [*at.candidates] == [created.data["id"]]
        assert [one["id"] for one in list_candidates(world, root)] == [created.data["id"]]
        assert post_candidate(world, root).must(409).error == "candidate_exists"
