"""Who was erased since a backup was made, and erasing them again after a restore.

The row that stays of an erased account names it: the replaced database has such rows, on SQLite the
list beside it has their ids, and an operator may keep what `bridgework backup erased` prints.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bridgework.areas.accounts import account_deletion, policies
from bridgework.areas.audit import actions as audit
from bridgework.areas.privacy import actions as privacy
from bridgework.areas.uploads import store as uploads
from bridgework.kit.backup import erased_list
from bridgework.kit.db.borrowed_transaction import refusal
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring


@dataclass(slots=True)
class Gone:
    """The accounts that were erased, or were to be, before the restore."""

    erased: set[Id] = field(default_factory=set)
    leaving: dict[Id, datetime] = field(default_factory=dict)
    """The accounts whose erasure was asked for, and when it is due."""

    def ask(self, tx: Tx | None) -> str:
        """Add those of a database. Returns why it can't be read, empty if it can."""
        return "" if tx is None else refusal(tx, self._add)

    def _add(self, tx: Tx) -> None:
        self.erased.update(account_deletion.erased(tx))
        self.leaving.update(account_deletion.leaving(tx))

    def read(self, lists: Iterable[Path], beside: Path | None) -> None:
        """Add those of lists of ids. Raises BackupRefused for a list that can't be read."""
        for file in [*lists, *([beside] if beside and beside.exists() else [])]:
            self.erased.update(erased_list.read(file))


def erase_again(tx: Tx, keyring: Keyring, gone: Gone, now: datetime) -> list[Id]:
    """Erase the accounts that a backup brought back, and note each in the audit log.

    Every erasure that was asked for, before the backup or since, stays asked for.
    """
    again = privacy.erase_again(tx, gone.erased)
    uploads.let_go(tx, again, now)
    for account_id in again:
        audit.note_from_command_line(tx, keyring, now, "account.erase_again", target=account_id)
    _keep_requested(tx, gone, now)
    return again


def _keep_requested(tx: Tx, gone: Gone, now: datetime) -> None:
    """Keep every erasure that was asked for, before the backup or since.

    One that was asked for before the backup may have been taken back since, which nothing tells any
    more: so it has the whole grace period again.
    """
    still = now + policies.GRACE
    for account_id in account_deletion.leaving(tx).keys() - gone.leaving.keys():
        account_deletion.schedule(tx, account_id, still, now)
    for account_id in account_deletion.not_erased(tx, gone.leaving):
        account_deletion.schedule(tx, account_id, gone.leaving[account_id], now)
