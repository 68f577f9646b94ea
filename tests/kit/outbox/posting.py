"""Queued e-mails for tests of the outbox."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bridgework.kit.core import Id, new_id
from bridgework.kit.delivery.outbox import Email, Transport, Worker, queries
from bridgework.kit.delivery.outbox.tables import outbox_emails
from bridgework.kit.security import Keyring
from tests.world import World

EMAIL = Email(
    name="accounts/verification_code",
    to="eve@example.com",
    recipient_id=new_id(),
    facts={
        "site": "matchmaker",
        "role": "client",
        "at": "21 November 2026, 12:00 UTC",
        "contested_at": "",
    },
    secrets={"code": "314159"},
)


def post(world: World, keyring: Keyring | None = None, **changes: Any) -> Id:
    """Queue an e-mail, encrypted with the keys of the world by default."""
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        return queries.add(
            tx, keyring or app_state.keyring, replace(EMAIL, **changes), world.clock.now()
        )


def row(world: World, email_id: Id) -> sa.Row[Any]:
    """Return the row of an e-mail."""
    with world.application.app_state.database.reading() as tx:
        return tx.execute(sa.select(outbox_emails).where(outbox_emails.c.id == email_id)).one()


def folder(world: World) -> list[Path]:
    """Return the files of the sent e-mails."""
    return sorted(world.application.app_state.settings.mail_dir.glob("*"))


def text(message: EmailMessage, kind: str = "plain") -> str:
    """Return the text or the HTML of an e-mail."""
    part = message.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content


def worker(world: World, transport: Transport) -> Worker:
    """Return the worker of the world with another transport."""
    return replace(world.worker, transport=transport)


@dataclass
class Unreliable(Transport):
    """A transport that calls `act` before it accepts an e-mail."""

    act: Callable[[], None]
    delivered: list[str] = field(default_factory=list)
    tries: int = 0

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self.tries += 1
        self.act()
        self.delivered.append(message_id)
