"""What somebody with the database in hand, and without the keys, may do to a chain of twelve."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from bridgework.areas.audit.tables import entries, head, personal
from bridgework.areas.audit.verification import Kind
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import new_id

LENGTH = 12
HEX = "0123456789abcdef" * 4
SOMEBODY = "01942520-e3a0-7704-b3c8-3850c0ae0354"

Act = Callable[[Tx], None]
Found = list[tuple[Kind, str]]


@dataclass(frozen=True, slots=True)
class Tampering:
    """What is done, and what is found: kinds, and some words of each sentence."""

    says: str
    act: Act
    found: Found


@dataclass(frozen=True, slots=True)
class Copy:
    """All that stands in the log's tables, to be put back."""

    rows: Mapping[sa.Table, list[dict[str, Any]]]

    def put_back(self, tx: Tx) -> None:
        for table in (personal, entries, head):
            tx.execute(table.delete())
        for table in (entries, personal, head):
            tx.execute(table.insert(), self.rows[table])


def copy(tx: Tx) -> Copy:
    """All that stands in the log's tables now."""
    return Copy(
        {
            table: [row._asdict() for row in tx.rows(sa.select(table))]
            for table in (entries, personal, head)
        }
    )


def change(number: int, **values: Any) -> Act:
    def act(tx: Tx) -> None:
        tx.execute(entries.update().where(entries.c.number == number).values(**values))

    return act


def spoil(column: str, value: str) -> Act:
    """Put something where it can't be, as SQLite lets anybody do."""

    def act(tx: Tx) -> None:
        tx.execute(sa.text(f"UPDATE audit_entries SET {column} = {value} WHERE number = 5"))

    return act


def change_personal(number: int, **values: Any) -> Act:
    def act(tx: Tx) -> None:
        this = sa.select(entries.c.id).where(entries.c.number == number).scalar_subquery()
        tx.execute(personal.update().where(personal.c.entry_id == this).values(**values))

    return act


def remove(*numbers: int) -> Act:
    def act(tx: Tx) -> None:
        theirs = sa.select(entries.c.id).where(entries.c.number.in_(numbers))
        tx.execute(personal.delete().where(personal.c.entry_id.in_(theirs)))
        tx.execute(entries.delete().where(entries.c.number.in_(numbers)))

    return act


def renumber(*moves: tuple[int, int]) -> Act:
    def act(tx: Tx) -> None:
        for number, to in moves:
            tx.execute(entries.update().where(entries.c.number == number).values(number=to))

    return act


def remove_and_close_up(tx: Tx) -> None:
    remove(5)(tx)
    renumber(*((number, number - 1) for number in range(6, LENGTH + 1)))(tx)


def exchange_contents(tx: Tx) -> None:
    """Entry 5 tells what entry 7 told and the other way round; ids, numbers and macs stay."""
    kept = {"id", "number", "mac"}
    told = sa.select(*(column for column in entries.c if column.name not in kept))
    rows = [tx.execute(told.where(entries.c.number == number)).one() for number in (5, 7)]
    for number, row in zip((7, 5), rows, strict=True):
        change(number, **row._asdict())(tx)


def set_head(**values: Any) -> Act:
    def act(tx: Tx) -> None:
        tx.execute(head.update().values(**values))

    return act


def drop_head(tx: Tx) -> None:
    tx.execute(head.delete())


def cut_and_set_head(tx: Tx) -> None:
    remove(11, 12)(tx)
    mac = tx.value(sa.select(entries.c.mac).where(entries.c.number == 10))
    tx.execute(head.update().values(number=10, mac=mac))


def put_one_in(tx: Tx) -> None:
    """One entry more, with all that can be known without the keys."""
    row = tx.execute(sa.select(entries).where(entries.c.number == LENGTH)).one()
    tx.execute(entries.insert().values({**row._asdict(), "id": new_id(), "number": None}))


def not_following(*numbers: int) -> Found:
    return [("misplaced", f"entry {number} ") for number in numbers]


CHANGED: Mapping[str, Any] = {
    "action": "account.enable",
    "outcome": "ok",
    "target": SOMEBODY,
    "actor": SOMEBODY,
    "request_id": "another",
    "changes": [{"field": "role", "before": "client", "after": "admin"}],
    "personal": HEX,
}
MISSING_5: Found = [("missing", "entry 5 is missing")]
PERSONAL_5: Found = [("changed", "personal values of entry 5 ")]
EXCHANGED: Found = [
    each for number in (5, 7) for each in (*not_following(number), ("changed", f"entry {number} "))
]
SEVERAL: Found = [("missing", "entries 5 to 6 are"), ("missing", "entry 9 is")]
FAR_AWAY: Found = [*MISSING_5, ("missing", "entries 13 to 98"), ("head", "the entries go to 99")]

TAMPERINGS = [
    *(
        Tampering(f"{name} changed", change(5, **{name: value}), [("changed", "entry 5 ")])
        for name, value in CHANGED.items()
    ),
    Tampering("digest changed", change(5, digest=HEX), EXCHANGED[:2]),
    Tampering("mac changed", change(5, mac=HEX), not_following(5, 6)),
    Tampering("mac lost", change(5, mac=None), not_following(5, 6)),
    Tampering("last mac changed", change(12, mac=HEX), [*not_following(12), ("head", "set back")]),
    Tampering("address changed", change_personal(5, ip="192.0.2.9"), PERSONAL_5),
    Tampering("program changed", change_personal(5, user_agent="browser"), PERSONAL_5),
    Tampering("salt changed", change_personal(5, salt="00"), PERSONAL_5),
    Tampering("first removed", remove(1), [("missing", "entry 1 is missing")]),
    Tampering("middle removed", remove(5), MISSING_5),
    Tampering("several removed", remove(5, 6, 9), SEVERAL),
    Tampering(
        "removed and closed up",
        remove_and_close_up,
        [*not_following(*range(5, 12)), ("cut", "entry 12 is missing")],
    ),
    Tampering("tail cut", remove(11, 12), [("cut", "entries 11 to 12 are missing")]),
    Tampering("tail cut and head moved", cut_and_set_head, [("head", "was changed")]),
    Tampering("all removed", remove(*range(1, 13)), [("cut", "entries 1 to 12 are missing")]),
    Tampering("two exchanged", renumber((5, 99), (7, 5), (99, 7)), not_following(5, 6, 7, 8)),
    Tampering("their contents exchanged", exchange_contents, EXCHANGED),
    Tampering("moved far away", renumber((5, 99)), FAR_AWAY),
    Tampering("moved before all", renumber((5, -1)), [*not_following(-1), *MISSING_5]),
    Tampering("head moved on", set_head(number=13), [("head", "it tells of 13")]),
    Tampering("head moved back", set_head(number=11), [("head", "it tells of 11")]),
    Tampering("head's mac changed", set_head(mac=HEX), [("head", "was changed")]),
    Tampering("head's seal changed", set_head(seal=HEX), [("head", "was changed")]),
    Tampering("head gone", drop_head, [("head", "is gone")]),
    Tampering(
        "head as at the beginning",
        set_head(number=0, mac="", seal=""),
        [("head", "it tells of 0, the entries go to 12")],
    ),
    Tampering("one put in", put_one_in, [("changed", "not sealed yet")]),
]
