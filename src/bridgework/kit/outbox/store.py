"""Every statement of the outbox."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import sqlalchemy as sa

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id, new_id
from bridgework.kit.keys import Keyring
from bridgework.kit.outbox.letter import Letter
from bridgework.kit.outbox.tables import events, letters

_SEAL = "outbox"
_WAITING = letters.c.state.in_(["queued", "retrying"])
_FIRST_VERSION = 1


@dataclass(frozen=True, slots=True)
class Waiting:
    """A letter that a worker has taken."""

    id: Id
    letter: Letter
    sealed: bytes | None
    """The letter's secrets, which it lacks until it is `opened`."""
    attempts: int
    created_at: datetime


_add_letter = letters.insert()
_add_event = events.insert()


def add(tx: Tx, keyring: Keyring, letter: Letter, now: datetime) -> Id:
    """Put a letter in, and note the event it tells of."""
    letter_id = new_id()
    secrets = json.dumps(dict(letter.secrets)).encode()
    tx.execute(
        _add_letter,
        {
            "id": letter_id,
            "name": letter.name,
            "recipient": letter.to,
            "about": letter.about,
            "facts": dict(letter.facts),
            "sealed": keyring.seal(_SEAL, secrets) if letter.secrets else None,
            "state": "queued",
            "attempts": 0,
            "due_at": now,
            "expires_at": letter.expires,
            "created_at": now,
        },
    )
    event = {"id": new_id(), "kind": letter.name, "subject_id": letter.about}
    tx.execute(_add_event, {**event, "version": _FIRST_VERSION, "at": now})
    return letter_id


def take(tx: Tx, now: datetime, *, lease: timedelta, most: int) -> Sequence[Waiting]:
    """Take letters that are due, oldest first: nobody else gets them until the lease is over."""
    due = (
        sa.select(letters.c.id)
        .where(_WAITING, letters.c.due_at <= now)
        .order_by(letters.c.due_at)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    taken = tx.rows(
        letters.update()
        .where(letters.c.id.in_(due.scalar_subquery()))
        .values(due_at=now + lease, attempts=letters.c.attempts + 1)
        .returning(letters)
    )
    return [_waiting(row) for row in sorted(taken, key=lambda row: str(row.id))]


def opened(keyring: Keyring, waiting: Waiting) -> Waiting:
    """The same with its secrets. Raises `cryptography.fernet.InvalidToken` if no key fits."""
    if waiting.sealed is None:
        return waiting
    secrets = json.loads(keyring.unseal(_SEAL, waiting.sealed))
    return replace(waiting, letter=replace(waiting.letter, secrets=secrets))


def mark_sent(tx: Tx, letter_id: Id, now: datetime) -> None:
    """It went out. Its secret is wiped."""
    _change(tx, letter_id, state="sent", sent_at=now, sealed=None, fault=None)


def mark_for_retry(tx: Tx, letter_id: Id, *, due_at: datetime, fault: str) -> None:
    """It did not go out, and will be tried again."""
    _change(tx, letter_id, state="retrying", due_at=due_at, fault=fault)


def mark_dead(tx: Tx, letter_id: Id, *, fault: str, wipe: bool) -> None:
    """It did not go out and will not; `wipe` its secret if that is of no more use."""
    if wipe:
        _change(tx, letter_id, state="dead", fault=fault, sealed=None)
    else:
        _change(tx, letter_id, state="dead", fault=fault)


def next_due(tx: Tx) -> datetime | None:
    """When the next letter is due, None if none waits."""
    due: datetime | None = tx.value(sa.select(sa.func.min(letters.c.due_at)).where(_WAITING))
    return due


def _change(tx: Tx, letter_id: Id, **values: object) -> None:
    tx.execute(letters.update().where(letters.c.id == letter_id).values(**values))


def _waiting(row: sa.Row[tuple[object, ...]]) -> Waiting:
    letter = Letter(
        name=row.name,
        to=row.recipient,
        about=row.about,
        facts=row.facts,
        expires=row.expires_at,
    )
    return Waiting(row.id, letter, row.sealed, row.attempts, row.created_at)
