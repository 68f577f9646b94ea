"""A bounded verification of the audit log: its head and its last entries."""

from collections.abc import Sequence

from bridgework.areas.history.audit import policies, queries
from bridgework.areas.history.audit.policies import START, Checkpoint
from bridgework.areas.history.audit.records import SealedEntry, StoredEntry
from bridgework.doctor.connection import reading
from bridgework.doctor.result import NotChecked, Result, failed, ok
from bridgework.kit.security import Keyring, secret_file
from bridgework.settings import Settings

_ENTRIES = 500
_REMEDY = "run `bridgework audit verify`, which lists all findings"


def check(settings: Settings) -> Result:
    """The head is intact, and the last entries are linked to each other and to the head."""
    keyring = _keyring(settings)
    with reading(settings) as tx:
        last, stored = queries.get_last_number(tx), queries.find_head(tx)
        first = max(1, last - _ENTRIES + 1)
        # One entry before the first one, to verify its link.
        after = (first - 1, queries.LOWEST_ID)
        rows = queries.list_sealed(tx, after=after, upto=last, limit=_ENTRIES + 1)
    if stored is None:
        return failed("the head of the audit log is missing", _REMEDY)
    head = Checkpoint(stored.number, stored.mac)
    if not policies.head_matches(keyring, head, stored.seal):
        return failed(
            "the head of the audit log was changed, or a secret is missing",
            f"{_REMEDY}; if a secret was lost, see docs/runbook.md, A lost secret key",
        )
    if not _is_chain(keyring, rows, first, head):
        return failed(f"the last {last - first + 1} entries are not intact", _REMEDY)
    if not last:
        return ok("no entry is sealed yet")
    return ok(
        f"the last {last - first + 1} of {last} entries are intact; `bridgework audit verify` "
        "verifies all"
    )


def _keyring(settings: Settings) -> Keyring:
    if settings.secret_keys:
        return Keyring(settings.secret_keys)
    if not settings.secret_file.exists():
        raise NotChecked("there is no secret")
    try:
        return Keyring(secret_file.read(settings.secret_file))
    except secret_file.UnusableSecretFile:
        raise NotChecked("the secret cannot be read") from None


def _is_chain(keyring: Keyring, rows: Sequence[SealedEntry], first: int, head: Checkpoint) -> bool:
    """Whether the entries from number `first` on are authentic, linked and end at the head."""
    place = START
    if first > 1:
        if not rows or rows[0].seal.number != first - 1:
            return False
        place, rows = Checkpoint(first - 1, str(rows[0].seal.mac)), rows[1:]
    for stored, (number, mac) in rows:
        link = policies.link_parts(place, str(stored.digest))
        is_next = number == place.number + 1 and policies.matches(keyring, mac, link)
        if not is_next or not _is_authentic(keyring, stored):
            return False
        place = Checkpoint(number, str(mac))
    return place == head


def _is_authentic(keyring: Keyring, stored: StoredEntry) -> bool:
    try:
        parts = policies.entry_parts(queries.to_entry(stored))
    except (TypeError, ValueError, RecursionError):
        return False  # SQLite stores values of any type in any column
    return policies.matches(keyring, stored.digest, parts)
