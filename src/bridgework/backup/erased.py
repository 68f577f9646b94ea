"""Accounts that were erased after a backup, which are erased again after a restore.

They are known from three sources: the rows of erased accounts in the replaced database, the list
next to the database with SQLite, and lists that `bridgework backup erased` printed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts import policies
from bridgework.areas.identity.accounts.lifecycle import account_deletion
from bridgework.areas.identity.privacy import actions as privacy
from bridgework.areas.identity.uploads import queries as uploads
from bridgework.kit.core import Id
from bridgework.kit.data import erased_list
from bridgework.kit.data.backup import BackupRefused
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Keyring
from bridgework.settings import Settings


@dataclass(slots=True)
class Erasures:
    """The accounts that were erased, or scheduled for erasure, before the restore."""

    erased: set[Id] = field(default_factory=set)
    scheduled: dict[Id, datetime] = field(default_factory=dict)
    """The accounts whose erasure was requested, and when it is due."""

    def add_database(self, tx: Tx) -> None:
        """Add the erasures in a database."""
        self.erased.update(account_deletion.erased(tx))
        self.scheduled.update(account_deletion.leaving(tx))


def read_lists(settings: Settings, lists: Iterable[Path]) -> Erasures:
    """The accounts in these lists and in the installation's list. Raises BackupRefused."""
    erasures, own_list = Erasures(), settings.erased_list
    try:
        for file in [*lists, *([own_list] if own_list and own_list.exists() else [])]:
            erasures.erased.update(erased_list.read(file))
    except erased_list.UnreadableList as error:
        raise BackupRefused(str(error)) from None
    return erasures


def erase_again(tx: Tx, keyring: Keyring, erasures: Erasures, now: datetime) -> list[Id]:
    """Erase the accounts that the backup contains again, and record each in the audit log.

    Requested erasures remain scheduled, whether they were requested before or after the backup. A
    request from before the backup may have been cancelled afterwards, which is no longer known: it
    gets the whole grace period again.
    """
    erased = privacy.erase_again(tx, erasures.erased)
    uploads.delete_files_now(tx, erased, now)
    for account_id in erased:
        audit.note_from_command_line(tx, keyring, now, "account.erase_again", target=account_id)
    for account_id in account_deletion.leaving(tx).keys() - erasures.scheduled.keys():
        account_deletion.schedule(tx, account_id, now + policies.GRACE, now)
    for account_id in account_deletion.not_erased(tx, erasures.scheduled):
        account_deletion.schedule(tx, account_id, erasures.scheduled[account_id], now)
    return erased
