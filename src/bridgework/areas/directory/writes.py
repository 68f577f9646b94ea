"""Writing the directory: every statement that adds, changes or drops what the public sees."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.directory import index_entries
from bridgework.areas.directory.serializers import Rendered
from bridgework.areas.directory.tables import experts, index, records
from bridgework.areas.profiles.tables import profiles
from bridgework.kit.db.columns import other_than
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.search import tokens

_last_change = sa.case(
    (profiles.c.updated_at > accounts.c.updated_at, profiles.c.updated_at),
    else_=accounts.c.updated_at,
)
_subject = (
    sa.select(
        *(column for column in accounts.c if column is not accounts.c.updated_at),
        _last_change.label("updated_at"),
        profiles.c.fields,
    )
    .join_from(accounts, profiles, isouter=True)
    .where(accounts.c.id == sa.bindparam("account_id"))
)
_PLACE = ("listed_at", "name_key", "years", "active_on", "edition")
"""Where somebody stands in the lists, each in an index."""
_standing = (
    sa.select(experts.c.number, *(experts.c[name] for name in _PLACE), records.c.found_by)
    .join_from(experts, records)
    .where(experts.c.id == sa.bindparam("expert_id"))
)
_outdated = (
    sa.select(experts.c.id)
    .where(other_than(experts.c.edition, sa.bindparam("edition")))
    .limit(sa.bindparam("most"))
)
_by_number = experts.c.number == sa.bindparam("this_number")
_add = experts.insert().returning(experts.c.number)
_add_many = experts.insert().returning(experts.c.number, sort_by_parameter_order=True)
_add_records = records.insert()
_change = experts.update().where(_by_number)
_change_record = records.update().where(records.c.number == sa.bindparam("this_number"))
_note_activity = experts.update().where(experts.c.id == sa.bindparam("expert_id"))
_drop_record = records.delete().where(records.c.number == sa.bindparam("this_number"))
_drop = experts.delete().where(_by_number)


def hold(tx: Tx) -> bool:
    """Be the only one who writes the directory, until this transaction ends.

    Returns whether others may have written it meanwhile.
    """
    return index.lock(tx)


def subject(tx: Tx, account_id: Id) -> sa.Row[Any]:
    """The account, and the fields of its profile if it has one; changed when either was."""
    return tx.one(_subject, {"account_id": account_id})


def standing(tx: Tx, expert_id: Id) -> sa.Row[Any] | None:
    """The number and place of an expert who is in public, and what the index has of them."""
    return tx.row(_standing, {"expert_id": expert_id})


def outdated(tx: Tx, most: int) -> Sequence[Id]:
    """Some of the experts who are found by words of another edition than today's."""
    place = {"edition": index_entries.EDITION, "most": most}
    return tx.execute(_outdated, place).scalars().all()


def add(tx: Tx, rendered: Rendered) -> None:
    """Put an expert into public."""
    given = tx.execute(_add, dict(rendered.values)).scalar_one()
    tx.execute(_add_records, {"number": given, **_record(rendered)})
    index.add(tx, [(given, rendered.found_by)])


def change(tx: Tx, this: sa.Row[Any], rendered: Rendered) -> None:
    """Rewrite what the public sees of an expert."""
    place = {name: rendered.values[name] for name in _PLACE}
    if any(value != getattr(this, name) for name, value in place.items()):
        tx.execute(_change, {"this_number": this.number, **place})
    tx.execute(_change, {"this_number": this.number, "card": rendered.values["card"]})
    record = _record(rendered)
    tx.execute(_change_record, {"this_number": this.number, **record})
    index.change(tx, this.number, this.found_by, record["found_by"])


def note_activity(tx: Tx, expert_id: Id, day: date) -> None:
    """Write the last day on which an expert was active."""
    tx.execute(_note_activity, {"expert_id": expert_id, "active_on": day.isoformat()})


def drop(tx: Tx, this: sa.Row[Any]) -> None:
    """Take an expert out of public."""
    index.change(tx, this.number, this.found_by, "")
    tx.execute(_drop_record, {"this_number": this.number})
    tx.execute(_drop, {"this_number": this.number})


def add_many(tx: Tx, several: Sequence[Rendered]) -> None:
    """Put many experts into public who are not there yet."""
    hold(tx)
    given = tx.execute(_add_many, [dict(rendered.values) for rendered in several]).scalars()
    numbered = list(zip(given, several, strict=True))
    tx.execute(_add_records, [{"number": one, **_record(rendered)} for one, rendered in numbered])
    index.add(tx, [(one, rendered.found_by) for one, rendered in numbered])


def _record(rendered: Rendered) -> dict[str, Any]:
    return {"record": rendered.record, "found_by": tokens.serialize(rendered.found_by)}
