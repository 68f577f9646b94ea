"""Export the data of an account, and erase accounts."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts.lifecycle import account_deletion
from bridgework.areas.identity.privacy import queries
from bridgework.areas.identity.privacy.schemas import ErasurePreview, OwnData, OwnedRows
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data import erased_list
from bridgework.kit.data.db import Tx
from bridgework.kit.delivery.outbox import file_transport
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.validation import email_key

_FATES = ("keep", "blank", "delete")
"""The order in a preview."""


def export_data(context: Context) -> OwnData:
    """Return everything stored about the caller, and nothing about other people."""
    with context.read_transaction() as tx:
        tables = queries.list_rows_by_table(tx, context.caller.account())
    return OwnData(exported_at=context.now, tables=tables)


def preview_erasure(tx: Tx, account_id: Id) -> ErasurePreview:
    """Return what the erasure of an account would do, as the tables declare it."""
    tables = [
        OwnedRows(
            table=table,
            rows=rows,
            erase=ownership.erase,
            emptied=sorted(ownership.blank),
            reason=None if ownership.erase == "delete" else ownership.reason,
        )
        for table, ownership, rows in queries.list_owned(tx, account_id)
    ]
    return ErasurePreview(
        tables=sorted(tables, key=lambda each: (_FATES.index(each.erase), each.table))
    )


def erase_due(list_file: Path | None, mail_dir: Path, tx: Tx, now: datetime) -> int:
    """Erase a batch of the accounts whose grace period has ended. Returns how many.

    Their IDs are added to the list of erased accounts, if there is one. The files of e-mails to
    them are deleted.
    """
    account_ids = queries.list_due_accounts(tx, now)
    _erase_with_files(list_file, mail_dir, tx, account_ids)
    return len(account_ids)


def erase_now(context: Context, account_id: Id) -> None:
    """Erase an account at once, as `erase_due` does."""
    settings = context.app.settings
    account_deletion.notify_hidden(context, account_id)
    _erase_with_files(settings.erased_list, settings.mail_dir, context.tx, [account_id])


def sync_erased_list(list_file: Path, tx: Tx, now: datetime) -> int:
    """Add erased accounts that are missing in the list of erased accounts. Returns 0."""
    del now
    erased_list.add(list_file, account_deletion.erased(tx))
    return 0


def erase_again(tx: Tx, account_ids: Collection[Id]) -> list[Id]:
    """Erase those of the accounts that a restored backup contains. Returns their IDs."""
    restored = account_deletion.not_erased(tx, account_ids)
    for account_id in restored:
        erase(tx, account_id)
    return restored


def erase(tx: Tx, account_id: Id) -> Collection[str]:
    """Erase an account and return the keys of its addresses. No row identifies its owner then."""
    address_keys = _address_keys(tx, account_id)
    account_deletion.hide(tx, account_id)
    account_deletion.forget_addresses(tx, address_keys)
    outbox.delete_mentions(tx, account_id, address_keys)
    queries.delete_rows(tx, account_id)
    audit.erase_personal_values(tx, account_id)
    account_deletion.notify_deleted(tx, account_id)
    return address_keys


def _erase_with_files(
    list_file: Path | None, mail_dir: Path, tx: Tx, account_ids: Sequence[Id]
) -> None:
    for account_id in account_ids:
        address_keys = erase(tx, account_id)
        tx.after_commit(partial(file_transport.delete_to, mail_dir, address_keys))
    if account_ids and list_file is not None:
        tx.after_commit(partial(erased_list.add, list_file, account_ids))


def _address_keys(tx: Tx, account_id: Id) -> Collection[str]:
    """Return the keys of the present and former addresses of an account, as far as known."""
    former = {email_key(address) for address in outbox.list_addresses(tx, account_id)}
    return former.union(account_deletion.address_keys(tx, [account_id]))
