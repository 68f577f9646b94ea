"""The users of the lease queue, each with one piece of work."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

import sqlalchemy as sa

from bridgework.app import Application
from bridgework.areas.back_office.imports import queries as imports
from bridgework.areas.back_office.imports.tables import imports as import_rows
from bridgework.areas.back_office.webhooks import policies, writes
from bridgework.areas.back_office.webhooks.tables import webhook_deliveries
from bridgework.areas.community.calendar.formats.luma import queries as luma
from bridgework.areas.community.calendar.tables import luma as luma_events
from bridgework.kit.delivery import LeaseQueue, QueueWorker
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.delivery.outbox.smtp.smtp_transport import SmtpTransport
from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests import cast
from tests import world as worlds
from tests.areas.calendar.calendar_client import create_event
from tests.areas.changes import following
from tests.areas.imports import sending
from tests.areas.webhooks import hooks
from tests.kit.outbox.posting import post
from tests.servers.luma import KEY, Asked, StandIn
from tests.servers.receiver import Hang, Receiver
from tests.servers.smtp import MailServer, Stall
from tests.world import World


@dataclass(frozen=True)
class Servers:
    """The servers to which the workers send."""

    smtp: MailServer
    receiver: Receiver
    luma: StandIn


class User(ABC):
    """A queue with one piece of work."""

    queue: ClassVar[LeaseQueue[Any]]
    table: ClassVar[sa.Table]
    lease: ClassVar[timedelta]
    finished: ClassVar[Mapping[str, object]]
    """The values of a row whose work is done."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.part: dict[str, object] = {}
        """The parameters of a take."""

    @property
    def settings(self) -> Mapping[str, str]:
        """Settings for the servers."""
        return {}

    @abstractmethod
    def add(self, world: World) -> None:
        """Add a piece of work that is due."""

    def release(self, now: datetime) -> Mapping[str, object]:
        """Return the values of a row that is due at once."""
        return {self.queue._until.name: now}

    @abstractmethod
    def hang(self) -> None:
        """Have the server do the work, and never respond."""

    @abstractmethod
    def has_begun(self, world: World) -> bool:
        """Whether a worker is in the middle of the work."""

    @abstractmethod
    def worker(self, application: Application) -> QueueWorker:
        """Return the worker of an application."""

    @abstractmethod
    def must_be_done(self, world: World) -> None:
        """Check that the work was done, at least once, and is recorded once."""

    def row(self, world: World) -> Any:
        with world.application.app_state.database.reading() as tx:
            return tx.one(sa.select(self.table))


class Emails(User):
    queue, table = outbox.queue, outbox_emails
    lease = timedelta(seconds=5) + SmtpTransport.longest + timedelta(seconds=10)
    finished: ClassVar = {"state": "sent"}

    @property
    def settings(self) -> Mapping[str, str]:
        return {"smtp_url": self.servers.smtp.url}

    def add(self, world: World) -> None:
        post(world)
        self.part = {"of_priority": 0}

    def hang(self) -> None:
        self.servers.smtp.faults = {"END": [Stall(30)]}

    def has_begun(self, world: World) -> bool:
        return bool(self.servers.smtp.received)

    def worker(self, application: Application) -> QueueWorker:
        return worlds.mail_worker(application)

    def must_be_done(self, world: World) -> None:
        stored = self.row(world)
        assert (stored.state, stored.attempts) == ("sent", 2)
        assert set(self.servers.smtp.message_ids()) == {f"<{stored.id}@api.example.com>"}
        self.servers.smtp.hang_up()


class Webhooks(User):
    queue, table, lease = writes.queue, webhook_deliveries, policies.LEASE
    finished: ClassVar = {"status": "succeeded", "due_at": None}

    def add(self, world: World) -> None:
        root = cast.root(world)
        hooks.skip_changes(world)
        webhook = hooks.create(world, root, self.servers.receiver.url())
        self.part = {"of_webhook": webhook["id"]}
        following.announce(world)
        while world.application.webhook_worker._write_batch():
            continue

    def hang(self) -> None:
        self.servers.receiver.answers["/"] = [Hang()]

    def has_begun(self, world: World) -> bool:
        return bool(self.servers.receiver.received)

    def worker(self, application: Application) -> QueueWorker:
        return application.webhook_worker

    def must_be_done(self, world: World) -> None:
        stored = self.row(world)
        assert (stored.status, stored.attempts) == ("succeeded", 2)
        assert {each.id for each in self.servers.receiver.received} == {stored.id}


class LumaEvents(User):
    queue, table, lease = luma.queue, luma_events, timedelta(minutes=5)
    finished: ClassVar = {"state": "synced", "held_until": None}

    @property
    def settings(self) -> Mapping[str, str]:
        return {"luma_api_key": KEY, "luma_url": self.servers.luma.url}

    def add(self, world: World) -> None:
        create_event(world, cast.root(world))

    def release(self, now: datetime) -> Mapping[str, object]:
        return {"held_until": None}

    def hang(self) -> None:
        def create_and_hang(asked: Asked) -> None:
            asked.verdict()
            asked.at.ending.wait(30)
            asked.close_connection = True

        self.servers.luma.misbehave("/create", create_and_hang)

    def has_begun(self, world: World) -> bool:
        return bool(self.servers.luma.events)

    def worker(self, application: Application) -> QueueWorker:
        assert application.luma_sync is not None
        return application.luma_sync

    def must_be_done(self, world: World) -> None:
        assert self.row(world).state == "synced"
        assert self.servers.luma.count("/create") == 1
        assert self.servers.luma.only_event()["name"] == "Study club"


class Imports(User):
    queue, table, lease = imports.queue, import_rows, timedelta(minutes=1)
    finished: ClassVar = {"state": "done"}
    LINES = 1_000

    def add(self, world: World) -> None:
        people = [f"person{number}@example.com" for number in range(self.LINES)]
        file = sending.lines(people, "email")
        started = sending.send(world, cast.root(world), "accounts", file).must(202)
        self.part = {"of_import": started.data["id"]}

    def release(self, now: datetime) -> Mapping[str, object]:
        return {"held_until": None}

    def hang(self) -> None:
        """Nothing is sent: the file takes long enough."""

    def has_begun(self, world: World) -> bool:
        return bool(self.row(world).lines)

    def worker(self, application: Application) -> QueueWorker:
        return application.import_worker

    def must_be_done(self, world: World) -> None:
        stored = self.row(world)
        assert (stored.state, stored.lines, stored.created) == ("done", self.LINES, self.LINES)


USERS: Mapping[str, type[User]] = {
    "e-mails": Emails,
    "webhooks": Webhooks,
    "luma": LumaEvents,
    "imports": Imports,
}
