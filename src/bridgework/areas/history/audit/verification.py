"""The verification of the chain for `bridgework audit verify`. It only reads."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from bridgework.areas.history.audit import policies, queries
from bridgework.areas.history.audit.policies import START, Checkpoint, Entry
from bridgework.areas.history.audit.records import SealedEntry, StoredEntry
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
            stored = queries.find_head(tx)
        head = None if stored is None else Checkpoint(stored.number, stored.mac)
        if head is None or stored is None:
            yield Finding("head", "the head of the chain is missing")
        elif not policies.head_matches(self.keyring, head, stored.seal):
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
                batch = queries.list_sealed(tx, after=after, upto=upto, limit=_BATCH)
            if not batch:
                return
            for sealed in batch:
                stored, name = sealed.stored, _name_of(sealed)
                yield from self._verify_link(sealed)
                entry = self._authentic_entry(stored)
                yield from self._verify_contents(stored, entry, name)
                if entry is not None:
                    self._newest_sealed = max(self._newest_sealed or entry.at, entry.at)
                self.without_personal += stored.salt is None
            after = (batch[-1].seal.number, batch[-1].stored.id)
            self.on_progress(len(batch))

    def _verify_link(self, sealed: SealedEntry) -> Iterator[Finding]:
        expected, (number, mac) = self.end.number + 1, sealed.seal
        if number < expected:
            yield Finding("misplaced", f"{_name_of(sealed)} has a wrong number")
            return
        if number > expected:
            yield Finding("missing", _missing(expected, number - 1))
        elif not policies.matches(
            self.keyring, mac, policies.link_parts(self.end, str(sealed.stored.digest))
        ):
            defect = "is not linked to the entry before it"
            yield Finding("misplaced", f"{_name_of(sealed)} {defect}")
        self.end = Checkpoint(number, str(mac))
        self._expected_found = self._expected_found or self.end == self.expected

    def _verify_contents(
        self, stored: StoredEntry, entry: Entry | None, name: str
    ) -> Iterator[Finding]:
        personal = queries.to_personal(stored)
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
                batch = queries.list_unsealed(tx, after=after, limit=_BATCH)
            if not batch:
                return
            for stored in batch:
                entry = self._authentic_entry(stored)
                yield from self._verify_contents(stored, entry, f"unsealed entry {stored.id}")
                if entry is None:
                    continue
                reason = self._overdue_reason(entry, overdue_at)
                if reason is not None:
                    yield Finding("unsealed", f"entry {stored.id} is not sealed, although {reason}")
                else:
                    self._add_pending(entry)
            after = batch[-1].id

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

    def _authentic_entry(self, stored: StoredEntry) -> Entry | None:
        """Return the entry; None if the stored values do not match its digest."""
        try:
            entry = queries.to_entry(stored)
            parts = policies.entry_parts(entry)
            is_authentic = policies.matches(self.keyring, stored.digest, parts)
        except (TypeError, ValueError, RecursionError):
            return None  # SQLite stores values of any type in any column
        return entry if is_authentic else None


def _name_of(sealed: SealedEntry) -> str:
    return f"entry {sealed.seal.number} ({sealed.stored.id})"


def _missing(first: int, last: int) -> str:
    if first == last:
        return f"entry {first} is missing"
    return f"entries {first} to {last} are missing"
