"""The statements on changes that wait for a review."""

from collections.abc import Mapping

import sqlalchemy as sa

from bridgework.areas.history.reviews.records import ChangeInReview, Owner
from bridgework.areas.history.reviews.tables import changes
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx, UtcDateTimeColumn

_NOT_VERIFIED = "not-verified"
# This area may not import that of the accounts.
_accounts = sa.table(
    "accounts",
    sa.column("id", IdColumn),
    sa.column("verification_tier", sa.Text),
    sa.column("jobs_verification_tier", sa.Text),
    sa.column("vendors_verification_tier", sa.Text),
    sa.column("disabled_at", UtcDateTimeColumn),
    sa.column("erases_at", UtcDateTimeColumn),
)
_this = changes.c.id == sa.bindparam("this", type_=IdColumn)
_owners = changes.c.account_id == sa.bindparam("owner", type_=IdColumn)
_find = sa.select(changes).where(_this)
_has_any = sa.select(sa.exists().where(_owners))
_account = sa.select(
    sa.or_(
        _accounts.c.verification_tier != _NOT_VERIFIED,
        _accounts.c.jobs_verification_tier != _NOT_VERIFIED,
        _accounts.c.vendors_verification_tier != _NOT_VERIFIED,
    ).label("is_verified"),
    sa.or_(_accounts.c.disabled_at.is_not(None), _accounts.c.erases_at.is_not(None)).label(
        "is_hidden"
    ),
).where(_accounts.c.id == sa.bindparam("owner", type_=IdColumn))
_add = changes.insert()
_change = changes.update().where(_this)
_delete = changes.delete().where(_this)
_hide = changes.update().where(_owners)


def find(tx: Tx, record_id: Id) -> ChangeInReview | None:
    """Return the change of a record that waits, None if there is none."""
    return tx.record(ChangeInReview, _find, {"this": record_id})


def has_any(tx: Tx, account_id: Id) -> bool:
    """Return whether a change of an account or of one of its records waits."""
    return bool(tx.value(_has_any, {"owner": account_id}))


def find_account(tx: Tx, account_id: Id) -> Owner | None:
    """Return whether an account is verified on any platform, and whether it is hidden."""
    return tx.record(Owner, _account, {"owner": account_id})


def add(tx: Tx, change: ChangeInReview) -> None:
    """Add a change of a record that has none."""
    tx.execute(_add, change._asdict())


def update(tx: Tx, record_id: Id, values: Mapping[str, object]) -> None:
    """Change the members of a change that waits."""
    tx.execute(_change.values(**values), {"this": record_id})


def update_hidden(tx: Tx, account_id: Id, *, is_hidden: bool) -> None:
    """Hide the changes of an account from the queue, or show them again."""
    tx.execute(_hide.values(is_hidden=is_hidden), {"owner": account_id})


def delete(tx: Tx, record_id: Id) -> None:
    """Delete the change of a record, if there is one."""
    tx.execute(_delete, {"this": record_id})
