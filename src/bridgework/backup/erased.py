"""Who was erased since a backup was made: told by whatever outlives the database of the backup.

The empty row that stays of an erased account is what tells of it. The database that is to be
replaced has it; on SQLite the list beside the database has its id too; and for when both are lost
an operator keeps what `bridgework backup erased` prints.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bridgework.areas.accounts import erasure, rules
from bridgework.areas.audit import actions as audit
from bridgework.areas.privacy import actions as privacy
from bridgework.areas.uploads import store as uploads
from bridgework.kit.backup import erased_list
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring

_AT_ONCE = 500


@dataclass(slots=True)
class Gone:
    """What is known of people who left, from before the restore."""

    erased: set[Id] = field(default_factory=set)
    leaving: dict[Id, datetime] = field(default_factory=dict)
    """Who asked for it, and when it is to be."""

    def hear(self, tx: Tx) -> None:
        """Take in what a database tells."""
        self.erased.update(erasure.erased(tx))
        self.leaving.update(erasure.leaving(tx))

    def read(self, lists: Iterable[Path]) -> None:
        """Take in lists of ids. Raises BackupRefused for what is none."""
        for file in lists:
            self.erased.update(erased_list.read(file))


def addresses(tx: Tx, gone: Gone) -> set[str]:
    """The addresses, by their keys, that a backup brought back of those who were erased."""
    return {key for some in _in_turn(gone) for key in erasure.address_keys(tx, some)}


def erase_again(tx: Tx, keyring: Keyring, gone: Gone, now: datetime) -> list[Id]:
    """Erase whom a backup brought back, and note each in the audit log. Returns who they were."""
    again = [one for some in _in_turn(gone) for one in privacy.erase_again(tx, some)]
    uploads.let_go(tx, again, now)  # a backup has found their files, and nobody else may
    for account_id in again:
        audit.note_from_command_line(tx, keyring, now, "account.erase_again", target=account_id)
    return again


def keep_wishes(tx: Tx, gone: Gone, now: datetime) -> None:
    """Have those leave who asked for it, before the backup or since.

    Whoever had asked before it may have taken it back since, which nobody knows any more: so they
    have the whole of their grace again.
    """
    still = now + rules.GRACE
    for account_id in erasure.leaving(tx).keys() - gone.leaving.keys():
        erasure.leave_later(tx, account_id, still, now)
    ids = sorted(gone.leaving)
    for start in range(0, len(ids), _AT_ONCE):
        for account_id in erasure.not_erased(tx, ids[start : start + _AT_ONCE]):
            erasure.leave_later(tx, account_id, gone.leaving[account_id], now)


def _in_turn(gone: Gone) -> Iterable[Sequence[Id]]:
    ids = sorted(gone.erased)
    return (ids[start : start + _AT_ONCE] for start in range(0, len(ids), _AT_ONCE))
