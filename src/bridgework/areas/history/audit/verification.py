"""The verification of the chain for `bridgework audit verify`. It only reads."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bridgework.areas.history.audit import policies, queries
from bridgework.areas.history.audit.policies import START, Checkpoint, Entry
from bridgework.areas.history.audit.queries import Row
from bridgework.kit.core import Id
from bridgework.kit.data.db import Database
from bridgework.kit.security import Keyring

Kind = Literal["changed", "misplaced", "missing", "cut", "head", "unsealed", "expected"]

MAX_PENDING_LISTED = 100
"""Further pending entries are only counted."""
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect of the log."""

    kind: Kind
    message: str


@dataclass(slots=True)
class Verification:
    """One verification of the chain, in batches, while other processes may write and seal.

    Iterating over `findings` runs it. Afterwards `end` is the last checkpoint of the chain,
    `without_personal` the number of sealed entries whose personal values were erased, `pending`
    describes the first unsealed entries, and `pending_count` is the number of all of them.
    """

    database: Database
    keyring: Keyring
    now: datetime
    expected: Checkpoint | None = None
    """A checkpoint that an earlier run printed."""
    on_progress: Callable[[int], object] = lambda _: None
    """Called with the number of entries verified since the last call."""
    end: Checkpoint = START
    without_personal: int = 0
    pending_count: int = 0
    pending: list[str] = field(default_factory=list)
    _newest_sealed: datetime | None = None
    _expected_found: bool = False

    def length(self) -> int:
        """Return the approximate number of sealed entries."""
        with self.database.reading() as tx:
            return queries.get_last_number(tx)

    def findings(self) -> Iterator[Finding]:
        """Yield all defects of the chain in its order, then those of unsealed entries."""
        with self.database.reading() as tx:
            # Read the entries first: a sealer updates both together, so the head is never behind.
            last = queries.get_last_number(tx)
            row = queries.find_head(tx)
        head = None if row is None else Checkpoint(row.number, row.mac)
        if head is None:
            yield Finding("head", "the head of the chain is missing")
        elif not policies.head_matches(self.keyring, head, row.seal if row else None):
            yield Finding("head", f"the head of the chain was changed; its number is {head.number}")
            head = None
        yield from self._verify_sealed(max(last, head.number if head else 0))
        if head is not None:
            yield from self._verify_head(head)
        yield from self._verify_unsealed()
        if self.expected is not None and not self._expected_found:
            cause = "the log was restored to an earlier state, or resealed"
            yield Finding("expected", f"{self.expected} is not in the chain: {cause}")

    def _verify_sealed(self, upto: int) -> Iterator[Finding]:
        after = queries.LOWEST_KEY
        while True:
            with self.database.reading() as tx:
                rows = queries.list_sealed(tx, after=after, upto=upto, limit=_BATCH)
            if not rows:
                return
            for row in rows:
                yield from self._verify_link(row)
                entry = self._authentic_entry(row)
                yield from self._verify_contents(row, entry, f"entry {row.number} ({row.id})")
                if entry is not None:
                    self._newest_sealed = max(self._newest_sealed or entry.at, entry.at)
                self.without_personal += row.salt is None
            after = (rows[-1].number, rows[-1].id)
            self.on_progress(len(rows))

    def _verify_link(self, row: Row) -> Iterator[Finding]:
        expected = self.end.number + 1
        if row.number < expected:
            yield Finding("misplaced", f"entry {row.number} ({row.id}) has a wrong number")
            return
        if row.number > expected:
            yield Finding("missing", _missing(expected, row.number - 1))
        elif not policies.matches(
            self.keyring, row.mac, policies.link_parts(self.end, str(row.digest))
        ):
            defect = "is not linked to the entry before it"
            yield Finding("misplaced", f"entry {row.number} ({row.id}) {defect}")
        self.end = Checkpoint(row.number, str(row.mac))
        self._expected_found = self._expected_found or self.end == self.expected

    def _verify_contents(self, row: Row, entry: Entry | None, name: str) -> Iterator[Finding]:
        personal = queries.to_personal(row)
        if entry is None:
            yield Finding("changed", f"{name} was changed, or was not written by this program")
        elif personal is not None and not policies.matches(
            self.keyring, entry.personal, policies.personal_parts(personal)
        ):
            yield Finding("changed", f"the personal values of {name} were changed")

    def _verify_head(self, head: Checkpoint) -> Iterator[Finding]:
        if self.end.number < head.number:
            missing = _missing(self.end.number + 1, head.number)
            yield Finding("cut", f"the log was truncated: {missing}")
        elif self.end != head:
            numbers = f"its number is {head.number}, the last entry is {self.end.number}"
            yield Finding("head", f"the head of the chain is outdated: {numbers}")

    def _verify_unsealed(self) -> Iterator[Finding]:
        after = queries.LOWEST_ID
        with self.database.reading() as tx:
            overdue_at = queries.find_overdue_at(tx)
        while True:
            with self.database.reading() as tx:
                rows = queries.list_unsealed(tx, after=after, limit=_BATCH)
            if not rows:
                return
            for row in rows:
                entry = self._authentic_entry(row)
                yield from self._verify_contents(row, entry, f"unsealed entry {row.id}")
                if entry is None:
                    continue
                reason = self._overdue_reason(entry, overdue_at)
                if reason is not None:
                    yield Finding("unsealed", f"entry {row.id} is not sealed, although {reason}")
                else:
                    self._add_pending(entry)
            after = Id(rows[-1].id)

    def _overdue_reason(self, entry: Entry, overdue_at: datetime | None) -> str | None:
        """Return why an entry should have been sealed by now; None if it is only pending.

        An entry may be older than a sealed one for a minute, if it was committed later.
        """
        if self.now - entry.at <= policies.SEALED_WITHIN:
            return None
        if self._newest_sealed is not None and entry.at < self._newest_sealed:
            return "a newer entry is sealed"
        if overdue_at is not None and overdue_at - entry.at > policies.SEALED_WITHIN:
            return "a sealer has run for over a minute: see the server's log"
        return None

    def _add_pending(self, entry: Entry) -> None:
        self.pending_count += 1
        if len(self.pending) < MAX_PENDING_LISTED:
            at = entry.at.isoformat(timespec="seconds")
            self.pending.append(f"entry {entry.id} ({entry.action}, {at})")

    def _authentic_entry(self, row: Row) -> Entry | None:
        """Return the entry; None if the stored values do not match its digest."""
        try:
            entry = queries.to_entry(row)
            is_authentic = policies.matches(self.keyring, row.digest, policies.entry_parts(entry))
        except (TypeError, ValueError, RecursionError):
            return None  # SQLite stores values of any type in any column
        return entry if is_authentic else None


def _missing(first: int, last: int) -> str:
    if first == last:
        return f"entry {first} is missing"
    return f"entries {first} to {last} are missing"
