"""The statements that write the directory and its search index."""

from collections.abc import Sequence
from datetime import date

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.people.directory import index_entries
from bridgework.areas.people.directory.records import (
    Indexed,
    ListedExpert,
    Person,
    PersonState,
    SortKeys,
)
from bridgework.areas.people.directory.serializers import Rendered
from bridgework.areas.people.directory.tables import experts, index, records
from bridgework.areas.people.profiles.records import ProfileAccount
from bridgework.areas.people.profiles.tables import profiles
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, other_than, reader_of, side_by_side
from bridgework.kit.data.search import tokens

_last_change = sa.case(
    (profiles.c.updated_at > accounts.c.updated_at, profiles.c.updated_at),
    else_=accounts.c.updated_at,
)
_account = (
    sa.select(
        *(accounts.c[name] for name in ProfileAccount._fields),
        _last_change.label("updated_at"),
        profiles.c.fields,
        since(accounts.c.id).label("change_in_review_since"),
    )
    .join_from(accounts, profiles, isouter=True)
    .where(accounts.c.id == sa.bindparam("account_id"))
)
_person = side_by_side(Person, reader_of(ProfileAccount), reader_of(PersonState))
_listing = (
    sa.select(
        experts.c.number,
        records.c.found_by,
        records.c.record,
        *(experts.c[name] for name in SortKeys._fields),
    )
    .join_from(experts, records)
    .where(experts.c.id == sa.bindparam("expert_id"))
)
_listed = side_by_side(ListedExpert, reader_of(Indexed), reader_of(SortKeys))
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


def get_person(tx: Tx, account_id: Id) -> Person:
    (person,) = tx.records(_person, _account, {"account_id": account_id})
    return person


def find_person(tx: Tx, account_id: Id) -> Person | None:
    return tx.record(_person, _account, {"account_id": account_id})


def find_listing(tx: Tx, expert_id: Id) -> ListedExpert | None:
    """Return what the directory stores about an expert, None if not listed."""
    return tx.record(_listed, _listing, {"expert_id": expert_id})


def list_stale(tx: Tx, limit: int) -> Sequence[Id]:
    """Return some experts who were indexed with another edition of the terminology."""
    parameters = {"edition": index_entries.EDITION, "limit": limit}
    return tx.execute(_stale, parameters).scalars().all()


def add(tx: Tx, rendered: Rendered) -> None:
    """Add an expert to the directory."""
    number = tx.execute(_add, _values(rendered)).scalar_one()
    tx.execute(_add_records, {"number": number, **_record(rendered)})
    index.add(tx, [(number, rendered.found_by)])


def update(tx: Tx, listing: ListedExpert, rendered: Rendered) -> None:
    """Update a listed expert."""
    this = {"this_number": listing.indexed.number}
    if listing.keys != rendered.keys:
        tx.execute(_change, {**this, **rendered.keys._asdict()})
    tx.execute(_change, {**this, "card": rendered.card})
    found_by = tokens.serialize(rendered.found_by)
    tx.execute(_change_record, {**this, "record": rendered.record, "found_by": found_by})
    index.change(tx, listing.indexed.number, listing.indexed.found_by, found_by)


def update_activity(tx: Tx, expert_id: Id, day: date) -> None:
    """Update the last day on which an expert was active."""
    tx.execute(_record_activity, {"expert_id": expert_id, "active_on": day.isoformat()})


def delete(tx: Tx, listing: ListedExpert) -> None:
    """Remove an expert from the directory."""
    index.change(tx, listing.indexed.number, listing.indexed.found_by, "")
    tx.execute(_drop_record, {"this_number": listing.indexed.number})
    tx.execute(_drop, {"this_number": listing.indexed.number})


def add_many(tx: Tx, several: Sequence[Rendered]) -> None:
    """Add experts who are not listed."""
    lock(tx)
    numbers = tx.execute(_add_many, [_values(rendered) for rendered in several]).scalars()
    numbered = list(zip(numbers, several, strict=True))
    tx.execute(_add_records, [{"number": n, **_record(rendered)} for n, rendered in numbered])
    index.add(tx, [(number, rendered.found_by) for number, rendered in numbered])


def _values(rendered: Rendered) -> dict[str, object]:
    return {"id": rendered.id, "card": rendered.card, **rendered.keys._asdict()}


def _record(rendered: Rendered) -> dict[str, object]:
    return {"record": rendered.record, "found_by": tokens.serialize(rendered.found_by)}
