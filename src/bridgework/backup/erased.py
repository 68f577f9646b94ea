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
from bridgework.areas.uploads import queries as uploads
from bridgework.kit import erased_list
from bridgework.kit.backup.archive import BackupRefused
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.settings import Settings


@dataclass(slots=True)
class Gone:
    """The accounts that were erased, or were to be, before the restore."""

    erased: set[Id] = field(default_factory=set)
    leaving: dict[Id, datetime] = field(default_factory=dict)
    """The accounts whose erasure was asked for, and when it is due."""

    def add_database(self, tx: Tx) -> None:
        """Add those of a database."""
        self.erased.update(account_deletion.erased(tx))
        self.leaving.update(account_deletion.leaving(tx))


def listed(settings: Settings, lists: Iterable[Path]) -> Gone:
    """The accounts of lists of ids. Raises BackupRefused for a list that can't be read."""
    gone, beside = Gone(), erased_list.beside(settings)
    try:
        for file in [*lists, *([beside] if beside and beside.exists() else [])]:
            gone.erased.update(erased_list.read(file))
    except erased_list.UnreadableList as error:
        raise BackupRefused(str(error)) from None
    return gone


def erase_again(tx: Tx, keyring: Keyring, gone: Gone, now: datetime) -> list[Id]:
    """Erase the accounts that a backup brought back, and note each in the audit log.

    Every erasure that was asked for, before the backup or since, stays asked for. One that was
    asked for before the backup may have been taken back since, which nothing shows any more: it
    has the whole grace period again.
    """
    again = privacy.erase_again(tx, gone.erased)
    uploads.let_go(tx, again, now)
    for account_id in again:
        audit.note_from_command_line(tx, keyring, now, "account.erase_again", target=account_id)
    for account_id in account_deletion.leaving(tx).keys() - gone.leaving.keys():
        account_deletion.schedule(tx, account_id, now + policies.GRACE, now)
    for account_id in account_deletion.not_erased(tx, gone.leaving):
        account_deletion.schedule(tx, account_id, gone.leaving[account_id], now)
    return again
