"""The statements that write the directory and its search index."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.people.directory import index_entries
from bridgework.areas.people.directory.serializers import Rendered
from bridgework.areas.people.directory.tables import experts, index, records
from bridgework.areas.people.profiles.tables import profiles
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, other_than
from bridgework.kit.data.search import tokens

_last_change = sa.case(
    (profiles.c.updated_at > accounts.c.updated_at, profiles.c.updated_at),
    else_=accounts.c.updated_at,
)
_account = (
    sa.select(
        *(column for column in accounts.c if column is not accounts.c.updated_at),
        _last_change.label("updated_at"),
        profiles.c.fields,
        since(accounts.c.id).label("change_in_review_since"),
    )
    .join_from(accounts, profiles, isouter=True)
    .where(accounts.c.id == sa.bindparam("account_id"))
)
_SORT_KEYS = ("listed_at", "name_key", "years", "active_on", "edition")
"""The sort keys of the lists, and the edition. Each has an index."""
_listing = (
    sa.select(
        experts.c.number,
        *(experts.c[name] for name in _SORT_KEYS),
        records.c.found_by,
        records.c.record,
    )
    .join_from(experts, records)
    .where(experts.c.id == sa.bindparam("expert_id"))
)
_stale = (
    sa.select(experts.c.id)
    .where(other_than(experts.c.edition, sa.bindparam("edition")))
    .limit(sa.bindparam("limit"))
)
_by_number = experts.c.number == sa.bindparam("this_number")
_add = experts.insert().returning(experts.c.number)
_add_many = experts.insert().returning(experts.c.number, sort_by_parameter_order=True)
_add_records = records.insert()
_change = experts.update().where(_by_number)
_change_record = records.update().where(records.c.number == sa.bindparam("this_number"))
_record_activity = experts.update().where(experts.c.id == sa.bindparam("expert_id"))
_drop_record = records.delete().where(records.c.number == sa.bindparam("this_number"))
_drop = experts.delete().where(_by_number)


def lock(tx: Tx) -> bool:
    """Lock the directory for writing until the transaction ends.

    Returns whether another transaction may have changed it meanwhile.
    """
    return index.lock(tx)


def get_account(tx: Tx, account_id: Id) -> sa.Row[Any]:
    """Return an account with its profile's `fields`, if any, and the last `updated_at` of both.

    `change_in_review_since` is null unless a change of the person's identity waits.
    """
    return tx.one(_account, {"account_id": account_id})


def find_account(tx: Tx, account_id: Id) -> sa.Row[Any] | None:
    """Return what `get_account` does, None if there is no such account."""
    return tx.row(_account, {"account_id": account_id})


def find_listing(tx: Tx, expert_id: Id) -> sa.Row[Any] | None:
    """Return the number, sort keys, tokens and record of an expert, None if not listed."""
    return tx.row(_listing, {"expert_id": expert_id})


def list_stale(tx: Tx, limit: int) -> Sequence[Id]:
    """Return some experts who were indexed with another edition of the terminology."""
    parameters = {"edition": index_entries.EDITION, "limit": limit}
    return tx.execute(_stale, parameters).scalars().all()


def add(tx: Tx, rendered: Rendered) -> None:
    """Add an expert to the directory."""
    number = tx.execute(_add, dict(rendered.values)).scalar_one()
    tx.execute(_add_records, {"number": number, **_record(rendered)})
    index.add(tx, [(number, rendered.found_by)])


def update(tx: Tx, listing: sa.Row[Any], rendered: Rendered) -> None:
    """Update a listed expert."""
    sort_keys = {name: rendered.values[name] for name in _SORT_KEYS}
    if any(value != getattr(listing, name) for name, value in sort_keys.items()):
        tx.execute(_change, {"this_number": listing.number, **sort_keys})
    tx.execute(_change, {"this_number": listing.number, "card": rendered.values["card"]})
    record = _record(rendered)
    tx.execute(_change_record, {"this_number": listing.number, **record})
    index.change(tx, listing.number, listing.found_by, record["found_by"])


def update_activity(tx: Tx, expert_id: Id, day: date) -> None:
    """Update the last day on which an expert was active."""
    tx.execute(_record_activity, {"expert_id": expert_id, "active_on": day.isoformat()})


def delete(tx: Tx, listing: sa.Row[Any]) -> None:
    """Remove an expert from the directory."""
    index.change(tx, listing.number, listing.found_by, "")
    tx.execute(_drop_record, {"this_number": listing.number})
    tx.execute(_drop, {"this_number": listing.number})


def add_many(tx: Tx, several: Sequence[Rendered]) -> None:
    """Add experts who are not listed."""
    lock(tx)
    numbers = tx.execute(_add_many, [dict(rendered.values) for rendered in several]).scalars()
    numbered = list(zip(numbers, several, strict=True))
    tx.execute(_add_records, [{"number": n, **_record(rendered)} for n, rendered in numbered])
    index.add(tx, [(number, rendered.found_by) for number, rendered in numbered])


def _record(rendered: Rendered) -> dict[str, Any]:
    return {"record": rendered.record, "found_by": tokens.serialize(rendered.found_by)}
