"""Letters for the tests of the outbox, and what becomes of them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bridgework.kit.ids import Id, new_id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import store
from bridgework.kit.outbox.email import Email
from bridgework.kit.outbox.tables import letters
from bridgework.kit.outbox.transport import Transport
from bridgework.kit.outbox.worker import Worker
from tests.world import World

LETTER = Email(
    name="accounts/verification_code",
    to="eve@example.com",
    about=new_id(),
    facts={"site": "matchmaker"},
    secrets={"code": "314159"},
)


def post(world: World, keyring: Keyring | None = None, **changes: Any) -> Id:
    """Put a letter into the outbox, as a call would; sealed by the world's keys unless said."""
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        return store.add(
            tx, keyring or app_state.keyring, replace(LETTER, **changes), world.clock.now()
        )


def row(world: World, letter_id: Id) -> sa.Row[Any]:
    """What is kept of a letter."""
    with world.application.app_state.database.reading() as tx:
        return tx.execute(sa.select(letters).where(letters.c.id == letter_id)).one()


def folder(world: World) -> list[Path]:
    """The files of the letters that have gone out."""
    return sorted(world.application.app_state.settings.mail_dir.glob("*"))


def text(message: EmailMessage, kind: str = "plain") -> str:
    """What a letter says, as text or as HTML."""
    part = message.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content


def worker(world: World, transport: Transport) -> Worker:
    """The world's worker with another way out."""
    return replace(world.application.worker, transport=transport)


@dataclass
class Unreliable(Transport):
    """A way out that does what `act` says before it takes a letter."""

    act: Callable[[], None]
    delivered: list[str] = field(default_factory=list)
    tries: int = 0

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        self.tries += 1
        self.act()
        self.delivered.append(message_id)
