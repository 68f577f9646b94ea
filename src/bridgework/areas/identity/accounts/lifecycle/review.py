"""The version of an account as administrators read it to decide: with its profiles."""

from collections.abc import Mapping, Sequence

from bridgework.areas.identity.accounts.lifecycle import decision_queries
from bridgework.kit.actions import CheckVersion
from bridgework.kit.core import Id, content_version
from bridgework.kit.data.db import Tx


def versions(tx: Tx, account_ids: Sequence[Id]) -> Mapping[Id, int]:
    """Return the versions of accounts, without those that do not exist."""
    if not account_ids:
        return {}
    found = decision_queries.list_content(tx, account_ids)
    return {account_id: content_version(rows) for account_id, rows in found.items()}


def version(tx: Tx, account_id: Id) -> int:
    """Return the version of an account that exists."""
    return versions(tx, [account_id])[account_id]


def lock_and_check(tx: Tx, account_id: Id, check_version: CheckVersion) -> None:
    """Lock an account until the transaction ends, and check its version."""
    decision_queries.lock(tx, account_id)
    check_version(version(tx, account_id))
