"""Taking one's data along, and erasing what somebody wanted erased."""

from datetime import datetime

from bridgework.areas.accounts import erasure
from bridgework.areas.audit import actions as audit
from bridgework.areas.privacy import store
from bridgework.areas.privacy.shapes import OwnData
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.call import Call


def export(call: Call) -> OwnData:
    """Everything that is stored about the caller, and nothing about others."""
    with call.reading() as tx:
        tables = store.everything(tx, call.caller.account())
    return OwnData(exported_at=call.now, tables=tables)


def erase_due(tx: Tx, now: datetime) -> int:
    """Erase some of the accounts whose grace is over. A chore: returns how many."""
    due = store.due(tx, now)
    for account_id in due:
        erasure.leave_public(tx, account_id)
        store.erase(tx, account_id)
        audit.forget(tx, account_id)
        erasure.is_gone(tx, account_id)
    return len(due)
