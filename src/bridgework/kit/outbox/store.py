"""Every statement on the letters of the outbox."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id, new_id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import choices
from bridgework.kit.outbox.letter import Choice, Letter
from bridgework.kit.outbox.tables import events, letters
from bridgework.kit.pagination import offset
from bridgework.kit.pagination.schemas import OffsetQuery
from bridgework.kit.tracing import origins
from bridgework.kit.tracing.origins import Origin

EXPIRED = "expired before it could be sent"
"""The fault of a letter that waited too long."""

_SEAL = "outbox"
_WAITING = letters.c.state.in_(["queued", "retrying"])
_FIRST_VERSION = 1
_SWEPT_AT_ONCE = 500
_KEPT = timedelta(days=90)
"""After its last try: for a quarter it can be told whether somebody's letter went out."""

Row = sa.Row[Any]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A letter that a worker has taken."""

    id: Id
    letter: Letter
    sealed: bytes | None
    """The letter's secrets, which it lacks until it is `opened`."""
    attempts: int
    created_at: datetime
    held_until: datetime
    """When the lease is over. No other taker's is the same, so it tells whose the letter is."""
    origin: Origin
    """The request that wrote it."""


_mark_sent = (
    letters.update()
    .where(letters.c.id == sa.bindparam("this_letter"))
    .values(state="sent", sent_at=sa.bindparam("now"), sealed=None, fault=None)
)
_add_letter = letters.insert()
_add_event = events.insert()


def add(tx: Tx, keyring: Keyring, letter: Letter, now: datetime) -> Id:
    """Note the event that a letter tells of and put the letter in, unless it is not wanted.

    Returns the id that the letter has, or would have if its recipient wanted letters of its kind.
    """
    letter_id = new_id()
    _note(tx, [letter], now)
    choice = letter.choice
    if choice is None or not choices.unwanted(tx, [choice]):
        tx.execute(_add_letter, _values(keyring, letter, letter_id, now))
    return letter_id


def add_many(
    tx: Tx, keyring: Keyring, several: Sequence[Letter], now: datetime
) -> Sequence[Letter]:
    """Put many letters in at once, but for those that are not wanted; returns those that are.

    What they tell of is noted once: letters of one name about one thing tell of one event.
    """
    refused = choices.unwanted(tx, {each.choice for each in several if each.choice is not None})
    wanted = [each for each in several if each.choice not in refused]
    if wanted:
        _note(tx, wanted, now)
        tx.execute(_add_letter, [_values(keyring, each, new_id(), now) for each in wanted])
    return wanted


def _note(tx: Tx, several: Sequence[Letter], now: datetime) -> None:
    told = dict.fromkeys((each.name, each.about) for each in several)
    happened = {"version": _FIRST_VERSION, "at": now}
    rows = [{"id": new_id(), "kind": kind, "subject_id": about} for kind, about in told]
    tx.execute(_add_event, [{**row, **happened} for row in rows])


def _values(keyring: Keyring, letter: Letter, letter_id: Id, now: datetime) -> dict[str, object]:
    secrets = json.dumps(dict(letter.secrets)).encode()
    choice = letter.choice
    of_address = choice is not None and choice.account_id is None
    return {
        "id": letter_id,
        "name": letter.name,
        "recipient": letter.to,
        "about": letter.about,
        "facts": dict(letter.facts),
        "sealed": keyring.encrypt(_SEAL, secrets) if letter.secrets else None,
        "state": "queued",
        "attempts": 0,
        "due_at": now,
        "expires_at": letter.expires,
        "created_at": now,
        "choice_account_id": choice.account_id if choice else None,
        "choice_kind": choice.kind if choice else None,
        "choice_mark": choice.marks[0] if choice and of_address else None,
        **(origins.here() if letter.origin is None else letter.origin.columns()),
    }


# --- the worker's -----------------------------------------------------------------------------


def take(tx: Tx, now: datetime, *, lease: timedelta, most: int) -> Sequence[Waiting]:
    """Take letters that are due, oldest first: nobody else gets them until the lease is over."""
    # A common table expression runs once. PostgreSQL may run a subquery again for each row of the
    # UPDATE; with SKIP LOCKED it would find other rows each time, and take more than `most`.
    due = (
        sa.select(letters.c.id)
        .where(_WAITING, letters.c.due_at <= now)
        .order_by(letters.c.due_at, letters.c.id)
        .limit(most)
        .with_for_update(skip_locked=True)
        .cte("due")
    )
    taken = tx.rows(
        letters.update()
        .where(letters.c.id.in_(sa.select(due.c.id)))
        .values(due_at=now + lease, attempts=letters.c.attempts + 1)
        .returning(letters)
    )
    return [_waiting(row) for row in sorted(taken, key=lambda row: str(row.id))]


def opened(keyring: Keyring, waiting: Waiting) -> Waiting:
    """The same with its secrets. Raises `cryptography.fernet.InvalidToken` if no key fits."""
    if waiting.sealed is None:
        return waiting
    secrets = json.loads(keyring.decrypt(_SEAL, waiting.sealed))
    return replace(waiting, letter=replace(waiting.letter, secrets=secrets))


def mark_sent(tx: Tx, letter_id: Id, now: datetime) -> None:
    """It went out, whoever holds it by now. Its secret is wiped."""
    tx.execute(_mark_sent, {"this_letter": letter_id, "now": now})


def mark_for_retry(tx: Tx, waiting: Waiting, *, due_at: datetime, fault: str) -> None:
    """It did not go out, and will be tried again."""
    _change_if_held(tx, waiting, state="retrying", due_at=due_at, fault=fault)


