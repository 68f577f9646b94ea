"""Walking the chain: what `bridgework audit verify` finds. Nothing is changed by it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bridgework.areas.audit import policies, queries
from bridgework.areas.audit.policies import START, Entry, Point
from bridgework.areas.audit.queries import Row
from bridgework.kit.db.database import Database
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring

Kind = Literal["changed", "misplaced", "missing", "cut", "head", "unsealed", "expected"]

MOST_PENDING = 100
"""Pending entries that are listed; the others are counted."""
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with the log, in a sentence."""

    kind: Kind
    sentence: str


@dataclass(slots=True)
class Verification:
    """One walk along the chain, batch by batch, while others may write and seal.

    `findings` does it. Afterwards `end` is the last point of the chain, to be printed and kept;
    `without_personal` tells how many sealed entries lack their personal values, as after an
    erasure. `pending` describes the first entries that wait for their seal, `waiting` counts all.
    """

    database: Database
    keyring: Keyring
    now: datetime
    expected: Point | None = None
    """A point of the chain that was printed before."""
    told: Callable[[int], object] = lambda _: None
    """Hears of so many more entries that were looked at."""
    end: Point = START
    without_personal: int = 0
    waiting: int = 0
    pending: list[str] = field(default_factory=list)
    _newest_sealed: datetime | None = None
    _expected_met: bool = False

    def length(self) -> int:
        """About how many sealed entries there are to walk along."""
        with self.database.reading() as tx:
            return queries.last_number(tx)

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong, in the order of the chain, then what is not in it."""
        with self.database.reading() as tx:
            # In this order: a sealer moves both at once, so the head is never behind.
            last = queries.last_number(tx)
            row = queries.head_row(tx)
        head = None if row is None else Point(row.number, row.mac)
        if head is None:
            yield Finding("head", "the head of the chain is gone")
        elif not policies.head_fits(self.keyring, head, row.seal if row else None):
            yield Finding("head", f"the head of the chain was changed; it tells of {head.number}")
            head = None
        yield from self._along(max(last, head.number if head else 0))
        if head is not None:
            yield from self._at_the_end(head)
        yield from self._unsealed()
        if self.expected is not None and not self._expected_met:
            said = "was set back to an earlier state, or written anew"
            yield Finding("expected", f"{self.expected} is not in the chain: it {said}")

    def _along(self, upto: int) -> Iterator[Finding]:
        after = queries.BEFORE_ALL
        while True:
            with self.database.reading() as tx:
                rows = queries.sealed(tx, after=after, upto=upto, most=_BATCH)
            if not rows:
                return
            for row in rows:
                yield from self._link(row)
                entry = self._genuine(row)
                yield from self._contents(row, entry, f"entry {row.number} ({row.id})")
                if entry is not None:
                    self._newest_sealed = max(self._newest_sealed or entry.at, entry.at)
                self.without_personal += row.salt is None
            after = (rows[-1].number, rows[-1].id)
            self.told(len(rows))

    def _link(self, row: Row) -> Iterator[Finding]:
        due = self.end.number + 1
        if row.number < due:
            yield Finding("misplaced", f"entry {row.number} ({row.id}) has a number not its own")
            return
        if row.number > due:
            yield Finding("missing", _missing(due, row.number - 1))
        elif not policies.fits(self.keyring, row.mac, policies.of_link(self.end, str(row.digest))):
            said = "does not follow from the entry before it"
            yield Finding("misplaced", f"entry {row.number} ({row.id}) {said}")
        self.end = Point(row.number, str(row.mac))
        self._expected_met = self._expected_met or self.end == self.expected

    def _contents(self, row: Row, entry: Entry | None, name: str) -> Iterator[Finding]:
        personal = queries.personal_of(row)
        if entry is None:
            yield Finding("changed", f"{name} was changed, or not written by this program")
        elif personal is not None and not policies.fits(
            self.keyring, entry.personal, policies.of_personal(personal)
        ):
            yield Finding("changed", f"the personal values of {name} were changed")

    def _at_the_end(self, head: Point) -> Iterator[Finding]:
        if self.end.number < head.number:
            cut = _missing(self.end.number + 1, head.number)
            yield Finding("cut", f"the tail of the chain was cut: {cut}")
        elif self.end != head:
            said = f"it tells of {head.number}, the entries go to {self.end.number}"
            yield Finding("head", f"the head of the chain was set back: {said}")

    def _unsealed(self) -> Iterator[Finding]:
        after = queries.FIRST
        with self.database.reading() as tx:
            overdue_at = queries.overdue_at(tx)
        while True:
            with self.database.reading() as tx:
                rows = queries.unsealed(tx, after=after, most=_BATCH)
            if not rows:
                return
            for row in rows:
                entry = self._genuine(row)
                yield from self._contents(row, entry, f"entry {row.id}, not sealed yet,")
                if entry is None:
                    continue
                reason = self._why_overdue(entry, overdue_at)
                if reason is not None:
                    yield Finding("unsealed", f"entry {row.id} is not sealed, {reason}")
                else:
                    self._note_pending(entry)
            after = Id(rows[-1].id)

    def _why_overdue(self, entry: Entry, overdue_at: datetime | None) -> str | None:
        """Why an entry should have been sealed by now, None if it is only pending.

        For a minute an entry may be older than a sealed one: it was committed later.
        """
        if self.now - entry.at <= policies.SEALED_WITHIN:
            return None
        if self._newest_sealed is not None and entry.at < self._newest_sealed:
            return "though a newer entry is"
        if overdue_at is not None and overdue_at - entry.at > policies.SEALED_WITHIN:
            return "though the sealer has run for over a minute: see the server's log"
        return None

    def _note_pending(self, entry: Entry) -> None:
        self.waiting += 1
        if len(self.pending) < MOST_PENDING:
            at = entry.at.isoformat(timespec="seconds")
            self.pending.append(f"entry {entry.id} ({entry.action}, {at})")

    def _genuine(self, row: Row) -> Entry | None:
        """The entry as it was written; None if that is not what is stored."""
        try:
            entry = queries.entry_of(row)
            is_genuine = policies.fits(self.keyring, row.digest, policies.of_entry(entry))
        except (TypeError, ValueError, RecursionError):
            return None  # SQLite keeps anything in any column: this can't be an entry
        return entry if is_genuine else None


def _missing(first: int, last: int) -> str:
    if first == last:
        return f"entry {first} is missing"
    return f"entries {first} to {last} are missing"
