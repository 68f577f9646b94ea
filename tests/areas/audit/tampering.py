"""Manipulations of a chain of twelve entries by an attacker with the database but without keys."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from bridgework.areas.history.audit.tables import entries, head, personal
from bridgework.areas.history.audit.verification import Kind
from bridgework.kit.core import new_id
from bridgework.kit.data.db import Tx

LENGTH = 12
HEX = "0123456789abcdef" * 4
OTHER_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"

Act = Callable[[Tx], None]
Findings = list[tuple[Kind, str]]


@dataclass(frozen=True, slots=True)
class Tampering:
    """A manipulation, and the expected findings: their kinds, and a part of each message."""

    name: str
    act: Act
    findings: Findings


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the log's tables."""

    rows: Mapping[sa.Table, list[dict[str, Any]]]

    def restore(self, tx: Tx) -> None:
        for table in (personal, entries, head):
            tx.execute(table.delete())
        for table in (entries, personal, head):
            tx.execute(table.insert(), self.rows[table])


def copy(tx: Tx) -> Copy:
    """Copy the log's tables."""
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


def corrupt(column: str, value: str) -> Act:
    """Return a manipulation that stores a value of a wrong type, which SQLite accepts."""

    def act(tx: Tx) -> None:
        tx.execute(sa.text(f"UPDATE audit_entries SET {column} = {value} WHERE number = 5"))

    return act


def change_personal(number: int, **values: Any) -> Act:
    def act(tx: Tx) -> None:
        entry_id = sa.select(entries.c.id).where(entries.c.number == number).scalar_subquery()
        tx.execute(personal.update().where(personal.c.entry_id == entry_id).values(**values))

    return act


def remove(*numbers: int) -> Act:
    def act(tx: Tx) -> None:
        entry_ids = sa.select(entries.c.id).where(entries.c.number.in_(numbers))
        tx.execute(personal.delete().where(personal.c.entry_id.in_(entry_ids)))
        tx.execute(entries.delete().where(entries.c.number.in_(numbers)))

    return act


def renumber(*moves: tuple[int, int]) -> Act:
    def act(tx: Tx) -> None:
        for number, to in moves:
            tx.execute(entries.update().where(entries.c.number == number).values(number=to))

    return act


def remove_and_renumber(tx: Tx) -> None:
    remove(5)(tx)
    renumber(*((number, number - 1) for number in range(6, LENGTH + 1)))(tx)


def exchange_contents(tx: Tx) -> None:
    """Exchange the contents of entries 5 and 7, except ids, numbers and MACs."""
    unchanged = {"id", "number", "mac"}
    statement = sa.select(*(column for column in entries.c if column.name not in unchanged))
    rows = [tx.execute(statement.where(entries.c.number == number)).one() for number in (5, 7)]
    for number, row in zip((7, 5), rows, strict=True):
        change(number, **row._asdict())(tx)


def set_head(**values: Any) -> Act:
    def act(tx: Tx) -> None:
        tx.execute(head.update().values(**values))

    return act


def drop_head(tx: Tx) -> None:
    tx.execute(head.delete())


def truncate_and_set_head(tx: Tx) -> None:
    remove(11, 12)(tx)
    mac = tx.value(sa.select(entries.c.mac).where(entries.c.number == 10))
    tx.execute(head.update().values(number=10, mac=mac))


def insert_entry(tx: Tx) -> None:
    """Insert an entry with everything that is known without the keys."""
    row = tx.execute(sa.select(entries).where(entries.c.number == LENGTH)).one()
    tx.execute(entries.insert().values({**row._asdict(), "id": new_id(), "number": None}))


def unlinked(*numbers: int) -> Findings:
    return [("misplaced", f"entry {number} ") for number in numbers]


CHANGED: Mapping[str, Any] = {
    "action": "account.enable",
    "outcome": "ok",
    "target": OTHER_ID,
    "actor": OTHER_ID,
    "request_id": "another",
    "changes": [{"field": "role", "before": "client", "after": "admin"}],
    "personal": HEX,
}
MISSING_5: Findings = [("missing", "entry 5 is missing")]
PERSONAL_5: Findings = [("changed", "personal values of entry 5 ")]
EXCHANGED: Findings = [
    finding for number in (5, 7) for finding in (*unlinked(number), ("changed", f"entry {number} "))
]
SEVERAL: Findings = [("missing", "entries 5 to 6 are"), ("missing", "entry 9 is")]
BEHIND_THE_END: Findings = [
    *MISSING_5,
    ("missing", "entries 13 to 98"),
    ("head", "the last entry is 99"),
]

TAMPERINGS = [
    *(
        Tampering(f"{name} changed", change(5, **{name: value}), [("changed", "entry 5 ")])
        for name, value in CHANGED.items()
    ),
    Tampering("digest changed", change(5, digest=HEX), EXCHANGED[:2]),
    Tampering("mac changed", change(5, mac=HEX), unlinked(5, 6)),
    Tampering("MAC removed", change(5, mac=None), unlinked(5, 6)),
    Tampering("last mac changed", change(12, mac=HEX), [*unlinked(12), ("head", "is outdated")]),
    Tampering("address changed", change_personal(5, ip="192.0.2.9"), PERSONAL_5),
    Tampering("user agent changed", change_personal(5, user_agent="browser"), PERSONAL_5),
    Tampering("salt changed", change_personal(5, salt="00"), PERSONAL_5),
    Tampering("first removed", remove(1), [("missing", "entry 1 is missing")]),
    Tampering("middle removed", remove(5), MISSING_5),
    Tampering("several removed", remove(5, 6, 9), SEVERAL),
    Tampering(
        "removed and renumbered",
        remove_and_renumber,
        [*unlinked(*range(5, 12)), ("cut", "entry 12 is missing")],
    ),
    Tampering("log truncated", remove(11, 12), [("cut", "entries 11 to 12 are missing")]),
    Tampering("log truncated and head changed", truncate_and_set_head, [("head", "was changed")]),
    Tampering("all removed", remove(*range(1, 13)), [("cut", "entries 1 to 12 are missing")]),
    Tampering("entries exchanged", renumber((5, 99), (7, 5), (99, 7)), unlinked(5, 6, 7, 8)),
    Tampering("contents exchanged", exchange_contents, EXCHANGED),
    Tampering("moved behind the end", renumber((5, 99)), BEHIND_THE_END),
    Tampering("moved before the start", renumber((5, -1)), [*unlinked(-1), *MISSING_5]),
    Tampering("head moved forward", set_head(number=13), [("head", "its number is 13")]),
    Tampering("head moved back", set_head(number=11), [("head", "its number is 11")]),
    Tampering("head's mac changed", set_head(mac=HEX), [("head", "was changed")]),
    Tampering("head's seal changed", set_head(seal=HEX), [("head", "was changed")]),
    Tampering("head deleted", drop_head, [("head", "is missing")]),
    Tampering(
        "head reset",
        set_head(number=0, mac="", seal=""),
        [("head", "its number is 0, the last entry is 12")],
    ),
    Tampering("entry inserted", insert_entry, [("changed", "unsealed entry ")]),
]