def mark_dead(tx: Tx, waiting: Waiting, *, fault: str) -> None:
    """It did not go out and will not, unless an administrator has it tried again."""
    _change_if_held(tx, waiting, state="dead", fault=fault)


def mark_expired(tx: Tx, waiting: Waiting) -> None:
    """It waited too long. Its secret is wiped."""
    _change_if_held(tx, waiting, state="dead", fault=EXPIRED, sealed=None)


def put_back(tx: Tx, waiting: Waiting, now: datetime) -> None:
    """It was taken and not tried: as if it had not been taken."""
    _change_if_held(tx, waiting, due_at=now, attempts=letters.c.attempts - 1)


def put_in_line(tx: Tx, waiting: Waiting, *, fault: str) -> None:
    """It could not be tried, for no fault of its own: it is due as it was when it was written."""
    attempts = letters.c.attempts - 1
    due_at = waiting.created_at
    _change_if_held(tx, waiting, state="retrying", attempts=attempts, due_at=due_at, fault=fault)


def next_due(tx: Tx) -> datetime | None:
    """When the next letter is due, None if none waits."""
    due: datetime | None = tx.value(sa.select(sa.func.min(letters.c.due_at)).where(_WAITING))
    return due


def sweep(tx: Tx, now: datetime) -> int:
    """Wipe and drop some of what has had its time. Returns how many letters that were."""
    return _wipe_expired(tx, now) + _drop_old(tx, now)


def _wipe_expired(tx: Tx, now: datetime) -> int:
    """Wipe the secrets of letters that have expired unsent."""
    of_no_use = sa.or_(_WAITING, sa.and_(letters.c.state == "dead", letters.c.sealed.is_not(None)))
    some = sa.select(letters.c.id).where(of_no_use, letters.c.expires_at <= now)
    return tx.execute(
        letters.update()
        .where(letters.c.id.in_(some.limit(_SWEPT_AT_ONCE).scalar_subquery()))
        .values(state="dead", sealed=None, fault=sa.func.coalesce(letters.c.fault, EXPIRED))
    ).rowcount


def _drop_old(tx: Tx, now: datetime) -> int:
    """Drop letters that went out or are dead, long after they were last tried."""
    is_settled = letters.c.state.in_(["sent", "dead"])
    old = sa.select(letters.c.id).where(is_settled, letters.c.due_at <= now - _KEPT)
    # Read first: in one statement SQLite goes through all that are settled to find these.
    ids = tx.execute(old.limit(_SWEPT_AT_ONCE)).scalars().all()
    if not ids:
        return 0
    # An administrator may be having a dead one tried again: it is settled no more.
    return tx.execute(letters.delete().where(letters.c.id.in_(ids), is_settled)).rowcount


def _change_if_held(tx: Tx, waiting: Waiting, **values: object) -> None:
    """Change a letter unless its lease ran out and another has taken it, or it is settled."""
    is_held = letters.c.due_at == waiting.held_until
    tx.execute(letters.update().where(letters.c.id == waiting.id, is_held, _WAITING).values(values))


def _waiting(row: Row) -> Waiting:
    letter = Letter(
        name=row.name,
        to=row.recipient,
        about=row.about,
        facts=row.facts,
        expires=row.expires_at,
        choice=_choice(row),
    )
    return Waiting(
        id=row.id,
        letter=letter,
        sealed=row.sealed,
        attempts=row.attempts,
        created_at=row.created_at,
        held_until=row.due_at,
        origin=origins.of(row),
    )


def _choice(row: Row) -> Choice | None:
    if row.choice_kind is None:
        return None
    marks = () if row.choice_mark is None else (row.choice_mark,)
    return Choice(row.choice_account_id, row.choice_kind, marks)


# --- the administrators' ----------------------------------------------------------------------

_shown = sa.select(
    *(letters.c[name] for name in ("id", "name", "recipient", "state", "attempts")),
    *(letters.c[name] for name in ("created_at", "sent_at", "due_at", "fault")),
)


def shown(tx: Tx, letter_id: Id) -> Row | None:
    """What may be seen of a letter: neither its facts nor its secrets."""
    return tx.row(_shown.where(letters.c.id == letter_id))


def page(
    tx: Tx, query: OffsetQuery, *, state: str | None, name: str | None
) -> tuple[Sequence[Row], int]:
    """Some of the letters that fit, the newest first, and how many there are in all."""
    fit = [letters.c[column] == text for column, text in _given(state=state, name=name)]
    return offset.read(tx, query, _shown.where(*fit), [letters.c.id.desc()])


def waiting(tx: Tx) -> tuple[int, datetime | None]:
    """How many letters wait to be sent, and since when the first does."""
    return _counted(tx, _WAITING)


def dead(tx: Tx) -> tuple[int, datetime | None]:
    """How many letters were given up, and from when the first is."""
    return _counted(tx, letters.c.state == "dead")


def _counted(tx: Tx, condition: sa.ColumnElement[bool]) -> tuple[int, datetime | None]:
    first = sa.func.min(letters.c.created_at, type_=letters.c.created_at.type)
    counted = sa.select(sa.func.count().label("many"), first.label("first")).where(condition)
    row = tx.one(counted)
    return row.many, row.first


def requeue(tx: Tx, letter_id: Id, now: datetime) -> bool:
    """Have a dead letter tried as if it were new; False if it is not dead, or has expired."""
    is_good = sa.or_(letters.c.expires_at.is_(None), letters.c.expires_at > now)
    change = (
        letters.update()
        .where(letters.c.id == letter_id, letters.c.state == "dead", is_good)
        .values(state="queued", attempts=0, due_at=now, fault=None)
    )
    return tx.execute(change).rowcount == 1


def _given(**filters: str | None) -> list[tuple[str, str]]:
    return [(column, text) for column, text in filters.items() if text is not None]
