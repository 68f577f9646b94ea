"""Taking one's data along, and erasing what somebody wanted erased."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from pathlib import Path

from bridgework.areas.accounts import account_deletion
from bridgework.areas.audit import actions as audit
from bridgework.areas.privacy import queries
from bridgework.areas.privacy.schemas import OwnData
from bridgework.kit import erased_list
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id


def export(context: Context) -> OwnData:
    """Everything that is stored about the caller, and nothing about others."""
    with context.read_transaction() as tx:
        tables = queries.everything(tx, context.caller.account())
    return OwnData(exported_at=context.now, tables=tables)


def erase_due(noted_in: Path | None, tx: Tx, now: datetime) -> int:
    """Erase some of the accounts whose grace is over. A periodic task: returns how many.

    Their ids are added to the list beside the database, where there is one.
    """
    due = queries.due(tx, now)
    for account_id in due:
        erase(tx, account_id)
    if due and noted_in is not None:
        tx.after_commit(partial(erased_list.add, noted_in, due))
    return len(due)


def note_erased(noted_in: Path, tx: Tx, now: datetime) -> int:
    """Have nobody miss in the list beside the database who was erased. A periodic task."""
    del now
    erased_list.add(noted_in, account_deletion.erased(tx))
    return 0


def erase_again(tx: Tx, account_ids: Collection[Id]) -> list[Id]:
    """Erase those of the accounts that a restored backup brought back. Returns who they were."""
    returned = account_deletion.not_erased(tx, account_ids)
    for account_id in returned:
        erase(tx, account_id)
    return returned


def erase(tx: Tx, account_id: Id) -> None:
    """Erase an account: nothing that is left names its owner."""
    account_deletion.hide(tx, account_id)
    queries.erase(tx, account_id)
    audit.erase_personal_values(tx, account_id)
    account_deletion.notify_deleted(tx, account_id)
